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
		if n := &p.res.NotFired[i]; n.Observed {
			clear = append(clear, Escape(n.Rule))
		} else {
			blind = append(blind, n)
		}
	}
	if len(clear) > 0 {
		p.section("CLEAR", fmt.Sprintf("%s: all that they need was observed, and it did not happen", Plural(len(clear), "rule")))
		p.names(2, clear)
	}
	if len(blind) > 0 {
		p.section("NOT OBSERVED", fmt.Sprintf("%s: whether it happened cannot be told", Plural(len(blind), "rule")))
		p.blind(blind)
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
	const groups = 12
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
		at[key].rules = append(at[key].rules, fmt.Sprintf("%s (%s seen)", Escape(n.Rule), coverage(n.Coverage)))
	}
	left := 0
	for i, g := range out {
		if i >= groups {
			left += len(g.rules)
			continue
		}
		p.gap(g.missing)
		p.names(4, g.rules)
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

// gap says what was not observed, with what would have closed it.
func (p *printer) gap(missing []rules.Missing) {
	const shown = 4
	remedies := []string{}
	for i, m := range missing {
		if i == shown {
			p.more(4, len(missing)-shown, "-o json lists all")
			break
		}
		p.para(2, p.s.paint(yellow, "?"), Reason(m, p.clock))
		if m.Remedy != "" && !slices.Contains(remedies, m.Remedy) {
			remedies = append(remedies, m.Remedy)
		}
	}
	for _, r := range remedies {
		p.para(5, "remedy:", Escape(r))
	}
}

func missingKey(missing []rules.Missing) string {
	var keys []string
	for _, m := range missing {
		keys = append(keys, fmt.Sprint(m.Reason, "\x00", m.Source, "\x00", m.After, "\x00", m.Until))
	}
	slices.Sort(keys)
	return strings.Join(keys, "\x01")
}
