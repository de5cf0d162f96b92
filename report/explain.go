package report

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// RuleTable lists the rules of packs: id, severity, title, pack.
func RuleTable(w io.Writer, packs []*rules.Pack, s Style) error {
	p := newPrinter(w, &Document{Incident: &timeline.Incident{}, Result: &rules.Result{}}, s)
	t := table{head: []string{"RULE", "SEVERITY", "PACK", "TITLE"}}
	n := 0
	for _, pack := range packs {
		for _, r := range pack.Rules {
			t.add(Escape(r.ID), r.Severity, Escape(pack.ID()), Escape(general(r.Title))+overriddenMark(r.Overridden))
			n++
		}
	}
	t.write(p, 0)
	p.line(Plural(n, "rule"))
	return p.w.Flush()
}

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

var placeholder = regexp.MustCompile(`\$\{\w+\}\w?`)

// general is the title of a rule, not of a finding: what stands for a value is written as NAME.
func general(title string) string {
	return placeholder.ReplaceAllStringFunc(title, func(m string) string {
		name, unit, _ := strings.Cut(m[2:], "}")
		return strings.ToUpper(name) + strings.TrimRight(" "+unit, " ") // ${secs}s: SECS s
	})
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

// signalProse is a signal with its literals and what its silence is worth.
func (p *printer) signalProse(s *rules.Signal) {
	role := "any process"
	if s.Role != "" {
		role = "a " + s.Role
	}
	if s.Kind == rules.MetricSignal {
		p.para(4, Escape(s.Name)+":", fmt.Sprintf("a metric of %s: %s", role, Escape(s.Expr.String())))
		p.para(6, "", freshness(s))
		if text := s.ReadingText(); text != "" {
			p.para(6, "", "read "+text)
		}
		return
	}
	p.para(4, Escape(s.Name)+":", fmt.Sprintf("a record of %s%s", role, literals(s)))
	p.para(6, "", silence(s))
}

// literals says which texts a record has.
func literals(s *rules.Signal) string {
	var parts []string
	if len(s.All) > 0 {
		parts = append(parts, "with "+quoted(s.All, " and "))
	}
	if len(s.Any) > 0 {
		parts = append(parts, "with any of "+quoted(s.Any, ", "))
	}
	if len(s.Not) > 0 {
		parts = append(parts, "without "+quoted(s.Not, " and without "))
	}
	if s.Regex != nil {
		parts = append(parts, "matching "+Escape(s.Regex.String()))
	}
	for _, c := range s.Captures {
		parts = append(parts, "captures "+Escape(c.Name))
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, ", ")
}

func quoted(list []string, sep string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = Escape(strconv.Quote(s))
	}
	return strings.Join(out, sep)
}

// silence is what it means that a signal was not seen.
func silence(s *rules.Signal) string {
	switch s.Emits.Kind {
	case timeline.EmitOncePerProcess:
		return "printed once per process: its silence proves nothing"
	case timeline.EmitDebugOnly:
		return "printed only at DEBUG: its silence counts only where DEBUG is shown to be on"
	case timeline.EmitSampled:
		return "printed for a sample only: its silence proves nothing"
	case timeline.EmitRoomsVisible:
		return fmt.Sprintf("printed only where rooms are visible to degree %d: elsewhere its silence proves nothing", s.Emits.Rooms)
	}
	return "always printed: where the log was read without a hole, its silence means that it did not happen"
}

// freshness is what a constant value is worth.
func freshness(s *rules.Signal) string {
	switch {
	case s.Fresh != nil:
		return "a value counts only if a record of " + Escape(s.Fresh.Name) + " shows that it was written; else it is frozen, not steady"
	case s.FreshExpr != nil:
		return "a value counts only if " + Escape(s.FreshExpr.String()) + " shows that it was written; else it is frozen, not steady"
	}
	return "every scrape counts; where nobody scraped nothing is known"
}
