package rules

import (
	"slices"

	"roomline/timeline"
)

// anySignal stands for every signal that names a value of an entity.
const anySignal timeline.SignalID = -1

// reads is what something was judged by: as long as nothing of it changes, judging it again would
// give the same. Whatever an operator looks at is noted where it looks.
type reads struct {
	lists   []listRead
	until   timeline.Time       // how far the lists were looked at
	streams []timeline.StreamID // whose coverage ends, or whose last records stand, where it looked
	targets []int               // by index in Incident.Targets
	window  bool                // the end of the incident's window
}

// listRead is a look at the hits of a signal that touch [lo, hi]: of one process, or of one value of
// an entity and those that name none, or all.
type listRead struct {
	signal        timeline.SignalID
	process       timeline.ProcessID // -1 for any
	entity, value string             // "" for any
	lo, hi        timeline.Time
}

// noting runs work and gives what it read, if reads are wanted at all.
func (f *facts) noting(r *reads, work func()) {
	if !f.keeps {
		work()
		return
	}
	before := f.notes
	*r = reads{lists: r.lists[:0], streams: r.streams[:0], targets: r.targets[:0]}
	f.notes = r
	work()
	f.notes = before
}

// noteHits notes a look at what an operator's scope holds of a signal.
func (c *ctx) noteHits(s *Signal, same []string, lo, hi timeline.Time) {
	if c.notes == nil {
		return
	}
	read := listRead{signal: s.id, process: -1, lo: lo, hi: hi}
	if slices.Contains(same, "process") {
		read.process = c.proc
	} else {
		for _, e := range same {
			if e == "instance" || e == "group" {
				continue
			}
			if v, ok := c.value(e); ok {
				read.entity, read.value = e, v
				break
			}
		}
	}
	c.notes.add(read)
}

// add notes a look at a list.
func (r *reads) add(l listRead) {
	if len(r.lists) == 0 || l.hi > r.until {
		r.until = l.hi
	}
	r.lists = append(r.lists, l)
}

// noteAll notes a look at a signal, whatever process and key.
func (f *facts) noteAll(id timeline.SignalID, hi timeline.Time) {
	if f.notes != nil {
		f.notes.add(listRead{signal: id, process: -1, lo: timeline.MinTime, hi: hi})
	}
}

// noteEntity notes a look at all that is known of a value of an entity.
func (f *facts) noteEntity(entity, value string) {
	if f.notes != nil {
		f.notes.add(listRead{signal: anySignal, process: -1, entity: entity, value: value, lo: timeline.MinTime, hi: timeline.MaxTime})
	}
}

func (f *facts) noteStream(s *timeline.Stream) {
	if f.notes != nil && !slices.Contains(f.notes.streams, s.ID) {
		f.notes.streams = append(f.notes.streams, s.ID)
	}
}

func (f *facts) noteTarget(i int) {
	if f.notes != nil && !slices.Contains(f.notes.targets, i) {
		f.notes.targets = append(f.notes.targets, i)
	}
}

func (f *facts) noteWindow() {
	if f.notes != nil {
		f.notes.window = true
	}
}

// uncoveredSpan is [uncovered] with a note where the end of the stream's coverage decides.
func (f *facts) uncoveredSpan(s *timeline.Stream, lo, hi timeline.Time, from, to timeline.Pos) []Missing {
	if s.End < hi {
		f.noteStream(s)
	}
	return uncovered(s, lo, hi, from, to)
}
