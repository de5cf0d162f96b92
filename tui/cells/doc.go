// Package cells is a drawing grid for terminals: a rectangle of (character, style) cells that is
// filled by simple calls and printed once, with run-length SGR codes.
//
// It gives: clipped areas with text, ellipsis and titled rules ([Area]), a time axis whose columns
// always come from a fixed ladder ([Axis]), sparklines in which "no data" never looks like zero
// ([Area.Spark]), state bars ([Axis.Bar]), a windowed list whose selection is an id and whose cost does not
// depend on the number of rows ([List], [Table]), and a glyph set without Unicode ([Caps]).
//
// It does not know messages, keys, files, logs or incidents, and does no I/O. Text that it is given
// is taken as hostile: control characters, bidirectional overrides and broken UTF-8 become visible
// escapes, so that no log line can move the cursor or recolour the screen.
//
// Units: columns and rows count from 0 at the upper left; times are int64 nanoseconds.
//
// Concurrency: a Grid belongs to one goroutine; everything else is a value.
package cells
