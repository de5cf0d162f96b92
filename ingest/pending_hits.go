package ingest

import (
	"cmp"
	"slices"

	"roomline/timeline"
)

// pendingHits are the last hits of a signal, of which it is not known yet whether they stay.
type pendingHits struct {
	hits  [lastHits + 1]pendingHit // in a ring
	first int
	n     int
}

type pendingHit struct {
	timeline.RawHit
	text []byte // of which its hash is to be made; nil: it has one
	key  foldKey
}

// at gives the i-th oldest.
func (w *pendingHits) at(i int) *pendingHit {
	if i += w.first; i >= len(w.hits) {
		i -= len(w.hits)
	}
	return &w.hits[i]
}

// add takes a hit; text is that of its record if its hash is still to be made, else nil. There must be room.
func (w *pendingHits) add(h *timeline.RawHit, text []byte) {
	w.n++
	p := w.at(w.n - 1)
	p.RawHit, p.text, p.key = *h, text, foldKeyOf(h)
}

// drop forgets the oldest.
func (w *pendingHits) drop() {
	w.n--
	if w.first++; w.first == len(w.hits) {
		w.first = 0
	}
}

// hash makes the hash of a hit that stays, or whose text goes.
func (h *pendingHit) hash() {
	if h.text != nil {
		h.Hash, h.text = uint32(hashOf(h.text)), nil
	}
}

// hashPending makes the hashes of hits that are pending, before their text goes.
func (p *part) hashPending() {
	for i := range p.early.signals {
		if w := p.early.signals[i].pending; w != nil {
			for k := range w.n {
				w.at(k).hash()
			}
		}
	}
}

// inOrder puts all hits into the order of their bytes, then their signals. Those that wait for a stamp stand
// at the end before and after.
func (p *part) inOrder() {
	for i := range p.early.signals {
		p.settlePending(&p.early.signals[i])
	}
	late := p.early.late
	if len(late) == 0 {
		return
	}
	slices.SortStableFunc(late, orderOfHits)
	at := len(p.hits)
	p.hits = append(p.hits, late...)
	for to := len(p.hits) - 1; len(late) > 0; to-- { // from the end on, so that nothing is overwritten
		if at > 0 && orderOfHits(p.hits[at-1], late[len(late)-1]) > 0 {
			at--
			p.hits[to] = p.hits[at]
			continue
		}
		p.hits[to] = late[len(late)-1]
		late = late[:len(late)-1]
	}
	p.early.late = p.early.late[:0]
	for i := range p.early.signals {
		p.early.signals[i].last = lastKept{} // it stands elsewhere
	}
}

func orderOfHits(a, b timeline.RawHit) int {
	return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Signal, b.Signal))
}
