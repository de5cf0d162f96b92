package rules

import (
	"sort"

	"roomline/timeline"
)

// eval judges an operator for the moments bound so far. previous: the step that a window without
// words counts from, -1 for the anchor.
func (c *ctx) eval(op *Op, previous int) *out {
	c.cost.ops++
	c.Step(opSteps)
	switch op.Kind {
	case OpAll:
		return c.opAll(op, previous)
	case OpAny:
		return c.opAny(op, previous)
	case OpWitnesses:
		return c.opWitnesses(op, previous)
	case OpFlat, OpGrew:
		if op.From != nil {
			return c.flatBetween(op)
		}
	}
	w, started := c.windowFor(op, previous)
	if w == nil {
		return &out{rest: timeline.U, reasons: []Missing{why(WindowOpen, "")}}
	}
	switch op.Kind {
	case OpEvent:
		return c.opEvent(op, w)
	case OpCount:
		return c.opCount(op, w)
	case OpAbsent:
		return c.opAbsent(op, w, started)
	case OpHolds:
		return c.opHolds(op, w)
	case OpFlat, OpGrew:
		return c.flatFor(op, w)
	}
	return c.opRises(op, w)
}

// windowFor is the window that an operator looks at. started: it says where a span begins, not
// where it lies. Without `start`, holds and absent begin at the anchor.
func (c *ctx) windowFor(op *Op, previous int) (w *window, started bool) {
	def := op.Start
	if def == nil {
		def = op.During
	}
	if previous < 0 && def == nil {
		return &window{whole: true}, false
	}
	if def == nil && (op.Kind == OpHolds || op.Kind == OpAbsent) {
		return &window{start: c.anchor, end: c.anchor}, true
	}
	return c.window(def, previous), op.Start != nil
}

// first is an operator by its first alternative alone, where that is T and quickly found; else without any.
func (c *ctx) first(op *Op, previous int) *out {
	if op.Kind != OpEvent && op.Kind != OpCount {
		return &out{}
	}
	w, _ := c.windowFor(op, previous)
	if w == nil {
		return &out{}
	}
	c.cost.ops++
	c.Step(opSteps)
	look := c.firstIn
	if op.Kind == OpCount {
		look = c.firstCount
	}
	if a := look(op, w); a != nil {
		return &out{alts: []*alt{a}}
	}
	return &out{}
}

// firstIn is the event that [ctx.opEvent] puts first, if it is surely inside.
func (c *ctx) firstIn(op *Op, w *window) *alt {
	lo, hi := c.bounds(w)
	same := c.same(op)
	keyed, keyless := c.lists(op.Signal, same)
	if a, b := keyless.places(lo, hi); a < b {
		return nil
	}
	c.noteHits(op.Signal, same, lo, hi)
	var best *alt
	for i, to := keyed.places(lo, hi); i < to; i++ {
		h := keyed.at(i)
		if best != nil && h.Lo > best.moment.Lo {
			break
		}
		if !h.Sure || c.inScope(h, same) != timeline.T {
			continue
		}
		m := h.Moment()
		if best != nil && posOf(&m) >= posOf(best.moment) {
			continue
		}
		if v, proven := c.inside(m, w, op, false); v == timeline.T {
			best = altOf(h, v)
			best.unproven = !proven
		}
	}
	return best
}

func (c *ctx) opEvent(op *Op, w *window) *out {
	lo, hi := c.bounds(w)
	known, maybe := c.hits(op.Signal, op, lo, hi)
	o := &out{alts: make([]*alt, 0, len(known))}
	if !c.lean {
		o.reasons = c.uncovered(op.Signal, op, w)
	}
	had := c.had
	for _, h := range known {
		v, proven := c.inside(h.Moment(), w, op, false)
		if v == timeline.F {
			continue
		}
		if a := had.on(h); a != nil && v == timeline.T && proven {
			o.alts = append(o.alts, a)
			continue
		}
		a := altOf(h, v)
		if a.unproven = !proven; v != timeline.T {
			a.reasons = []Missing{c.tie(h, w)}
		}
		o.alts = append(o.alts, a)
	}
	c.possible(o, op, w, maybe)
	if len(o.alts) == 0 {
		o.reasons = append(o.reasons, c.folded(known, w)...)
	}
	sortAlts(o.alts)
	o.reasons = unique(o.reasons)
	if len(o.reasons) > 0 {
		o.rest = timeline.U
	}
	return o
}

// possible adds the hits that may be of this key, or may be the signal.
func (c *ctx) possible(o *out, op *Op, w *window, maybe []*timeline.Hit) {
	for _, h := range maybe {
		if v, _ := c.inside(h.Moment(), w, op, false); v == timeline.F {
			continue
		}
		if c.inScope(h, c.same(op)) == timeline.T {
			a := altOf(h, timeline.U)
			a.reasons = []Missing{why(RecordTruncated, c.path(h))}
			o.alts = append(o.alts, a)
		} else {
			o.reasons = append(o.reasons, c.whose(h))
		}
	}
}

// sortAlts puts the best first, then the earliest.
func sortAlts(alts []*alt) {
	sort.SliceStable(alts, func(i, j int) bool {
		a, b := alts[i], alts[j]
		if a.value != b.value {
			return a.value > b.value
		}
		if a.moment.Lo != b.moment.Lo {
			return a.moment.Lo < b.moment.Lo
		}
		return posOf(a.moment) < posOf(b.moment)
	})
}

func posOf(m *timeline.Moment) timeline.Pos {
	if m.Pos < 0 {
		return 0
	}
	return m.Pos
}
