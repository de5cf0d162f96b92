package rules

import (
	"slices"
	"strings"

	"roomline/timeline"
)

// find finds the contexts anew if a hit of the first step changed; those that are the same are kept.
func (r *ruleRun) find(f *facts, d *delta) (changed bool) {
	events, _ := anchorSignals(r.rule.Steps[0].Op)
	if d == nil {
		r.take(f.contexts(r.rule))
		return true
	}
	if !slices.ContainsFunc(events, func(s *Signal) bool { return d.signals[s.id] != nil }) {
		return false
	}
	if r.rule.byEntity() {
		return r.findKeys(f, d, events)
	}
	had := make(map[string]*contextRun, len(r.contexts))
	for _, c := range r.contexts {
		had[c.text] = c
	}
	old := r.contexts
	r.take(f.contexts(r.rule))
	for i, c := range r.contexts {
		if was := had[c.text]; was != nil && sameContext(was.c, c.c) {
			r.contexts[i] = was
		}
	}
	return !slices.Equal(old, r.contexts)
}

// take makes runs of contexts.
func (r *ruleRun) take(contexts []*ctx) {
	r.contexts = make([]*contextRun, len(contexts))
	for i, c := range contexts {
		r.contexts[i] = &contextRun{c: c, text: contextText(c.key, c.group)}
	}
}

// sameContext compares what two contexts of one key were made from.
func sameContext(a, b *ctx) bool {
	if a.hit == nil || b.hit == nil {
		return a.hit == b.hit && a.proc == b.proc
	}
	return sameHit(a.hit, b.hit)
}

// findKeys finds the contexts of those keys alone that changed hits name: there may be thousands of
// others.
func (r *ruleRun) findKeys(f *facts, d *delta, events []*Signal) (changed bool) {
	seen := map[string]bool{}
	for _, s := range events {
		sd := d.signals[s.id]
		if sd == nil {
			continue
		}
		for _, h := range sd.hits {
			key, ok := f.keyOfHit(r.rule, h)
			if !ok {
				continue
			}
			if text := contextText(key, f.process(h).Group); !seen[text] {
				seen[text] = true
				changed = r.findKey(f, text, key, events) || changed
			}
		}
	}
	return changed
}

// findKey puts the context of a key in its place, keeps it or takes it out.
func (r *ruleRun) findKey(f *facts, text string, key []KV, events []*Signal) (changed bool) {
	at, had := slices.BinarySearchFunc(r.contexts, text, func(c *contextRun, text string) int { return strings.Compare(c.text, text) })
	first := f.firstOf(r.rule, text, key, events)
	switch {
	case first == nil && !had:
		return false
	case first == nil:
		r.contexts = slices.Delete(r.contexts, at, at+1)
		return true
	case had && sameHit(r.contexts[at].c.hit, first):
		return false
	}
	made := &contextRun{c: f.contextOf(r.rule, key, first), text: text}
	if had {
		r.contexts[at] = made
	} else {
		r.contexts = slices.Insert(r.contexts, at, made)
	}
	return true
}

// firstOf is the hit that makes the context of a key: the first of the first signal that has one.
func (f *facts) firstOf(r *Rule, text string, key []KV, events []*Signal) *timeline.Hit {
	n := slices.IndexFunc(key, func(kv KV) bool { return kv.Key != "process" && kv.Key != "instance" && kv.Key != "group" })
	for _, s := range events {
		l := f.ofEntity(s.id, key[n].Key, key[n].Value)
		if l == nil {
			continue
		}
		for _, h := range l.hits {
			if k, ok := f.keyOfHit(r, h); ok && contextText(k, f.process(h).Group) == text {
				return h
			}
		}
	}
	return nil
}
