package rules

import (
	"time"

	"roomline/rules/mql"
	"roomline/timeline"
)

// facts is one incident as one pack sees it: its skew, indexes over the hits, points of metric
// signals. It is filled while judging; a Judging takes it on to the next incident.
type facts struct {
	inc     *timeline.Incident
	keeps   bool   // what is read is noted
	notes   *reads // where, nil for nowhere
	set     *Set
	pack    *Pack
	skew    time.Duration
	doubted map[timeline.ClockID]*timeline.ZoneDoubt

	signals  []signalHits      // by SignalID
	holed    []bool            // by ProcessID: its log has a hole
	tops     [][]timeline.Time // of the beats of each stream
	names    []string          // of the processes, without a life
	rooms    map[string]*roomHits
	engine   bool // of the pack: it shows in lookedIn
	lookedIn *timeline.Incident
	points   map[pointsKey][]labelled
	fresh    map[freshKey][]freshness
	runsOf   map[runsKey]*mql.Runs

	cost      cost
	templates map[string][]piece
	streamsOf map[scopeKey][]*timeline.Stream
}

// cost is what judging took, in steps that do not hang on the machine.
type cost struct {
	ops   int // operators judged
	looks int // hits looked at under count and absent
}

// zoneDoubtSkew is how far apart two clocks may be of which one's zone is doubted.
const zoneDoubtSkew = 15 * time.Hour

func newFacts(set *Set, pack *Pack, inc *timeline.Incident) *facts {
	f := &facts{inc: inc, set: set, pack: pack, skew: pack.Skew, doubted: map[timeline.ClockID]*timeline.ZoneDoubt{},
		signals: make([]signalHits, len(inc.Hits)), holed: make([]bool, len(inc.Processes)), tops: make([][]timeline.Time, len(inc.Streams)),
		rooms: map[string]*roomHits{}, points: map[pointsKey][]labelled{}, fresh: map[freshKey][]freshness{}, runsOf: map[runsKey]*mql.Runs{},
		templates: map[string][]piece{}, streamsOf: map[scopeKey][]*timeline.Stream{}}
	for i := range inc.Processes {
		f.names = append(f.names, inc.Processes[i].Base())
	}
	for i := range inc.Streams {
		s := &inc.Streams[i]
		f.holed[s.Process] = f.holed[s.Process] || len(s.Holes) > 0
	}
	f.doubt()
	return f
}

// doubt notes the clocks whose zone is doubted.
func (f *facts) doubt() {
	for i := range f.inc.Zones {
		f.doubted[f.inc.Stream(f.inc.Zones[i].Stream).Clock] = &f.inc.Zones[i]
	}
}

// between is the skew that counts between two clocks.
func (f *facts) between(a, b timeline.ClockID) time.Duration {
	if a == b {
		return 0
	}
	if f.apart(a, b) {
		return zoneDoubtSkew
	}
	return f.skew
}

// apart says whether the zones of two clocks may differ: one is doubted, and not the other by the
// same shift.
func (f *facts) apart(a, b timeline.ClockID) bool {
	if len(f.doubted) == 0 || a == b {
		return false
	}
	x, y := f.doubted[a], f.doubted[b]
	return (x != nil || y != nil) && (x == nil || y == nil || x.Shift != y.Shift)
}

// maxSkew is the widest skew that may count between two clocks.
func (f *facts) maxSkew() time.Duration {
	if len(f.doubted) > 0 {
		return zoneDoubtSkew
	}
	return f.skew
}

func (f *facts) k(a, b timeline.ClockID) timeline.Time { return timeline.Time(f.between(a, b)) }

func (f *facts) later(a, e timeline.Moment) timeline.Truth {
	return timeline.Later(a, e, f.between(a.Clock, e.Clock))
}

func (f *facts) notLater(e, b timeline.Moment) timeline.Truth {
	return timeline.NotLater(e, b, f.between(e.Clock, b.Clock))
}

func (f *facts) process(h *timeline.Hit) *timeline.Process { return &f.inc.Processes[h.Process] }

// capture is what a hit captured under a name.
func (f *facts) capture(h *timeline.Hit, name string) (string, bool) {
	if h == nil {
		return "", false
	}
	return h.Cap(f.inc.Schema.Signals[h.Signal].Capture(name))
}

// path is the source that a hit stands in.
func (f *facts) path(h *timeline.Hit) string {
	if int(h.Ref.Source) < len(f.inc.Sources) {
		return f.inc.Sources[h.Ref.Source].Path
	}
	return f.inc.Stream(h.Stream).Name
}
