package tui

import (
	"fmt"
	"strconv"
	"strings"

	"roomline/timeline"
	"roomline/tui/cells"
)

// sourceRows are the sources as rows of a list.
type sourceRows []timeline.Source

// Len is the number of sources.
func (r sourceRows) Len() int { return len(r) }

// ID is the path, which may stand twice.
func (r sourceRows) ID(i int) string { return strconv.Itoa(i) + r[i].Path }

// Find is the row of a source.
func (r sourceRows) Find(id string) int {
	for i := range r {
		if r.ID(i) == id {
			return i
		}
	}
	return -1
}

func sourceListRows(st state) int {
	body := st.H - headRows - footRows
	return max(body-2-sourceDetailRows(st), 1)
}

func sourceDetailRows(st state) int { return min(max((st.H-headRows-footRows)/2, 6), 16) }

// Columns of the list of sources.
const (
	colPath = iota
	colFormat
	colProcess
	colZone
	colRecords
	colUnparsed
	colCover
)

func sourceColumns(w int) []cells.Column {
	path, format, proc := 18, 10, 14
	if wide(w) {
		path, format, proc = 36, 20, 20
	}
	return []cells.Column{{Title: "SOURCE", W: path}, {Title: "FORMAT", W: format}, {Title: "PROCESS", W: proc}, {Title: "ZONE", W: 6},
		{Title: "RECS", W: 5, Right: true}, {Title: "UNPARS", W: 6, Right: true}, {Title: "COVERAGE", W: -1}}
}

// sources says how each file was read and what of the window it covers.
func (d *drawer) sources(a cells.Area) {
	list := d.inc.Sources
	a.Rule(0, plural(len(list), "source"), fmt.Sprintf("%d could not be read, %d with a doubtful zone", d.unread, len(d.inc.Zones)), cells.Bold)
	t := cells.Table{Columns: sourceColumns(a.W), List: d.st.Sources, Focus: true}
	t.Draw(a.Sub(0, 1, a.W, 1+sourceListRows(d.st)), sourceRows(list), func(c cells.Area, row, col int) { d.sourceCell(c, &list[row], col) })
	low := a.Sub(0, 2+sourceListRows(d.st), a.W, a.H)
	if len(list) == 0 {
		a.Put(0, 2, '>', cells.Bold)
		a.Text(2, 2, cells.Faint, "nothing was read yet")
		return
	}
	d.sourceDetail(low, &list[min(max(d.st.Sources.Row, 0), len(list)-1)])
}

func (d *drawer) sourceCell(c cells.Area, s *timeline.Source, col int) {
	switch col {
	case colPath:
		style := cells.Plain
		if s.Error != "" {
			style = cells.Red
		}
		c.Cell(0, 0, c.W, style, tail(s.Path, c.W))
	case colFormat:
		c.Cell(0, 0, c.W, cells.Plain, join("+", s.Format, s.Wrapper))
	case colProcess:
		c.Cell(0, 0, c.W, cells.Cyan, s.Role+"@"+s.Instance)
	case colZone:
		z := orDash(s.Zone)
		if s.ZoneFrom == "assumed" {
			z += "?"
		}
		c.Cell(0, 0, c.W, cells.Plain, z)
	case colRecords:
		c.Right(0, 0, c.W, cells.Plain, count(s.Records))
	case colUnparsed:
		style := cells.Faint
		if s.Unparsed > 0 {
			style = cells.Yellow
		}
		c.Right(0, 0, c.W, style, count(s.Unparsed))
	case colCover:
		d.coverBar(c, s)
	}
}

// tail keeps the end of a path, which tells files apart.
func tail(path string, w int) string {
	r := []rune(path)
	if len(r) <= w {
		return path
	}
	return "…" + string(r[len(r)-w+1:])
}

// coverBar shows what of the window a source covers: █ observed, · not, ~ scrapes that failed.
func (d *drawer) coverBar(c cells.Area, s *timeline.Source) {
	ax := cells.Fit(d.lo, d.hi, c.W)
	if s.Error != "" {
		c.Cell(0, 0, c.W, cells.Red, s.Error)
		return
	}
	seen := d.sourceCover(s)
	for i := range c.W {
		lo, hi := ax.Span(i)
		switch {
		case lo >= d.hi:
		case seen.overlaps(lo, hi):
			c.Put(i, 0, '█', cells.Green)
		default:
			c.Put(i, 0, '·', cells.Faint)
		}
	}
}

// sourceCover is what a source observed: a log between its stamps but for the holes of its stream,
// a target around each scrape that gave samples.
func (d *drawer) sourceCover(s *timeline.Source) spans {
	if s.Target >= 0 && s.Target < len(d.inc.Targets) && s.Stream == 0 {
		t := &d.inc.Targets[s.Target]
		at, hold := scrapeTimes(t)
		var list []timeline.Interval
		for i := range at {
			if t.Scrapes[i].OK {
				list = append(list, timeline.Interval{Lo: timeline.Time(at[i]), Hi: timeline.Time(at[i] + max(hold, 1))})
			}
		}
		return merged(list)
	}
	if !s.First.Known() || s.Stream < 1 || int(s.Stream) > len(d.inc.Streams) {
		return nil
	}
	st := &d.inc.Streams[s.Stream-1]
	end := s.Last.Add(s.Resolution)
	if n := len(st.Sources); n > 0 && &d.inc.Sources[st.Sources[n-1]] == s && st.Captured.Known() {
		end = max(end, st.Captured)
	}
	return merged(without(timeline.Interval{Lo: s.First, Hi: end}, st.Holes))
}

// sourceDetail is everything about one source, with the flag that corrects what was guessed.
func (d *drawer) sourceDetail(a cells.Area, s *timeline.Source) {
	a.Rule(0, s.Path, "", cells.Bold)
	facts := []string{
		join("  ", s.Kind, join(" in ", s.Format, s.Wrapper), count(s.Lines)+" lines", size(s.Bytes), "resolution "+span(s.Resolution), ranksOf(s)),
		"process " + s.Role + "@" + s.Instance + " from " + orDash(s.RoleFrom) + "   (--source role@instance=" + s.Path + " overrides)",
		"zone " + orDash(s.Zone) + " from " + orDash(s.ZoneFrom) + assumed(s) + shifted(s) + d.zoneDoubt(s),
		"from " + clock(int64(s.First)) + " to " + clock(int64(s.Last)) + d.holes(s),
	}
	if s.Error != "" {
		facts = append(facts, "error: "+s.Error)
	}
	facts = append(append(facts, s.Notes...), d.skews(s)...)
	if s.Unparsed > 0 {
		facts = append(facts, fmt.Sprintf("%d lines were not understood:", s.Unparsed))
		for _, u := range s.UnparsedSamples {
			facts = append(facts, "  "+u)
		}
	}
	for _, w := range append(append([]string(nil), d.inc.Warnings...), d.res.Warnings...) {
		facts = append(facts, "warning: "+w)
	}
	y := 1
	for _, f := range facts {
		if y < a.H {
			y = d.wrapped(a, y, f)
		}
	}
}

// skews says how far the clock of a source's process is off others: an estimate, not applied.
func (d *drawer) skews(s *timeline.Source) []string {
	var out []string
	base := s.Role + "@" + s.Instance
	for _, k := range d.inc.Skews {
		if strings.HasPrefix(k.A, base) || strings.HasPrefix(k.B, base) {
			if k.By.Abs() <= k.Within {
				out = append(out, fmt.Sprintf("clocks of %s and %s agree within %s, by %d rooms", k.A, k.B, span(k.Within), k.Pairs))
				continue
			}
			out = append(out, fmt.Sprintf("clock of %s is %s ahead of %s, within %s, by %d rooms; times are shown as read", k.B, span(k.By), k.A, span(k.Within), k.Pairs))
		}
	}
	return out
}

func ranksOf(s *timeline.Source) string {
	if len(s.Ranks) == 0 {
		return ""
	}
	return "ranks " + strings.Join(s.Ranks, ",")
}

// assumed names the flag that corrects a zone which nothing told.
func assumed(s *timeline.Source) string {
	if s.ZoneFrom != "assumed" {
		return ""
	}
	return " (--source " + s.Role + "@" + s.Instance + ",zone=Z=" + s.Path + " tells it)"
}

func shifted(s *timeline.Source) string {
	if s.Shift == 0 {
		return ""
	}
	return ", shifted by " + span(s.Shift)
}

func (d *drawer) zoneDoubt(s *timeline.Source) string {
	for _, z := range d.inc.Zones {
		if z.Stream == s.Stream && s.Stream != 0 {
			return fmt.Sprintf(" · doubtful: shifting by %s makes %.0f%% overlap (%s)", span(z.Shift), z.Overlap*100, z.Why)
		}
	}
	return ""
}

func (d *drawer) holes(s *timeline.Source) string {
	if s.Stream < 1 || int(s.Stream) > len(d.inc.Streams) {
		return ""
	}
	var out string
	for _, h := range d.inc.Streams[s.Stream-1].Holes {
		out += fmt.Sprintf(" · hole %s–%s (%s)", clock(int64(h.Lo)), clock(int64(h.Hi)), h.Why)
	}
	return out
}
