package timeline

import "testing"

// TestTruth: the zero value of a verdict would be "refuted", so the order and the words are pinned.
func TestTruth(t *testing.T) {
	for _, c := range []struct {
		v, not Truth
		word   string
	}{{F, T, "refuted"}, {U, U, "inconclusive"}, {T, F, "confirmed"}} {
		equal(t, "not "+c.word, c.v.Not(), c.not)
		equal(t, "word", c.v.String(), c.word)
	}
	equal(t, "and", min(T, U, F), F)
	equal(t, "or", max(F, U), U)
}
