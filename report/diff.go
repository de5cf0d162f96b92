package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"roomline/rules/mql"
	"roomline/timeline"
)

// Diff is the state at two moments.
type Diff struct {
	At     [2]timeline.Time
	Series []SeriesDiff
	Rooms  []StateDiff // by state, in the order of the lifecycle
	Seen   string      // which rooms are visible at all
}

// SeriesDiff is a series at both moments.
type SeriesDiff struct {
	Process string
	Name    string
	Labels  []timeline.Label // without role, instance, group
	Counter bool
	Bucket  bool
	Value   [2]Observed
}

// Observed is a value at a moment, as the last scrape at or before it showed it; without OK the
// moment was not observed, and Why says why.
type Observed struct {
	OK     bool
	Value  float64
	Scrape timeline.Time // of that scrape; NoTime if there is none
	Why    string        // scrape_gap, series_absent
}

// StateDiff counts the rooms in a state at both moments.
type StateDiff struct {
	State string
	Rooms [2]int
}

// NewDiff looks at all scraped and logged series, and at the rooms, at two moments.
func NewDiff(inc *timeline.Incident, at [2]timeline.Time) *Diff {
	d := &Diff{At: at, Seen: Visibility(inc)}
	for i := range inc.Targets {
		t := &inc.Targets[i]
		a, b := lastScrape(t, at[0]), lastScrape(t, at[1])
		for j := range t.Series {
			s := &t.Series[j]
			if s.Type == "counter" || !strings.HasSuffix(s.Name, "_created") {
				d.Series = append(d.Series, SeriesDiff{t.Base(), s.Name, ownLabels(s), isCounter(s), strings.HasSuffix(s.Name, "_bucket"),
					[2]Observed{a.look(s), b.look(s)}})
			}
		}
	}
	slices.SortStableFunc(d.Series, func(a, b SeriesDiff) int {
		return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.Name, b.Name))
	})
	d.Rooms = roomsAt(inc, at)
	return d
}

// seen is the scrape of a target that speaks for a moment.
type seen struct {
	t     *timeline.Target
	index int // -1: none
	why   string
}

// lastScrape is the last good scrape at or before a moment, as long as no longer than the target's
// max_gap lies between; a scrape that was tried and failed in between makes the moment unknown.
func lastScrape(t *timeline.Target, at timeline.Time) seen {
	last := -1
	for i := range t.Scrapes {
		if t.Scrapes[i].At > at {
			break
		}
		last = i
	}
	if last < 0 || !t.Scrapes[last].OK {
		return seen{t, -1, "scrape_gap"}
	}
	gap := mql.MaxGap(t, mql.GapRule{})
	if gap == 0 { // taken by hand: each scrape speaks for itself, until the next one
		gap = handHeld
	}
	if gap < mql.Unlimited && at.Sub(t.Scrapes[last].At) > gap {
		return seen{t, -1, "scrape_gap"}
	}
	return seen{t, last, ""}
}

// handHeld is for how long a scrape taken by hand may stand for a moment that somebody names by the
// clock.
const handHeld = 60e9

func (x seen) look(s *timeline.Series) Observed {
	if x.index < 0 {
		return Observed{Why: x.why, Scrape: timeline.NoTime}
	}
	v, at := s.Values[x.index], x.t.Scrapes[x.index].At
	if timeline.IsAbsent(v) {
		return Observed{Why: "series_absent", Scrape: at}
	}
	return Observed{OK: true, Value: v, Scrape: at}
}

// isCounter goes by the declared type; without one, by the name.
func isCounter(s *timeline.Series) bool {
	switch s.Type {
	case "counter", "histogram", "summary":
		return true
	case "gauge":
		return false
	}
	for _, suffix := range []string{"_total", "_count", "_sum", "_bucket"} {
		if strings.HasSuffix(s.Name, suffix) {
			return true
		}
	}
	return false
}

func ownLabels(s *timeline.Series) []timeline.Label {
	var out []timeline.Label
	for _, l := range s.Labels {
		if l.Name != "role" && l.Name != "instance" && l.Name != "group" {
			out = append(out, l)
		}
	}
	return out
}

// Change says what became of a series between the moments, and whether anything did.
func (s *SeriesDiff) Change() (text string, changed bool) {
	a, b := s.Value[0], s.Value[1]
	switch {
	case !a.OK || !b.OK:
		return "", a.OK || b.OK
	case a.Value == b.Value || a.Value != a.Value && b.Value != b.Value:
		return "=", false
	case s.Counter && b.Value < a.Value:
		return "began anew (a restart)", true
	}
	delta := b.Value - a.Value
	if delta > 0 {
		return "+" + Number(round(delta)), true
	}
	return Number(round(delta)), true
}

// round takes away the noise that subtracting leaves in the last digits.
func round(v float64) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	if err != nil {
		return v
	}
	return out
}

// roomsAt counts rooms by state at both moments. A room that had not begun is in no state; what has
// ended stays in its final state.
func roomsAt(inc *timeline.Incident, at [2]timeline.Time) []StateDiff {
	count := map[string]*StateDiff{}
	for i := range inc.Rooms.Len() {
		r := inc.Rooms.At(i)
		for k, t := range at {
			state := stateAt(inc, r, t)
			if state == "" {
				continue
			}
			if count[state] == nil {
				count[state] = &StateDiff{State: state}
			}
			count[state].Rooms[k]++
		}
	}
	var out []StateDiff
	if inc.Lifecycle != nil {
		for _, s := range inc.Lifecycle.States {
			if c := count[s]; c != nil {
				out = append(out, *c)
				delete(count, s)
			}
		}
	}
	for _, s := range sortedKeys(count) {
		out = append(out, *count[s])
	}
	return out
}

// stateAt is the state of a room at a moment: of its sides the one that is furthest behind; a side
// that failed decides. "" before it began, unknown where no line tells.
func stateAt(inc *timeline.Incident, r *timeline.Room, at timeline.Time) string {
	if !r.First.Known() || at < r.First {
		return ""
	}
	state, rank := "", 0
	for i := range r.Sides {
		s := segmentAt(&r.Sides[i], at)
		if s == "" {
			continue
		}
		if inc.Lifecycle.Fails(s) {
			return s
		}
		n := slices.Index(inc.Lifecycle.States, s)
		if state == "" || n < rank {
			state, rank = s, n
		}
	}
	if state == "" {
		return "unknown"
	}
	return state
}

func segmentAt(s *timeline.Side, at timeline.Time) string {
	state := ""
	for _, g := range s.Segments {
		if g.After <= at {
			state = g.State
		}
	}
	return state
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
