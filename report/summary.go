package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// How much the summary holds: with these it is at most 26 lines on 100 columns.
const (
	shortAlarms = 3
	shortRoots  = 3
	shortNext   = 2
)

// Brief writes the summary alone: what began it, what follows from that, what could not be seen, what to run next.
func Brief(w io.Writer, d *Document, s Style) error {
	p := newPrinter(w, d, s)
	p.head()
	p.summary()
	for i, n := range p.res.Next {
		if i == shortNext {
			break
		}
		p.line("next  " + Escape(n))
	}
	if m := p.mostLacking(); len(p.res.Next) == 0 && m != nil && m.Remedy != "" {
		p.short(2, "to see more:", Escape(m.Remedy))
	}
	more := "roomline report PATH... says all"
	if len(p.res.Findings) > 0 {
		more += fmt.Sprintf(", roomline why %s PATH... one finding", p.res.Findings[0].ID)
	}
	p.line(p.s.paint(faint, more))
	return p.w.Flush()
}

// summary is what a person has to know first, a line or two for each.
func (p *printer) summary() {
	p.alarms()
	roots, rest, open, _ := p.sorted()
	p.shortConfirmed(roots, rest)
	p.shortUnseen(roots)
	if len(open) > 0 {
		p.short(2, p.s.paint(yellow, "?"), fmt.Sprintf("%s could not be decided: %s", Plural(len(open), "finding"), byRuleShort(open)))
	}
	p.shortQuiet()
}

// short is one item of the summary, of so many lines at most.
func (p *printer) short(rows int, mark, text string) {
	lines := wrap(text, max(p.s.width()-3, 20))
	if len(lines) > rows {
		lines = append(slices.Clone(lines[:rows-1]), clip(strings.Join(lines[rows-1:], " "), p.s.width()-3))
	}
	for _, l := range lines {
		p.line(mark + "  " + l)
		mark = " "
	}
}

// alarms are what makes all that follows doubtful: zones, packs that did not run, sources that could not be read.
func (p *printer) alarms() {
	list := append([]string{}, p.d.NotRun...)
	for i := range p.inc.Sources {
		if s := &p.inc.Sources[i]; s.Error != "" {
			list = append(list, "not read: "+s.Path+": "+s.Error)
		}
	}
	if z := p.zoneAlarm(); z != "" {
		p.short(2, p.s.paint(red, "▲"), Escape(z))
	}
	for i, text := range list {
		if i == shortAlarms-1 && len(list) > shortAlarms {
			p.short(1, p.s.paint(red, "▲"), fmt.Sprintf("and %d more that did not run or were not read (SOURCES, WARNINGS)", len(list)-i))
			return
		}
		p.short(1, p.s.paint(red, "▲"), Escape(text))
	}
}

// zoneAlarm says which logs may be hours off, and how many verdicts hang on it.
func (p *printer) zoneAlarm() string {
	hang := p.hangOnZones()
	var names []string
	why := ""
	for _, z := range p.inc.Zones {
		names, why = append(names, p.inc.Stream(z.Stream).Name), z.Why
	}
	switch {
	case len(names) > 0:
		text := "ZONE IN DOUBT"
		if hang > 0 {
			text += fmt.Sprintf(" (%s on it)", hangs(hang))
		}
		return fmt.Sprintf("%s: %s: %s", text, shortList(names), why)
	case hang > 0:
		return fmt.Sprintf("ZONE IN DOUBT: %s on the zone of a log that is not known (CLOCKS, SOURCES)", hangs(hang))
	}
	return ""
}

func hangs(n int) string {
	if n == 1 {
		return "1 verdict hangs"
	}
	return fmt.Sprintf("%d verdicts hang", n)
}

// hangOnZones counts the verdicts that are open since a zone is in doubt.
func (p *printer) hangOnZones() int {
	n := 0
	zone := func(m rules.Missing) bool { return m.Reason == rules.ZoneUnknown }
	for i := range p.res.Findings {
		if slices.ContainsFunc(p.res.Findings[i].Steps, func(s rules.Step) bool { return slices.ContainsFunc(s.Missing, zone) }) {
			n++
		}
	}
	for i := range p.res.NotFired {
		if slices.ContainsFunc(p.res.NotFired[i].Missing, zone) {
			n++
		}
	}
	return n
}

// shortConfirmed are the roots with what they explain, then what else was confirmed.
func (p *printer) shortConfirmed(roots, rest []*rules.Finding) {
	if len(roots)+len(rest) == 0 {
		p.short(1, "–", "nothing was confirmed")
		return
	}
	for _, f := range roots[:min(len(roots), shortRoots)] {
		m := findingMark(f.Verdict, f.Severity)
		p.short(2, p.s.paint(m.hue, m.glyph), p.shortFinding(f))
		if below := p.below(f); len(below) > 0 {
			p.short(1, " ", "explains "+Plural(len(below), "finding")+": "+byRuleShort(below))
		}
	}
	if n := len(roots) - shortRoots; n > 0 {
		p.short(1, " ", fmt.Sprintf("and %s: %s", Plural(n, "more root"), byRuleShort(roots[shortRoots:])))
	}
	if rest = slices.DeleteFunc(slices.Clone(rest), p.explained); len(rest) > 0 {
		slices.SortStableFunc(rest, func(a, b *rules.Finding) int {
			return slices.Index(rules.Severities, a.Severity) - slices.Index(rules.Severities, b.Severity)
		})
		m := findingMark(rest[0].Verdict, rest[0].Severity)
		p.short(2, p.s.paint(m.hue, m.glyph), "confirmed, of no known cause: "+byRuleShort(rest))
	}
}

// explained says whether a finding that is listed explains another one.
func (p *printer) explained(f *rules.Finding) bool {
	return f.Root == rules.RootNo && slices.ContainsFunc(f.ExplainedBy, func(id string) bool { return p.byID[id] != nil })
}

// shortFinding is a root in one sentence.
func (p *printer) shortFinding(f *rules.Finding) string {
	word := "root"
	if f.Root == rules.RootUnknown {
		word = "earliest known"
	}
	return fmt.Sprintf("%s %s: %s %s %s: %s", word, f.ID, f.Severity, Escape(f.Rule), p.moment(f.Anchor), Escape(f.Title))
}

// below are the confirmed findings that follow from one, near and far.
func (p *printer) below(root *rules.Finding) []*rules.Finding {
	var out []*rules.Finding
	seen := map[string]bool{root.ID: true}
	for queue := root.Explains; len(queue) > 0; queue = queue[1:] {
		f := p.byID[queue[0]]
		if f == nil || seen[f.ID] {
			continue
		}
		seen[f.ID] = true
		queue = append(queue[:len(queue):len(queue)], f.Explains...)
		out = append(out, f)
	}
	return out
}

// byRuleShort names findings by their rules, the grave ones with their severity: nixl-wedge x 5 (critical).
func byRuleShort(list []*rules.Finding) string {
	var parts []string
	for _, group := range byRule(list) {
		text := Escape(group[0].Rule)
		if len(group) > 1 {
			text += fmt.Sprintf(" x %d", len(group))
		}
		if s := group[0].Severity; s == "critical" && group[0].Verdict != timeline.T {
			text += " (critical)"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// shortQuiet says how many rules found nothing, and how many could not look; and what most of those lack.
func (p *printer) shortQuiet() {
	clear, blind := 0, 0
	for i := range p.res.NotFired {
		switch n := &p.res.NotFired[i]; {
		case n.NoEngine:
		case n.Observed:
			clear++
		default:
			blind++
		}
	}
	if blind == 0 && clear == 0 {
		return
	}
	text := Plural(clear, "rule") + " clear"
	if blind > 0 {
		text += fmt.Sprintf(", %d could not be seen in full", blind)
	}
	if m := p.mostLacking(); m != nil {
		text += "; most often " + Reason(*m, p.clock)
	}
	p.short(2, p.s.paint(faint, "·"), text)
}

// mostLacking is what most rules without a finding lack, the first of several; nil if they lack nothing that
// one can give.
func (p *printer) mostLacking() *rules.Missing {
	var best *rules.Missing
	count := map[string]int{}
	for pass := range 2 { // first it is counted, then chosen
		for i := range p.res.NotFired {
			n := &p.res.NotFired[i]
			for k := range n.Missing {
				m := &n.Missing[k]
				if n.NoEngine || m.Reason == rules.EmitOnce { // which nothing that one can give would mend
					continue
				}
				if key := missingKey(n.Missing[k : k+1]); pass == 0 {
					count[key]++
				} else if best == nil || count[key] > count[missingKey([]rules.Missing{*best})] {
					best = m
				}
			}
		}
	}
	return best
}
