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
//
// Concurrency: run runs one command. Beside it goroutines load packs while input is read, answer an
// interrupt, write the cache, and lend the builder and the judge all processors.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"
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
