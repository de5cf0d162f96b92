package rules

import (
	"slices"

	"roomline/timeline"
)

// choice is what was chosen for one step: its value, the alternative (nil for what is left without
// one), and the operator's whole value.
type choice struct {
	step  int // len(rule.Steps): the `unless`
	value timeline.Truth
	alt   *alt
	out   *out
}

// path is the best choice for the steps from one on.
type path struct {
	value   timeline.Truth
	choices []choice
}

// chooser finds the best choice of one alternative per step. The best continuation from a step on is
// remembered by the moments that later windows name, so that choosing does not grow exponentially.
type chooser struct {
	c      *ctx
	memo   map[memoKey]path
	shared map[memoKey]path // with other instances, nil: nothing is
	most   []timeline.Truth // of each step: the steps from it on are not more than this
}

func (c *ctx) choose(from int, shared *sharedMemo) path {
	ch := &chooser{c: c, shared: c.memoFor(shared), most: c.most()}
	return ch.best(from) // nothing before it varies
}

// most is what the steps from each one on can reach: an event that is nowhere cannot be there.
func (c *ctx) most() []timeline.Truth {
	out := make([]timeline.Truth, len(c.rule.Steps)+1)
	v := timeline.T
	for i := len(c.rule.Steps); i >= 0; i-- {
		if i > 0 && i < len(c.rule.Steps) && !c.keeps && c.nowhere(c.rule.Steps[i].Op) {
			v = timeline.U
		}
		out[i] = v
	}
	return out
}

// nowhere says whether there is no hit at all that an operator could be T by.
func (c *ctx) nowhere(op *Op) bool {
	if op.Kind != OpEvent {
		return false
	}
	keyed, keyless := c.lists(op.Signal, c.same(op))
	return keyed.len()+keyless.len() == 0
}

func (ch *chooser) from(i int) path {
	if i == len(ch.c.rule.Steps) && len(ch.c.rule.Unless) == 0 {
		return path{value: timeline.T}
	}
	memo := &ch.memo
	if ch.shared != nil && i >= ch.c.rule.shares {
		memo = &ch.shared
	}
	k := ch.c.memoKey(i)
	if p, ok := (*memo)[k]; ok {
		return p
	}
	p := ch.best(i)
	if *memo == nil {
		*memo = map[memoKey]path{}
	}
	(*memo)[k] = p
	return p
}

func (ch *chooser) best(i int) path {
	c := ch.c
	if i == len(c.rule.Steps) {
		return c.pathOfUnless()
	}
	t := &trying{ch: ch, step: i}
	// mostly the first event that fits will do, and of a step that nobody names the others are as good
	t.o = c.first(c.rule.Steps[i].Op, previousOf(c.rule, i))
	if t.all(); t.found && (t.best.value >= ch.most[i+1] || !c.rule.named(i)) {
		return t.best
	}
	t.o = c.eval(c.rule.Steps[i].Op, previousOf(c.rule, i))
	t.found = false
	t.all()
	if t.best.value != timeline.T || !t.found {
		t.one(t.o.rest, nil)
	}
	return t.best
}

// trying is one step for which the best alternative is sought.
type trying struct {
	ch    *chooser
	step  int
	o     *out
	best  path
	found bool
}

// all tries the alternatives until one is as good as any can be.
func (t *trying) all() {
	for _, a := range t.o.alts {
		if t.one(a.value, a) {
			break
		}
	}
}

func (t *trying) one(v timeline.Truth, a *alt) (enough bool) {
	c, i := t.ch.c, t.step
	if a != nil {
		c.bind[i], c.ends[i] = a.moment, a.endOr()
	}
	rest := t.ch.from(i + 1)
	c.bind[i], c.ends[i] = nil, nil
	if total := min(v, rest.value); !t.found || total > t.best.value {
		t.best = path{total, append([]choice{{i, v, a, t.o}}, rest.choices...)}
		t.found = true
	}
	return t.best.value >= t.ch.most[i]
}

// named says whether a window behind a step names it.
func (r *Rule) named(i int) bool { return slices.Contains(r.uses[i+1].steps, i) }

func (c *ctx) pathOfUnless() path {
	if len(c.rule.Unless) == 0 {
		return path{value: timeline.T}
	}
	v, against, missing := c.unless()
	return path{v, []choice{{step: len(c.rule.Steps), value: v, alt: against, out: &out{rest: v, reasons: missing}}}}
}

// unless is NOT of every `unless` for the moments bound now. It looks at the instance, whatever the
// life: a start-up line belongs to the next one. against is the event that speaks against the choice.
func (c *ctx) unless() (v timeline.Truth, against *alt, missing []Missing) {
	v = timeline.T
	for _, u := range c.rule.Unless {
		w := &window{whole: true}
		if u.After != nil {
			if w = c.unlessWindow(u); w == nil {
				v = min(v, timeline.U) // the step that it hangs on says why
				continue
			}
		}
		o := c.unlessEvent(u, w)
		if v = min(v, o.value().Not()); o.value() == timeline.T && against == nil {
			against = &alt{value: timeline.F, hits: o.alts[0].hits}
		}
		if o.value() == timeline.U {
			missing = append(missing, o.why()...)
		}
	}
	return v, against, unique(missing)
}

func (c *ctx) unlessWindow(u *Unless) *window {
	def := &windowDef{step: -1, after: u.After, until: u.Until, length: u.Within, hasLength: u.hasWithin}
	return c.window(def, -1)
}

func (c *ctx) unlessEvent(u *Unless, w *window) *out {
	limit, anchor, floor := c.limit, c.anchor, c.floor
	c.limit, c.anchor, c.floor = nil, nil, nil
	defer func() { c.limit, c.anchor, c.floor = limit, anchor, floor }()
	strict := true
	op := &Op{Kind: OpEvent, Signal: u.Signal, Same: u.Same, strict: &strict}
	if len(op.Same) == 0 {
		for _, e := range c.rule.By {
			if e == "process" {
				e = "instance"
			}
			op.Same = append(op.Same, e)
		}
	}
	return c.opEvent(op, w)
}
