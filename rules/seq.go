package rules

import (
	"strconv"
	"strings"

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
	c    *ctx
	memo map[string]path
}

func (c *ctx) choose(from int) path {
	ch := &chooser{c: c}
	return ch.best(from) // nothing before it varies
}

// key names what the steps from i on depend on.
func (ch *chooser) key(i int) string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(i))
	for _, s := range ch.c.rule.uses[i].steps {
		for _, m := range []*timeline.Moment{ch.c.bind[s], ch.c.ends[s]} {
			if m == nil {
				b.WriteString("|-")
				continue
			}
			b.WriteString("|" + strconv.FormatInt(int64(m.Lo), 36) + "," + strconv.FormatInt(int64(m.Hi), 36) + "," + strconv.Itoa(int(m.Stream)) + "," + strconv.FormatInt(int64(m.Pos), 36) + "," + strconv.Itoa(int(m.Clock)))
		}
	}
	return b.String()
}

func (ch *chooser) from(i int) path {
	if i == len(ch.c.rule.Steps) && len(ch.c.rule.Unless) == 0 {
		return path{value: timeline.T}
	}
	k := ch.key(i)
	if p, ok := ch.memo[k]; ok {
		return p
	}
	p := ch.best(i)
	if ch.memo == nil {
		ch.memo = map[string]path{}
	}
	ch.memo[k] = p
	return p
}

func (ch *chooser) best(i int) path {
	c := ch.c
	if i == len(c.rule.Steps) {
		return c.pathOfUnless()
	}
	o := c.eval(c.rule.Steps[i].Op, previousOf(c.rule, i))
	best := path{}
	found := false
	try := func(v timeline.Truth, a *alt) bool {
		rest := ch.from(i + 1)
		if total := min(v, rest.value); !found || total > best.value {
			best = path{total, append([]choice{{i, v, a, o}}, rest.choices...)}
			found = true
		}
		return best.value == timeline.T
	}
	for _, a := range o.alts {
		c.bind[i], c.ends[i] = a.moment, a.endOr()
		if try(a.value, a) {
			break
		}
	}
	if best.value != timeline.T || !found {
		c.bind[i], c.ends[i] = nil, nil
		try(o.rest, nil)
	}
	c.bind[i], c.ends[i] = nil, nil
	return best
}

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
