// Package mql evaluates MetricsQL expressions over recorded scrapes, and says where their value is
// unknown because nobody looked.
//
// It gives: [Parse] (a text and its macros to an [Expr]; what is outside the subset is refused by
// name), the values of an expression at the scrapes of one target ([Expr.At], [Expr.Points],
// [Expr.FreshAt], or many of them through [Expr.On]), over several targets on the union of their
// scrape times or on a grid of fixed steps ([Expr.Range]), and the rule that tells a gap from an
// interval ([GapRule], [Runs]). docs/metricsql.md is the reference for users; what VictoriaMetrics
// answers to the same questions is recorded by the module in oracle/.
//
// It does not fetch, interpolate or look back: a fact is a scrape. There is no value at a time that
// no scrape vouches for, and "unknown" is never folded into "false" ([Reason] says why; the judge
// adds the remedy). Functions that invent data (keep_last_value, interpolate) or depend on today (now,
// rand) are refused when the text is parsed, never at run time. Only where a [Span] asks for it the
// server's own semantics count, for comparison with dashboards: no verdict rests on that.
//
// Coverage, in short:
//   - A run is a sequence of good scrapes without a gap. An instant value is known at a good scrape;
//     a look at another time (offset, a grid over several targets) is known inside a run and takes
//     the last scrape at or before it.
//   - A rollup over w is known if (t-w, t] lies in one run; the sample before the window counts
//     only if it is of the same run. One of an expression needs the expression to be known at every
//     scrape of the window, and no gap between them (see scope.around).
//   - An aggregate is unknown at a scrape that lacks a series which the target shows at others:
//     a sum over the ranks that happened to be there is no sum. _created excuses a counter that did
//     not exist yet.
//   - Arithmetic, comparisons and set operators intersect what is known; absent(x) is true only at
//     scrapes that lack x.
//
// Three kinds of nothing must be kept apart: unknown (a [Reason]), none (the comparison is false,
// the scrape lacks the series: [timeline.Absent]) and a written NaN, which is a value. A NaN that
// arithmetic makes (0/0) is none, as in VictoriaMetrics.
//
// Units: times are timeline.Time (ns since 1970 UTC), durations time.Duration; rates are per second.
//
// How it works: a text becomes nodes (compile_*.go) that hand over the series of their answer one by
// one, columns over the positions of a scope. The scope says at which times is asked, through which
// targets, and with which semantics; only its leaves (selector, rollup, over) know the difference.
//
// Concurrency: an [Expr] is immutable and may be shared; an [Eval] belongs to one goroutine. Nothing
// here starts a goroutine, reads a clock or changes a target; [Workers] that the caller hands in
// evaluate parts of a large question at once, with the same answer bit by bit.
package mql
