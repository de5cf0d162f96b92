// Package rules is Roomline's rule language, rules/v1: strict loading of packs and the judge.
//
// It gives: [Library] (packs with all that they use, from sources that the caller opens; every fault at
// file:line:col), [Load] (a pack of one file), [Join] (the packs of one run, with overrides applied, and
// which of them cannot run), [Set] (those packs and the schema that package timeline builds with), [Judge] (a pure function from a Set and an
// Incident to a [Result], which also says why a rule did not fire), [JudgeWith] (the same on several
// processors, until somebody ends it), [Judging] (the same for an incident
// that grows, at the cost of what changed) and [Rule.Explain] (what a rule looks for, in words).
//
// It does not read logs or metrics, does not know SGLang (packs do), and does not format output.
//
// Verdicts are three-valued ([timeline.Truth]): confirmed only on evidence that is there; what was
// not observed is never taken for zero or for "did not happen"; each undecided step says in
// [Missing] what was not seen and how to get it.
//
// It has no clock: by what day overrides expire is given ([Joining]).
//
// Units: times are timeline.Time (ns since 1970 UTC), durations time.Duration.
//
// Concurrency: Judge has no state of its own; a Set and an Incident may be shared by any number of
// goroutines. A Judging belongs to one goroutine. Nothing here starts a goroutine; who has several
// processors to spare gives JudgeWith the means, and then rules are judged at the same time: what they
// look hits up in they share under locks, what a rule remembers is its own, and the result is the same.
package rules
