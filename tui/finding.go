package tui

import (
	"fmt"
	"time"

	"roomline/rules"
	"roomline/tui/cells"
)

func msec(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

// findingOf is the finding on top, nil if it is a rule that did not fire.
func (s *scene) findingOf(st state) *rules.Finding {
	if i, ok := s.findings.byID[st.top().ID]; ok && i < len(s.res.Findings) {
		return &s.res.Findings[i]
	}
	return nil
}

func (d *drawer) findingHead(a cells.Area, id string) {
	f := d.findingOf(d.st)
	if f == nil {
		n := &d.res.NotFired[d.findings.byID[id]-len(d.res.Findings)]
		a.Cell(1, 0, a.W-12, cells.Bold, "rule "+n.Rule+" · "+n.Title)
		a.Cell(1, 1, a.W-1, cells.Plain, join("  ", n.Verdict(), "pack "+n.Pack, "severity "+n.Severity))
		return
	}
	g, s := severityGlyph(f)
	a.Put(1, 0, g, s|cells.Bold)
	a.Cell(3, 0, a.W-14, cells.Bold, f.ID+" "+verdictWord(f.Verdict)+" · "+f.Title)
	right := "severity " + f.Severity
	a.Cell(1, 1, a.W-len(right)-3, cells.Plain, "rule "+f.Rule+" · pack "+f.Pack+" · root "+string(f.Root))
	a.Text(a.W-len(right)-1, 1, s, right)
}

func (d *drawer) finding(a cells.Area) {
	rows := d.findingBody(d.st)
	n, _ := detailRows(d.st)
	top, low := a.Split(n)
	for y := 0; y < top.H && d.st.Body.Top+y < len(rows); y++ {
		row := d.st.Body.Top + y
		d.bodyRow(top, y, &rows[row])
		if row == d.st.Body.Row {
			cells.Select(top, y, true)
		}
	}
	d.evidencePane(low, rows)
}

func (d *drawer) bodyRow(a cells.Area, y int, r *bodyRow) {
	if r.head {
		a.Rule(y, r.text, r.note, cells.Bold)
		return
	}
	a.Put(1+r.indent, y, r.glyph, r.style)
	x := 3 + r.indent
	end := a.W
	if n := cells.Width(r.note, d.caps); n > 0 {
		n = min(n, a.W/4)
		end -= n + 2
		a.Cell(end+1, y, n, cells.Faint, r.note)
	}
	text := r.text
	if r.hit != nil && r.indent > 0 { // evidence: its line as soon as it is read
		if t, ok := d.texts[r.hit.Ref]; ok {
			text = stamp(r.hit) + "  " + d.procOfHit(r) + "  " + oneLine(t, r.hit.N)
		} else {
			d.want = append(d.want, r.hit.Ref)
		}
	}
	a.Cell(x, y, end-x, cells.Plain, text)
}

func (d *drawer) procOfHit(r *bodyRow) string {
	if i, ok := d.procOf[r.hit.Stream]; ok {
		return d.procName(i)
	}
	return "?"
}

// evidencePane shows the record of the selected row in full, else what the row says, wrapped.
func (d *drawer) evidencePane(a cells.Area, rows bodyRows) {
	if len(rows) == 0 {
		return
	}
	r := &rows[min(max(d.st.Body.Row, 0), len(rows)-1)]
	if r.hit != nil {
		a.Rule(0, "evidence · "+d.source(r.hit.Ref), "enter lines · T timeline", cells.Plain)
		d.record(a.Sub(0, 1, a.W, a.H), &line{hit: r.hit})
		return
	}
	a.Rule(0, "this row", fmt.Sprintf("%d/%d", d.st.Body.Row+1, len(rows)), cells.Plain)
	y := d.wrapped(a, 1, r.text)
	if r.note != "" {
		d.wrapped(a, y, r.note)
	}
}
