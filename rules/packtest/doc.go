// Package packtest is what stands behind `roomline rules test`: the tests that packs carry, what is done
// to them before they are read, what of an expectation is not so, and the laws that every confirmed test
// has to obey without anybody writing them down.
//
// It gives: [Case] (the incident of a test: lines, scrapes), [New] (a case from a test as written, its
// `mutate` done), [Case.Bundle] (the files of it, as a bundle that package ingest reads), [Check] (what of
// an expectation is not so), [Got] (what was got, as an `expect` block), [Runner] (all of that for one
// test), [Suite] (the laws), and [WriteJUnit].
//
// It does not read files: whoever calls it gives a [Read]. What it reads is judged by package rules.
//
// Units: times are timeline.Time (ns since 1970 UTC), durations time.Duration, lines count from 1.
//
// Concurrency: no function keeps state, starts a goroutine or asks what time it is; a Case belongs to one
// goroutine.
package packtest
