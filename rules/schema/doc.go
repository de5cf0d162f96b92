// Package schema describes pack files as JSON Schema (draft 7, which the YAML language servers of editors take
// best), so that an editor completes keys, shows what each means, and marks a misspelt one while it is typed.
//
// It gives: [JSON], the schema. Which keys a part of a pack has is what the loader takes ([rules.Keys]): a test
// holds the two against each other, both ways.
//
// It does not replace the loader: what depends on other parts of a pack (an unknown signal, a step without a
// moment, a literal that is too short) only the loader finds, with `roomline rules lint`.
//
// Concurrency: a pure function; any goroutine.
package schema
