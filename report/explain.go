package report

import (
	"fmt"
	"io"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// Explain says in words what a rule looks for: its steps, what would refute it or leave it open, what it
// needs, its causes among the rules of its pack, its signals with their literals and what their silence is worth.
func Explain(w io.Writer, r *rules.Rule, s Style) error {
	p := newPrinter(w, &Document{Incident: &timeline.Incident{}, Result: &rules.Result{}}, s)
	p.para(0, p.s.paint(bold, Escape(r.ID)), fmt.Sprintf("%s, %s", r.Severity, Escape(r.Pack().ID())))
	p.para(2, "", Escape(general(r.Title)))
	if r.Description != "" {
		p.prose(2, "", r.Description)
	}
	for _, x := range r.LooksLike {
		p.para(2, "not to be taken for:", Escape(x))
	}
	p.overridden(2, r.Overridden)
	p.line("")
	p.para(2, "", "One finding for each "+Escape(strings.Join(r.By, " and "))+". It is confirmed if:")
	var signals []*rules.Signal
	seen := map[*rules.Signal]bool{}
	for i, step := range r.Explain() {
		p.para(4, fmt.Sprintf("%d. %s:", i+1, Escape(step.ID)), Escape(step.Text))
		for _, x := range step.Signals {
			if !seen[x] {
				seen[x] = true
				signals = append(signals, x)
			}
		}
	}
	p.otherVerdicts(r)
	p.needs(r)
	p.causesOf(r)
	p.exceptionsOf(r)
	p.line("")
	p.para(2, "", "Its signals:")
	for _, x := range signals {
		p.signalProse(x)
	}
	p.lastWords(r)
	return p.w.Flush()
}

// otherVerdicts says what would refute a rule, and what would leave it open.
func (p *printer) otherVerdicts(r *rules.Rule) {
	p.line("")
	p.para(2, "", "It is refuted, once its anchor is there, if:")
	any := false
	for _, step := range r.Explain() {
		if step.Step && step.Refuted != "" {
			p.para(4, Escape(step.ID)+":", Escape(step.Refuted))
			any = true
		}
		if step.ID == "unless" {
			p.para(4, "unless:", "the record that it names is there")
			any = true
		}
	}
	if !any {
		p.para(4, "", "never: its anchor is all of it. Without one it is clear where the logs and scrapes that could show one were read over the whole window, else not observed")
	}
	p.line("")
	p.para(2, "", "It stays open if:")
	p.para(4, "", "the anchor itself is not sure (a record that is cut, an expression that is open)")
	for _, step := range r.Explain() {
		if step.Open != "" && (step.Step || step.ID == "unless") {
			p.para(4, Escape(step.ID)+":", Escape(step.Open))
		}
	}
}

// needs says which sources a rule looks at.
func (p *printer) needs(r *rules.Rule) {
	p.line("")
	p.para(2, "", "It needs:")
	for _, n := range r.Needs() {
		p.para(4, "-", Escape(needText(n)))
	}
}

// needText is a source in words.
func needText(n *rules.Need) string {
	what, of := "the log of ", n.Role
	if n.Scrapes {
		what = "scrapes of "
	}
	if of == "" {
		of = "any process"
	}
	text := what + of + ", for " + strings.Join(n.Steps, ", ")
	if n.Anchor {
		text += "; without it nothing is found, and nothing is clear"
	}
	if len(n.Series) > 0 {
		names := make([]string, len(n.Series))
		for i, name := range n.Series {
			if names[i] = name; strings.HasPrefix(name, "=~") {
				names[i] = "a name like " + name[2:]
			}
		}
		text += "; with " + strings.Join(names, " or ")
	}
	for _, s := range n.Hidden {
		if s.Emits.Kind == timeline.EmitDebugOnly {
			text += "; " + s.Name + " shows only at DEBUG"
		} else {
			text += fmt.Sprintf("; %s shows only where rooms are visible to degree %d", s.Name, s.Emits.Rooms)
		}
	}
	return text
}

// causesOf says which rules of the pack a rule explains, and which explain it.
func (p *printer) causesOf(r *rules.Rule) {
	if len(r.Explains)+len(r.NotCauseOf)+len(r.ExplainedBy()) > 0 {
		p.line("")
	}
	for _, e := range r.ExplainedBy() {
		text := "May be explained by " + Escape(e.Cause.ID)
		if e.Within > 0 {
			text += " up to " + Duration(e.Within) + " before"
		}
		if len(e.Same) > 0 {
			text += " of the same " + Escape(strings.Join(e.Same, " and "))
		}
		p.para(2, "", text+".")
	}
	for _, e := range r.Explains {
		text := "Explains " + Escape(e.Rule)
		if e.Within > 0 {
			text += " up to " + Duration(e.Within) + " later"
		}
		if len(e.Same) > 0 {
			text += " of the same " + Escape(strings.Join(e.Same, " and "))
		}
		p.para(2, "", text+".")
	}
	if len(r.NotCauseOf) > 0 {
		p.para(2, "", "Never a cause of "+Escape(strings.Join(r.NotCauseOf, ", "))+".")
	}
}

// exceptionsOf says by what findings of the rule may be excepted, and which are.
func (p *printer) exceptionsOf(r *rules.Rule) {
	for _, e := range r.Exceptions {
		by := "the " + e.Entity + " of a finding"
		if e.Capture != "" {
			by = "the captured " + e.Capture + " of its first record"
		}
		text := fmt.Sprintf("Exception %s, by %s", Escape(e.Name), Escape(by))
		if e.Description != "" {
			text += " (" + Escape(e.Description) + ")"
		}
		if len(e.Values) == 0 {
			text += ": none is excepted"
		}
		p.para(2, "", text+".")
		for _, v := range e.Values {
			p.para(4, Escape(v.Value), Escape("by "+v.Pack+": "+v.Reason))
		}
	}
}

func (p *printer) lastWords(r *rules.Rule) {
	if r.Mitigation != "" {
		p.line("")
		p.prose(2, "mitigation:", r.Mitigation)
	}
	for _, x := range r.References {
		p.para(2, "see", Escape(x))
	}
}
