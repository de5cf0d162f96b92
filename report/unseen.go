package report

import (
	"slices"

	"roomline/rules"
	"roomline/timeline"
)

// unseenSide is the side of a prefill/decode pair of which no log was given, "" if both are there or a log may be of
// either. Rules that take the log of any process looked at the other side alone: that a scheduler crashed nowhere, or
// that nothing caused what was found, is then said of half a cluster.
func unseenSide(inc *timeline.Incident) string {
	roles := givenRoles(inc)
	switch {
	case roles["unknown"] || roles["prefill"] && roles["decode"] || len(roles) == 0:
		return ""
	case roles["prefill"]:
		return "decode"
	case roles["decode"]:
		return "prefill"
	}
	return "prefill or decode"
}

// givenRoles are the roles of the logs that were read.
func givenRoles(inc *timeline.Incident) map[string]bool {
	roles := map[string]bool{}
	for i := range inc.Streams {
		if s := &inc.Streams[i]; !s.Missing {
			roles[s.Role] = true
		}
	}
	return roles
}

// clearOf says of whom rules are clear, where that is not of everybody: "" if it is.
func clearOf(inc *timeline.Incident) string {
	if side := unseenSide(inc); side != "" {
		return "no log of a " + side + " was given: what any process may do was looked for in the others alone"
	}
	return roleDoubt(inc)
}

// clearOf says the same of one rule, where it takes the log of any process.
func (p *printer) clearOf(q *Why) {
	anyone := func(n *rules.Need) bool { return n.Anchor && !n.Scrapes && n.Role == "" }
	if text := clearOf(p.inc); text != "" && q.Quiet.Observed && (unseenSide(p.inc) == "" || slices.ContainsFunc(q.Rule.Needs(), anyone)) {
		p.para(2, p.s.paint(yellow, "▲"), text)
	}
}

// roleDoubt names the logs whose role nothing tells, where no other is known to be of a role: their silence counts
// for every role.
func roleDoubt(inc *timeline.Incident) string {
	if roles := givenRoles(inc); roles["prefill"] && roles["decode"] {
		return ""
	}
	var names []string
	for i := range inc.Streams {
		if s := &inc.Streams[i]; s.Role == "unknown" && !s.Missing {
			names = append(names, Escape(s.Base()))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "nothing tells the role of " + shortList(unique(names)) + ": its silence counts for every role"
}

// unique keeps the first of equal neighbours.
func unique(names []string) []string {
	var out []string
	for _, n := range names {
		if len(out) == 0 || out[len(out)-1] != n {
			out = append(out, n)
		}
	}
	return out
}

// rootOf ends what is said of a root whose causes are excluded in what was given: with what was not.
func rootOf(inc *timeline.Incident) string {
	if side := unseenSide(inc); side != "" {
		return " (no log of a " + side + " was)"
	}
	return ""
}

// shortUnseen says what the roots, and the rules that are clear, were not looked for in.
func (p *printer) shortUnseen(roots []*rules.Finding) {
	side := unseenSide(p.inc)
	excluded := func(f *rules.Finding) bool { return f.Root == rules.RootYes && !f.Uncaused }
	if side != "" && slices.ContainsFunc(roots, excluded) {
		p.short(1, p.s.paint(yellow, "▲"), "no log of a "+side+" was given: a cause there was not looked for")
	}
	quiet := func(n rules.NotFired) bool { return n.Observed && !n.NoEngine }
	if doubt := roleDoubt(p.inc); doubt != "" && slices.ContainsFunc(p.res.NotFired, quiet) {
		p.short(1, p.s.paint(yellow, "▲"), doubt)
	}
}
