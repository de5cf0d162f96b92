package ingest

// folding is what is known of a signal while all hits are gone through.
type folding struct {
	back   int      // hits of it that were met from the end on
	behind tupleSet // captured by those
	met    int      // hits of it that were met from the begin on
	stays  int32    // where the last one stands that stays,
	before int64    // and its fold key
	waits  bool     // the last one that was met goes if the next one lies in the same second;
	at     int32    // there it stands,
	key    int64    // and this is its fold key
	gone   int
}

// foldAll lets hits that are neither among the first nor the last, of the signal, a second or a key,
// count for the hit before them. When it is done makes no difference in the end.
func (f *folder) foldAll() {
	all := make([]folding, len(f.signals))
	keep := f.lastOnes(all)
	for i := range f.log.Len() {
		if f.log.N(i) > 0 {
			id := f.log.Signal(i)
			f.meet(&all[id], int32(i), all[id].met < f.signals[id].limit || keep.has(i))
		}
	}
	for id, s := range f.signals {
		if s != nil {
			s.n -= all[id].gone
		}
	}
	f.loose = 0
}

// lastOnes says which hits stay for being among the last of their signal, or the first or last of their key.
func (f *folder) lastOnes(all []folding) tupleSet {
	keep := make(tupleSet, f.log.Len()>>6+1)
	for i := f.log.Len() - 1; i >= 0; i-- {
		if f.log.N(i) == 0 {
			continue
		}
		id := f.log.Signal(i)
		s, x := f.signals[id], &all[id]
		x.back++
		stays := x.back <= lastHits
		if key := f.log.Tuple(i); s.keyed && key != 0 && (x.behind.add(key) || f.log.Marked(i)) {
			stays = true
		}
		if stays {
			keep[i>>6] |= 1 << (i & 63)
		}
	}
	return keep
}

// meet decides on the hit of a signal that waits, by the next one, which stays or waits in its turn.
func (f *folder) meet(x *folding, at int32, stays bool) {
	key := f.log.FoldKey(int(at))
	if x.waits {
		if x.key == key && x.key == x.before && f.log.AddN(int(x.stays), f.log.N(int(x.at))) {
			f.log.Drop(int(x.at))
			f.dead, x.gone = f.dead+1, x.gone+1
		} else {
			x.stays, x.before = x.at, x.key
		}
	}
	x.met++
	if x.waits = !stays; stays {
		x.stays, x.before = at, key
	} else {
		x.at, x.key = at, key
	}
}
