package ingest

import "roomline/timeline"

// find gives the place of a template, -1 if there is no room for it.
func (r *repeats) find(key uint64, most int) int32 {
	if key == r.key {
		return r.at
	}
	slot := r.slot(key)
	at := int32(-1)
	switch {
	case slot != nil && *slot > 0: // known
		at = *slot - 1
	case len(r.list) < most:
		at = int32(len(r.list))
		r.list = append(r.list, repeated{key: key, first: timeline.NoTime, last: timeline.NoTime})
		r.enter(slot)
	}
	r.key, r.at = key, at
	return at
}

// slot is where the place of a key stands, or would; nil where there are no slots. It is looked for from where the
// upper bits of the key say, slot by slot: keys are sums, so they lie apart. Half of the slots are free.
func (r *repeats) slot(key uint64) *int32 {
	if len(r.slots) == 0 {
		return nil
	}
	for i := key >> 32; ; i++ {
		s := &r.slots[i&uint64(len(r.slots)-1)]
		if *s == 0 || r.list[*s-1].key == key {
			return s
		}
	}
}

// enter puts the last of the list into its slot.
func (r *repeats) enter(slot *int32) {
	if 2*len(r.list) > len(r.slots) {
		r.index()
		return
	}
	*slot = int32(len(r.list))
}

// index makes slots for all of the list, twice as many as it has or more.
func (r *repeats) index() {
	n := 64
	for n < 2*len(r.list) {
		n *= 2
	}
	r.slots = make([]int32, n)
	for i := range r.list {
		*r.slot(r.list[i].key) = int32(i + 1)
	}
}
