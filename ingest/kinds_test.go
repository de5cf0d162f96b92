package ingest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"roomline/timeline"
)

// byRank decides by the rank alone, and says nothing as long as that is not known, nor of one that is hopeless.
type byRank struct{ asked int }

func (b *byRank) Decide(l *timeline.Alike) (signals []timeline.SignalID, ok bool) {
	b.asked++
	switch string(l.Rank) {
	case " PP0":
		return []timeline.SignalID{7}, true
	case " PP1 TP3":
		return []timeline.SignalID{8, 9}, true
	}
	return nil, false
}

// What hangs on the header is told rank by rank, and of no rank by another.
func TestKnownByRank(t *testing.T) {
	by := &byRank{}
	f := knownForms{}
	f.use(by)
	k := f.of([]byte("Prefill batch, #new-seq: 0"))
	needles := []timeline.Needle{{ID: 3}}
	r := rand.New(rand.NewPCG(1, 2))
	told := map[string]int{}
	want := map[string][]timeline.SignalID{" PP0": {7}, " PP1 TP3": {8, 9}}
	for i := range 100 * patience {
		rank := []string{" PP0", " PP1 TP3", " PP2", ""}[r.IntN(4)]
		signals, ok := f.signals(k, []byte("[2026-11-01 12:00:00.000"+rank+"] "), []byte("Prefill batch, #new-seq: 23"), needles)
		if !ok {
			continue
		}
		told[rank]++
		if !reflect.DeepEqual(signals, want[rank]) {
			t.Fatalf("line %d of rank %q is %v, want %v", i, rank, signals, want[rank])
		}
	}
	if told[" PP0"] < 15*patience || told[" PP1 TP3"] < 15*patience || len(told) != 2 {
		t.Errorf("told are %v", told)
	}
}

// What cannot be told is asked for ever more rarely.
func TestHopelessIsLetBe(t *testing.T) {
	by := &byRank{}
	f := knownForms{}
	f.use(by)
	k := f.of([]byte("Prefill batch, #new-seq: 0"))
	for range 200 * patience {
		if _, ok := f.signals(k, []byte("[2026-11-01 12:00:00.000 PP2] "), []byte("Prefill batch, #new-seq: 23"), nil); ok {
			t.Fatal("it was told what nobody knows")
		}
	}
	if by.asked == 0 || by.asked > 20 {
		t.Errorf("it was asked %d times", by.asked)
	}
}

// eachRank decides of any rank, but of none for all.
type eachRank struct{}

func (eachRank) Decide(l *timeline.Alike) (signals []timeline.SignalID, ok bool) {
	return []timeline.SignalID{7}, len(l.Rank) > 0
}

// A log of ever new ranks does not make what is noted grow without end.
func TestRanksAreBounded(t *testing.T) {
	f := knownForms{}
	f.use(eachRank{})
	k := f.of([]byte("Prefill batch, #new-seq: 0"))
	for rank := range 2 * maxRanks {
		head := fmt.Appendf(nil, "[2026-11-01 12:00:00.000 PP%d] ", rank)
		for range patience {
			f.signals(k, head, []byte("Prefill batch, #new-seq: 23"), nil)
		}
	}
	if n := len(k.list[0].ranks); n != maxRanks {
		t.Errorf("%d ranks are noted, want %d", n, maxRanks)
	}
}

func TestRankOf(t *testing.T) {
	for head, want := range map[string]string{
		"[2026-11-01 12:00:00.000 DP1 TP0] ": " DP1 TP0",
		"[2026-11-01 12:00:00 TP0] ":         " TP0",
		"[2026-11-01 12:00:00] ":             "",
		"[2026-11-01 ] ":                     "",
		"[x] ":                               "",
		"":                                   "",
	} {
		if got := string(rankOf([]byte(head))); got != want {
			t.Errorf("the rank of %q is %q, want %q", head, got, want)
		}
	}
}
