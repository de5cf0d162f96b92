// Package gen writes logs as an SGLang cluster in prefill/decode disaggregation prints them, to measure
// speed on.
//
// It gives: [Log], which writes the log of one side, and [Text], a log in memory for tests. The same
// [Log] gives the same bytes on every machine. Of a hundred records seventy are batch lines, twenty are
// about a room (a 19-digit id, several lines per room, 2 % of rooms fail), five are access lines (a
// quarter of them without a stamp), five are other chatter with an error in every twenty-fifth, and one
// in five thousand is a traceback. It composes lines and copies none, and it is no model of a cluster:
// cmd/pdlab is that, with a truth to be found.
//
// Units: sizes are bytes. Concurrency: every Write is on its own; any goroutine may call it.
package gen
