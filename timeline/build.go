package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Each does n pieces of work that do not depend on each other, and comes back when all are done. Who has
// several processors may let them run at the same time.
type Each func(n int, do func(piece int))

// InTurn is an Each that does one after the other.
func InTurn(n int, do func(piece int)) {
	for i := range n {
		do(i)
	}
}

// Build assembles what was read into an Incident. Pure: the same facts and schema give the same
// incident, whatever order the files were read in. It takes over the facts.
func Build(f *Facts, schema *Schema) *Incident {
	inc := newIncident(f, schema)
	inc.build(InTurn)
	return inc
}

// BuildWith is Build that leaves it to each how the pieces of its work are done. As soon as stop, if there is one,
// says so it ends and gives nil: of what is not put together nobody can say what it lacks. Once stop said so it has
// to go on saying so, whichever goroutine of each asks. It leaves packed what rules look at here and there
// ([SignalDef.Sparse]): the incident is to be judged once, not compared with one that goes on from it.
func BuildWith(f *Facts, schema *Schema, each Each, stop func() bool) (inc *Incident) {
	built := newIncident(f, schema)
	built.stopping.Asked, built.sparing = stop, true
	built.stopping.Until(func() {
		built.build(each)
		inc = built
	})
	built.stopping = Stopping{} // hits may still be unpacked
	return inc
}

// newIncident takes over what needs no assembling.
func newIncident(f *Facts, schema *Schema) *Incident {
	inc := &Incident{
		Schema: schema, Sources: f.Sources, Streams: f.Streams, Targets: f.Targets, Marks: f.Marks, CapturedAt: f.CapturedAt,
		Warnings: f.Warnings, clocks: map[string]ClockID{}, tuples: f.Tuples,
	}
	if inc.tuples == nil {
		inc.tuples = &Tuples{}
	}
	return inc
}

// build assembles the rest, in an order in which each step finds what it reads.
func (inc *Incident) build(each Each) {
	inc.buildProcesses()
	inc.buildLogs()
	inc.buildCoverage()
	inc.markExcerpts()
	each(2, func(piece int) { // neither writes what the other reads
		inc.stopping.Until(func() {
			if piece == 0 {
				inc.buildRooms(each)
				return
			}
			inc.buildHits()
			inc.buildLives()
			inc.buildLogged()
			inc.buildWindow()
		})
	})
	inc.stopping.check()
	inc.buildZones()
}

// clock numbers a clock by name, from 1.
func (inc *Incident) clock(name string) ClockID {
	id, ok := inc.clocks[name]
	if !ok {
		id = ClockID(len(inc.clocks) + 1)
		inc.clocks[name] = id
	}
	return id
}

// MarksClock is the clock of named moments.
func (inc *Incident) MarksClock() ClockID { return inc.clocks["marks"] }

// buildProcesses groups streams and targets by role and instance.
func (inc *Incident) buildProcesses() {
	inc.clock("marks")
	index := map[string]int{}
	add := func(role, instance, group, from string) int {
		base := role + "@" + instance
		i, ok := index[base]
		if !ok {
			i = len(inc.Processes)
			index[base] = i
			inc.Processes = append(inc.Processes, Process{Role: role, Instance: instance, Group: group, RoleFrom: from})
		}
		return i
	}
	for i := range inc.Streams {
		s := &inc.Streams[i]
		s.ID = StreamID(i + 1)
		add(s.Role, s.Instance, s.Group, s.RoleFrom)
	}
	for i := range inc.Targets {
		t := &inc.Targets[i]
		add(t.Role, t.Instance, t.Group, t.RoleFrom)
	}
	slices.SortFunc(inc.Processes, func(a, b Process) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Instance, b.Instance))
	})
	inc.bindProcesses()
}

// bindProcesses gives streams and targets their process and clock: files of one process share a
// clock, its scraper has another.
func (inc *Incident) bindProcesses() {
	index := map[string]ProcessID{}
	for i := range inc.Processes {
		p := &inc.Processes[i]
		p.Clock = inc.clock("log " + p.Base())
		index[p.Base()] = ProcessID(i)
	}
	for i := range inc.Streams {
		s := &inc.Streams[i]
		s.Process, s.Clock = index[s.Base()], inc.clock("log "+s.Base())
		p := &inc.Processes[s.Process]
		p.Streams = append(p.Streams, s.ID)
	}
	for i := range inc.Targets {
		t := &inc.Targets[i]
		t.Process, t.Clock = index[t.Base()], inc.clock("scrapes "+t.Base())
		p := &inc.Processes[t.Process]
		p.Targets = append(p.Targets, i)
	}
}

// buildCoverage computes what each stream covers: from Hi of its first stamp to Lo of its last, or
// to captured_at (P06, P16); where several ranks write, lines may stand a second late (P24).
func (inc *Incident) buildCoverage() {
	for i := range inc.Streams {
		s := &inc.Streams[i]
		s.Begin, s.End = MaxTime, MinTime
		s.Back = s.setBack()
		if s.MultiRank {
			s.Slack = Second
		}
		for j := range s.Holes {
			s.Holes[j].Lo, s.Holes[j].Hi = less(s.Holes[j].Lo, s.Slack), more(s.Holes[j].Hi, s.Slack)
		}
		if !s.Stamped {
			continue
		}
		s.Begin, s.End = s.First.Hi+s.Slack, s.Last.Lo-s.Slack
		if s.Captured.Known() {
			s.End = max(s.End, s.Captured)
		}
	}
}

func less(t, d Time) Time {
	if !t.Known() {
		return t
	}
	return t - d
}

func more(t, d Time) Time { return less(t, -d) }

// buildWindow is the hull of all that was covered. A scrape that is dated by its file's mtime, which a
// copy may have moved, does not stretch it, unless nothing else has a time.
func (inc *Incident) buildWindow() {
	w := Interval{MaxTime, MinTime}
	for i := range inc.Streams {
		if s := &inc.Streams[i]; s.Stamped {
			w.Lo, w.Hi = min(w.Lo, s.Begin), max(w.Hi, s.End)
		}
	}
	told := func(s *Scrape) bool { return s.ScrapeDetail == nil || s.TimeFrom != "mtime" }
	w = inc.scraped(w, told)
	if w.Lo == MaxTime {
		w = inc.scraped(w, func(*Scrape) bool { return true })
	}
	if w.Lo == MaxTime {
		w = Interval{}
	}
	inc.Window = w
	inc.warnCopied()
}

// copied is how far from all that has a time the mtime of a scrape must lie to be doubted.
const copied = Time(time.Hour)

// warnCopied says where the date of a scrape is nothing but that of a copy.
func (inc *Incident) warnCopied() {
	for i := range inc.Targets {
		t := &inc.Targets[i]
		for j := range t.Scrapes {
			s := &t.Scrapes[j]
			if s.ScrapeDetail == nil || s.TimeFrom != "mtime" || inc.Window.Lo-copied <= s.At && s.At <= inc.Window.Hi+copied {
				continue
			}
			inc.Warnings = append(inc.Warnings, fmt.Sprintf("%s: its scrape is dated %s by the file's mtime, far from all else (%s to %s): was it copied since? Write `# scraped_at TIME` as its first line, or set the mtime right (touch -d)",
				inc.Sources[t.Source].Path, s.At, inc.Window.Lo, inc.Window.Hi))
			break
		}
	}
}

// scraped adds the times of the scrapes that count.
func (inc *Incident) scraped(w Interval, counts func(*Scrape) bool) Interval {
	for i := range inc.Targets {
		t := &inc.Targets[i]
		for j := range t.Scrapes {
			if s := &t.Scrapes[j]; !t.Logged && counts(s) {
				w.Lo, w.Hi = min(w.Lo, s.At), max(w.Hi, s.At)
			}
		}
	}
	return w
}

// Stream gives a stream by its id.
func (inc *Incident) Stream(id StreamID) *Stream { return &inc.Streams[id-1] }

// Process gives the process with this base name, and whether there is one.
func (inc *Incident) Process(base string) (*Process, bool) {
	for i := range inc.Processes {
		if inc.Processes[i].Base() == base {
			return &inc.Processes[i], true
		}
	}
	return nil, false
}
