// Command roomline says from the logs and metric scrapes of an LLM-serving cluster what broke it,
// with proof, and what each request (room) went through.
//
// This package is the only one that knows all others: it opens, connects and closes. One file per
// command; run is the whole program as a function, so that tests call it in process.
//
// What scans found it keeps in a folder for the next run (docs/cli.md, The cache). It does not parse a
// log, judge or draw: the packages do.
//
// Units: sizes that flags take are bytes, with K, M, G or T behind them; times are RFC 3339.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"roomline/timeline"
)

func main() {
	collect(largeHeap)
	memRate, runtime.MemProfileRate = runtime.MemProfileRate, 0
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a closed pipe is an error of the write, not a death
	context.AfterFunc(ctx, leave)
	context.AfterFunc(ctx, stop) // a second interrupt ends it at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// memRate is how seldom allocations are sampled for --memprofile. Without it none is: a sample costs a walk of
// the stack.
var memRate int

// grace is how long what was interrupted may take to say what it has.
const grace = 10 * time.Second

// leave ends an interrupted run that cannot see it: one that waits for a pipe nobody writes, or for a
// file system that does not answer.
func leave() {
	time.Sleep(grace)
	os.Exit(exitInterrupted)
}

// Facts live as long as the run does, so most of a collection's work is in vain, but the heap must not
// double either: this runs beside a cluster on a shared box. What loading the shipped packs and a small incident
// take is not worth a collection; of other packs nobody knows how much they take.
const (
	startHeap = 1000 // percent: the runtime takes the least heap for 4 MiB, so that none comes before 40 MiB are taken
	largeHeap = 400
	alongHeap = 100
	tightHeap = 15
	keptHeap  = 40 // what comes from the cache is there at once, and nearly all of it stays

	largeFrom = 4 << 20  // bytes of input
	tightFrom = 64 << 20 // bytes of input
)

// collect says how much the heap may grow before it is collected. GOGC has the last word.
func collect(percent int) {
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
	switch {
	case input == 0 || input >= tightFrom:
		collect(tightHeap)
	case input >= largeFrom:
		collect(largeHeap)
	}
}

// collectAlong sets that for a run that goes on: what a small one need not collect adds up.
func collectAlong() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(min(debug.SetGCPercent(alongHeap), alongHeap))
	}
}

// tidy collects what reading left over, before as much is needed to assemble what was found. Where
// reading took no time since a cache knew the logs, little is left over, and collecting would take longer.
func tidy(f *timeline.Facts, reading time.Duration) {
	if reading < tidyAfter {
		return
	}
	records := int64(0)
	for i := range f.Sources {
		records += f.Sources[i].Records
	}
	if records >= tidyFrom {
		collect(tidyHeap)
		debug.FreeOSMemory()
	}
}

const (
	tidyFrom  = 1 << 20 // records
	tidyHeap  = 5       // percent
	tidyAfter = 300 * time.Millisecond
)
