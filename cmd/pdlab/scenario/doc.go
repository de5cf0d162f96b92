// Package scenario names the incidents that the lab can play: for each the faults and the load of a model.Config, the marks of
// its protocol, and, once it has run, which rules of the domain its truth confirms or rules out (Expect).
//
// It neither simulates nor writes. Moments are durations since the start of the run. Expect looks at what happened, not at
// what the scenario meant to happen: a run in which the fault did not strike expects nothing of it.
//
// Concurrency: pure functions and values that nobody changes.
package scenario
