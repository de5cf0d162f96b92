package report

import (
	"fmt"
	"slices"
	"strings"

	"roomline/rules"
)

// notFired lists the rules without a finding: those that are clear, and those of which not enough
// was observed. The two are never folded into each other: silence is no proof.
func (p *printer) notFired() {
	var clear []string
	var blind []*rules.NotFired
	for i := range p.res.NotFired {
		switch n := &p.res.NotFired[i]; {
		case n.NoEngine:
		case n.Observed:
			clear = append(clear, Escape(n.Rule)+overriddenMark(n.Overridden))
		default:
			blind = append(blind, n)
		}
	}
	if len(clear) > 0 {
		p.section("CLEAR", fmt.Sprintf("%s: all that they need was observed, and it did not happen", Plural(len(clear), "rule")))
		p.names(2, clear)
		if text := clearOf(p.inc); text != "" {
			p.para(2, p.s.paint(yellow, "▲"), text)
		}
	}
	if len(blind) > 0 {
		p.section("NOT OBSERVED", fmt.Sprintf("%s: whether it happened cannot be told", Plural(len(blind), "rule")))
		p.blind(blind)
	}
	p.noEngine()
}

// noEngine says in one line which packs had nothing to look at, since nothing is of their engine.
func (p *printer) noEngine() {
	var packs []string
	count := map[string]int{}
	for i := range p.res.NotFired {
		if n := &p.res.NotFired[i]; n.NoEngine {
			if count[n.Pack] == 0 {
				packs = append(packs, n.Pack)
			}
			count[n.Pack]++
		}
	}
	for i, id := range packs {
		packs[i] = fmt.Sprintf("%s (%s)", Escape(id), Plural(count[id], "rule"))
	}
	if len(packs) > 0 {
		p.section("NOTHING TO LOOK AT", "for "+strings.Join(packs, ", ")+": no line or series that was given is of that engine")
	}
}

// names writes a long list of words, cut after a few lines.
func (p *printer) names(indent int, names []string) {
	const lines = 8
	width := p.s.width() - indent
	all := wrap(strings.Join(names, ", "), width)
	for i, l := range all {
		if i == lines {
			left := 0
			for _, l := range all[i:] {
				left += strings.Count(l, ",")
			}
			p.more(indent, left+1, "-o json lists all")
			return
		}
		p.line(strings.Repeat(" ", indent) + l)
	}
}

// blind groups rules by what they lack, so that each gap and its remedy is said once.
func (p *printer) blind(list []*rules.NotFired) {
	const groups = 8
	type group struct {
		missing []rules.Missing
		rules   []string
	}
	var out []*group
	at := map[string]*group{}
	for _, n := range list {
		key := missingKey(n.Missing)
		if at[key] == nil {
			at[key] = &group{missing: n.Missing}
			out = append(out, at[key])
		}
		name := Escape(n.Rule) + overriddenMark(n.Overridden)
		if n.Coverage > 0 {
			name += " (seen in " + coverage(n.Coverage) + ")"
		}
		at[key].rules = append(at[key].rules, name)
	}
	left, said := 0, map[string]bool{}
	for i, g := range out {
		if i >= groups {
			left += len(g.rules)
			continue
		}
		p.blindRules(g.rules)
		p.gap(5, g.missing, said)
	}
	p.more(2, left, "-o json lists all")
}

// coverage is the share of the window in which a rule's begin could have been seen.
func coverage(share float64) string {
	switch {
	case share <= 0:
		return "0%"
	case share >= 1:
		return "100%"
	case share < 0.01:
		return "<1%"
	}
	return fmt.Sprintf("%d%%", int(share*100))
}

// blindRules names rules that lack the same.
func (p *printer) blindRules(names []string) {
	lead := "  " + p.s.paint(yellow, "?") + "  "
	for _, l := range wrap(strings.Join(names, ", "), p.s.width()-5) {
		p.line(lead + l)
		lead = "     "
	}
}

// gap says what was not observed, with what would have closed it; of remedies only those that were
// not said yet.
func (p *printer) gap(indent int, missing []rules.Missing, said map[string]bool) {
	const shown = 3
	for _, m := range missing[:min(shown, len(missing))] {
		p.para(indent, "not observed:", Reason(m, p.clock))
		if m.Remedy != "" && !said[m.Remedy] {
			said[m.Remedy] = true
			p.para(indent+2, "remedy:", Escape(m.Remedy))
		}
	}
	p.more(indent, len(missing)-shown, "-o json lists all")
}

func missingKey(missing []rules.Missing) string {
	var keys []string
	for _, m := range missing {
		keys = append(keys, string(m.Reason)+"\x00"+m.Source+"\x00"+m.Series)
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), "\x01")
}
