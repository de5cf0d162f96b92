// Package cre carries rules of the Common Reliability Enumerations (CRE) over into a pack of rules/v1.
//
// It gives: [Import], which turns CRE files into the YAML of one pack and says of each rule what became
// of it: carried over, in part, or left out, each with the place (file:line) and the reason. A log that lies
// beside a rule becomes a test of the pack. What each construct becomes is told in docs/cre.md.
//
// It does not open files, judge, or run anything of a rule (scripts, actions, queries), and it never leaves
// out a condition in silence: a rule that would say more than its author meant is left out as a whole.
//
// Units: lines and columns count from 1, limits are bytes.
//
// Concurrency: Import has no state of its own; any goroutine may call it.
package cre
