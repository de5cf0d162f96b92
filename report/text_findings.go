package report

import (
	"fmt"
	"slices"

	"roomline/rules"
	"roomline/timeline"
)

// alike is how many findings of one rule are written in full; the others are counted.
const alike = 3

// findings writes roots with their symptoms, then what else was confirmed, could not be decided, was
// refuted.
func (p *printer) findings() {
	roots, rest, open, refuted := p.sorted()
	if len(roots)+len(rest) == 0 {
		p.section("NOTHING WAS CONFIRMED", p.unless("", "but for what exceptions suppressed (WARNINGS)"))
	}
	p.roots(roots)
	rest = slices.DeleteFunc(rest, func(f *rules.Finding) bool { return p.shown[f.ID] })
	p.list("ALSO CONFIRMED", p.unless("no confirmed cause of these is known", "a cause of these is suppressed by an exception, or none is known"), rest)
	p.list("INCONCLUSIVE", "something was not observed", open)
	p.list("REFUTED", "what was observed speaks against these", refuted)
}

// sorted are the findings by what they are.
func (p *printer) sorted() (roots, rest, open, refuted []*rules.Finding) {
	for i := range p.res.Findings {
		f := &p.res.Findings[i]
		switch {
		case f.Verdict == timeline.U:
			open = append(open, f)
		case f.Verdict == timeline.F:
			refuted = append(refuted, f)
		case isRoot(f):
			roots = append(roots, f)
		default:
			rest = append(rest, f)
		}
	}
	return roots, rest, open, refuted
}

// isRoot says whether a confirmed finding is where something began: nothing can have caused it, and
// it is grave or caused something; or it is the earliest that is known of what others followed from.
func isRoot(f *rules.Finding) bool {
	grave := f.Severity == "critical" || f.Severity == "high"
	return f.Root == rules.RootYes && (grave || len(f.Explains) > 0) || f.Root == rules.RootUnknown && len(f.Explains) > 0
}

// roots are where the incident began; under each stands what it explains.
func (p *printer) roots(roots []*rules.Finding) {
	if len(roots) == 0 {
		return
	}
	p.section("ROOTS", "")
	for n, group := range byRule(roots) {
		if n > 0 {
			p.line("")
		}
		for i, f := range group {
			if i == alike {
				p.others(group[i:])
				break
			}
			if i > 0 {
				p.line("")
			}
			p.finding(f)
			p.symptoms(f)
		}
	}
}

// list writes findings grouped by rule: the first ones in full, the others counted.
func (p *printer) list(title, note string, list []*rules.Finding) {
	if len(list) == 0 {
		return
	}
	p.section(title, note)
	for n, group := range byRule(list) {
		if n > 0 {
			p.line("")
		}
		full := min(len(group), alike)
		if len(group) > alike {
			full = 1
		}
		for i, f := range group[:full] {
			if i > 0 {
				p.line("")
			}
			p.finding(f)
		}
		p.others(group[full:])
	}
}

// byRule groups findings by rule, in the order in which the rules come first.
func byRule(list []*rules.Finding) [][]*rules.Finding {
	var out [][]*rules.Finding
	at := map[string]int{}
	for _, f := range list {
		i, ok := at[f.Rule]
		if !ok {
			i = len(out)
			at[f.Rule] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], f)
	}
	return out
}

// unless is a note, another one if something was suppressed.
func (p *printer) unless(note, suppressed string) string {
	if len(p.res.Suppressed) > 0 {
		return suppressed
	}
	return note
}

// others counts findings of one rule that are not written in full.
func (p *printer) others(group []*rules.Finding) {
	if len(group) == 0 {
		return
	}
	for _, f := range group {
		p.shown[f.ID] = true
	}
	p.para(2, "", fmt.Sprintf("and %d more of %s (%s), %s (-o json lists all)", len(group), Escape(group[0].Rule), ids(group), p.spread(group)))
}
