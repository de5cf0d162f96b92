package rules

import (
	"slices"
	"strings"

	"roomline/timeline"
)

// anchorSignals are the signals that the first step's evidence may be of.
func anchorSignals(op *Op) (events, metrics []*Signal) {
	for _, c := range op.Children {
		e, m := anchorSignals(c)
		events, metrics = append(events, e...), append(metrics, m...)
	}
	switch op.Kind {
	case OpEvent, OpCount, OpAbsent:
		events = append(events, op.Signal)
	case OpHolds, OpRises, OpFalls, OpFlat, OpGrew:
		metrics = append(metrics, op.Signal)
	}
	return events, metrics
}

// keyed collects one context per key.
type keyed struct {
	*facts
	rule  *Rule
	found map[string]*ctx
	order []string
	lives map[processLife]bool // whose key is known, where the key is that of a process
}

type processLife struct {
	process timeline.ProcessID
	life    int32
}

// contexts gives one context per key that the first step's evidence names, in the order of the keys.
func (f *facts) contexts(r *Rule) []*ctx {
	k := &keyed{facts: f, rule: r, found: map[string]*ctx{}, lives: map[processLife]bool{}}
	events, metrics := anchorSignals(r.Steps[0].Op)
	for _, s := range events {
		for _, h := range f.inc.Hits[s.id] {
			k.Step(1)
			k.addHit(h)
		}
	}
	for _, s := range metrics {
		scraped, logged := s.kinds()
		for i := range f.inc.Targets {
			if t := &f.inc.Targets[i]; fits(s.Role, t.Role) && (t.Logged && logged || !t.Logged && scraped) {
				k.addTarget(t)
			}
		}
	}
	slices.Sort(k.order)
	out := make([]*ctx, len(k.order))
	for i, text := range k.order {
		out[i] = k.found[text]
	}
	return out
}

// addHit adds the context of a hit, unless its key has one: the first hit of a key makes it.
func (k *keyed) addHit(h *timeline.Hit) {
	of := processLife{h.Process, h.Life}
	if !k.rule.byEntity() {
		if k.lives[of] {
			return
		}
		k.lives[of] = true
	}
	key, ok := k.keyOfHit(k.rule, h)
	if !ok {
		return
	}
	if text := contextText(key, k.process(h).Group); k.found[text] == nil {
		k.add(text, k.contextOf(k.rule, key, h))
	}
}

// contextOf makes the context of a hit.
func (f *facts) contextOf(r *Rule, key []KV, h *timeline.Hit) *ctx {
	c, p := f.newCtx(r), f.process(h)
	c.key, c.proc, c.base, c.instance, c.group, c.life, c.latest, c.hit = key, h.Process, f.names[h.Process], p.Instance, p.Group, h.Life, h.Life, h
	c.floor = c.floorOf()
	return c
}

func (k *keyed) addTarget(t *timeline.Target) {
	key, ok := keyOfTarget(k.rule, t)
	if !ok {
		return
	}
	if text := contextText(key, t.Group); k.found[text] == nil {
		c := k.newCtx(k.rule)
		c.key, c.proc, c.base, c.instance, c.group, c.life, c.latest = key, t.Process, t.Base(), t.Instance, t.Group, 1, 1
		c.floor = c.floorOf()
		k.add(text, c)
	}
}

func (k *keyed) add(text string, c *ctx) {
	k.found[text] = c
	k.order = append(k.order, text)
}

// contextText tells contexts apart: a room of one group is not that of another.
func contextText(key []KV, group string) string { return keyText(key) + "\x00" + group }

func keyText(key []KV) string {
	var b strings.Builder
	n := 0
	for _, kv := range key {
		n += len(kv.Key) + len(kv.Value) + 2
	}
	b.Grow(n)
	for _, kv := range key {
		b.WriteString(kv.Key)
		b.WriteByte('=')
		b.WriteString(kv.Value)
		b.WriteByte(1)
	}
	return b.String()
}

// keyOfHit is the key that a hit names; ok is false where it lacks a part.
func (f *facts) keyOfHit(r *Rule, h *timeline.Hit) (key []KV, ok bool) {
	p := f.process(h)
	for _, e := range r.By {
		v, ok := "", true
		switch e {
		case "process":
			v = p.Name(int(h.Life))
		case "instance":
			v = p.Instance
		case "group":
			v = p.Group
		default:
			v, ok = f.capture(h, e)
		}
		if !ok {
			return nil, false
		}
		key = append(key, KV{e, v})
	}
	return key, true
}

func keyOfTarget(r *Rule, t *timeline.Target) (key []KV, ok bool) {
	for _, e := range r.By {
		switch e {
		case "process":
			key = append(key, KV{e, t.Base()})
		case "instance":
			key = append(key, KV{e, t.Instance})
		case "group":
			key = append(key, KV{e, t.Group})
		default:
			return nil, false
		}
	}
	return key, true
}

func (f *facts) newCtx(r *Rule) *ctx {
	n := len(r.Steps)
	moments := make([]*timeline.Moment, 2*n)
	return &ctx{facts: f, rule: r, proc: -1, bind: moments[:n:n], ends: moments[n:]}
}
