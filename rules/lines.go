package rules

import "roomline/timeline"

// onLines judges an operator line by line. Without a line nothing is decided: what was not scraped is not zero.
func (c *ctx) onLines(op *Op, judge func(*line, *out)) *out {
	lines, reasons := c.series(op.Signal, op)
	o := &out{reasons: reasons}
	if len(lines) == 0 {
		o.rest = timeline.U
	}
	for _, ln := range lines {
		judge(ln, o)
	}
	settleOrder(o.alts)
	o.reasons = unique(o.reasons)
	return o
}
