// Package match finds the records that are signals: literal needles over raw text first, then the
// whole condition on the few records that hold one.
//
// It gives: [New] (a [Matcher] from compiled [Signal] conditions), [Matcher.Needles] (where a block
// of text holds the needle of some signal), [Matcher.Match] (which signals a record is, with
// what they capture) and [Matcher.Decide] (which signals all records of one form are, where that is the same).
//
// Regexps mean what they mean to package regexp, which is too slow here. The common shapes are run
// directly: a literal is searched, and what stands round it is held against the rest. An automaton
// runs the others, built as records need it, and package regexp those that would make it too large.
//
// Needles are chosen by an estimate of what is rare, or by a sample ([Matcher.Tuned]); package teddy
// searches them.
//
// It does not parse packs, assemble records, read files, or know headers, roles and times: a block
// is text as it is matched (unwrapped, without SGR), a record the assembled text of one log call.
//
// Units: offsets and lengths are bytes. Matching is case sensitive and byte-wise.
//
// Concurrency: a Matcher may be used from any number of goroutines. It means the same at all times,
// though its automata grow; there is no global state. Neither a block nor a record is kept: a capture
// is told by where it lies.
package match
