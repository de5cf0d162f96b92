package format

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestHeads: all lines of a block at once come out as each by itself, and what their first bytes tell of
// the message is what Class says.
func TestHeads(t *testing.T) {
	known := 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 5))
		var block []byte
		var ends []uint32
		for range 1 + r.IntN(60) {
			head := headers[r.IntN(len(headers))]
			if r.IntN(4) > 0 { // of the same ten minutes, as the lines of a log mostly are
				head = fmt.Sprintf("[2026-11-01 12:0%d:%02d", r.IntN(10), r.IntN(62)) + []string{"", ".017", ",999"}[r.IntN(3)] +
					[]string{"", " TP0", " DP1 TP3", " DP10 TP10", " DP3 TP3 EP3", " PP0 ATTN_CP1 TP1", " PP0 ATTN_CP1", " PP0 ATTN_CP12", " T0123456789012"}[r.IntN(9)] + []string{"] ", "]"}[r.IntN(5)/4]
			}
			line := head + messages[r.IntN(len(messages))] + strings.Repeat("x", r.IntN(70))
			if b := []byte(line); r.IntN(8) == 0 {
				b[r.IntN(len(b))] = byte(r.IntN(256))
				line = string(bytes.ReplaceAll(b, []byte{'\n'}, []byte{' '}))
			}
			block = append(append(block, line...), '\n')
			ends = append(ends, uint32(len(block)-1))
		}
		first := r.IntN(len(ends))
		var many, one Quick
		heads := many.Heads(nil, block, ends, first)
		if len(heads) != len(ends)-first {
			t.Fatalf("%d heads of %d lines", len(heads), len(ends)-first)
		}
		for i, got := range heads {
			from := 0
			if first+i > 0 {
				from = int(ends[first+i-1]) + 1
			}
			line := block[from:ends[first+i]]
			want, ok := one.Parse(line)
			if got.OK() != ok || ok && (got.At != want.At || got.Body != want.Body || got.Milli() != want.Milli() || got.Access() != want.Access() || many.RankOf(got.Rank) != one.RankOf(want.Rank)) {
				t.Fatalf("%q: %+v, want %+v %v", line, got, want, ok)
			}
			if c, told := got.Known(); ok && told {
				known++
				if m := line[got.Body:]; !got.Access() && c != one.Class(m) {
					t.Fatalf("%q: %+v, want %+v", line, c, one.Class(m))
				}
			}
		}
	}
	if known < 900 {
		t.Errorf("only %d messages were known by their first bytes", known)
	}
}

// Before a date was seen, zeros are none.
func TestHeadsBehindZeros(t *testing.T) {
	for _, rest := range []string{"0:00] hello", "1:23.456] a message that is long enough to be looked at by words of eight bytes"} {
		var block []byte
		var ends []uint32
		for range 20 {
			block = append(block, strings.Repeat("\x00", 16)+rest+"\n"...)
			ends = append(ends, uint32(len(block)-1))
		}
		var q Quick
		for _, h := range q.Heads(nil, block, ends, 0) {
			if h.OK() {
				t.Fatalf("%q has a header at %v", block[:ends[0]], h.At)
			}
		}
	}
}

// The ranks of a large process have a slot each, and more of them than there are slots do no harm.
func TestTagsAreSpread(t *testing.T) {
	for _, ranks := range []int{1, 32, 64, 2000} {
		var q Quick
		var block []byte
		var ends []uint32
		for range 3 {
			for i := range ranks {
				block = fmt.Appendf(block, "[2026-11-01 12:00:00.017 DP%d TP%d] %s\n", i/8, i%8, messages[1])
				ends = append(ends, uint32(len(block)-1))
			}
		}
		heads := q.Heads(nil, block, ends, 0)
		for i, h := range heads {
			if want := fmt.Sprintf("DP%d TP%d", i%ranks/8, i%ranks%8); !h.OK() || q.RankOf(h.Rank) != want {
				t.Fatalf("rank %q, want %q", q.RankOf(h.Rank), want)
			}
		}
		used := 0
		for i := range q.tags {
			if q.tags[i].rank != 0 {
				used++
			}
		}
		if ranks <= 64 && used != ranks {
			t.Errorf("%d ranks have %d slots", ranks, used)
		}
	}
}
