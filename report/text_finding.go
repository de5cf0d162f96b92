package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"roomline/rules"
	"roomline/timeline"
)

// Limits of what is written of one finding.
const (
	maxRecords = 6 // evidence records of a step
	maxLines   = 6 // lines of a record
	briefly    = 2 // records of a step, where nothing is confirmed
)

// finding is everything of one finding, but what follows from it.
func (p *printer) finding(f *rules.Finding) {
	p.shown[f.ID], p.brief = true, f.Verdict != timeline.T
	m := findingMark(f.Verdict, f.Severity)
	p.line(p.s.paint(m.hue, m.glyph+" "+f.ID+" "+verdictWord(f.Verdict)+" "+f.Severity) + "  " + Escape(f.Rule))
	p.para(2, "", Escape(f.Title))
	p.para(2, "", p.facts(f))
	for i := range f.Steps {
		p.step(&f.Steps[i])
	}
	p.class(f)
	p.remedies(f)
	p.near(f.NearMiss)
	if f.Verdict == timeline.T {
		p.advice(f)
	}
}

// facts is what a finding is about, in one line: when, root, entity, rooms.
func (p *printer) facts(f *rules.Finding) string {
	parts := []string{p.when(f), rootWords(f)}
	for _, kv := range f.Entity {
		parts = append(parts, Escape(kv.Key)+" "+Escape(kv.Value))
	}
	if len(f.Rooms) > 1 || len(f.Rooms) == 1 && !hasKey(f, "room") {
		parts = append(parts, fmt.Sprintf("%s (%s)", Plural(len(f.Rooms), "room"), strings.TrimPrefix(strings.TrimPrefix(roomList(append([]string{}, f.Rooms...)), "rooms "), "room ")))
	}
	if len(f.Ranks) > 0 {
		parts = append(parts, "rank "+Escape(strings.Join(f.Ranks, ", ")))
	}
	if f.Count > 1 {
		parts = append(parts, fmt.Sprintf("seen %d times", f.Count))
	}
	if f.Witnesses > 0 {
		parts = append(parts, witnesses(f.Witnesses))
	}
	return join(" · ", parts...)
}

func hasKey(f *rules.Finding, key string) bool {
	for _, kv := range f.Entity {
		if kv.Key == key {
			return true
		}
	}
	return false
}

// rootWords says whether a finding is where an incident began. "unknown" of a confirmed one is said
// as what it is: the earliest that is known.
func rootWords(f *rules.Finding) string {
	switch {
	case f.Verdict != timeline.T:
		return ""
	case f.Root == rules.RootYes:
		return "root: every possible cause is excluded"
	case f.Root == rules.RootNo:
		return "explained by " + strings.Join(f.ExplainedBy, ", ")
	}
	return "earliest known; a cause before it was not observed"
}

// when is the time of the anchor: a stamp, or the interval between the neighbours' stamps; and how
// long what was found went on.
func (p *printer) when(f *rules.Finding) string {
	a := f.Anchor
	text := p.clock.Instant(a.Interval)
	if a.Stamped && a.Hi.Known() && a.Hi-a.Lo <= timeline.Second {
		text = "at " + p.clock.At(a.Lo)
	} else if !a.Stamped {
		text += ", between its neighbours' stamps"
	}
	switch {
	case f.Span.Hi >= timeline.MaxTime/2:
		text += ", still open"
	case f.Span.Hi.Known() && f.Span.Hi > a.Hi+timeline.Second:
		text += " until " + p.clock.At(f.Span.Hi)
	}
	return text
}

// step is one step with its evidence.
func (p *printer) step(s *rules.Step) {
	m := verdictMark(s.Verdict)
	note := ""
	if s.Verdict == timeline.T && !s.OrderProven {
		note = " (the order is not proven: a tie of clocks)"
	}
	if s.Verdict == timeline.F && s.ID != "unless" {
		note = " (it did not happen)"
	}
	p.para(2, p.s.paint(m.hue, m.glyph), Escape(s.ID)+": "+s.Verdict.String()+note)
	records, limit := 0, maxRecords
	if p.brief {
		limit = briefly
	}
	for i := range s.Evidence {
		e := &s.Evidence[i]
		if e.Claim != nil {
			p.para(4, "", p.sentence(e.Claim))
			p.line("      " + p.s.paint(faint, clip(Escape(e.Claim.Expr), p.s.width()-6)))
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

// class says which kind of its rule a finding is.
func (p *printer) class(f *rules.Finding) {
	if f.Classify == nil {
		return
	}
	var parts []string
	for _, b := range f.Branches {
		parts = append(parts, Escape(b.Name)+" "+b.Verdict.String())
	}
	name := Escape(f.Classify.Name)
	if name == "" {
		name = "not decided"
	}
	p.para(2, "kind:", join(" — ", name, strings.Join(parts, ", ")))
}

// remedies say what would have closed what is missing, each once.
func (p *printer) remedies(f *rules.Finding) {
	said := map[string]bool{}
	for i := range f.Steps {
		for _, m := range f.Steps[i].Missing {
			if m.Remedy != "" && !said[m.Remedy] {
				said[m.Remedy] = true
				p.para(2, "to decide it:", Escape(m.Remedy))
			}
		}
	}
}

// near says how near a rule came.
func (p *printer) near(n *rules.NearMiss) {
	if n == nil || n.BlockedAt == "" {
		return
	}
	text := "stopped at " + Escape(n.BlockedAt)
	if len(n.Lacks) > 0 {
		text += ", which lacks " + Escape(strings.Join(once(n.Lacks), ", "))
	}
	if n.Nearest != "" {
		text += "; nearest: " + Escape(n.Nearest) + ", " + Escape(n.Distance)
	}
	p.para(2, "near miss:", text)
}

// advice is what to do, and where to read on.
func (p *printer) advice(f *rules.Finding) {
	if f.Mitigation != "" {
		p.para(2, "mitigation:", Escape(f.Mitigation))
	}
	for _, r := range f.References {
		p.para(2, "see", Escape(r))
	}
}

func witnesses(n int) string {
	if n == 1 {
		return "1 witness"
	}
	return fmt.Sprintf("%d witnesses agree", n)
}

// once leaves out what was said before.
func once(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
