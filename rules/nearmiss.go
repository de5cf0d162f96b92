package rules

import (
	"fmt"
	"time"

	"roomline/timeline"
)

// lacks are the signals of an operator.
func (op *Op) lacks() []string {
	if op.Signal != nil {
		return []string{op.Signal.Name}
	}
	var out []string
	for _, c := range op.Children {
		out = append(out, c.lacks()...)
	}
	return out
}

// near says where an instance that is not confirmed was blocked, and by how much the closest
// rejected candidate missed.
func (i *instance) near() *NearMiss {
	c := i.c
	if i.blocked < 0 || i.blocked >= len(c.rule.Steps) {
		n := &NearMiss{}
		if i.blocked >= 0 {
			n.BlockedAt = "unless"
			for _, u := range c.rule.Unless {
				n.Lacks = append(n.Lacks, "no "+u.Signal.Name)
			}
			if last := i.choices[len(i.choices)-1]; last.alt != nil {
				n.Nearest, n.Distance = c.describe(last.alt.hits[0]), "it is there"
			}
		}
		return n
	}
	step := c.rule.Steps[i.blocked]
	n := &NearMiss{BlockedAt: step.ID, Lacks: step.Op.lacks()}
	if i.blocked == 0 {
		return n
	}
	c.nearest(n, step.Op, previousOf(c.rule, i.blocked))
	return n
}

// miss is a rejected candidate with its distance; a smaller order is closer.
type miss struct {
	hit   *timeline.Hit
	order timeline.Time
	text  string
}

// nearest looks among all hits of the step's signals for the one that missed by least.
func (c *ctx) nearest(n *NearMiss, op *Op, previous int) {
	var best *miss
	for _, s := range op.signals() {
		w, _ := c.windowFor(op, previous)
		for _, h := range c.inc.Hits[s.id] {
			if m := c.missOf(h, op, w); m != nil && (best == nil || m.order < best.order) {
				best = m
			}
		}
		for _, h := range c.inc.Misfits[s.id] {
			if m := c.misfit(s, h); best == nil {
				best = m
			}
		}
	}
	if best != nil {
		n.Nearest, n.Distance = c.describe(best.hit), best.text
	}
}

// signals are the log signals of an operator.
func (op *Op) signals() []*Signal {
	var out []*Signal
	if op.Signal != nil && op.Signal.Kind != MetricSignal {
		out = append(out, op.Signal)
	}
	for _, c := range op.Children {
		out = append(out, c.signals()...)
	}
	return out
}

func (c *ctx) describe(h *timeline.Hit) string {
	text := fmt.Sprintf("%s:%d", c.path(h), h.Ref.Line)
	for i, name := range c.inc.Schema.Signals[h.Signal].Captures {
		if v, ok := h.Cap(i); ok && c.pack.Ignore[name] != nil {
			text += fmt.Sprintf(" (%s %s)", name, v)
		}
	}
	return text
}

// missOf says by how much a hit missed: another key, or outside the window.
func (c *ctx) missOf(h *timeline.Hit, op *Op, w *window) *miss {
	m := h.Moment()
	far := timeline.Time(0)
	if c.anchor != nil {
		far = abs(m.Lo - c.anchor.Lo)
	}
	if v := c.inScope(h, c.same(op)); v == timeline.F {
		return &miss{h, far + timeline.Time(time.Hour), c.otherKey(h, op)}
	}
	if w == nil || w.whole {
		return nil
	}
	switch {
	case w.start != nil && c.later(*w.start, m) == timeline.F:
		return &miss{h, w.start.Lo - m.Lo, fmt.Sprintf("order reversed by %s", seconds(w.start.Lo-m.Lo))}
	case w.end != nil && c.notLater(m, *w.end) == timeline.F:
		return &miss{h, m.Lo - w.end.Hi, fmt.Sprintf("%s outside the window", seconds(m.Lo-w.end.Hi+1))}
	}
	return nil
}

func (c *ctx) otherKey(h *timeline.Hit, op *Op) string {
	p := c.process(h)
	for _, e := range c.same(op) {
		switch e {
		case "process":
			if h.Process != c.proc {
				return fmt.Sprintf("other process: %s is not %s", p.Base(), c.base)
			}
			if h.Life != c.life {
				return fmt.Sprintf("other life: %s is not %s", p.Name(int(h.Life)), timeline.LifeName(c.base, int(c.life)))
			}
		case "instance":
			if p.Instance != c.instance {
				return fmt.Sprintf("other instance: %s is not %s", p.Instance, c.instance)
			}
		case "group":
			if p.Group != c.group {
				return fmt.Sprintf("other group: %s is not %s", p.Group, c.group)
			}
		default:
			have, _ := c.capture(h, e)
			want, _ := c.value(e)
			if have != want {
				return fmt.Sprintf("%s %s is not %s", e, have, want)
			}
		}
	}
	return "another key"
}

func (c *ctx) misfit(s *Signal, h *timeline.Hit) *miss {
	p := c.process(h)
	text := fmt.Sprintf("role_mismatch: the line stands in a source of role %s, the signal wants %s; if that role is wrong, give --source %s@%s=%s", p.Role, s.Role, s.Role, p.Instance, c.path(h))
	return &miss{hit: h, order: timeline.MaxTime, text: text}
}

func seconds(t timeline.Time) string {
	return fmt.Sprintf("%.1f s", float64(max(t, 0))/1e9)
}

// nearQuiet says how near a rule without an instance came: its anchor, the signals that it lacks,
// and a hit in a source of another role.
func (f *facts) nearQuiet(c *ctx, r *Rule) *NearMiss {
	op := r.Steps[0].Op
	n := &NearMiss{BlockedAt: r.Steps[0].ID, Lacks: op.lacks()}
	for _, s := range op.signals() {
		if hits := f.inc.Misfits[s.id]; len(hits) > 0 {
			m := c.misfit(s, hits[0])
			n.Nearest, n.Distance = c.describe(m.hit), m.text
			return n
		}
		if hits := f.inc.Hits[s.id]; len(hits) > 0 {
			n.Nearest, n.Distance = c.describe(hits[0]), fmt.Sprintf("%d of %s seen, which is not enough", len(hits), s.Name)
		}
	}
	return n
}
