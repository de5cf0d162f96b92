package rules

// scratch is memory for what is needed while something is counted, and not after it: there are thousands of counts, of
// a few hits each.
type scratch struct {
	block []int32
	used  int
}

// take gives n zeroes, good until what was in use before is released.
func (s *scratch) take(n int) []int32 {
	if n > len(s.block)-s.used {
		s.block, s.used = make([]int32, max(2*len(s.block), n, scratchLeast)), 0 // who has a part of the old one keeps it
	}
	out := s.block[s.used : s.used+n : s.used+n]
	s.used += n
	clear(out)
	return out
}

const scratchLeast = 1 << 10

// release takes back all that was taken.
func (s *scratch) release() { s.used = 0 }
