package ingest

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"unsafe"

	"roomline/cmd/bench/gen"
	"roomline/cmd/bench/pack"
	"roomline/rules"
	"roomline/timeline"
)

// Budgets hold on every machine, however loaded: they count, and do not time. Each limit is what was
// measured and a fifth more; who needs more has to say why.

// The sizes of what there is one of per line, per hit or per second: they decide how much of a block
// stays in a processor's cache, and how much a long log takes.
func TestSizesOfHotStructs(t *testing.T) {
	for _, c := range []struct {
		name      string
		is, limit uintptr
	}{
		{"line", unsafe.Sizeof(line{}), 48},              // per line that the assembler sees
		{"record", unsafe.Sizeof(record{}), 104},         // one at a time, cleared for each
		{"cell", unsafe.Sizeof(cell{}), 112},             // per second of a log
		{"needle", unsafe.Sizeof(timeline.Needle{}), 16}, // per needle found in a block
	} {
		if c.is > c.limit {
			t.Errorf("a %s takes %d bytes, at most %d are budgeted", c.name, c.is, c.limit)
		}
	}
}

// scanCost is what a scan of a generated log took, and what its facts keep.
type scanCost struct {
	records int64
	mallocs uint64 // objects, while it ran
	kept    uint64 // bytes, after it
}

// costOf scans a log of some size with the pack that speed is measured with.
func costOf(t *testing.T, size int) (cost scanCost) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "decode.log")
	if err := os.WriteFile(path, gen.Text("decode", size), 0o644); err != nil {
		t.Fatal(err)
	}
	opt := benchOptions(t)
	before := settled()
	facts, texts, err := Scan(context.Background(), []Input{{Path: path}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	cost.mallocs, cost.records = after.Mallocs-before.Mallocs, facts.Sources[0].Records
	if kept := settled(); kept.HeapAlloc > before.HeapAlloc {
		cost.kept = kept.HeapAlloc - before.HeapAlloc
	}
	runtime.KeepAlive(facts)
	texts.Close()
	return cost
}

// settled is the heap when nothing on it is garbage.
func settled() (m runtime.MemStats) {
	runtime.GC()
	runtime.GC() // pools give up what they hold at the second one
	runtime.ReadMemStats(&m)
	return m
}

// benchOptions are those of a report with the bench's pack.
func benchOptions(t testing.TB) Options {
	t.Helper()
	p, faults := rules.Load("bench.yaml", []byte(pack.Of(pack.Patterns)))
	if p == nil {
		t.Fatal(faults)
	}
	set, err := rules.NewSet(p)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Matcher: set.Matcher, CountsOnly: set.CountsOnly, SignalRole: set.SignalRole, Numbers: set.LogNumbers(), Workers: 2,
		Tune: func(sample []byte, also []string) (Matcher, int32) {
			m := set.Matcher.Tuned(sample, also...)
			return m, m.AlsoFrom()
		},
	}
}

// What a longer log costs more than a shorter one: 32 MiB between two sizes, so that starting up does
// not count.
const (
	shortLog = 16 << 20
	longLog  = 48 << 20
	perGiB   = (1 << 30) / (longLog - shortLog)
)

// Allocations: a scan reuses blocks, parts and lists. What grows is the kept facts, in few and large pieces.
func TestAllocationsOfAScan(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates too")
	}
	const limit = 11_500 // per GiB
	least := int64(1 << 62)
	for range 3 { // what runs beside it allocates too
		least = min(least, int64(costOf(t, longLog).mallocs)-int64(costOf(t, shortLog).mallocs))
	}
	t.Logf("%d allocations per GiB", least*perGiB)
	if least*perGiB > limit {
		t.Errorf("a GiB more takes %d allocations, at most %d are budgeted", least*perGiB, limit)
	}
}

// Bytes per record: hits take 32 each and stand for one record in five here, a second of the log takes
// a cell; batch lines leave nothing, and no text is kept.
func TestBytesKeptPerRecord(t *testing.T) {
	const limit = 10 // bytes
	short, long := costOf(t, shortLog), costOf(t, longLog)
	per := float64(long.kept-short.kept) / float64(long.records-short.records)
	t.Logf("%.1f bytes per record", per)
	if per > limit {
		t.Errorf("%.1f bytes are kept per record, at most %d are budgeted", per, limit)
	}
}
