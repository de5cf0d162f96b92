package rules

import (
	"roomline/timeline"
	"slices"
)

// ctx is one instance under judgement: the rule, its key, the moments bound so far, where its span
// ends.
type ctx struct {
	*facts
	rule *Rule
	key  []KV
	hit  *timeline.Hit // the anchor's record, whose captures the rule may use

	proc            timeline.ProcessID // -1: none
	base            string
	instance, group string
	life, latest    int32

	bind, ends           []*timeline.Moment // of each step
	anchor, limit, floor *timeline.Moment
	lean                 bool               // why something may have been missed is not asked
	had                  hadAlts            // of the first step, in the round before
	one                  bool               // of several ways in which something is true the first will do
	kept                 map[*Op]*keptCount // of counts in the first step; nil in an instance
	changed              *delta             // since they were kept
	shared               *sharedMemo        // of a key: what was chosen for its instances
	lives                ofLife             // of the room that it is about, once asked for
	any                  bool               // every source and hit is in scope: for rules without an instance
}

// ofLife is the life of an entity of an instance, nil where it is not known.
type ofLife struct {
	of     string
	window *window
}

// has says whether the rule is judged by this key.
func (r *Rule) has(entity string) bool { return slices.Contains(r.By, entity) }

// same is the scope that an operator joins on.
func (c *ctx) same(op *Op) []string {
	if op != nil && len(op.Same) > 0 {
		return op.Same
	}
	return c.rule.By
}

// value is a key or a capture of the anchor.
func (c *ctx) value(name string) (string, bool) {
	for _, kv := range c.key {
		if kv.Key == name {
			return kv.Value, true
		}
	}
	return c.capture(c.hit, name)
}

// inScope says whether a hit belongs to this key; a missing key is never a wildcard.
func (c *ctx) inScope(h *timeline.Hit, same []string) timeline.Truth {
	if c.any {
		return timeline.T
	}
	v := timeline.T
	p := c.process(h)
	for _, e := range same {
		ok := timeline.F
		switch e {
		case "process":
			ok = c.sameLife(h, p)
		case "instance":
			ok = yes(p.Instance == c.instance)
		case "group":
			ok = yes(p.Group == c.group)
		default:
			ok = c.sameEntity(h, p, e)
		}
		v = min(v, ok)
	}
	return v
}

func yes(b bool) timeline.Truth {
	if b {
		return timeline.T
	}
	return timeline.F
}

// sameLife: what cannot be ordered against a start-up is surely of neither life (P25).
func (c *ctx) sameLife(h *timeline.Hit, p *timeline.Process) timeline.Truth {
	if h.Process != c.proc {
		return timeline.F
	}
	if c.anchor != nil && (h.Life != h.Latest || c.life != c.latest) {
		if max(h.Life, c.life) <= min(h.Latest, c.latest) {
			return timeline.U
		}
		return timeline.F
	}
	return yes(h.Life == c.life)
}

func (c *ctx) sameEntity(h *timeline.Hit, p *timeline.Process, entity string) timeline.Truth {
	if p.Group != c.group {
		return timeline.F
	}
	have, ok1 := c.capture(h, entity)
	want, ok2 := c.value(entity)
	if !ok1 || !ok2 {
		return timeline.U
	}
	return yes(have == want)
}

// whose says why it is not known whether a hit is of this key.
func (c *ctx) whose(h *timeline.Hit) Missing {
	if h.Life != h.Latest || c.life != c.latest {
		return why(OrderAmbiguous, c.process(h).Base())
	}
	return why(EntityUnknown, c.process(h).Base())
}

// candidates are the hits of a signal that may be of this key, near [lo, hi], in time order.
func (c *ctx) candidates(s *Signal, op *Op, lo, hi timeline.Time) []*timeline.Hit {
	same := c.same(op)
	c.noteHits(s, same, lo, hi)
	keyed, keyless := c.lists(s, same)
	a, b := keyed.near(lo, hi), keyless.near(lo, hi)
	if len(b) == 0 {
		return a
	}
	return merged(a, b)
}

// lists are the hits of a signal that may be of a scope: those that name its key, and those that
// name none.
func (c *ctx) lists(s *Signal, same []string) (keyed, keyless *hitList) {
	if c.any {
		return c.all(s.id), nil
	}
	if slices.Contains(same, "process") {
		return c.ofProcess(s.id, c.proc), nil
	}
	for _, e := range same {
		if e == "instance" || e == "group" {
			continue
		}
		if want, ok := c.value(e); ok {
			return c.ofEntity(s.id, e, want), c.withoutKey(s.id, e)
		}
	}
	return c.all(s.id), nil
}

func merged(a, b []*timeline.Hit) []*timeline.Hit {
	out := make([]*timeline.Hit, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if before(a[0], b[0]) {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

func before(a, b *timeline.Hit) bool {
	if a.Lo != b.Lo {
		return a.Lo < b.Lo
	}
	if a.Stream != b.Stream {
		return a.Stream < b.Stream
	}
	return a.Pos < b.Pos
}

// hits splits the candidates into those of this key and those that may be of it. Mostly all are, and
// then they are not copied: nobody writes to the answer.
func (c *ctx) hits(s *Signal, op *Op, lo, hi timeline.Time) (known, maybe []*timeline.Hit) {
	same := c.same(op)
	all := c.candidates(s, op, lo, hi)
	c.Step(len(all))
	known = all
	for i, h := range all {
		v := c.inScope(h, same)
		if v == timeline.T && h.Sure {
			if len(known) < len(all) {
				known = append(known, h)
			}
			continue
		}
		if len(known) == len(all) {
			known = append(make([]*timeline.Hit, 0, len(all)-1), all[:i]...)
		}
		if v != timeline.F {
			maybe = append(maybe, h)
		}
	}
	return known, maybe
}
