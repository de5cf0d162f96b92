package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"roomline/timeline"
)

// Facts live as long as the run does, so most of a collection's work is in vain, but the heap must not
// double either: this runs beside a cluster on a shared box. What loading the shipped packs and a small incident
// take is not worth a collection; of other packs nobody knows how much they take.
const (
	startHeap = 1000 // percent: the runtime takes the least heap for 4 MiB, so that none comes before 40 MiB are taken
	largeHeap = 400
	alongHeap = 100
	tightHeap = 15
	keptHeap  = 40 // what comes from the cache is there at once, and nearly all of it stays

	// A large input comes to so many bytes of heap in any case: leastFloor and a floorShare-th of its own, up to
	// mostFloor.
	leastFloor, floorShare, mostFloor = 8 << 20, 40, 40 << 20

	largeFrom = 4 << 20  // bytes of input
	tightFrom = 64 << 20 // bytes of input
)

// collect says how much the heap may grow before it is collected. GOGC has the last word.
func collect(percent int) {
	turns.Add(1)
	setPercent(percent)
}

// setPercent is collect for a step of what was said before.
func setPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// collectLate sets that for a run by the shipped packs alone, until it is known how much there is to read.
func (a *app) collectLate() {
	if len(a.f.packs) == 0 {
		collect(startHeap)
	}
}

// collectFor sets that for so many bytes of input; 0 where nobody knows how many there are.
func collectFor(input int64) {
	largePagesFor(input)
	switch {
	case input == 0 || input >= tightFrom:
		collectFrom(min(leastFloor+uint64(input)/floorShare, mostFloor), tightHeap)
	case input >= largeFrom:
		collect(largeHeap)
	}
}

// collectAlong sets that for a run that goes on: what a small one need not collect adds up.
func collectAlong() {
	turns.Add(1)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(min(debug.SetGCPercent(alongHeap), alongHeap))
	}
}

// tidyLog gives what collects the leftovers of a log that was read, before more is made of what was found: what the
// hits took that are folded now is used again. began: when reading did.
func tidyLog(began time.Time) func(records int64) {
	return func(records int64) {
		if records >= tidyFrom && time.Since(began) >= tidyAfter {
			runtime.GC()
		}
	}
}

// tidy collects what reading left over, before as much is needed to assemble what was found. Where
// reading took no time since a cache knew the logs, little is left over, and collecting would take longer.
// Memory is not given back to the system: it is needed at once, and where another kernel keeps shadows of the tables of
// pages, each large one of which a piece goes faults again, small page by small page.
func tidy(f *timeline.Facts, reading time.Duration) {
	if reading < tidyAfter {
		return
	}
	records := int64(0)
	for i := range f.Sources {
		records += f.Sources[i].Records
	}
	if records >= tidyFrom {
		runtime.GC()
		collectFrom(heapMetric("/gc/heap/live:bytes")*tidyFloor/100, tidyHeap)
	}
}

// collectJudging sets that for judging so many hits: most of what rules make of them lives until all are judged.
func collectJudging(hits int) {
	if hits >= judgedFrom {
		collectFrom(heapMetric("/memory/classes/heap/objects:bytes")+uint64(hits)*judgedHit, judgedHeap)
	}
}

const (
	judgedFrom = 1 << 17 // hits that rules read
	judgedHeap = 20      // percent
	judgedHit  = 64      // bytes that are made of each
)

const (
	tidyFrom  = 1 << 20 // records
	tidyHeap  = 7       // percent
	tidyFloor = 140     // percent: what is assembled of facts takes nearly half as much as they do
	tidyAfter = 300 * time.Millisecond
)

// collectFrom lets the heap grow to so many bytes, which it was at before or will come to anyway, and
// from the first collection on by percent.
func collectFrom(floor uint64, percent int) {
	turn := turns.Add(1)
	if os.Getenv("GOGC") != "" {
		return
	}
	live := max(heapMetric("/gc/heap/live:bytes"), 1)
	// Percent of what lives; of next to nothing that says little, since the runtime does not collect the least heap.
	first := min(floor*100/runtimeLeast, (max(floor, live)-live)*100/live)
	if first <= uint64(percent) {
		collect(percent)
		return
	}
	setPercent(int(first))
	runtime.AddCleanup(&sentinel{self: new(sentinel)}, func(turn int64) {
		if turns.Load() == turn {
			setPercent(percent)
		}
	}, turn)
}

// runtimeLeast is the heap that the runtime does not collect at 100 percent.
const runtimeLeast = 4 << 20

// turns counts what was said of the heap: only the latest holds.
var turns atomic.Int64

// sentinel is found dead by the next collection. It holds a pointer so that it lies by itself: small values without one
// share a block of memory, which lives as long as any of them does.
type sentinel struct{ self *sentinel }

// heapMetric reads a number of bytes from the runtime.
func heapMetric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	if metrics.Read(sample); sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
