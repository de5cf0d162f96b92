package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"roomline/timeline"
	"roomline/tui/cells"
)

// shelf is a timeline.Logs with all records of the fixture's streams.
type shelf struct {
	lines map[timeline.StreamID][]timeline.LogLine
	asked int
	gone  timeline.Pos // positions of stream 2 from here to hole cannot be read
	hole  timeline.Pos
}

var errGone = errors.New("logs/decode-n2.log: its lines are no longer available: the file has become shorter")

// Lines implements timeline.Logs.
func (f *shelf) Lines(ctx context.Context, id timeline.StreamID, from, to timeline.Pos, limit int) ([]timeline.LogLine, error) {
	f.asked++
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list := f.lines[id]
	i, _ := slices.BinarySearchFunc(list, from, func(l timeline.LogLine, p timeline.Pos) int { return cmp.Compare(l.Pos, p) })
	j, _ := slices.BinarySearchFunc(list, to, func(l timeline.LogLine, p timeline.Pos) int { return cmp.Compare(l.Pos, p) })
	if id == 2 && f.hole > 0 && from < f.hole && to > f.gone {
		return nil, errGone
	}
	if j-i > limit {
		return list[i : i+limit], timeline.ErrMoreLines
	}
	return list[i:j], nil
}

// withLogs writes a log for every stream of a fixture: as many records in each second as its
// activity counts, the hits among them, and two lines of prefill before its first stamp.
func withLogs(d Data) Data {
	f := &shelf{lines: map[timeline.StreamID][]timeline.LogLine{}}
	d.Logs = f
	hits := map[timeline.StreamID][]*timeline.Hit{}
	for _, list := range d.Incident.Hits {
		for _, h := range list {
			hits[h.Stream] = append(hits[h.Stream], h)
		}
	}
	for i := range d.Incident.Streams {
		st := &d.Incident.Streams[i]
		slices.SortStableFunc(hits[st.ID], func(a, b *timeline.Hit) int { return cmp.Compare(a.Lo, b.Lo) })
		f.write(d, st, hits[st.ID])
	}
	two := f.lines[2]
	for _, l := range two {
		if l.Order == hms(14, 2, 30) && f.gone == 0 {
			f.gone = l.Pos
		} else if l.Order >= hms(14, 4, 30) && f.hole == 0 {
			f.hole = l.Pos
		}
	}
	return d
}

func (f *shelf) write(d Data, st *timeline.Stream, hits []*timeline.Hit) {
	if st.ID == 1 {
		for k := range 2 {
			f.add(st, timeline.LogLine{At: timeline.Interval{Lo: timeline.MinTime, Hi: st.First.Hi}, Order: timeline.NoTime, Text: fmt.Sprintf("+ python -m sglang.launch_server --step %d", k)})
		}
	}
	for i := range st.Activity {
		a := &st.Activity[i]
		var here []timeline.LogLine
		for ; len(hits) > 0 && hits[0].Lo < a.At+timeline.Second; hits = hits[1:] {
			h := hits[0]
			text, _ := d.Texts.Text(h.Ref)
			here = append(here, timeline.LogLine{At: h.Interval, Order: h.Lo, Stamped: h.Stamped, Line: h.Ref.Line, Text: text, Level: timeline.LevelInfo})
			h.Pos = timeline.Pos(len(f.lines[st.ID])+len(here)-1) * 100
		}
		level := timeline.LevelInfo
		for l, n := range a.Count {
			if n > 0 && l > int(level) {
				level = timeline.Level(l)
			}
		}
		known := len(here)
		for k := known; k < max(int(total(a)), known+1); k++ {
			l := timeline.LogLine{At: timeline.Interval{Lo: a.At, Hi: a.At + timeline.Second}, Order: a.At, Stamped: true, Level: timeline.LevelInfo, Rank: "TP0",
				Text: fmt.Sprintf("[%s TP0] Decode batch, #running-req: %d", a.At.Std().Format("2006-01-02 15:04:05"), k)}
			if k == known && level > timeline.LevelInfo {
				l.Level, l.Text = level, l.Text+"\nTraceback (most recent call last):\n  File \"x.py\"\nRuntimeError: room "+roomID(3)
			}
			here = append(here, l)
		}
		a.Count = [timeline.Levels]uint32{}
		for _, l := range here {
			a.Count[l.Level]++
			f.add(st, l)
		}
	}
	d.Incident.Sources[st.Sources[0]].Records = int64(len(f.lines[st.ID]))
	for _, l := range f.lines[st.ID] {
		st.Beats = append(st.Beats, timeline.Beat{Interval: l.At, Pos: l.Pos, Stamped: l.Stamped})
	}
}

func (f *shelf) add(st *timeline.Stream, l timeline.LogLine) {
	l.Pos, l.Source = timeline.Pos(len(f.lines[st.ID])*100), st.Sources[0]
	if l.Line == 0 {
		l.Line = int64(len(f.lines[st.ID]) + 1)
	}
	f.lines[st.ID] = append(f.lines[st.ID], l)
}

func total(a *timeline.Activity) (n uint32) {
	for _, k := range a.Count {
		n += k
	}
	return n
}

// Every record has its row, in the order of time, and rows have names that lead back to them.
func TestAllRecordsHaveRows(t *testing.T) {
	d := withLogs(fixture(3, 0))
	f := d.Logs.(*shelf)
	f.hole = 0
	s := newScene(d, 1)
	all := recordRows{s, s.recs, &s.secs, -1}
	s.recs.put(s.read(t.Context(), wanted{only: -1, from: untimed, to: int64(timeline.MaxTime)}))
	want := len(f.lines[1]) + len(f.lines[2]) + len(f.lines[3])
	if all.Len() != want {
		t.Fatalf("%d rows, want %d", all.Len(), want)
	}
	seen := map[recKey]bool{}
	for i := range want {
		l := all.line(i)
		if l.rec == nil || l.rec.gone != "" {
			t.Fatalf("row %d: %+v", i, l)
		}
		seen[recKey{l.rec.stream, l.rec.Pos}] = true
		if i > 0 && all.time(i) < all.time(i-1) {
			t.Fatalf("row %d is earlier than the one before", i)
		}
		if all.Find(all.ID(i)) != i {
			t.Fatalf("row %d has the name %s of row %d", i, all.ID(i), all.Find(all.ID(i)))
		}
	}
	if len(seen) != want {
		t.Errorf("%d records are seen, want %d", len(seen), want)
	}
	for i := range s.lines.list {
		h := s.lines.list[i].hit
		if k := all.index(int64(h.Lo)); all.time(k) < int64(h.Lo) || k > 0 && all.time(k-1) >= int64(h.Lo) {
			t.Errorf("row %d for %s", k, clock(int64(h.Lo)))
		}
	}
}

// TestLinesKeys presses keys where all records can be read.
func TestLinesKeys(t *testing.T) {
	at := func(s *scene, st state) line {
		rows, list := s.logRows(st)
		return rows.line(list.Row)
	}
	for _, c := range []struct {
		keys string
		ok   func(s *scene, st state) bool
	}{
		{"4", func(s *scene, st state) bool { return st.Cursor == int64(hms(14, 7, 0.412)) && at(s, st).finding == 0 }},
		{"4 e", func(s *scene, st state) bool { return at(s, st).rec.Level == timeline.LevelError }},
		{"4 g w", func(s *scene, st state) bool {
			return at(s, st).rec.Level == timeline.LevelWarning && st.Cursor == int64(hms(14, 6, 59))
		}},
		{"4 g w w w w w", func(s *scene, st state) bool { return st.Note == "no more warnings" }},
		{"4 g w e E", func(s *scene, st state) bool { return st.Note == "no more errors" }},
		{"4 t 1 4 : 0 5 enter", func(s *scene, st state) bool { return at(s, st).rec.Order == hms(14, 5, 0) }},
		{"4 t 1 4 : 0 5 enter p", func(s *scene, st state) bool {
			return at(s, st).rec.Order == hms(14, 5, 0) && st.Only == at(s, st).proc+1
		}},
		{"4 t 1 4 : 0 5 enter p p", func(s *scene, st state) bool { return at(s, st).rec.Order == hms(14, 5, 0) && st.Only == 0 }},
		{"4 g / G U A R D enter", func(s *scene, st state) bool { return strings.Contains(at(s, st).rec.Text, "GUARD") }},
		{"4 g / l a u n c h enter", func(s *scene, st state) bool { return st.Note == "" && st.Logs.Row == 1 }},
		{"4 g w enter", func(_ *scene, st state) bool { return st.Expand }},
		{"4 g w enter esc", func(_ *scene, st state) bool { return !st.Expand && st.screen() == logsTab }},
		{"4 g w enter enter", func(_ *scene, st state) bool { return st.screen() == roomPage && st.top().ID == roomID(3) }},
		{"4 G k", func(s *scene, st state) bool { return at(s, st).rec != nil && st.Cursor == int64(at(s, st).rec.Order) }},
		{"4 G g", func(s *scene, st state) bool {
			return st.Logs.Row == 0 && strings.Contains(at(s, st).rec.Text, "step 0")
		}},
		{"tab tab enter", func(s *scene, st state) bool {
			return st.screen() == columnPage && at(s, st).hit != nil && at(s, st).finding == 0
		}},
		{"tab tab enter ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d", func(s *scene, st state) bool {
			return at(s, st).rec != nil && int64(at(s, st).rec.Order) >= st.top().Hi
		}},
		{"m a 4 G ' a", func(s *scene, st state) bool {
			return st.Cursor == int64(hms(14, 7, 0.412)) && int64(at(s, st).rec.Order) == st.Cursor
		}},
		{"' k", func(_ *scene, st state) bool { return st.Cursor == int64(hms(14, 6, 59)) }},
		{"m a l t ' a enter", func(_ *scene, st state) bool { return st.Cursor == int64(hms(14, 7, 0.412)) }},
		{"' z", func(_ *scene, st state) bool { return st.Note == "no mark z" }},
		{"m 1 ' esc", func(_ *scene, st state) bool { return st.Mode == normal && st.Marks.set == 0 }},
	} {
		p := show(withLogs(fixture(3, 30)), 80, 24, cells.Caps{}, c.keys)
		if !c.ok(p.scene, p.st) {
			t.Errorf("%q: got\n%s", c.keys, strip(p.frame))
		}
		check(t, p, p.caps)
	}
}

// What cannot be read has its row, which says why; and the title says that there is such.
func TestLinesThatAreGone(t *testing.T) {
	p := show(withLogs(fixture(3, 0)), 160, 50, cells.Caps{}, "4 t 1 4 : 0 2 : 4 0 enter")
	f := strip(p.frame)
	if !strings.Contains(f, "(logs/decode-n2.log: its lines are no longer available") || !strings.Contains(f, "decode@n2 not all readable") || !strings.Contains(f, "prefill@n1") {
		t.Errorf("got\n%s", f)
	}
}

// A request is given up when other lines are seen, its answer is not taken then, and nothing that
// is there is asked for again.
func TestStaleReadsAreGivenUp(t *testing.T) {
	d := withLogs(fixture(3, 0))
	p := New(d, Options{W: 80, H: 24}).(*program)
	first := p.askRecords() // nil: New's Init was not run, so nothing is on its way
	if first == nil || p.reading == nil {
		t.Fatal("nothing is read")
	}
	was := p.reading.id
	p.Update(pressed("4")) // the lines at the cursor: on their way
	if p.reading.id != was {
		t.Fatal("asked twice for the same lines")
	}
	_, second := p.Update(pressed("G"))
	if p.reading.id == was {
		t.Fatal("the first request was not given up")
	}
	p.Update(first())
	if len(p.scene.recs.cells) > 0 {
		t.Error("the answer to a request that was given up was taken")
	}
	drain(p, second)
	asked := d.Logs.(*shelf).asked
	for _, k := range strings.Fields("j k j k 1 4") {
		send(p, k)
	}
	if len(p.scene.recs.cells) == 0 || d.Logs.(*shelf).asked > asked+30 {
		t.Errorf("asked %d times for what is there", d.Logs.(*shelf).asked-asked)
	}
}

// What is kept is bounded.
func TestRecordsAreBounded(t *testing.T) {
	c := newRecords()
	for i := range int64(200) {
		c.put(map[cellKey][]rec{{0, i}: {{LogLine: timeline.LogLine{Text: strings.Repeat("x", 1<<20)}}}})
		if _, ok := c.cells[cellKey{0, i}]; !ok || c.bytes > maxHeldBytes {
			t.Fatalf("after %d: %d bytes", i, c.bytes)
		}
	}
}
