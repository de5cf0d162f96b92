package timeline

// Sole is a signal that one needle decides alone: a record of one line that holds it is the signal, and
// what it captures, if anything, is the number behind the first needle that has one there.
type Sole struct {
	Signal SignalID
	Length int  // of the needle
	Number bool // it captures the run of digits behind the needle
	Max    int  // the run has at most so many digits, and no word goes on behind it; 0: whatever follows
	// Ignore: a record that captures one of these is no hit. None of them is longer than Longest.
	Ignore  map[string]bool
	Longest int
}

// Find gives where the number lies that a record captures, from negative if there is none. The needles
// are those of the record, of which those with an ID are the signal's. hit is false where the number is
// one to be ignored.
func (s *Sole) Find(record []byte, needles []Needle, id int32) (from, to int, hit bool) {
	for k := 0; s.Number && k < len(needles); k++ {
		if needles[k].ID != id {
			continue
		}
		from = needles[k].Off + s.Length
		to = digitsEnd(record, from)
		if to > from && (s.Max == 0 || to-from <= s.Max && (to == len(record) || !wordByte(record[to]))) {
			return from, to, to-from > s.Longest || !s.Ignore[string(record[from:to])]
		}
	}
	return -1, -1, true
}

func wordByte(c byte) bool {
	return c-'0' <= 9 || c == '_' || (c|0x20)-'a' < 26
}
