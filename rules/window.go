package rules

import (
	"time"

	"roomline/timeline"
)

// window is (start, end], each a moment or nil. whole: the whole observed span.
type window struct {
	start, end *timeline.Moment
	whole      bool
}

// bounds are the instants that hits in the window lie between, skew included, and what bytes order against stamps.
func (c *ctx) bounds(w *window) (lo, hi timeline.Time) {
	lo, hi = timeline.MinTime, timeline.MaxTime
	k := timeline.Time(c.skew)
	if len(c.doubted) > 0 {
		k = timeline.Time(zoneDoubtSkew)
	}
	if w.start != nil && w.start.Lo.Known() {
		lo = w.start.Lo - k - c.back(w.start) - 1
	}
	if w.end != nil && w.end.Hi.Known() {
		hi = w.end.Hi + k + c.back(w.end) + 1
	}
	return lo, hi
}

// back is how far what bytes order against a line may lie from it on the other side, by the stamps.
func (c *ctx) back(m *timeline.Moment) timeline.Time {
	if m.Stream == 0 || m.Pos < 0 {
		return 0
	}
	return c.inc.Stream(m.Stream).Back
}

// moment resolves STEP, STEP.end or mark NAME with its offset; nil while that step has none.
func (c *ctx) moment(ref *momentRef, end bool) *timeline.Moment {
	if ref == nil {
		return nil
	}
	var at *timeline.Moment
	switch {
	case ref.mark != "":
		t, ok := c.inc.Marks[ref.mark]
		if !ok {
			return nil
		}
		p := timeline.Point(t, c.inc.MarksClock())
		at = &p
	case end || ref.end:
		at = c.ends[ref.step]
	default:
		at = c.bind[ref.step]
	}
	if at == nil {
		return nil
	}
	d := c.length(ref.offset)
	if ref.minus {
		d = -d
	}
	m := at.Shift(d)
	return &m
}

// length is a span with the anchor's captures filled in; one that cannot be read is 0.
func (c *ctx) length(s span) time.Duration {
	if s.template == "" {
		return s.fixed
	}
	text := c.fill(s.template, c.value)
	d, ok := c.lengths[text]
	if !ok {
		if got, err := ParseDuration(text); err == nil {
			d = got
		}
		c.lengths[text] = d
	}
	return d
}

// window resolves a window as written. nil: a step that it depends on has no moment. Without one:
// after the nearest step before it that has a moment, open (P03).
func (c *ctx) window(def *windowDef, previous int) *window {
	if def == nil {
		if previous < 0 || c.bind[previous] == nil {
			return nil
		}
		return &window{start: c.bind[previous]}
	}
	switch {
	case def.let != nil:
		return c.interval(def.let)
	case def.after != nil:
		return c.after(def)
	case def.before != nil:
		b := c.moment(def.before, false)
		if b == nil {
			return nil
		}
		a := b.Shift(-c.length(def.length))
		return &window{start: &a, end: b}
	}
	ref := &momentRef{step: def.step, mark: def.mark}
	a, b := c.moment(ref, false), c.moment(ref, true)
	if a == nil {
		return nil
	}
	return &window{start: a, end: b}
}

func (c *ctx) after(def *windowDef) *window {
	a := c.moment(def.after, false)
	if a == nil {
		return nil
	}
	w := &window{start: a}
	switch {
	case def.hasLength:
		b := a.Shift(c.length(def.length))
		w.end = &b
	case def.until != nil:
		if w.end = c.moment(def.until, false); w.end == nil {
			return nil
		}
	}
	return w
}

// interval is a `let`: a window, or the life of an entity.
func (c *ctx) interval(l *Let) *window {
	if l.Life != "" {
		return c.lifeOf(l.Life)
	}
	return c.window(l.Window, -1)
}

// lifeOf is the life of a room: of the anchor's side, from its first state (if unseen: from some
// time before the earliest state known) to its final one, else open (P14).
func (c *ctx) lifeOf(entity string) *window {
	want, ok := c.value(entity)
	if !ok || c.proc < 0 {
		return nil
	}
	c.noteEntity(entity, want)
	if c.lives.of != entity { // steps and branches ask again and again
		c.lives.of, c.lives.window = entity, c.findLife(entity, want)
	}
	return c.lives.window
}

// findLife is lifeOf for a value of the entity.
func (c *ctx) findLife(entity, want string) *window {
	seen := lifeSigns{since: timeline.MaxTime}
	pack := c.lifecyclePack(entity)
	for i := range c.inc.Schema.Lifecycles {
		lc := &c.inc.Schema.Lifecycles[i]
		if lc.Entity != entity || lc.Pack != pack {
			continue
		}
		for _, m := range lc.Moves {
			if l := c.ofEntity(m.Signal, entity, want); l != nil {
				seen.add(c, lc, m, l.hits)
			}
		}
	}
	if seen.since == timeline.MaxTime {
		return nil
	}
	return &window{start: lifeBegin(seen.firsts, seen.since), end: lastByHi(seen.finals)}
}

// lifeSigns is what the moves of an entity show of its life.
type lifeSigns struct {
	since          timeline.Time // it lived from then on at the latest
	firsts, finals []timeline.Moment
}

// add takes the hits of a move, as far as they are of the anchor's side and group.
func (s *lifeSigns) add(c *ctx, lc *timeline.Lifecycle, m timeline.Move, hits []*timeline.Hit) {
	def, side := &c.inc.Schema.Signals[m.Signal], c.inc.Processes[c.proc].Role
	for _, h := range hits {
		if c.process(h).Group != c.group || m.SideOf(def, h, c.process(h).Role) != side {
			continue
		}
		s.since = min(s.since, h.Lo-back(m, def, h))
		if lc.IsFinal(m.State) {
			s.finals = append(s.finals, h.Moment())
		}
		if m.State == lc.States[0] {
			s.firsts = append(s.firsts, h.Moment())
		}
	}
}

func lifeBegin(firsts []timeline.Moment, since timeline.Time) *timeline.Moment {
	var first *timeline.Moment
	for i := range firsts {
		if firsts[i].Lo <= since && (first == nil || firsts[i].Lo < first.Lo) {
			first = &firsts[i]
		}
	}
	if first == nil {
		first = &timeline.Moment{Interval: timeline.Interval{Lo: timeline.MinTime, Hi: since + 1}, Clock: -1, Pos: timeline.NoPos}
	}
	return first
}

func lastByHi(ms []timeline.Moment) *timeline.Moment {
	var last *timeline.Moment
	for i := range ms {
		if last == nil || ms[i].Hi > last.Hi {
			last = &ms[i]
		}
	}
	return last
}

// back is how long before its hit a move shows the entity to have lived.
func back(m timeline.Move, def *timeline.SignalDef, h *timeline.Hit) timeline.Time {
	total := timeline.Time(0)
	for _, s := range timeline.BackDated(m, def, h) {
		total = max(total, h.Lo-s.After)
	}
	return total
}

// lifecyclePack is the pack whose lifecycle of an entity counts for the rule: its own, else that of
// the first one that it uses.
func (c *ctx) lifecyclePack(entity string) string {
	if c.pack.moves(entity) {
		return c.pack.Name
	}
	for _, p := range c.pack.Uses {
		if p.moves(entity) {
			return p.Name
		}
	}
	return ""
}

// moves says whether a lifecycle of the pack is that of an entity.
func (p *Pack) moves(entity string) bool {
	for i := range p.Lifecycles {
		if p.Lifecycles[i].Entity == entity {
			return true
		}
	}
	return false
}
