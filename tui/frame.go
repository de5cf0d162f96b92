package tui

import (
	"fmt"
	"slices"
	"strings"

	"roomline/timeline"
	"roomline/tui/cells"
)

// drawer draws one frame. What it would have shown but for missing text, it notes in want.
type drawer struct {
	*scene
	st    state
	caps  cells.Caps
	texts textMap
	load  Progress
	want  []timeline.Ref
	lack  *wanted
}

// render draws a whole frame: exactly st.H lines of at most st.W cells.
func (d *drawer) render() string {
	g := cells.NewGrid(d.st.W, d.st.H, d.caps)
	a := g.Area()
	switch {
	case d.st.tiny():
		d.tooSmall(a)
	case d.st.Mode == helping:
		d.help(a)
	default:
		d.draw(a)
	}
	return g.String()
}

func (d *drawer) draw(a cells.Area) {
	head, rest := a.Split(headRows)
	body, foot := rest.Split(rest.H - footRows)
	d.head(head)
	if d.Incident == nil {
		d.loadingScreen(body)
		d.foot(foot)
		return
	}
	switch d.st.screen() {
	case overview:
		d.overview(body)
	case roomsTab:
		d.roomList(body)
	case findingsTab:
		d.findingList(body)
	case logsTab, columnPage:
		d.logs(body)
	case metricsTab:
		d.metrics(body)
	case sourcesTab:
		d.sources(body)
	case roomPage:
		d.room(body)
	case findingPage:
		d.finding(body)
	}
	d.foot(foot)
}

// loadingScreen is what is seen until the first data comes.
func (d *drawer) loadingScreen(a cells.Area) {
	a.Rule(0, "reading", d.load.Note, cells.Bold)
	a.Put(0, 2, '>', cells.Bold)
	a.Cell(2, 2, a.W-2, cells.Bold, d.loading())
	if d.load.Total > 0 {
		n := int(min(d.load.Bytes, d.load.Total) * int64(a.W-4) / d.load.Total)
		a.Fill(2, 3, a.W-4, '·', cells.Faint)
		a.Fill(2, 3, n, '█', cells.Cyan)
	}
	a.Text(2, 5, cells.Faint, "what is found appears while more is read; ctrl+c quits at once")
}

// head is the line of the incident and the tabs; an opened page has its own two lines.
func (d *drawer) head(a cells.Area) {
	if d.st.Depth > 0 {
		d.pageHead(a)
		return
	}
	left := " roomline  " + d.inputName(a.W/4)
	if d.inc.Window.Hi > d.inc.Window.Lo && d.inc.Window.Lo.Known() {
		left += "  " + dates(d.lo, d.hi)
	}
	right := d.totals()
	n := cells.Width(right, d.caps)
	a.Cell(0, 0, a.W-n-3, cells.Bold, left)
	a.Text(a.W-n-1, 0, cells.Plain, right)
	d.tabs(a)
}

// inputName is what was opened: of several inputs the first, and how many more there are.
func (d *drawer) inputName(w int) string {
	parts := strings.Fields(d.Name)
	if len(parts) < 2 || !d.areInputs(parts) {
		return tail(d.Name, w)
	}
	more := fmt.Sprintf(" +%d", len(parts)-1)
	return tail(parts[0], w-len(more)) + more
}

// areInputs says whether these are paths of sources: a space may also be part of a single path.
func (d *drawer) areInputs(parts []string) bool {
	for _, p := range parts {
		p = p[strings.LastIndexByte(p, '=')+1:]
		if !slices.ContainsFunc(d.inc.Sources, func(s timeline.Source) bool { return strings.HasPrefix(s.Path, strings.TrimSuffix(p, "/")) }) {
			return false
		}
	}
	return true
}

func (d *drawer) totals() string {
	if d.Partial || d.load.Files > 0 && d.load.Done < d.load.Files {
		return d.loading()
	}
	var at int64
	for i := range d.inc.Sources {
		at += d.inc.Sources[i].Lines
	}
	if d.st.W < 100 {
		return plural(len(d.res.Findings), "finding")
	}
	return join(" · ", count(at)+" lines", plural(len(d.inc.Sources), "source"), plural(len(d.res.Findings), "finding"))
}

// loading is the state of reading in one phrase.
func (d *drawer) loading() string {
	p := d.load
	if p.Failed != "" {
		return "reading failed"
	}
	if p.Files == 0 {
		return "reading"
	}
	s := fmt.Sprintf("reading %d/%d", p.Done, p.Files)
	if p.Total > 0 {
		s += fmt.Sprintf(" %d%%", min(p.Bytes*100/p.Total, 100))
	}
	if p.Rate > 0 {
		s += " " + size(p.Rate) + "/s"
		if p.Total > p.Bytes {
			s += fmt.Sprintf(" ETA %ds", (p.Total-p.Bytes)/p.Rate)
		}
	}
	return s
}

// tabLabels are the texts of the tabs: the number key, the name, how much there is.
func (d *drawer) tabLabels() []string {
	n := [...]string{"", count(int64(len(d.rooms.rooms))), count(int64(len(d.res.Findings))), count(int64(d.allLines().Len())), count(int64(len(d.series))), ""}
	if bad := d.unread + len(d.inc.Zones); bad > 0 {
		n[sourcesTab] = fmt.Sprintf("%d!", bad)
	}
	out := make([]string, len(tabNames))
	for i, name := range tabNames {
		if d.st.W < 80 {
			name = name[:min(4, len(name))]
		}
		out[i] = fmt.Sprintf("%d %s", i+1, name)
		if n[i] != "" && (d.st.W >= 80 || i != int(logsTab) && i != int(metricsTab)) {
			out[i] += " " + n[i]
		}
	}
	return out
}

func (d *drawer) tabs(a cells.Area) {
	x := 1
	for i, label := range d.tabLabels() {
		if screen(i) == d.st.Tab {
			x = a.Text(x, 1, cells.Bold, "["+label+"]")
		} else {
			x = a.Text(x, 1, cells.Plain, " "+label+" ")
		}
	}
}

// tabAt is the tab under a column of the second line.
func (d *drawer) tabAt(x int) (screen, bool) {
	from := 1
	for i, label := range d.tabLabels() {
		from += len(label) + 2
		if x < from {
			return screen(i), x > 0
		}
	}
	return 0, false
}

// pageHead is the head of an opened page.
func (d *drawer) pageHead(a cells.Area) {
	switch p := d.st.top(); p.Screen {
	case roomPage:
		d.roomHead(a, p.ID)
	case findingPage:
		d.findingHead(a, p.ID)
	default:
		a.Text(1, 0, cells.Bold, "lines from "+clock(p.Lo)+" to "+clock(p.Hi))
		n, all := d.lines.window(p.Lo, p.Hi).n, d.recordsIn(p.Lo, p.Hi)
		if d.recs == nil {
			a.Cell(1, 1, a.W-1, cells.Plain, fmt.Sprintf("%s that a rule pack knows, of %s records of all processes", plural(n, "line"), count(all)))
		} else {
			a.Cell(1, 1, a.W-1, cells.Plain, fmt.Sprintf("%s of all processes; a rule pack knows %d of them", plural(int(all), "record"), n))
		}
	}
	back := " esc back"
	a.Text(a.W-len(back)-1, 0, cells.Faint, back)
}

// recordsIn counts what all processes wrote in a span.
func (d *drawer) recordsIn(lo, hi int64) int64 {
	var n int64
	for i := range d.procs {
		n += d.procs[i].act.count(lo, hi)
	}
	return n
}
