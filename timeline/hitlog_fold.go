package timeline

// FoldRule says which hits of a signal stay one by one: the first Limit of the Hits that it has, and if Keyed, the
// first (which Mark must have noted) and the last of each tuple.
type FoldRule struct {
	Hits, Limit int
	Keyed       bool
}

// folding is what is known of a signal while all rows are gone through.
type folding struct {
	FoldRule
	back   int      // rows of it that were met from the end on
	behind []uint64 // captured by those
	met    int      // rows of it that were met from the begin on
	stays  metRow   // the last one that stays
	waits  bool     // the last one that was met goes if it, the one that stays and the next one have one key
	latest metRow   // that one
	gone   int
}

// metRow is where a row stands, with its fold key; -1 is that of none.
type metRow struct {
	at  int32
	key int64
}

// Fold lets rows that are neither among the first nor the last ones of their signal, a second or a
// tuple count for the row before them. rules, by SignalID, say which; of each signal so many last ones stay. It gives how
// many rows of each were dropped: they keep their places until Compact. When rows are folded makes no difference in the end.
func (l *HitLog) Fold(rules []FoldRule, last int) (gone []int) {
	all, some := make([]folding, len(rules)), false
	for id, rule := range rules {
		all[id].FoldRule, all[id].stays.key = rule, -1
		some = some || rule.Hits > rule.Limit
	}
	gone = make([]int, len(rules))
	if !some {
		return gone
	}
	l.meetAll(all, l.lastOnes(all, last))
	for id := range all {
		gone[id] = all[id].gone
	}
	return gone
}

// lastOnes says, by bits, which rows stay for being among the last of their signal, or the first or last of
// their tuple. A signal that keeps all is passed over: here as in meetAll.
func (l *HitLog) lastOnes(all []folding, last int) (keep []uint64) {
	keep = make([]uint64, l.n>>6+1)
	for c := (l.n - 1) / chunkRows; c >= 0; c-- {
		rows := l.rowsIn(c)
		for k := len(rows) - 1; k >= 0; k-- {
			r := &rows[k]
			x := &all[r.signal()]
			if x.Hits <= x.Limit || l.dropped(r, c*chunkRows+k) {
				continue
			}
			x.back++
			if x.back <= last {
				keep[(c*chunkRows+k)>>6] |= 1 << (k & 63)
			}
			if key := TupleID(r.what >> 32); x.Keyed && key != 0 {
				keep[(c*chunkRows+k)>>6] |= (x.lastOf(key) | r.when/rowMark&1) << (k & 63)
			}
		}
	}
	return keep
}

// lastOf gives 1 for a tuple that was not met from the end on, else 0. It is no truth value since nobody
// can guess it: a branch would be taken wrongly half of the time.
func (x *folding) lastOf(key TupleID) uint64 {
	if int(key>>6) >= len(x.behind) {
		x.behind = append(x.behind, make([]uint64, int(key>>6)+1-len(x.behind))...)
	}
	word := &x.behind[key>>6]
	was := *word >> (key & 63) & 1
	*word |= 1 << (key & 63)
	return 1 - was
}

// meetAll decides on all rows that do not stay.
func (l *HitLog) meetAll(all []folding, keep []uint64) {
	for c := range (l.n + chunkRows - 1) / chunkRows {
		rows := l.rowsIn(c)
		for k := range rows {
			r, at := &rows[k], c*chunkRows+k
			if x := &all[r.signal()]; x.Hits > x.Limit && !l.dropped(r, at) {
				l.meet(x, metRow{int32(at), l.foldKey(r, int32(at))}, x.met < x.Limit || keep[at>>6]>>(at&63)&1 == 1)
			}
		}
	}
}

// meet decides on the row of a signal that waits, by the next one, which stays or waits in its turn.
func (l *HitLog) meet(x *folding, next metRow, stays bool) {
	if x.waits {
		if x.stays.key == x.latest.key && x.latest.key == next.key && l.takeIn(x.stays.at, x.latest.at) {
			x.gone++
		} else {
			x.stays = x.latest
		}
	}
	x.met++
	if x.waits = !stays; stays {
		x.stays = next
	} else {
		x.latest = next
	}
}

// takeIn lets a row stand for another one too, which is dropped; false if it would be for too many.
func (l *HitLog) takeIn(into, from int32) bool {
	a, b := l.row(into), l.row(from)
	if sum := a.when>>8&255 + b.when>>8&255; (a.when|b.when)&(rowOdd|rowMany) == 0 && sum <= 255 {
		a.when, b.when = a.when&^(255<<8)|sum<<8, b.when&^(255<<8)
		return true
	}
	if !l.AddN(int(into), l.N(int(from))) {
		return false
	}
	l.setN(from, 0)
	return true
}

// foldKey is equal for rows that lie in the same second and are equal in what folding may not mix. It is
// never negative.
func (l *HitLog) foldKey(r *hitRow, at int32) int64 {
	if r.when&rowOdd == 0 {
		return int64(r.when>>16/1_000_000)<<2 | 2 | int64(r.when&rowCut)>>1
	}
	h := l.odd[at]
	key := (int64(h.Lo.Floor(Second)-l.base)/int64(Second) + timeBias/1_000_000) << 2
	if h.Stamped {
		key |= 2
	}
	if h.Cut {
		key |= 1
	}
	return key & (1<<62 - 1)
}
