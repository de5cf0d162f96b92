package rules

import (
	"strconv"
	"testing"

	"roomline/timeline"
)

// TestLooksAreHeldToTheFarthest: a look that ends early hides none that went on.
func TestLooksAreHeldToTheFarthest(t *testing.T) {
	const early, late = timeline.Time(10), timeline.Time(100)
	d := &delta{schema: &timeline.Schema{Signals: make([]timeline.SignalDef, 1)}, signals: make([]*signalDelta, 1), values: map[KV]bool{}}
	d.add(0, []*timeline.Hit{{Interval: timeline.Interval{Lo: 50, Hi: 51}}})
	for _, ends := range [][]timeline.Time{{early, late}, {late, early}} {
		r := &reads{}
		for _, hi := range ends {
			r.add(listRead{signal: 0, process: -1, hi: hi})
		}
		if !d.touches(r) {
			t.Errorf("looks until %v are not touched by a hit at 50", ends)
		}
	}
	for hi, want := range map[timeline.Time]bool{early: false, 49: false, 50: true, late: true} {
		r := &reads{}
		if r.add(listRead{signal: 0, process: -1, hi: hi}); d.touches(r) != want {
			t.Errorf("a look until %d is touched by a hit at 50: %t", hi, !want)
		}
	}
}

// TestDeltaNames: values are known of a change to few and to many.
func TestDeltaNames(t *testing.T) {
	schema := &timeline.Schema{Signals: []timeline.SignalDef{{Captures: []string{"room"}}}}
	for _, n := range []int{1, fewValues, fewValues + 1} {
		var hits []*timeline.Hit
		for i := range n {
			hits = append(hits, &timeline.Hit{Caps: []string{strconv.Itoa(i)}, Has: 1})
		}
		inc := &timeline.Incident{Schema: schema}
		d := newDelta(inc, inc, Change{Hits: map[timeline.SignalID][]*timeline.Hit{0: hits}})
		if last := strconv.Itoa(n - 1); !d.names(KV{"room", last}) || d.names(KV{"room", "none"}) || d.names(KV{"rid", last}) {
			t.Errorf("of %d values the last is not known, or others are", n)
		}
	}
}

// TestHadAlts: what a hit surely was is found though others went, and never what it may have been.
func TestHadAlts(t *testing.T) {
	hits := make([]timeline.Hit, 4)
	had := hadAlts{altOf(&hits[0], timeline.T), altOf(&hits[1], timeline.T), altOf(&hits[2], timeline.U), altOf(&hits[3], timeline.T)}
	had[3].unproven = true
	for n, want := range []bool{true, false, false} {
		if a := had.on(&hits[n+1]); (a != nil) != want { // the first one went
			t.Errorf("alternative %d is kept: %t", n+1, a != nil)
		}
	}
}

// TestBackWithoutEdges: an instance that is listed again has no edges until they are drawn, so that its causes are told
// of it although it had the same ones before.
func TestBackWithoutEdges(t *testing.T) {
	rule, hit := &Rule{}, &timeline.Hit{}
	i := &instance{c: &ctx{rule: rule, anchor: &timeline.Moment{}}, alt: altOf(hit, timeline.T), settled: true, explained: []*instance{{}}}
	run := &ruleRun{rule: rule, contexts: []*contextRun{{judged: []*instance{i}, first: &out{alts: []*alt{i.alt}}}}}
	if run.fold(); len(run.come) != 1 || i.settled || i.explained != nil {
		t.Errorf("%d came, settled %t, explained by %d", len(run.come), i.settled, len(i.explained))
	}
}
