package rules

import (
	"slices"

	"roomline/timeline"
)

// anchorKey is where the record of an anchor stands.
type anchorKey struct {
	signal timeline.SignalID
	stream timeline.StreamID
	pos    timeline.Pos
}

// anchors finds, of the instances of a context, the one whose anchor is a record. They are mostly asked for in their
// own order: only where they are not is it looked for.
type anchors struct {
	judged []*instance
	at     int // of judged: where the next is expected
	index  map[anchorKey]*instance
}

// find gives the instance of an anchor, nil if there is none.
func (as *anchors) find(k anchorKey) *instance {
	if as.at < len(as.judged) {
		if i := as.judged[as.at]; i.alt.hit != nil && keyOfAnchor(i.alt) == k {
			as.at++
			return i
		}
	}
	if as.index == nil {
		as.index = make(map[anchorKey]*instance, len(as.judged))
		for _, i := range as.judged {
			if i.alt.hit != nil {
				as.index[keyOfAnchor(i.alt)] = i
			}
		}
	}
	return as.index[k]
}

func keyOfAnchor(a *alt) anchorKey { return anchorKey{a.hit.Signal, a.hit.Stream, a.hit.Pos} }

// of gives the instance whose anchor is the same but for the reasons why it is undecided, nil if
// there is none: none is on a record that came or changed, so that nothing is looked up for one.
func (as *anchors) of(a *alt, first *out, d *delta) *instance {
	if len(as.judged) == 0 || a.hit == nil || d != nil && d.has(a.hit) {
		return nil
	}
	i := as.find(keyOfAnchor(a))
	if i == nil || !sameAnchor(i.alt, a) || i.choices[0].out.witnesses != first.witnesses {
		return nil
	}
	return i
}

func sameAnchor(a, b *alt) bool {
	return a == b || a.value == b.value && a.unproven == b.unproven && *a.moment == *b.moment && a.end == nil && b.end == nil &&
		len(a.claims) == 0 && len(b.claims) == 0 && sameHit(a.hit, b.hit) && sameEvidence(a, b)
}

func sameEvidence(a, b *alt) bool {
	if a.count != nil && b.count != nil {
		return a.count == b.count || a.count.total.sure == b.count.total.sure && a.count.total.sum == b.count.total.sum
	}
	return slices.EqualFunc(a.evidence(), b.evidence(), sameHit)
}

// anchorOn takes over the reasons of the first step, and lets go of what was judged before. Where they are what they
// were, what is shown is too.
func (i *instance) anchorOn(a *alt, first *out) {
	same := a.value == timeline.T || slices.Equal(i.alt.reasons, a.reasons) && slices.Equal(i.choices[0].out.why(), first.why())
	i.alt, i.choices[0].alt, i.choices[0].out = a, a, first
	if !same {
		i.reason()
		i.shown = nil
	}
}

// hadAlts are the alternatives of a first step that is one event, as it was judged before: thousands, to which a new
// line adds one.
type hadAlts []*alt

// surely are those alternatives, if the step is one event.
func (r *contextRun) surely(op *Op) hadAlts {
	if op.Kind != OpEvent || r.first == nil {
		return nil
	}
	return r.first.alts
}

// on is the alternative that a hit surely was, nil where none is at hand. They are asked for in their own order, of which
// one may have gone.
func (as *hadAlts) on(h *timeline.Hit) *alt {
	for n, a := range (*as)[:min(2, len(*as))] {
		if a.hit == h && a.value == timeline.T && !a.unproven {
			*as = (*as)[n+1:]
			return a
		}
	}
	return nil
}
