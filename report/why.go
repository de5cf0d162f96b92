package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// Why is what is known of one rule: its findings, or why it has none.
type Why struct {
	Rule     *rules.Rule
	Room     string           // only findings about this room; "" is any
	Findings []*rules.Finding // of the rule, about the room
	Others   int              // of the rule, about other rooms
	More     int              // of the rule, where one finding was asked for
	Quiet    *rules.NotFired  // if it has none at all
}

// WhyText says why a rule did or did not fire.
func WhyText(w io.Writer, d *Document, q *Why, s Style) error {
	p := newPrinter(w, d, s)
	p.para(0, p.s.paint(bold, Escape(q.Rule.ID)), fmt.Sprintf("%s (%s, %s)", Escape(general(q.Rule.Title)), q.Rule.Severity, Escape(q.Rule.Pack().ID())))
	p.overridden(0, q.Rule.Overridden)
	p.para(0, "", "window "+p.clock.Window(p.inc.Window))
	for _, f := range q.Findings {
		p.line("")
		p.finding(f)
		p.candidates(f.NearMiss)
		p.unreached(q.Rule, f)
	}
	if q.More > 0 {
		p.line("")
		p.para(0, "", fmt.Sprintf("the rule has %s (roomline why %s PATH... shows all)", Plural(q.More, "other finding"), Escape(q.Rule.ID)))
	}
	p.without(q)
	if q.Quiet != nil {
		p.quiet(q.Quiet)
		p.clearOf(q)
	}
	return p.w.Flush()
}

// candidates are the nearest lines that were rejected for another reason than the first one.
func (p *printer) candidates(n *rules.NearMiss) {
	if n == nil {
		return
	}
	for _, c := range n.Others {
		p.para(4, "also:", Escape(c.Nearest)+", "+Escape(c.Distance))
	}
}

// unreached names the steps that were not looked at, since one before them was not there.
func (p *printer) unreached(r *rules.Rule, f *rules.Finding) {
	var names []string
	for _, s := range r.Steps {
		if !slices.ContainsFunc(f.Steps, func(x rules.Step) bool { return x.ID == s.ID }) {
			names = append(names, Escape(s.ID))
		}
	}
	if len(names) > 0 && f.Verdict != timeline.T {
		p.para(2, p.s.paint(faint, "· not looked at:"), strings.Join(names, ", "))
	}
}

// without says that a room is in no finding of the rule.
func (p *printer) without(q *Why) {
	if q.Room == "" || len(q.Findings) > 0 {
		return
	}
	p.line("")
	p.para(0, p.s.paint(yellow, "?"), fmt.Sprintf("no finding of this rule is about room %s; %d are about others", Escape(q.Room), q.Others))
}

// quiet says why a rule has no finding: clear, or not observed.
func (p *printer) quiet(n *rules.NotFired) {
	p.line("")
	if n.Observed {
		p.para(0, p.s.paint(green, "✔ CLEAR"), "all that its first step needs was observed over the whole window, and it did not happen")
	} else {
		p.para(0, p.s.paint(yellow, "? NOT OBSERVED"), fmt.Sprintf("its first step could have been seen in %s of the window; whether it happened elsewhere cannot be told", coverage(n.Coverage)))
	}
	p.gap(2, n.Missing, map[string]bool{})
	p.near(n.NearMiss)
}

// WhyJSON writes the same as one object.
func WhyJSON(w io.Writer, q *Why) error {
	out := struct {
		Rule     string        `json:"rule"`
		Pack     string        `json:"pack"`
		Room     string        `json:"room"`
		Findings []jsonFinding `json:"findings"`
		Others   int           `json:"others"`
		NotFired *jsonNotFired `json:"not_fired"`
		More     int           `json:"more"`
	}{Rule: q.Rule.ID, Pack: q.Rule.Pack().ID(), Room: q.Room, Findings: []jsonFinding{}, Others: q.Others, More: q.More}
	for _, f := range q.Findings {
		out.Findings = append(out.Findings, findingOf(f))
	}
	if n := q.Quiet; n != nil {
		out.NotFired = &jsonNotFired{n.Rule, n.Verdict(), n.Coverage, missingOf(n.Missing), nearOf(n.NearMiss), OverriddenOf(n.Overridden)}
	}
	return Indented(w, out)
}
