package rules

import (
	"sync"

	"roomline/rules/mql"
	"roomline/timeline"
)

// indexes are what all rules look things up in: made once of an incident, each by who first asks for it.
// Rules may be judged at the same time, so what is made is put in place under a lock, and is not written
// to after that: a Judging mends it between two rounds.
type indexes struct {
	inc     *timeline.Incident
	keeps   bool              // what is read is noted
	ending  timeline.Stopping // asked alone: rules share it
	set     *Set
	doubted map[timeline.ClockID]*timeline.ZoneDoubt

	signals []signalHits // by SignalID
	holed   []bool       // by ProcessID: its log has a hole
	names   []string     // of the processes, without a life

	mu     sync.Mutex        // of what stands below
	tops   [][]timeline.Time // of the beats of each stream
	rooms  map[string]*roomHits
	engine map[*Pack]bool // it shows in the incident
	points map[pointsKey][]labelled
	fresh  map[freshKey][]freshness
	runsOf map[runsKey]*mql.Runs
}

// newIndexes are those of an incident, nearly all of them still to be made. keeps: what is read is noted, for a Judging.
func newIndexes(set *Set, inc *timeline.Incident, keeps bool) *indexes {
	x := &indexes{inc: inc, set: set, keeps: keeps, doubted: map[timeline.ClockID]*timeline.ZoneDoubt{},
		signals: make([]signalHits, len(inc.Hits)), holed: make([]bool, len(inc.Processes)), tops: make([][]timeline.Time, len(inc.Streams)),
		rooms: map[string]*roomHits{}, engine: map[*Pack]bool{}, points: map[pointsKey][]labelled{}, fresh: map[freshKey][]freshness{}, runsOf: map[runsKey]*mql.Runs{}}
	for i := range inc.Processes {
		x.names = append(x.names, inc.Processes[i].Base())
	}
	for i := range inc.Streams {
		s := &inc.Streams[i]
		x.holed[s.Process] = x.holed[s.Process] || len(s.Holes) > 0
	}
	x.doubt()
	return x
}

// doubt notes the clocks whose zone is doubted.
func (x *indexes) doubt() {
	for i := range x.inc.Zones {
		x.doubted[x.inc.Stream(x.inc.Zones[i].Stream).Clock] = &x.inc.Zones[i]
	}
}

// once gives what a table holds under a key, made where nobody has asked for it before. It is made without
// the lock, since others may be needed for it: of two that make it at once the first counts.
func once[K comparable, V any](mu *sync.Mutex, table map[K]V, k K, make func() V) V {
	mu.Lock()
	got, ok := table[k]
	mu.Unlock()
	if ok {
		return got
	}
	made := make()
	mu.Lock()
	defer mu.Unlock()
	if got, ok := table[k]; ok {
		return got
	}
	table[k] = made
	return made
}
