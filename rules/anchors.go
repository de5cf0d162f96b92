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
// there is none.
func (as *anchors) of(a *alt, first *out) *instance {
	if a.hit == nil {
		return nil
	}
	i := as.find(keyOfAnchor(a))
	if i == nil || !sameAnchor(i.alt, a) || i.choices[0].out.witnesses != first.witnesses {
		return nil
	}
	return i
}

func sameAnchor(a, b *alt) bool {
	return a.value == b.value && a.unproven == b.unproven && *a.moment == *b.moment && a.end == nil && b.end == nil &&
		len(a.claims) == 0 && len(b.claims) == 0 && sameHit(a.hit, b.hit) && sameEvidence(a, b)
}

func sameEvidence(a, b *alt) bool {
	if a.count != nil && b.count != nil {
		return a.count == b.count || a.count.total.sure == b.count.total.sure && a.count.total.sum == b.count.total.sum
	}
	return slices.EqualFunc(a.evidence(), b.evidence(), sameHit)
}

// anchorOn takes over the reasons of the first step, and lets go of what was judged before.
func (i *instance) anchorOn(a *alt, first *out) {
	i.alt, i.choices[0].alt, i.choices[0].out = a, a, first
	if a.value != timeline.T {
		i.reason()
		i.shown = nil
	}
}
