package rules

import "roomline/timeline"

// Judge says what every rule of a set finds in an incident. Pure: the same set and incident give the
// same result, byte for byte.
func Judge(set *Set, inc *timeline.Incident) *Result {
	return JudgeWith(set, inc, timeline.InTurn, nil)
}

// JudgeWith is Judge that leaves it to each how the rules are gone through: several may be judged at the same time,
// and the result is the same. As soon as stop, if there is one, says so it ends: which rules were not judged until
// then is said among those that did not fire ([Interrupted]), and causes that they may have named are open.
func JudgeWith(set *Set, inc *timeline.Incident, each timeline.Each, stop func() bool) *Result {
	return (&Judging{set: set, each: each, asked: stop}).all(inc)
}

// show turns an instance into what is reported of it, but for its number, root and edges, and what
// was folded into it.
func (i *instance) show() *Shown {
	r, c := i.c.rule, i.c
	f := &Shown{
		Rule: r.ID, Pack: r.pack.ID(), Severity: r.Severity, Verdict: i.verdict, Entity: c.key,
		Title: c.fill(r.Title, c.titleValue), Anchor: *c.anchor, Mitigation: c.fill(r.Mitigation, c.titleValue),
		References: r.References, Tags: r.Tags, Final: i.final(), PackHash: r.pack.Hash, Overridden: r.Overridden, Excepted: i.excepted,
		Readings: r.readings(),
	}
	f.Span = timeline.Interval{Lo: c.anchor.Lo, Hi: c.anchor.Hi}
	for _, ch := range i.choices {
		f.Witnesses = max(f.Witnesses, ch.out.witnesses)
		if ch.alt != nil && ch.alt.endOr() != nil {
			f.Span.Hi = max(f.Span.Hi, ch.alt.endOr().Hi)
		}
		if ch.step < len(r.Steps) || ch.value != timeline.T {
			f.Steps = append(f.Steps, i.showStep(ch))
		}
	}
	i.showEnds(f)
	i.showClass(f)
	f.Rooms = i.rooms()
	if i.verdict != timeline.T {
		f.NearMiss = i.near(f.Steps)
	}
	return f
}

// final: no future event can change it. Live, what hangs on an end that is not there yet can.
func (i *instance) final() bool {
	if i.verdict != timeline.U {
		return true
	}
	for _, m := range i.reasons {
		if m.Reason == SourceEnded || m.Reason == WindowOpen {
			return false
		}
	}
	return true
}

func (c *ctx) titleValue(name string) (string, bool) {
	if v, ok := c.value(name); ok {
		return v, true
	}
	return c.entity(name)
}

func (i *instance) showStep(ch choice) Step {
	s := Step{ID: "unless", Verdict: ch.value, OrderProven: true}
	if ch.step < len(i.c.rule.Steps) {
		s.ID = i.c.rule.Steps[ch.step].ID
	}
	if ch.alt != nil {
		s.OrderProven = !ch.alt.unproven
		s.Evidence = i.evidence(ch.alt)
	}
	if ch.value == timeline.U {
		s.Missing = i.whyOpen(ch)
	}
	s.Against = i.against(ch)
	return s
}

// showEnds adds the event that closed a confirmed span.
func (i *instance) showEnds(f *Shown) {
	c := i.c
	if c.rule.Ends == nil || c.limit == nil || i.verdict != timeline.T {
		return
	}
	for _, h := range c.inc.Hits[c.rule.Ends.id] {
		if timeline.SameRecord(h.Moment(), *c.limit) {
			f.Steps = append(f.Steps, Step{ID: "ends", Verdict: timeline.T, OrderProven: true, Evidence: []Evidence{{Hit: h, Source: c.path(h)}}})
			return
		}
	}
}

func (i *instance) showClass(f *Shown) {
	if len(i.classes) == 0 {
		return
	}
	f.Branches = i.classes
	f.Classify = &Class{Name: i.class, Verdict: timeline.U}
	if i.class != "" {
		f.Classify.Verdict = timeline.T
		for _, b := range i.c.rule.Branches {
			if b.Name == i.class {
				f.References = append(append([]string{}, f.References...), b.References...)
			}
		}
	}
}

// rooms are the rooms that an instance is about: its key, and those that its evidence names.
func (i *instance) rooms() []string {
	var out []string
	if len(i.choices) == 1 && i.alt.count != nil && !i.c.rule.has("room") {
		return i.c.roomsOf(i.alt) // a list that is shared with others
	}
	seen := map[string]bool{}
	for _, kv := range i.c.key {
		if kv.Key == "room" {
			seen[kv.Value], out = true, append(out, kv.Value)
		}
	}
	for _, ch := range i.choices {
		if ch.alt == nil {
			continue
		}
		for _, v := range i.c.roomsOf(ch.alt) {
			if !seen[v] {
				seen[v], out = true, append(out, v)
			}
		}
	}
	return out
}

// roomsOf are the rooms that the evidence of a step names, of a count those of all its hits.
func (c *ctx) roomsOf(a *alt) []string {
	if a.count != nil {
		return a.count.total.by().rooms
	}
	var out []string
	for _, h := range a.hits {
		if v, ok := c.capture(h, "room"); ok {
			out = append(out, v)
		}
	}
	return out
}

func (i *instance) evidence(a *alt) []Evidence {
	var out []Evidence
	for _, h := range ends8(a.evidence()) {
		out = append(out, Evidence{Hit: h, Source: i.c.path(h)})
	}
	for _, cl := range a.claims {
		out = append(out, Evidence{Claim: i.c.claim(cl)})
	}
	return out
}
