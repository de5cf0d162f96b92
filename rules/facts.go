package rules

import (
	"time"

	"roomline/timeline"
)

// facts is one incident as one rule sees it: by the skew of its pack, with what it alone remembers. A
// rule is judged by one goroutine at a time.
type facts struct {
	*indexes
	notes *reads // where what is read is noted, nil for nowhere
	pack  *Pack
	skew  time.Duration

	timeline.Stopping
	stopped   bool // the rule was not judged to its end
	cost      cost
	templates map[string][]piece
	lengths   map[string]time.Duration // of texts that templates came to; 0 of what is none
	streamsOf map[scopeKey][]*timeline.Stream
	room      askedRoom // the one asked for last
	scratch   scratch
}

// askedRoom is a room with its hits: most of what is asked about an instance is of one.
type askedRoom struct {
	id   string
	hits *roomHits
}

// forget drops what is no longer so of the next incident.
func (f *facts) forget() {
	clear(f.streamsOf)
	f.room = askedRoom{}
}

// ofEntity is that of the indexes, with the latest room at hand.
func (f *facts) ofEntity(id timeline.SignalID, entity, value string) *hitList {
	if !f.isRoom(entity, value) {
		return f.indexes.ofEntity(id, entity, value)
	}
	if f.room.hits == nil || f.room.id != value {
		f.room = askedRoom{value, f.hitsOfRoom(value)}
	}
	return f.room.hits.of(id)
}

// cost is what judging took, in steps that do not hang on the machine.
type cost struct {
	ops   int // operators judged
	looks int // hits looked at under count and absent
}

// zoneDoubtSkew is how far apart two clocks may be of which one's zone is doubted.
const zoneDoubtSkew = 15 * time.Hour

// factsOf is the incident of these indexes as a rule of a pack sees it.
func (x *indexes) factsOf(pack *Pack) *facts {
	return &facts{indexes: x, pack: pack, skew: pack.Skew, templates: map[string][]piece{}, lengths: map[string]time.Duration{}, streamsOf: map[scopeKey][]*timeline.Stream{}}
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
