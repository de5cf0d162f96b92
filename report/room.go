package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"roomline/timeline"
)

// RoomLine is one line about a room, with its text.
type RoomLine struct {
	Source string
	Hit    *timeline.Hit
	Text   string
}

// Room writes one room: both sides' states, what was never seen of them, every line about it in time
// order, and the findings that it is in.
func Room(w io.Writer, d *Document, r *timeline.Room, lines []RoomLine, s Style) error {
	p := newPrinter(w, d, s)
	p.roomHead(r)
	sides := sidesOf(r)
	for _, role := range sides {
		p.side(r, role)
	}
	for i := range r.Sides {
		if x := &r.Sides[i]; !slices.Contains(sides, x.Role) {
			p.side(r, x.Role)
		}
	}
	if v := Visibility(p.inc); v != "" {
		p.para(0, p.s.paint(yellow, "▲"), v+"; never seen is no proof that it did not happen")
	}
	p.roomFindings(r)
	p.section("LINES", fmt.Sprintf("%s about it, times in %s", Plural(len(lines), "record"), p.clock.ZoneName()))
	for _, l := range lines {
		p.roomLine(l)
	}
	return p.w.Flush()
}

func (p *printer) roomHead(r *timeline.Room) {
	state := Escape(r.State)
	if r.Open {
		state += " (open)"
	}
	age := "age not known"
	if a, ok := Age(p.inc, r.RoomBrief); ok {
		age = "age " + Duration(timeDuration(a))
	}
	attempts := ""
	if r.Attempts > 1 {
		attempts = fmt.Sprintf("attempt %d, earlier ones are among the lines", r.Attempts)
	}
	p.line(p.s.paint(bold, "room "+Escape(r.ID)) + "  " + join(" · ", state, age, p.clock.At(r.First)+" to "+p.clock.At(r.Last), attempts))
	if r.Reason != "" {
		p.para(2, "reason:", Escape(r.Reason))
	}
}

// side is the states of one side, and those that it was never seen in.
func (p *printer) side(r *timeline.Room, role string) {
	i := slices.IndexFunc(r.Sides, func(s timeline.Side) bool { return s.Role == role })
	if i < 0 {
		p.line("  " + p.s.paint(yellow, "? "+role) + "  side not seen")
		return
	}
	s := &r.Sides[i]
	p.line("  " + p.s.paint(cyan, Escape(s.Role+"@"+s.Instance)))
	seen := map[string]bool{}
	for _, g := range s.Segments {
		seen[g.State] = true
		p.para(4, "", p.segment(g))
	}
	var never []string
	life := s.Lifecycle
	if life == nil {
		life = p.inc.Lifecycle
	}
	if life != nil {
		for _, state := range life.States {
			if !seen[state] && !life.IsFinal(state) && life.Shows(state, role) {
				never = append(never, Escape(state))
			}
		}
	}
	if len(never) > 0 {
		p.para(4, p.s.paint(red, "✖ never seen:"), strings.Join(never, ", "))
	}
	if life != nil && !slices.ContainsFunc(s.Segments, func(g timeline.Segment) bool { return life.IsFinal(g.State) }) {
		p.para(4, p.s.paint(yellow, "? no end:"), "its last state is still open where what was read ends")
	}
}

func (p *printer) segment(g timeline.Segment) string {
	how := map[string]string{"log": "", "duration": ", worked out from a duration in a line", "inferred": ", inferred"}[g.How]
	switch {
	case g.Until <= g.After:
		return fmt.Sprintf("%s at %s%s", Escape(g.State), p.clock.At(g.After), how)
	case !g.Until.Known():
		return fmt.Sprintf("%s from %s on%s", Escape(g.State), p.clock.At(g.After), how)
	}
	return fmt.Sprintf("%s %s to %s, %s%s", Escape(g.State), p.clock.At(g.After), p.clock.At(g.Until), Duration(g.Until.Sub(g.After)), how)
}

func (p *printer) roomFindings(r *timeline.Room) {
	ids := FindingsByRoom(p.d)[r.ID]
	if len(ids) == 0 {
		p.line("in no finding")
		return
	}
	p.section("FINDINGS", "")
	for _, id := range ids {
		f := p.byID[id]
		m := findingMark(f.Verdict, f.Severity)
		cause := ""
		if len(f.ExplainedBy) > 0 {
			cause = " (explained by " + strings.Join(f.ExplainedBy, ", ") + ")"
		}
		p.para(2, p.s.paint(m.hue, m.glyph+" "+verdictWord(f.Verdict)), f.ID+" "+Escape(f.Rule)+": "+Escape(f.Title)+cause)
	}
}

// roomLine is one record with its time; the time of one without a header is marked.
func (p *printer) roomLine(l RoomLine) {
	at := p.clock.At(l.Hit.Lo)
	if !l.Hit.Stamped {
		at = "~" + at
	}
	lead := fmt.Sprintf("  %s  %s:%d  ", at, Escape(l.Source), l.Hit.Ref.Line)
	for i, t := range strings.Split(strings.TrimRight(l.Text, "\r\n"), "\n") {
		if i == 12 {
			p.line("      " + p.s.paint(faint, "…"))
			return
		}
		p.line(lead + Escape(strings.TrimRight(t, "\r")))
		lead = "      "
	}
}

type jsonLine struct {
	Source string `json:"source"`
	Line   int64  `json:"line"`
	Offset int64  `json:"offset"`
	Text   string `json:"text"`
	Lo     when   `json:"lo"`
	Hi     when   `json:"hi"`
	Signal string `json:"signal"`
}

// RoomJSON writes one room as in the report, with its lines.
func RoomJSON(w io.Writer, d *Document, r *timeline.Room, lines []RoomLine) error {
	out := struct {
		jsonRoom
		Lines []jsonLine `json:"lines"`
	}{roomOf(d.Incident, r, FindingsByRoom(d)[r.ID]), []jsonLine{}}
	for _, l := range lines {
		h := l.Hit
		out.Lines = append(out.Lines, jsonLine{l.Source, h.Ref.Line, h.Ref.Offset, l.Text, when(h.Lo), when(h.Hi), d.Incident.Schema.Signals[h.Signal].Name})
	}
	return Indented(w, out)
}

// RoomsJSON writes rooms as the report's `rooms` does, those of a list in its order.
func RoomsJSON(w io.Writer, d *Document, list []*timeline.Room) error {
	j := &jsonWriter{b: bufio.NewWriterSize(w, 64<<10)}
	j.roomsObject(d, list)
	j.raw("\n")
	if j.err != nil {
		return j.err
	}
	return j.b.Flush()
}

// SourcesJSON writes the report's array `sources`.
func SourcesJSON(w io.Writer, d *Document) error { return Indented(w, sourcesOf(d.Incident)) }

// Indented writes a small value for people to read.
func Indented(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(v)
}
