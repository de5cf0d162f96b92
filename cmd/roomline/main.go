// Command roomline says from the logs and metric scrapes of an LLM-serving cluster what broke it,
// with proof, and what each request (room) went through.
//
// This package is the only one that knows all others: it opens, connects and closes. One file per
// command; run is the whole program as a function, so that tests call it in process.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a closed pipe is an error of the write, not a death
	context.AfterFunc(ctx, stop)                            // a second interrupt ends it at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
