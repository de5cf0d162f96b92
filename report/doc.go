// Package report writes an incident and its findings for people and machines: text for a terminal
// or a postmortem, JSON version 1 for scripts.
//
// It gives: [JSON] (the contract of docs/json.md; the same input gives the same bytes), [Text] (the
// report), what the commands rooms, room, sources, why, diff, query and rules write, and [Escape],
// through which everything goes that comes from input. All are drawn from one [Document].
//
// It does not read files or evidence (the caller fills in the text of evidence), judge, or decide
// an exit status. Control characters of log text are escaped before they are written.
//
// A function that writes gives the error of its writer.
//
// Units: times are RFC 3339 in UTC; JSON keys carry their unit (age_ms).
//
// Concurrency: pure functions over immutable values.
package report

import (
	"roomline/rules"
	"roomline/timeline"
)

// Document is what a report is drawn from.
type Document struct {
	Incident *timeline.Incident
	Result   *rules.Result
	Warnings []string // of the run, beside those of the result
	NotRun   []string // packs that could not be loaded, with why: they are among the warnings too
	AllRooms bool
	Packs    []*rules.Pack // by which was judged; none: nothing is said of them
}
