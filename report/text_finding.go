package report

import (
	"fmt"
	"slices"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// finding is everything of one finding, but what follows from it.
func (p *printer) finding(f *rules.Finding) {
	p.shown[f.ID], p.brief = true, f.Verdict != timeline.T
	m := findingMark(f.Verdict, f.Severity)
	p.line(p.s.paint(m.hue, m.glyph+" "+f.ID+" "+verdictWord(f.Verdict)+" "+f.Severity) + "  " + Escape(f.Rule))
	p.para(2, "", Escape(f.Title))
	p.para(2, "", p.facts(f))
	p.overridden(2, f.Overridden)
	p.excepted(f.Excepted)
	for _, text := range f.Readings {
		p.para(2, "read:", Escape(text))
	}
	for i := range f.Steps {
		p.step(&f.Steps[i])
	}
	p.class(f)
	p.remedies(f)
	if !spoiled(f) {
		p.near(f.NearMiss)
	}
	if f.Verdict == timeline.T {
		p.advice(f)
	}
}

// facts is what a finding is about, in one line: when, root, entity, rooms.
func (p *printer) facts(f *rules.Finding) string {
	parts := []string{p.when(f), rootWords(p.inc, f)}
	for _, kv := range f.Entity {
		parts = append(parts, Escape(kv.Key)+" "+Escape(kv.Value))
	}
	if len(f.Rooms) > 1 || len(f.Rooms) == 1 && !hasKey(f, "room") {
		parts = append(parts, fmt.Sprintf("%s (%s)", Plural(len(f.Rooms), "room"), strings.TrimPrefix(strings.TrimPrefix(roomList(append([]string{}, f.Rooms...)), "rooms "), "room ")))
	}
	if len(f.Ranks) > 0 {
		parts = append(parts, "rank "+Escape(strings.Join(f.Ranks, ", ")))
	}
	if f.Count > 1 {
		parts = append(parts, fmt.Sprintf("seen %d times", f.Count))
	}
	if f.Witnesses > 0 {
		parts = append(parts, witnesses(f.Witnesses))
	}
	return join(" · ", parts...)
}

func hasKey(f *rules.Finding, key string) bool {
	for _, kv := range f.Entity {
		if kv.Key == key {
			return true
		}
	}
	return false
}

// rootWords says whether a finding is where an incident began. "unknown" of a confirmed one is said
// as what it is: the earliest that is known.
func rootWords(inc *timeline.Incident, f *rules.Finding) string {
	switch {
	case f.Verdict != timeline.T:
		return ""
	case f.Root == rules.RootYes && f.Uncaused:
		return "root: no rule names a cause of this"
	case f.Root == rules.RootYes:
		return "root: every cause the rules name is excluded in what was given" + rootOf(inc)
	case f.Root == rules.RootNo:
		return "explained by " + strings.Join(f.ExplainedBy, ", ")
	}
	return "earliest known; a cause before it was not observed"
}

// when is the time of the anchor: a stamp, or the interval between the neighbours' stamps; and how
// long what was found went on.
func (p *printer) when(f *rules.Finding) string {
	a := f.Anchor
	text := p.moment(a)
	switch {
	case f.Span.Hi >= timeline.MaxTime/2:
		text += ", still open"
	case f.Span.Hi.Known() && f.Span.Hi > a.Hi+timeline.Second:
		text += " until " + p.clock.At(f.Span.Hi)
	}
	return text
}

// moment is the time of a record: its stamp, or between which it lies.
func (p *printer) moment(m timeline.Moment) string {
	switch {
	case m.Stamped && m.Hi.Known() && m.Hi-m.Lo <= timeline.Second:
		return "at " + p.clock.At(m.Lo)
	case !m.Stamped:
		return p.clock.Instant(m.Interval) + ", between its neighbours' stamps"
	}
	return p.clock.Instant(m.Interval)
}

// class says which kind of its rule a finding is.
func (p *printer) class(f *rules.Finding) {
	if f.Classify == nil {
		return
	}
	var parts []string
	for _, b := range f.Branches {
		if b.Name == f.Classify.Name {
			break // what comes below it was not asked
		}
		parts = append(parts, Escape(b.Name)+" "+b.Verdict.String())
	}
	p.para(2, "kind:", join("; ", Escape(orElse(f.Classify.Name, "not decided")), strings.Join(parts, ", ")))
}

// remedies say what would have closed what is missing, each once. What is refuted is decided already.
func (p *printer) remedies(f *rules.Finding) {
	if f.Verdict == timeline.F {
		return
	}
	said := map[string]bool{}
	for i := range f.Steps {
		for _, m := range f.Steps[i].Missing {
			if m.Remedy != "" && !said[m.Remedy] {
				said[m.Remedy] = true
				p.para(2, "to decide it:", Escape(m.Remedy))
			}
		}
	}
}

// near says how near a rule came.
func (p *printer) near(n *rules.NearMiss) {
	if n == nil || n.BlockedAt == "" {
		return
	}
	text := "stopped at " + Escape(n.BlockedAt)
	if words := lackWords(once(n.Lacks)); words != "" {
		text += ", which " + Escape(words)
	}
	if n.Nearest != "" {
		text += "; nearest: " + Escape(n.Nearest) + ", " + Escape(n.Distance)
	}
	p.para(2, "near miss:", text)
}

// lackWords say what a step lacks: records and samples, or the silence of some.
func lackWords(names []string) string {
	var there, silent []string
	for _, name := range names {
		if quiet, ok := strings.CutPrefix(name, "no "); ok {
			silent = append(silent, quiet)
		} else {
			there = append(there, name)
		}
	}
	var parts []string
	if len(there) > 0 {
		parts = append(parts, "lacks "+strings.Join(there, ", "))
	}
	if len(silent) > 0 {
		parts = append(parts, "needs silence of "+strings.Join(silent, ", "))
	}
	return strings.Join(parts, " and ")
}

// advice is what to do, and where to read on.
func (p *printer) advice(f *rules.Finding) {
	if f.Mitigation != "" {
		p.prose(2, "mitigation:", f.Mitigation)
	}
	for _, r := range f.References {
		p.para(2, "see", Escape(r))
	}
}

func witnesses(n int) string {
	if n == 1 {
		return "1 witness"
	}
	return fmt.Sprintf("%d witnesses agree", n)
}

// once leaves out what was said before.
func once(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
