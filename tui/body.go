package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roomline/rules"
	"roomline/timeline"
	"roomline/tui/cells"
)

// bodyRow is one row of a finding's page. What enter does with it depends on what it carries.
type bodyRow struct {
	glyph  rune
	style  cells.Style // of the glyph
	text   string
	note   string // at the right end
	head   bool   // the title of a section
	hit    *timeline.Hit
	at     int64  // time it speaks of, 0 if none
	to     string // finding that it leads to
	rooms  bool   // leads to the rooms of the finding
	advice bool   // one of the lines of what to do, at the top
	indent int
}

// bodyRows are the rows of a finding's page.
type bodyRows []bodyRow

// Len is the number of rows.
func (b bodyRows) Len() int { return len(b) }

// ID is the number of a row: a finding does not change while it is looked at. The lines of advice at the
// top are as many as the width makes them, so they are counted by themselves.
func (b bodyRows) ID(i int) string {
	if b[i].advice {
		return "a" + strconv.Itoa(i)
	}
	return strconv.Itoa(i - b.advice())
}

// Find is the row of an id.
func (b bodyRows) Find(id string) int {
	top := b.advice()
	if s, ok := strings.CutPrefix(id, "a"); ok {
		if n, err := strconv.Atoi(s); err == nil && n < top {
			return n
		}
		return -1
	}
	if n, err := strconv.Atoi(id); err == nil && n+top < len(b) {
		return n + top
	}
	return -1
}

// advice is how many rows of advice there are at the top.
func (b bodyRows) advice() int {
	n := 0
	for n < len(b) && b[n].advice {
		n++
	}
	return n
}

func (b *bodyRows) section(title, note string) {
	*b = append(*b, bodyRow{head: true, text: title, note: note})
}

func (b *bodyRows) plain(text string) { *b = append(*b, bodyRow{glyph: '–', text: text, indent: 1}) }

// findingBody is all that is known of the finding, or of the rule that did not fire, on top.
func (s *scene) findingBody(st state) bodyRows {
	id := st.top().ID
	i, ok := s.findings.byID[id]
	if !ok {
		return nil
	}
	if n := len(s.res.Findings); i >= n {
		return s.notFiredBody(&s.res.NotFired[i-n])
	}
	f := &s.res.Findings[i]
	var b bodyRows
	rest := b.advise(f.Mitigation, st.W)
	b.section("Evidence chain", proven(f))
	for k := range f.Steps {
		s.stepRows(&b, k, &f.Steps[k])
	}
	s.classRows(&b, f)
	missingRows(&b, f)
	nearRows(&b, f.NearMiss)
	s.causeRows(&b, f)
	s.impactRows(&b, f)
	b.footnotes(f, rest)
	return b
}

// stepRows are a step and its evidence, one row each.
func (s *scene) stepRows(b *bodyRows, k int, st *rules.Step) {
	g, style := verdictGlyph(st.Verdict)
	row := bodyRow{glyph: g, style: style, text: fmt.Sprintf("%d %s: %s", k+1, st.ID, stepWord(st))}
	if st.Verdict == timeline.T && !st.OrderProven {
		row.note = "order not proven: a tie"
	}
	if len(st.Evidence) == 0 && len(st.Missing) > 0 {
		row.note = string(st.Missing[0].Reason)
	}
	for _, e := range st.Evidence {
		if e.Hit != nil {
			row.hit, row.at = e.Hit, int64(e.Hit.Lo)
			break
		}
	}
	*b = append(*b, row)
	for _, e := range st.Evidence {
		*b = append(*b, s.evidenceRow(e))
	}
}

// stepWord says what a verdict means for a step.
func stepWord(st *rules.Step) string {
	switch st.Verdict {
	case timeline.T:
		return "proven by " + plural(len(st.Evidence), "record")
	case timeline.F:
		return "did not happen"
	}
	return "not decided"
}

func (s *scene) evidenceRow(e rules.Evidence) bodyRow {
	if c := e.Claim; c != nil && c.Silence {
		return bodyRow{glyph: '·', text: "nothing printed from " + clock(int64(c.From)) + silentUntil(c.To), note: c.Series, at: int64(c.From), indent: 3}
	}
	if c := e.Claim; c != nil {
		text := fmt.Sprintf("%s  %s  %s–%s  %d samples, largest gap %s", c.Expr, c.Value, clock(int64(c.From)), clock(int64(c.To)), c.Samples, span(msec(c.LargestGap)))
		return bodyRow{glyph: '·', text: text, note: c.Series, at: int64(c.From), indent: 3}
	}
	if e.Hit == nil {
		return bodyRow{glyph: '·', text: e.Text, note: e.Source, indent: 3}
	}
	p := int32(-1)
	if i, ok := s.procOf[e.Hit.Stream]; ok {
		p = i
	}
	text := stamp(e.Hit) + "  " + s.procName(p) + "  " + oneLine(orSignal(e.Text, s.signal(e.Hit)), e.Hit.N)
	return bodyRow{glyph: '·', text: text, note: s.source(e.Hit.Ref), hit: e.Hit, at: int64(e.Hit.Lo), indent: 3}
}

func silentUntil(t timeline.Time) string {
	if !t.Known() {
		return " on"
	}
	return " to " + clock(int64(t)) + ", its log covers that"
}

func orSignal(text, signal string) string {
	if text == "" {
		return "[" + signal + "]"
	}
	return text
}

func (s *scene) classRows(b *bodyRows, f *rules.Finding) {
	if len(f.Branches) == 0 {
		return
	}
	b.section("Which kind", "")
	for _, c := range f.Branches {
		g, style := verdictGlyph(c.Verdict)
		*b = append(*b, bodyRow{glyph: g, style: style, text: c.Name + ": " + c.Verdict.String(), indent: 1})
	}
}

// missingRows say what was not observed and which command closes it.
func missingRows(b *bodyRows, f *rules.Finding) {
	first := true
	for k := range f.Steps {
		for _, m := range f.Steps[k].Missing {
			if first {
				b.section("What is missing", "")
				first = false
			}
			missingRow(b, strconv.Itoa(k+1)+" "+f.Steps[k].ID, m)
		}
	}
}

func missingRow(b *bodyRows, of string, m rules.Missing) {
	text := join("  ", of, string(m.Reason), m.Source, between(m.After, m.Until))
	at := int64(0)
	if m.After.Known() {
		at = int64(m.After)
	}
	*b = append(*b, bodyRow{glyph: '?', style: cells.Yellow, text: text, at: at, indent: 1})
	if m.Remedy != "" {
		*b = append(*b, bodyRow{glyph: '→', style: cells.Cyan, text: m.Remedy, indent: 3})
	}
}

func between(a, z timeline.Time) string {
	if !a.Known() && !z.Known() {
		return ""
	}
	return clock(int64(a)) + "–" + clock(int64(z))
}

func nearRows(b *bodyRows, n *rules.NearMiss) {
	if n == nil {
		return
	}
	b.section("Near miss", "")
	b.plain(join("  ", "stopped at "+n.BlockedAt, lacks(n), n.Distance))
	if n.Nearest != "" {
		b.plain("nearest: " + n.Nearest)
	}
}

func lacks(n *rules.NearMiss) string {
	if len(n.Lacks) == 0 {
		return ""
	}
	return "lacks " + strings.Join(n.Lacks, ", ")
}

func (s *scene) causeRows(b *bodyRows, f *rules.Finding) {
	if len(f.Explains)+len(f.ExplainedBy) == 0 {
		return
	}
	b.section("Cause and effect", "root: "+string(f.Root))
	for _, id := range f.ExplainedBy {
		*b = append(*b, bodyRow{glyph: '←', text: "explained by " + s.named(id), to: id, indent: 1})
	}
	for _, id := range f.Explains {
		*b = append(*b, bodyRow{glyph: '→', text: "explains " + s.named(id), to: id, indent: 1})
	}
}

func (s *scene) named(id string) string {
	if i, ok := s.findings.byID[id]; ok && i < len(s.res.Findings) {
		return id + " " + s.res.Findings[i].Title
	}
	return id
}

func (s *scene) impactRows(b *bodyRows, f *rules.Finding) {
	b.section("Impact", "")
	if len(f.Rooms) > 0 {
		*b = append(*b, bodyRow{glyph: '→', text: plural(len(f.Rooms), "room") + " (r lists them)", rooms: true, indent: 1})
	} else if n := s.roomsUnder(f.ID); n > 0 {
		*b = append(*b, bodyRow{glyph: '→', text: plural(n, "room") + ", named by what it explains (r lists them)", rooms: true, indent: 1})
	}
	b.plain("from " + when(f) + join("", ", folded from ", plural(f.Count, "anchor")))
	if len(f.Ranks) > 0 {
		b.plain("ranks " + strings.Join(f.Ranks, ", "))
	}
	for _, e := range f.Entity {
		b.plain(e.Key + " " + e.Value)
	}
}

// maxAdvice is how many lines of advice stand at the top of the page.
const maxAdvice = 3

// advise puts what to do at the top, in three lines at most, and gives all of it if that is more.
func (b *bodyRows) advise(text string, w int) (rest []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	lines := paragraphs(text, w-adviceIndent)
	note := ""
	if len(lines) > maxAdvice {
		note = fmt.Sprintf("%d of %d lines, G shows all", maxAdvice, len(lines))
		rest = lines
		lines = append(slices.Clone(lines[:maxAdvice-1]), lines[maxAdvice-1]+" …")
	}
	b.section("What to do", note)
	(*b)[len(*b)-1].advice = true
	for _, l := range lines {
		*b = append(*b, bodyRow{text: l, glyph: ' ', advice: true})
	}
	return rest
}

// adviceIndent is what is left and right of a line of advice, with an ellipsis.
const adviceIndent = 3 + 2 + 1

// paragraphs wraps each line of a text.
func paragraphs(text string, w int) []string {
	var out []string
	for _, l := range strings.Split(strings.TrimSpace(text), "\n") {
		line := ""
		for _, word := range strings.Fields(l) {
			if line != "" && cells.Width(line, cells.Caps{})+1+cells.Width(word, cells.Caps{}) > w {
				out = append(out, line)
				line = ""
			}
			line = join(" ", line, word)
		}
		if line != "" {
			out = append(out, line)
		}
	}
	return out
}

// footnotes are where to read more and all of what to do, if the top of the page has not all of it. That
// comes last: how many rows it takes depends on the width.
func (b *bodyRows) footnotes(f *rules.Finding, advice []string) {
	if len(f.References) > 0 {
		b.section("References", "")
		for _, r := range f.References {
			b.plain(r)
		}
	}
	if len(advice) > 0 {
		b.section("What to do, all of it", "")
		for _, l := range advice {
			*b = append(*b, bodyRow{text: l, glyph: ' '})
		}
	}
}

// notFiredBody says why a rule has no instance.
func (s *scene) notFiredBody(n *rules.NotFired) bodyRows {
	var b bodyRows
	b.section(n.Verdict(), "")
	b.plain(fmt.Sprintf("its anchor could have been seen in %.0f%% of the window", n.Coverage*100))
	nearRows(&b, n.NearMiss)
	if len(n.Missing) > 0 {
		b.section("What is missing", "")
		for _, m := range n.Missing {
			missingRow(&b, "", m)
		}
	}
	b.section("Ask for more", "")
	b.plain("roomline why " + n.Rule)
	return b
}
