package tui

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"roomline/timeline"
)

const (
	pageLines  = 4096   // asked for at once
	maxSecond  = 20_000 // records of a stream that are read for one answer
	maxAhead   = 4000   // rows that are read beside those that are seen
	maxAtOnce  = 16 << 20
	shortText  = 512 // what is kept of a record where there is too much text
	cutMessage = "\n(cut here: too much text at once)"
)

// wanted are seconds whose records a frame lacks: those that it shows, and some round them.
type wanted struct {
	only     int32
	lo, hi   int64 // what is seen, both included
	from, to int64 // what is read
}

func (w wanted) covers(o wanted) bool {
	return (w.only == o.only || w.only < 0) && w.from <= o.lo && o.hi <= w.to
}

// lacks notes what must be read to show n rows from top on.
func (d *drawer) lacks(rows lineList, top, n int) {
	r, ok := rows.(recordRows)
	if !ok || r.Len() == 0 {
		return
	}
	a, _ := r.x.place(min(max(top, 0), r.Len()-1))
	b, _ := r.x.place(min(max(top+n, 1), r.Len()) - 1)
	for i := a; i <= b; i++ {
		if _, ok := r.recs.second(d.scene, r.only, r.x.at[i]); !ok {
			w := r.around(a, b, 2*n)
			d.lack = &w
			return
		}
	}
}

// around adds about n rows on both sides, in whole seconds, unless these are very full.
func (r recordRows) around(a, b, n int) wanted {
	w := wanted{only: r.only, lo: r.x.at[a], hi: r.x.at[b]}
	i, j, sum := a, b, r.x.sum
	for i > 0 && sum[a]-sum[i] < int64(n) && sum[j+1]-sum[i-1] <= maxAhead {
		i--
	}
	for j < len(r.x.at)-1 && sum[j+1]-sum[b+1] < int64(n) && sum[j+2]-sum[i] <= maxAhead {
		j++
	}
	w.from, w.to = r.x.at[i], r.x.at[j]
	return w
}

// readDone is the answer of a command that read seconds.
type readDone struct {
	gen, id int
	cells   map[cellKey][]rec
}

// reading is a command that reads; stop tells it that nobody waits any more.
type reading struct {
	id   int
	want wanted
	stop context.CancelFunc
}

// askRecords reads what the last frame lacked, unless it is on its way. What was asked for before
// and is not seen any more is given up.
func (p *program) askRecords() tea.Cmd {
	if p.lack == nil || p.reading != nil && p.reading.want.covers(*p.lack) {
		return nil
	}
	if p.reading != nil {
		p.reading.stop()
	}
	ctx, stop := context.WithCancel(context.Background())
	p.reads++
	p.reading = &reading{p.reads, *p.lack, stop}
	s, id, w := p.scene, p.reads, *p.lack
	return func() tea.Msg { return readDone{s.gen, id, s.read(ctx, w)} }
}

// keepRecords takes an answer, unless it was given up.
func (p *program) keepRecords(m readDone) {
	if m.gen != p.scene.gen || p.reading == nil || p.reading.id != m.id {
		return
	}
	p.reading.stop()
	p.reading = nil
	p.scene.recs.put(m.cells)
	p.st = p.scene.settle(p.st)
	p.rev++
}

// read reads seconds of one process or of all. It runs in a command.
func (s *scene) read(ctx context.Context, w wanted) map[cellKey][]rec {
	out := map[cellKey][]rec{}
	for i := range s.procs {
		if w.only < 0 || w.only == int32(i) {
			s.readProcess(ctx, int32(i), w.from, w.to, out)
		}
	}
	return out
}

func (s *scene) readProcess(ctx context.Context, proc int32, from, to int64, out map[cellKey][]rec) {
	x := &s.procs[proc].secs
	first := search(x.at, from)
	for i := first; i < len(x.at) && x.at[i] <= to; i++ {
		out[cellKey{proc, x.at[i]}] = nil
	}
	if first == len(x.at) || x.at[first] > to {
		return
	}
	var failed error
	for _, st := range s.procs[proc].streams {
		if err := s.readStream(ctx, proc, st, from, to, out); err != nil {
			failed = err
		}
	}
	for i := first; i < len(x.at) && x.at[i] <= to; i++ {
		k := cellKey{proc, x.at[i]}
		out[k] = asCounted(out[k], int(x.sum[i+1]-x.sum[i]), k, failed)
	}
}

// asCounted sorts a cell and brings it to the number of records that were counted: what could not be
// read has a row that says why.
func asCounted(list []rec, n int, k cellKey, failed error) []rec {
	sortRecs(list)
	why := "not found in the file any more; it has changed"
	if failed != nil {
		why = failed.Error()
	}
	if len(list) > n { // cannot be, unless the file is another one by now
		list = list[:n]
		list[n-1] = rec{LogLine: timeline.LogLine{Order: list[n-1].Order}, proc: k.proc, gone: "more records than were counted; the file has changed"}
	}
	for len(list) < n {
		r := rec{LogLine: timeline.LogLine{Order: timeline.Time(k.sec)}, proc: k.proc, gone: why}
		if m := len(list); m > 0 {
			r.Order = list[m-1].Order
		}
		list = append(list, r)
	}
	return list
}

// readStream reads the records of one stream, a page after the other.
func (s *scene) readStream(ctx context.Context, proc int32, st *timeline.Stream, from, to int64, out map[cellKey][]rec) error {
	p := s.places[st.ID]
	lo, hi, ok := p.hull(from, to)
	bytes, seen := 0, 0
	for ok {
		lines, err := s.Logs.Lines(ctx, st.ID, lo, hi, pageLines)
		for _, l := range lines {
			k := cellKey{proc, secondOf(int64(l.Order))}
			if _, wanted := out[k]; !wanted {
				continue
			}
			if bytes += len(l.Text); bytes > maxAtOnce && len(l.Text) > shortText {
				l.Text = strings.ToValidUTF8(l.Text[:shortText], "") + cutMessage
			}
			out[k] = append(out[k], rec{LogLine: l, stream: st.ID, proc: proc})
		}
		if !errors.Is(err, timeline.ErrMoreLines) || len(lines) == 0 {
			return err
		}
		if seen += len(lines); seen >= maxSecond {
			return fmt.Errorf("not read: so many records stand there that only %s are shown", count(maxSecond))
		}
		lo = lines[len(lines)-1].Pos + 1
	}
	return nil
}
