package rules

import (
	"sort"
	"time"

	"roomline/timeline"
)

func (c *ctx) opAbsent(op *Op, w *window, started bool) *out {
	if !started {
		return c.absentDuring(op, w)
	}
	d := c.length(op.For)
	o := &out{}
	lo, hi := c.bounds(w)
	known, maybe := c.hits(op.Signal, op, lo, more(hi, d))
	near := c.newHitList(known) // a silence may begin behind each of very many
	for _, m := range c.beginnings(op, known, w, d) {
		end := m.Shift(d)
		span := &window{start: m, end: &end}
		v, missing := c.silence(op, near.near(c.bounds(span)), maybe, span)
		if v == timeline.T {
			o.alts = append(o.alts, &alt{value: timeline.T, moment: m, end: &end, claims: c.silenceClaim(op, m, &end)})
			if c.one {
				break
			}
		}
		o.reasons = append(o.reasons, missing...)
	}
	if len(o.alts) > 0 {
		o.reasons = nil
		return o
	}
	o.reasons = unique(o.reasons)
	if !c.neverSilent(op, known, w, timeline.Time(d)) {
		o.rest = timeline.U
		if len(o.reasons) == 0 { // a silence begins where the window may have ended
			o.reasons = []Missing{why(OrderAmbiguous, c.base)}
		}
	}
	return o
}

func more(t timeline.Time, d time.Duration) timeline.Time { return t.Add(d) }

// absentDuring looks at the window itself.
func (c *ctx) absentDuring(op *Op, w *window) *out {
	lo, hi := c.bounds(w)
	known, maybe := c.hits(op.Signal, op, lo, hi)
	v, missing := c.silence(op, known, maybe, w)
	if v == timeline.T {
		return &out{alts: []*alt{{value: timeline.T, moment: w.start, end: w.end, claims: c.silenceClaim(op, w.start, w.end)}}}
	}
	o := &out{rest: timeline.U, reasons: unique(missing)}
	for _, h := range known {
		if in, _ := c.inside(h.Moment(), w, op, true); in == timeline.T {
			o.rest = timeline.F
		}
	}
	return o
}

// neverSilent: for every moment possibly in the window some hit surely lies in the d behind it.
func (c *ctx) neverSilent(op *Op, known []*timeline.Hit, w *window, d timeline.Time) bool {
	b := c.breaks(op, known, w, d)
	return covers(b.spans, b.lo, b.hi)
}

// breaking are hits, of each the instants behind which it surely breaks a silence, and the first and the last
// instant at which one may begin.
type breaking struct {
	hits   []*timeline.Hit
	spans  [][2]timeline.Time
	lo, hi timeline.Time
}

func (c *ctx) breaks(op *Op, known []*timeline.Hit, w *window, d timeline.Time) *breaking {
	b := &breaking{lo: w.start.Lo - c.skewTo(w.start, op), hi: timeline.MaxTime}
	if w.end != nil {
		b.hi = w.end.Hi - 1 + c.skewTo(w.end, op)
	}
	for _, h := range known {
		m := h.Moment()
		k := c.k(m.Clock, w.start.Clock)
		span := [2]timeline.Time{m.Hi - 1 + k - d, m.Lo - k - 1}
		if span[1] < b.lo || span[0] > b.hi || c.later(m, *w.start) == timeline.T { // what costs little is asked first
			continue
		}
		if early := c.limit != nil && c.later(m, *c.limit) != timeline.T || c.holeBetween(m); !early {
			b.hits, b.spans = append(b.hits, h), append(b.spans, span)
		}
	}
	return b
}

// covers says whether closed intervals cover [lo, hi].
func covers(spans [][2]timeline.Time, lo, hi timeline.Time) bool {
	sort.Slice(spans, func(i, j int) bool {
		return spans[i][0] < spans[j][0] || spans[i][0] == spans[j][0] && spans[i][1] < spans[j][1]
	})
	at := lo
	for _, s := range spans {
		if s[0] > at {
			break
		}
		at = max(at, s[1]+1)
	}
	return at > hi
}

// skewTo is the skew between a moment and the logs that would hold the signal.
func (c *ctx) skewTo(m *timeline.Moment, op *Op) timeline.Time {
	k := timeline.Time(0)
	for _, s := range c.streams(op.Signal, op) {
		k = max(k, c.k(s.Clock, m.Clock))
	}
	return k
}

// beginnings are the moments t at which a silence (t, t + d] may become provable: the window's
// begin, the first instant surely in it, right behind a hit, where a source begins or a hole ends,
// and d before a proof's hit. Between them nothing changes.
func (c *ctx) beginnings(op *Op, known []*timeline.Hit, w *window, d time.Duration) []*timeline.Moment {
	ms := make([]timeline.Moment, 0, len(known)+8)
	for _, h := range known {
		ms = append(ms, h.Moment())
	}
	for _, s := range c.streams(op.Signal, op) {
		ms = append(ms, timeline.Point(w.start.Hi, s.Clock), timeline.Point(w.start.Hi+timeline.Time(c.between(w.start.Clock, s.Clock)), s.Clock), timeline.Point(w.start.Hi+timeline.Time(c.skew), s.Clock))
		if s.Stamped && !s.Missing {
			ms = append(ms, timeline.Point(s.Begin, s.Clock))
			for i := range s.Holes {
				if s.Holes[i].Hi.Known() {
					ms = append(ms, timeline.Point(s.Holes[i].Hi, s.Clock))
				}
			}
		}
	}
	ms = append(ms, c.beforeProofs(op, w, d)...)
	sort.SliceStable(ms, func(i, j int) bool { return ms[i].Lo < ms[j].Lo })
	out := []*timeline.Moment{w.start}
	for i := range ms {
		if v, _ := c.inside(ms[i], w, op, true); v == timeline.T {
			out = append(out, &ms[i])
		}
	}
	return out
}

func (c *ctx) beforeProofs(op *Op, w *window, d time.Duration) []timeline.Moment {
	var out []timeline.Moment
	lo, hi := c.bounds(w)
	for _, p := range op.Proofs {
		if p.Kind != "signal" {
			continue
		}
		hits, _ := c.hits(p.Signal, op, more(lo, d), more(hi, d))
		for _, h := range hits {
			if h.Hi.Known() {
				out = append(out, timeline.Point(h.Hi-timeline.Time(d), h.Clock))
			}
		}
	}
	return out
}

// silence says whether (start, end] was surely free of the event; if not, why.
func (c *ctx) silence(op *Op, known, maybe []*timeline.Hit, w *window) (timeline.Truth, []Missing) {
	var missing []Missing
	unsure := false
	for _, h := range known {
		c.cost.looks++
		c.Step(1)
		switch v, _ := c.inside(h.Moment(), w, op, true); v {
		case timeline.T:
			return timeline.F, nil
		case timeline.U:
			unsure = true
		}
	}
	if unsure {
		missing = append(missing, why(OrderAmbiguous, c.base))
	}
	missing = append(missing, c.folded(known, w)...)
	for _, h := range maybe {
		if v, _ := c.inside(h.Moment(), w, op, true); v != timeline.F {
			missing = append(missing, c.whose(h))
		}
	}
	missing = append(missing, c.uncovered(op.Signal, op, w)...)
	for _, p := range op.Proofs {
		missing = append(missing, c.proof(op, p, w)...)
	}
	if len(missing) > 0 {
		return timeline.U, missing
	}
	return timeline.T, nil
}

// proof says why what would show that the emitter ran is not there.
func (c *ctx) proof(op *Op, p Proof, w *window) []Missing {
	var out []Missing
	switch p.Kind {
	case "source_alive":
		for _, b := range c.bases(op.Signal, op) {
			if w.end == nil || !c.aliveAfter(b, *w.end) {
				until := timeline.MaxTime
				if w.end != nil {
					until = w.end.Hi
				}
				return []Missing{whyIn(SourceEnded, b, until, timeline.MaxTime)}
			}
		}
	case "level_debug":
		for _, b := range c.bases(op.Signal, op) {
			if c.debug(b, c.lifeAsked(op)) != timeline.T {
				out = append(out, why(LevelOff, b))
			}
		}
	case "rooms_visible":
		for _, b := range c.bases(op.Signal, op) {
			if c.roomsVisible(b, c.lifeAsked(op)) < p.Rooms {
				out = append(out, why(RoomLinesDisabled, b))
			}
		}
	default:
		return c.proofSignal(op, p, w)
	}
	return out
}

// proofSignal: a hit inside the very window that is called silent shows that the emitter ran.
func (c *ctx) proofSignal(op *Op, p Proof, w *window) []Missing {
	lo, hi := c.bounds(w)
	hits, _ := c.hits(p.Signal, op, lo, hi)
	for _, h := range hits {
		if v, _ := c.inside(h.Moment(), w, &Op{}, true); v == timeline.T {
			return nil
		}
	}
	if missing := c.unseen(p.Signal, op, w); len(missing) > 0 {
		return missing
	}
	return []Missing{why(ProofMissing, c.base)}
}
