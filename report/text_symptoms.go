package report

import (
	"fmt"
	"slices"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// symptoms are what a root explains, and what that explains in turn, grouped by rule.
func (p *printer) symptoms(root *rules.Finding) {
	list := slices.DeleteFunc(p.below(root), func(f *rules.Finding) bool { return p.shown[f.ID] || f.Root != rules.RootNo })
	if len(list) == 0 {
		return
	}
	p.line("  " + p.s.paint(bold, "it explains"))
	for _, group := range byRule(list) {
		p.symptom(group)
	}
}

// symptom is one rule's findings under their root: how many, when, of which rooms, one line of proof.
func (p *printer) symptom(group []*rules.Finding) {
	f := group[0]
	for _, g := range group {
		p.shown[g.ID] = true
	}
	p.brief = true
	m := findingMark(f.Verdict, f.Severity)
	head := fmt.Sprintf("%s  %s", ids(group), Escape(f.Rule))
	if len(group) > 1 {
		head = fmt.Sprintf("%s x %s (%s)", Escape(f.Rule), p.counted(group), ids(group))
	}
	p.para(4, p.s.paint(m.hue, m.glyph), join(", ", head, "explained by "+causes(group), p.spread(group)))
	p.para(6, "", Escape(f.Title))
	if e := first(f, func(e *rules.Evidence) bool { return e.Hit != nil }); e != nil {
		p.located(6, location(e), p.textLines(e)[:1], 2)
	}
	if e := first(f, func(e *rules.Evidence) bool { return e.Claim != nil && !e.Claim.Silence }); e != nil {
		p.para(6, "", p.sentence(e.Claim))
	}
}

// counted says how many findings, by what they are about: 31 rooms, 2 processes. Where two are about
// one thing that would count it twice: then it is the bare number of the ids that follow.
func (p *printer) counted(group []*rules.Finding) string {
	seen := map[string]bool{}
	for _, f := range group {
		if len(f.Entity) == 1 {
			seen[f.Entity[0].Value] = true
		}
	}
	if len(seen) < len(group) {
		return Grouped(int64(len(group)))
	}
	key := Escape(group[0].Entity[0].Key)
	if strings.HasSuffix(key, "s") {
		return fmt.Sprintf("%d %ses", len(group), key)
	}
	return Plural(len(group), key)
}

// ids lists the ids of findings, the first of them.
func ids(group []*rules.Finding) string {
	var out []string
	for i, f := range group {
		if i == alike {
			out = append(out, "…")
			break
		}
		out = append(out, f.ID)
	}
	return strings.Join(out, ", ")
}

// causes are the findings that explain any of a group.
func causes(group []*rules.Finding) string {
	var out []string
	for _, f := range group {
		for _, c := range f.ExplainedBy {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	if len(out) > 6 {
		out = append(out[:6], "…")
	}
	return strings.Join(out, ", ")
}

// spread says when a group happened, of which kinds it is and which rooms it is about.
func (p *printer) spread(group []*rules.Finding) string {
	when := timeline.Interval{Lo: timeline.MaxTime, Hi: timeline.MinTime}
	var rooms, kinds []string
	count := map[string]int{}
	for _, f := range group {
		when.Lo, when.Hi = min(when.Lo, f.Anchor.Lo), max(when.Hi, f.Anchor.Lo)
		rooms = append(rooms, f.Rooms...)
		if f.Classify != nil && f.Classify.Name != "" {
			if count[f.Classify.Name]++; count[f.Classify.Name] == 1 {
				kinds = append(kinds, f.Classify.Name)
			}
		}
	}
	for i, k := range kinds {
		if kinds[i] = Escape(k); len(group) > 1 {
			kinds[i] = fmt.Sprintf("%d %s", count[k], Escape(k))
		}
	}
	span := "at " + p.clock.At(when.Lo)
	if when.Lo != when.Hi {
		span = p.clock.At(when.Lo) + " to " + p.clock.At(when.Hi)
	}
	return join(", ", span, strings.Join(kinds, ", "), roomList(rooms))
}

// roomList names a few rooms.
func roomList(rooms []string) string {
	slices.Sort(rooms)
	rooms = slices.Compact(rooms)
	if len(rooms) == 0 {
		return ""
	}
	n := min(len(rooms), 3)
	text := "rooms "
	if len(rooms) == 1 {
		text = "room "
	}
	for i, r := range rooms[:n] {
		if i > 0 {
			text += ", "
		}
		text += Escape(r)
	}
	if len(rooms) > n {
		text += fmt.Sprintf(" and %d more", len(rooms)-n)
	}
	return text
}

// first is the first piece of evidence of a kind.
func first(f *rules.Finding, is func(*rules.Evidence) bool) *rules.Evidence {
	for i := range f.Steps {
		for j := range f.Steps[i].Evidence {
			if e := &f.Steps[i].Evidence[j]; is(e) {
				return e
			}
		}
	}
	return nil
}
