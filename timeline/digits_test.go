package timeline

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Words of eight find what bytes one by one do, of digits and of what nearly is.
func TestDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	numbers := 0
	for range 200_000 {
		b := make([]byte, r.IntN(26))
		for i := range b {
			b[i] = "0123456789"[r.IntN(10)]
		}
		if len(b) > 0 && r.IntN(3) == 0 {
			b[r.IntN(len(b))] = "/:\x00\xff \xb0@p0"[r.IntN(9)]
		}
		from := r.IntN(len(b) + 1)
		want := from
		for want < len(b) && strings.IndexByte("0123456789", b[want]) >= 0 {
			want++
		}
		if got := digitsEnd(b, from); got != want {
			t.Fatalf("digits of %q from %d end at %d, want %d", b, from, got, want)
		}
		got, ok := canonicalBytes(b)
		n, is := canonical(b)
		if ok != is || ok && got != n {
			t.Fatalf("%q: %d %v, want %d %v", b, got, ok, n, is)
		}
		if ok {
			numbers++
		}
	}
	if numbers < 50_000 {
		t.Errorf("only %d numbers", numbers)
	}
}
