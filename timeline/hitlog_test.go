package timeline

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
	"time"
)

// randomHit is a hit of a log, now and then one that does not fit a row.
func randomHit(r *rand.Rand, pos Pos, tuples *Tuples) Hit {
	width := []Time{Second, Second / 1000, Second / 1_000_000, 5 * Second, 1}[r.IntN(5)]
	lo := 1_700_000_000*Second + Time(r.Int64N(int64(3*time.Hour)))
	if r.IntN(2) == 0 {
		lo = lo.Floor(Second / 1_000_000)
	}
	h := Hit{Interval: Interval{lo, lo + width}, Pos: pos, Signal: SignalID(r.IntN(3)), N: 1, Stamped: r.IntN(5) > 0, Cut: r.IntN(5) == 0,
		Rank: []string{"", "TP0", "DP1 TP3"}[r.IntN(3)], Ref: Ref{Length: r.Int32N(5000), Offset: int64(pos), Line: r.Int64N(1 << 33), Hash: uint64(r.Uint32())}}
	if r.IntN(6) == 0 {
		h.Ref.Offset += 7
	}
	if r.IntN(6) == 0 {
		h.N = []int32{2, 255, 256, 1 << 30}[r.IntN(4)]
	}
	if r.IntN(9) == 0 {
		h.Lines = &RecordLines{Hit: 1, All: []uint64{1, 2}}
	}
	switch r.IntN(4) {
	case 0:
		h.Tuple = tuples.AddStrings([]string{"6716263735388272580"}, 1)
	case 1:
		h.Tuple = tuples.AddStrings([]string{"7", "a b"}, 3)
	case 2:
		h.Tuple = tuples.AddStrings([]string{"", "x"}, 2)
	}
	return h
}

// TestHitLogKeepsHits: whatever a hit is like, it comes out as it went in, also behind others that were
// dropped, and counts add up.
func TestHitLogKeepsHits(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 4))
		l := &HitLog{Tuples: &Tuples{}}
		l.NextFile(0, 0)
		var want []Hit
		for i := range 1 + r.IntN(3*chunkRows) {
			h := randomHit(r, Pos(10*i), l.Tuples)
			want = append(want, h)
			l.Append(&h)
		}
		var left []Hit
		for i := range want {
			switch r.IntN(4) {
			case 0:
				l.setN(int32(i), 0)
				continue
			case 1:
				if n := r.Int32N(600); l.AddN(i, n) {
					want[i].N += n
				}
			}
			left = append(left, want[i])
		}
		l.Compact()
		got := l.All()
		if len(got) != len(left) {
			t.Fatalf("seed %d: %d hits are left, not %d", seed, len(got), len(left))
		}
		for i := range left {
			left[i].Caps, left[i].Has = l.Tuples.Values(left[i].Tuple)
			if !reflect.DeepEqual(got[i], left[i]) {
				t.Fatalf("seed %d: hit %d is\n%+v, not\n%+v", seed, i, got[i], left[i])
			}
		}
	}
}

// TestHitLogOfAnUnsetClock: a first hit at the begin of 1970 stays there when others follow.
func TestHitLogOfAnUnsetClock(t *testing.T) {
	l := &HitLog{Tuples: &Tuples{}}
	l.NextFile(0, 0)
	for i := range 3 {
		lo := Time(5*i) * Second
		l.Append(&Hit{Interval: Interval{lo, lo + Second}, Pos: Pos(i), N: 1, Stamped: true, Ref: Ref{Offset: int64(i)}})
	}
	for i := range 3 {
		if got := l.Lo(i); got != Time(5*i)*Second {
			t.Errorf("hit %d lies at %d, want %d s", i, got, 5*i)
		}
	}
}

// TestTuples: a tuple is kept once, and comes out as it went in; two that look alike are two.
func TestTuples(t *testing.T) {
	a, b := &Tuples{}, &Tuples{}
	for _, c := range []struct {
		caps []string
		has  uint32
	}{
		{[]string{"6716263735388272580"}, 1}, {[]string{"9223372036854775807"}, 1}, {[]string{"18446744073709551615"}, 1}, {[]string{"0"}, 1}, {[]string{"007"}, 1}, {[]string{"7"}, 1},
		{[]string{""}, 1}, {[]string{"7", "a"}, 3}, {[]string{"", "7"}, 2}, {[]string{"-7"}, 1}, {[]string{"7 "}, 1}, {[]string{"x", "", "z"}, 5},
	} {
		id := a.AddStrings(c.caps, c.has)
		if again := a.AddStrings(c.caps, c.has); again != id {
			t.Errorf("%q is kept twice", c.caps)
		}
		if caps, has := a.Values(id); has != c.has || !reflect.DeepEqual(caps, c.caps) {
			t.Errorf("%q comes out as %q, %b", c.caps, caps, has)
		}
		other := b.Import(a, id)
		if caps, has := b.Values(other); has != c.has || !reflect.DeepEqual(caps, c.caps) {
			t.Errorf("%q is imported as %q, %b", c.caps, caps, has)
		}
		a.Clip()
	}
	if a.Len() != 12 || b.Len() != 12 {
		t.Errorf("%d and %d tuples, not 12", a.Len(), b.Len())
	}
}

// Tuples of a loose table come out of another as they went in, each value once, however many there are.
func TestTuplesImportAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	all := &Tuples{}
	want := map[string]TupleID{}
	for range 40 {
		part, used := &Tuples{Loose: true}, []bool{false}
		var put []string
		for range r.IntN(200) {
			v := strconv.Itoa(r.IntN(900))
			if r.IntN(3) == 0 {
				v = "id-" + v
			}
			if id := part.AddText([]byte(v)); int(id) == len(used) {
				used, put = append(used, r.IntN(5) > 0), append(put, v)
			} else if put[id-1] != v {
				t.Fatalf("%q is the tuple of %q", v, put[id-1])
			}
		}
		asked := used
		if r.IntN(3) == 0 { // all are
			asked = nil
			for i := range put {
				used[i+1] = true
			}
		}
		all.Expect(r.IntN(3) * r.IntN(9000)) // right or wrong
		for i, id := range all.ImportAll(nil, part, asked)[1:] {
			switch {
			case !used[i+1] && id != 0:
				t.Fatalf("%q is imported though nobody has it", put[i])
			case !used[i+1]:
				continue
			}
			if caps, _ := all.Values(id); caps[0] != put[i] {
				t.Fatalf("%q is imported as %q", put[i], caps)
			}
			if had, ok := want[put[i]]; ok && had != id {
				t.Fatalf("%q is %d and %d", put[i], had, id)
			}
			want[put[i]] = id
		}
	}
	if all.Len() != len(want) {
		t.Errorf("%d tuples of %d values", all.Len(), len(want))
	}
}
