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

// anchors are the instances of a context by the record of their anchor, if it is one.
type anchors map[anchorKey]*instance

func anchorsOf(r *contextRun) anchors {
	out := make(anchors, len(r.judged))
	for n, i := range r.judged {
		if a := r.first.alts[n]; a.hit != nil && r.first.witnesses == 0 {
			out[keyOfAnchor(a)] = i
		}
	}
	return out
}

func keyOfAnchor(a *alt) anchorKey { return anchorKey{a.hit.Signal, a.hit.Stream, a.hit.Pos} }

// of gives the instance whose anchor is the same in all that it says, nil if there is none.
func (as anchors) of(a *alt, first *out) *instance {
	if a.hit == nil || first.witnesses > 0 {
		return nil
	}
	if i := as[keyOfAnchor(a)]; i != nil && sameAnchor(i.alt, a) {
		return i
	}
	return nil
}

// sameAnchor: of an undecided one the reasons count too, so it is judged again.
func sameAnchor(a, b *alt) bool {
	return a.value == timeline.T && b.value == timeline.T && a.unproven == b.unproven && *a.moment == *b.moment && a.end == nil && b.end == nil &&
		len(a.claims) == 0 && len(b.claims) == 0 && sameHit(a.hit, b.hit) && slices.EqualFunc(a.hits, b.hits, sameHit)
}
