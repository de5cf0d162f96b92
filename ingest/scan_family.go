package ingest

import (
	"fmt"
	"slices"

	"roomline/timeline"
)

// familyScan is the scan of one family.
type familyScan struct {
	*scan
	files    []*file
	streams  map[string]*familyStream
	order    []*familyStream
	year     timeline.Time
	yearFrom string
	lost     []int // sources of files that could not be read
}

type familyStream struct {
	unit, role string
	life       int
	gather     *gather
	sources    []int
	assumed    bool
	captured   timeline.Time
	facts      <-chan timeline.Stream
}

// end begins to put together what was gathered. What is written for the cache looks up captured values,
// which the next scan adds to: then it does not begin before that is done.
func (st *familyStream) end() {
	facts := make(chan timeline.Stream, 1)
	st.facts = facts
	if st.gather.pending != nil {
		facts <- st.gather.stream(st.captured)
		return
	}
	go func() { facts <- st.gather.stream(st.captured) }()
}

func (fam *familyScan) broken(f *file) {
	fam.lost = append(fam.lost, fam.addSource(f, "", nil))
}

// addSource makes the source of a file, or of one stream in it.
func (s *scan) addSource(f *file, unit string, t *tally) int {
	src := &source{file: f, unit: unit, at: [2]int{slices.Index(s.files, f), len(s.sources)}}
	src.Source = timeline.Source{Path: f.shown, Kind: f.kind, Wrapper: f.wrapper, First: timeline.NoTime, Last: timeline.NoTime, Target: -1, Notes: f.notes}
	if f.err != nil {
		src.Error = fmt.Sprintf("%s: %v", f.shown, f.err)
	}
	if t == nil && src.Error != "" {
		src.Kind = ""
	}
	s.sources = append(s.sources, src)
	return len(s.sources) - 1
}

// stream is a Stream with what tells whose it is.
type stream struct {
	timeline.Stream
	identity
	files   []*file
	sources []int
	unit    string
}

// endsOpen forgets until when the family is known to be complete: its newest part was not read, which
// must not pass for silence.
func (fam *familyScan) endsOpen() {
	for _, st := range fam.order {
		st.captured = timeline.NoTime
	}
}

// missingBetween says whether a file of the rotation between the two is not there.
func (fam *familyScan) missingBetween(older, newer *file) bool {
	a, b := older.named, newer.named
	if !a.numbered || a.date != b.date {
		return false
	}
	for n := a.number - 1; n > b.number; n-- {
		if !fam.readOnce(a, n) {
			return true
		}
	}
	return false
}

// readOnce says whether a file of the rotation was left out since another one of it holds the same
// bytes: nothing is missing then.
func (fam *familyScan) readOnce(like fileName, number int) bool {
	return slices.ContainsFunc(fam.files, func(f *file) bool {
		return slices.ContainsFunc(f.twins, func(n fileName) bool {
			return n.family == like.family && n.date == like.date && n.number == number
		})
	})
}
