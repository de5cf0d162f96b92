// Package model is a small prefill/decode serving cluster as a discrete-event simulation: a router, prefill schedulers with
// their bootstrap threads and transfer workers, decode schedulers, clients, probes and a scraper. It gives what such a cluster
// would print and export (Record and Snapshot values, handed to a Sink in time order) and what really happened (Truth).
//
// It does not format a line, a metric name or a wall-clock stamp: builds differ in those, and package emit knows the builds.
// It does not know scenarios either: what goes wrong is switched on by Bugs, who asks for work by Load.
//
// Times are durations since the start of the run; token counts are tokens, sizes bytes. A World is driven by one goroutine,
// reads no clock and iterates over no map: the same Config gives the same sequence of calls on the Sink.
package model
