package tui

import (
	"fmt"
	"regexp"
	"strings"

	"roomline/timeline"
	"roomline/tui/cells"
)

// textMap holds the texts that commands have fetched.
type textMap map[timeline.Ref]string

// text gives the text of a record, or notes that it must be fetched.
func (d *drawer) text(h *timeline.Hit) (string, bool) {
	t, ok := d.texts[h.Ref]
	if !ok {
		d.want = append(d.want, h.Ref)
	}
	return t, ok
}

// ref is where a line stands.
func (l *line) ref() timeline.Ref {
	switch {
	case l.rec != nil && l.rec.gone == "":
		return timeline.Ref{Source: l.rec.Source, Line: l.rec.Line}
	case l.hit != nil:
		return l.hit.Ref
	}
	return timeline.Ref{Source: -1}
}

// stamp is the time of a line, roughly if it has no header.
func (l *line) stamp() string {
	switch {
	case l.rec == nil && l.hit == nil:
		return clock(l.sec)
	case l.rec == nil:
		return stamp(l.hit)
	case !l.rec.Stamped && l.rec.gone == "" && l.rec.Order.Known():
		return "~" + clock(int64(l.rec.Order))
	}
	return clock(int64(l.rec.Order))
}

// lineText is what a line says, or why nothing is known of it (ok is false then).
func (d *drawer) lineText(l *line) (text string, ok bool) {
	switch {
	case l.rec == nil && l.hit == nil:
		return "reading", false
	case l.rec != nil && l.rec.gone != "":
		return "(" + l.rec.gone + ")", false
	case l.rec != nil:
		return l.rec.Text, true
	}
	if text, ok = d.text(l.hit); !ok {
		text = "[" + d.signal(l.hit) + "]"
	}
	return text, ok
}

// line is a record in one row: time, process, what it proves, its text from cell skip on.
func (d *drawer) line(a cells.Area, y int, l *line, skip int) {
	a.Text(1, y, cells.Faint, l.stamp())
	x := 15
	name := 13
	if wide(a.W) {
		name = 17
	}
	if l.proc >= 0 || l.hit != nil {
		a.Cell(x, y, name, cells.Cyan, d.procName(l.proc))
	}
	x += name + 1
	if l.finding >= 0 {
		a.Put(x, y, '●', cells.Red)
		a.Text(x+1, y, cells.Bold, d.res.Findings[l.finding].ID)
	} else if l.rec != nil {
		levelMark(a, x, y, l.rec.Level)
	}
	x += 5
	end := a.W
	if wide(a.W) {
		src := d.source(l.ref())
		n := min(cells.Width(src, d.caps), 30)
		end -= n + 2
		a.Cell(end+1, y, n, cells.Faint, src)
	}
	s, n := cells.Plain, int32(1)
	if l.rec == nil && l.hit != nil { // of one that was read, the others that it stands for are listed too
		n = l.hit.N
	}
	text, ok := d.lineText(l)
	if !ok {
		s = cells.Faint
	}
	a.Cell(x, y, end-x, s, d.scrolled(oneLine(text, n), skip))
}

// levelMark is the sign of a record that stands out by its level, as lanes have it.
func levelMark(a cells.Area, x, y int, l timeline.Level) {
	switch l {
	case timeline.LevelCritical:
		a.Put(x, y, '✗', cells.Red|cells.Bold)
	case timeline.LevelError:
		a.Put(x, y, '!', cells.Red)
	case timeline.LevelWarning:
		a.Put(x, y, '▲', cells.Yellow)
	}
}

// scrolled cuts the first cells of a text, in what it looks like.
func (d *drawer) scrolled(text string, skip int) string {
	if skip == 0 {
		return text
	}
	r := []rune(cells.Clean(text, d.caps))
	return string(r[min(skip, len(r)):])
}

// stamp is the time of a record; of one without a header it is known only roughly.
func stamp(h *timeline.Hit) string {
	s := clock(int64(h.Lo))
	if !h.Stamped {
		return "~" + s
	}
	return s
}

// oneLine shows a record of several lines by its head and, as a traceback says at its end what
// happened, its last line; and how many records it stands for.
func oneLine(text string, n int32) string {
	text = strings.TrimRight(text, "\r\n")
	head, rest, more := strings.Cut(text, "\n")
	head = unstamped(strings.TrimRight(head, "\r"))
	if more {
		k := strings.Count(rest, "\n") + 1
		last := strings.TrimSpace(rest[strings.LastIndexByte(rest, '\n')+1:])
		head = fmt.Sprintf("%s (+%d) %s", head, k, last)
	}
	if n > 1 {
		head = fmt.Sprintf("(%d lines) %s", n, head)
	}
	return head
}

// headTime is a time at the begin of a record, as nearly all formats have one; the list shows it in
// a column of its own.
var headTime = regexp.MustCompile(`^(\[?)\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)? *`)

// unstamped leaves the time out, and the brackets round it: "[2026-11-28 14:07:00 TP0] x" is "TP0 x".
func unstamped(head string) string {
	m := headTime.FindStringSubmatchIndex(head)
	if m == nil {
		return head
	}
	rest := head[m[1]:]
	if m[3] > m[2] { // a bracket was opened
		tag, text, ok := strings.Cut(rest, "]")
		if !ok {
			return head
		}
		return strings.TrimSpace(tag + text)
	}
	return rest
}

// record draws a whole record, one row a line.
func (d *drawer) record(a cells.Area, l *line) {
	text, ok := d.lineText(l)
	if !ok && (l.rec == nil || l.rec.gone == "") {
		a.Text(1, 0, cells.Faint, "reading "+d.source(l.ref()))
		return
	}
	all := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	y := 0
	for i, l := range all {
		if y == a.H-1 && i < len(all)-1 {
			a.Text(1, y, cells.Faint, fmt.Sprintf("(+%d lines)", len(all)-i))
			return
		}
		y = d.wrapped(a, y, strings.TrimRight(l, "\r"))
	}
}

// wrapped draws a line over as many rows as it needs and gives the row behind it.
func (d *drawer) wrapped(a cells.Area, y int, text string) int {
	r := []rune(cells.Clean(text, d.caps))
	for {
		n, w := 0, 0
		for n < len(r) {
			k := cells.Width(string(r[n]), d.caps)
			if w+k > a.W-2 && n > 0 {
				break
			}
			w, n = w+k, n+1
		}
		n = atWord(r, n)
		if y < a.H {
			a.Cell(1, y, a.W-1, cells.Plain, string(r[:n]))
		}
		y++
		if r = r[n:]; len(r) == 0 || y >= a.H {
			return y
		}
	}
}

// atWord shortens a row of n of these characters to where a word ends, if one ends in its last third.
func atWord(r []rune, n int) int {
	for k := n; n < len(r) && k > n*2/3; k-- {
		if r[k-1] == ' ' {
			return k
		}
	}
	return n
}
