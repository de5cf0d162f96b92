package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"roomline/rules"
	"roomline/timeline"
)

// Limits of what is written of one step.
const (
	maxRecords = 6 // evidence records of a step
	maxLines   = 6 // lines of a record
	briefly    = 2 // records of a step, where nothing is confirmed
)

// step is one step with its evidence.
func (p *printer) step(s *rules.Step) {
	m := verdictMark(s.Verdict)
	note := ""
	if s.Verdict == timeline.T && !s.OrderProven {
		note = " (the order is not proven: a tie of clocks)"
	}
	if s.Verdict == timeline.F && silentAgainst(s) {
		note = " (it did not happen)"
	}
	p.para(2, "", p.s.paint(m.hue, m.glyph)+" "+Escape(s.ID)+": "+s.Verdict.String()+note)
	records, limit := 0, maxRecords
	if p.brief {
		limit = briefly
	}
	for i := range s.Evidence {
		e := &s.Evidence[i]
		if e.Claim != nil {
			p.para(4, "", p.sentence(e.Claim))
			if !e.Claim.Silence {
				p.line("      " + p.s.paint(faint, clip(Escape(e.Claim.Expr), p.s.width()-6)))
			}
			continue
		}
		if records++; records <= limit {
			p.record(e)
		}
	}
	p.more(4, records-limit, "-o json lists all")
	for _, x := range s.Missing {
		p.para(4, "not observed:", Reason(x, p.clock))
	}
	for i := range s.Against {
		p.against(s, &s.Against[i])
	}
}

// silentAgainst says whether nothing but silence speaks against a step.
func silentAgainst(s *rules.Step) bool {
	return s.ID != "unless" && !slices.ContainsFunc(s.Against, func(x rules.Contradiction) bool { return !x.Silent() })
}

// against is what refutes a step: in words, where there is more than silence, and what shows it.
func (p *printer) against(s *rules.Step, x *rules.Contradiction) {
	if !silentAgainst(s) {
		p.para(4, "against it:", Escape(x.Says)+p.lookedAt(x.Window))
	}
	if len(s.Evidence) > 0 {
		return // it is what stands there already
	}
	records := 0
	for i := range x.Evidence {
		e := &x.Evidence[i]
		if e.Claim != nil {
			p.para(4, "", p.sentence(e.Claim))
			continue
		}
		if records++; records <= briefly || i == len(x.Evidence)-1 {
			p.located(4, location(e)+" "+p.moment(e.Hit.Moment()), p.textLines(e)[:1], 1)
		}
	}
	p.more(4, records-briefly-1, "-o json lists all")
}

// lookedAt says which window a step had, where it has two ends.
func (p *printer) lookedAt(w timeline.Interval) string {
	if !w.Lo.Known() || !w.Hi.Known() || w.Hi <= w.Lo || w.Lo <= timeline.MinTime/2 || w.Hi >= timeline.MaxTime/2 {
		return ""
	}
	return fmt.Sprintf(" (looked at from %s to %s)", p.clock.At(w.Lo), p.clock.At(w.Hi))
}

// spoiled says whether something that is there refutes the step at which a rule stopped: that is shown, and no
// candidate came nearer.
func spoiled(f *rules.Finding) bool {
	return f.Verdict == timeline.F && f.NearMiss != nil && slices.ContainsFunc(f.Steps, func(s rules.Step) bool {
		return s.ID == f.NearMiss.BlockedAt && !silentAgainst(&s)
	})
}

// record is the text of one piece of evidence: its first lines and its last one, which of a
// traceback says what happened.
func (p *printer) record(e *rules.Evidence) {
	lines := p.textLines(e)
	shown, left := lines, 0
	if left = len(lines) - maxLines; left > 0 {
		shown = append(append([]string{}, lines[:maxLines-2]...), fmt.Sprintf("… %d lines …", left+1), lines[len(lines)-1])
	}
	rows := 1
	if len(lines) == 1 && !p.brief {
		rows = 3
	}
	p.located(4, location(e), shown, rows)
}

// located writes lines of log text behind the place where they stand; if that is long, under it. A
// line takes up so many rows at most.
func (p *printer) located(indent int, at string, lines []string, rows int) {
	under := strings.Repeat(" ", indent)
	lead := under + at + "  "
	if len(at) > 32 {
		p.line(under + clip(at, p.s.width()-indent))
		lead = under + "  "
	}
	under = strings.Repeat(" ", columns(lead))
	for _, l := range lines {
		pieces := chunks(l, p.s.width()-columns(lead))
		if len(pieces) > rows {
			pieces[rows-1] = ansi.Truncate(pieces[rows-1], p.s.width()-columns(lead)-1, "") + "…"
		}
		for _, piece := range pieces[:min(rows, len(pieces))] {
			p.line(lead + piece)
			lead = under
		}
	}
}

// textLines are the lines of a record, escaped; blank ones are left out.
func (p *printer) textLines(e *rules.Evidence) []string {
	if p.quoted != nil {
		p.quoted[e] = true
	}
	var out []string
	for _, l := range strings.Split(e.Text, "\n") {
		if strings.TrimSpace(l) != "" {
			out = append(out, Escape(strings.TrimRight(l, " \t\r")))
		}
	}
	if len(out) == 0 {
		out = []string{"[" + p.signal(e.Hit) + "]"}
	}
	if e.Hit.N > 1 {
		out[0] += fmt.Sprintf(" (x %d)", e.Hit.N)
	}
	return out
}

func location(e *rules.Evidence) string {
	return fmt.Sprintf("%s:%d", Escape(e.Source), e.Hit.Ref.Line)
}

func (p *printer) signal(h *timeline.Hit) string {
	if p.inc.Schema == nil || int(h.Signal) >= len(p.inc.Schema.Signals) {
		return "record"
	}
	return Escape(p.inc.Schema.Signals[h.Signal].Name)
}
