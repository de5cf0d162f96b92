package timeline

// TupleSet is a set of captured tuples.
type TupleSet []uint64

// Add puts a tuple in; false if it was there.
func (t *TupleSet) Add(id TupleID) bool {
	if int(id>>6) >= len(*t) {
		t.reach(int(id >> 6))
	}
	word := &(*t)[id>>6]
	was := *word
	*word |= 1 << (id & 63)
	return was != *word
}

// reach makes the set so long that it has a word.
func (t *TupleSet) reach(word int) {
	*t = append(*t, make([]uint64, word+1-len(*t))...)
}

// has says whether a number is in the set.
func (t TupleSet) has(i int) bool { return i>>6 < len(t) && t[i>>6]>>(i&63)&1 == 1 }
