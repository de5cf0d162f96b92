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
	overriddenRows(&b, f.Overridden)
	readingRows(&b, f.Readings)
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
	s.againstRows(b, st)
}

// againstRows are what refutes a step: in words, where there is more than silence, and what shows it.
func (s *scene) againstRows(b *bodyRows, st *rules.Step) {
	for _, x := range st.Against {
		if !x.Silent() {
			*b = append(*b, bodyRow{glyph: '·', text: "against it: " + x.Says, indent: 3})
		}
		if len(st.Evidence) > 0 {
			continue // it is what stands there already
		}
		for _, e := range x.Evidence {
			*b = append(*b, s.evidenceRow(e))
		}
	}
}

// stepWord says what a verdict means for a step.
func stepWord(st *rules.Step) string {
	switch st.Verdict {
	case timeline.T:
		return "proven by " + plural(len(st.Evidence), "record")
	case timeline.F:
		if slices.ContainsFunc(st.Against, func(x rules.Contradiction) bool { return !x.Silent() }) {
			return "refuted"
		}
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
		if c.Of > 0 {
			text += fmt.Sprintf(", over %d of %d series", c.Seen, c.Of)
		}
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

// readingRows say which signals count for more than what was surely seen.
func readingRows(b *bodyRows, list []string) {
	if len(list) == 0 {
		return
	}
	b.section("Metrics read otherwise", "")
	for _, text := range list {
		b.plain(text)
	}
}

// overriddenRows say that the rule is not as its author wrote it.
func overriddenRows(b *bodyRows, list []rules.Overridden) {
	for _, o := range list {
		note := ""
		if o.Until != "" {
			note = "until " + o.Until
		}
		b.section("Overridden by "+o.Pack, note)
		b.plain(o.Reason)
		for _, c := range o.Changes {
			b.plain(c)
		}
	}
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
	for i := range s.res.Suppressed {
		if f := &s.res.Suppressed[i]; f.ID == id {
			return id + " " + f.Title + " (suppressed by an exception)"
		}
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
