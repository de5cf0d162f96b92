//go:build !purego

package format

import (
	"bytes"
	"fmt"
	"math/bits"
	"testing"
	"unsafe"
)

// The kernel counts on where fields lie, and on the size of a slot.
func TestKernelKnowsLayouts(t *testing.T) {
	var (
		h LineHead
		s tagSlot
		d dateWords
		w formWords
	)
	for _, c := range []struct {
		what      string
		got, want uintptr
	}{
		{"LineHead", unsafe.Sizeof(h), 16}, {"Body", unsafe.Offsetof(h.Body), 8}, {"Rank", unsafe.Offsetof(h.Rank), 12}, {"form", unsafe.Offsetof(h.form), 14},
		{"tagSlot", unsafe.Sizeof(s), 32}, {"y", unsafe.Offsetof(s.y), 8}, {"rank", unsafe.Offsetof(s.rank), 16}, {"length", unsafe.Offsetof(s.length), 18},
		{"at", unsafe.Offsetof(d.at), 16}, {"spread", unsafe.Offsetof(d.spread), 24},
		{"prefill", unsafe.Offsetof(w.prefill), 16}, {"receive", unsafe.Offsetof(w.receive), 32}, {"stats", unsafe.Offsetof(w.stats), 40},
		{"finish", unsafe.Offsetof(w.finish), 48}, {"batchMask", unsafe.Offsetof(w.batchMask), 56}, {"64 - tagBits", 64 - tagBits, 55},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, the kernel takes %d for granted", c.what, c.got, c.want)
		}
	}
}

// The kernel leaves to others what it has not seen before, and what has an unusual header: what a log is
// full of it reads.
func TestKernelReadsWhatIsCommon(t *testing.T) {
	if !hasHeads {
		t.Skip("no kernel here")
	}
	for _, c := range []struct {
		head, message string
		known         bool
	}{
		{"[2026-11-01 12:00:0%d.017 DP%d TP3] ", messages[1], true},
		{"[2026-11-01 12:00:0%d DP%d TP3] ", messages[0], true},
		{"[2026-11-01 12:00:0%d TP%d] ", messages[1], true},
		{"[2026-11-01 12:00:0%d,999 PP0 TP%d EP3] ", "KVPoll state change: room 1, queue_time=9.47ms", true},
		{"[2026-11-01 12:0%d:00 %d] ", messages[1], false}, // no tags
		{"[2026-11-01 12:00:0%d.017 DP%d TP3] ", "ERROR: x" + messages[1], false},
		{"[2026-11-01 12:00:0%d.017 DP%d TP3] ", messages[8] + messages[1], false},
	} {
		block := []byte("\n")
		ends := []uint32{0}
		for i := range 64 {
			block = fmt.Appendf(block, c.head+"%s\n", i%10, i%8, c.message)
			ends = append(ends, uint32(len(block)-1))
		}
		var q Quick
		q.Heads(nil, block, ends, 0)
		dst := make([]LineHead, 64)
		known := headsOf(&block[0], &ends[0], 8, &q.seen, &q.tags[0], &words, &dst[0])
		if c.known != (known == 1<<64-1) || !c.known && known != 0 {
			t.Errorf("%q: %d of 64 lines are known", c.head+c.message, bits.OnesCount64(known))
		}
		for i := range dst {
			line := bytes.Split(block, []byte("\n"))[i+1]
			if h, ok := q.Parse(line); c.known && (!ok || h.At != dst[i].At || h.Body != dst[i].Body || h.Rank != dst[i].Rank) {
				t.Errorf("%q: %+v, want %+v", line, dst[i], h)
			}
		}
	}
}
