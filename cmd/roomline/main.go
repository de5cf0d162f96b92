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
	"runtime/debug"
	"syscall"
	"time"

	"roomline/timeline"
)

func main() {
	collect(largeHeap)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a closed pipe is an error of the write, not a death
	context.AfterFunc(ctx, leave)
	context.AfterFunc(ctx, stop) // a second interrupt ends it at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// grace is how long what was interrupted may take to say what it has.
const grace = 10 * time.Second

// leave ends an interrupted run that cannot see it: one that waits for a pipe nobody writes, or for a
// file system that does not answer.
func leave() {
	time.Sleep(grace)
	os.Exit(exitInterrupted)
}

// Facts live as long as the run does, so most of a collection's work is in vain, but the heap must not
// double either: this runs beside a cluster on a shared box. What loading packs and a small incident take
// is not worth a collection.
const (
	largeHeap = 400 // percent, while the heap is small
	tightHeap = 15
	tightFrom = 64 << 20 // bytes of input
)

// collect says how much the heap may grow before it is collected. GOGC has the last word.
func collect(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// collectFor sets that for so many bytes of input; 0 where nobody knows how many there are.
func collectFor(input int64) {
	if input == 0 || input >= tightFrom {
		collect(tightHeap)
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
