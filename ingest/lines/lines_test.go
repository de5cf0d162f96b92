package lines_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roomline/ingest/lines"
)

// forEachKernel runs a test with all that runs here.
func forEachKernel(t *testing.T, test func(t *testing.T)) {
	best := lines.Kernel()
	t.Cleanup(func() { lines.Use(best) })
	for _, name := range lines.Kernels() {
		if !lines.Use(name) || lines.Kernel() != name {
			t.Fatalf("%s does not run though it is listed", name)
		}
		t.Run(name, test)
	}
}

// plainly is the reference: what the comments of Index say, byte by byte.
func plainly(block []byte) (x lines.Index) {
	for i, c := range block {
		switch {
		case c == '\n':
			x.Ends = append(x.Ends, uint32(i))
		case c == 0x1b || c == '\r' || c == 0:
			x.Dirty = true
		case c == '[' && i > 0 && block[i-1] != '\n' && i+5 < len(block) && block[i+5] == '-':
			x.Odd = append(x.Odd, uint32(i))
		}
	}
	return x
}

func same(t *testing.T, what string, got, want *lines.Index) {
	t.Helper()
	if !slices.Equal(got.Ends, want.Ends) {
		t.Fatalf("%s: ends at %v, want %v", what, got.Ends, want.Ends)
	}
	if !slices.Equal(got.Odd, want.Odd) {
		t.Fatalf("%s: odd ones at %v, want %v", what, got.Odd, want.Odd)
	}
	if got.Dirty != want.Dirty {
		t.Fatalf("%s: dirty is %v, want %v", what, got.Dirty, want.Dirty)
	}
}

func TestKernel(t *testing.T) {
	known := []string{"avx512", "avx2", "portable"}
	if here := lines.Kernels(); !slices.Contains(known, lines.Kernel()) || lines.Kernel() != here[0] || !slices.Contains(here, "portable") {
		t.Errorf("Kernel() is %q of %q", lines.Kernel(), here)
	}
	if lines.Use("sse") || lines.Use("") {
		t.Error("a version that there is not can be used")
	}
}

// TestScan: the cases that the definition names. Each stands alone, and behind lines that are long
// enough for the kernels to see it.
func TestScan(t *testing.T) {
	cases := []struct {
		name, block string
		want        lines.Index
	}{
		{"empty", "", lines.Index{}},
		{"no line end", "abc", lines.Index{}},
		{"one line end", "\n", lines.Index{Ends: []uint32{0}}},
		{"header at a begin", "[2026-\n[2026-\n", lines.Index{Ends: []uint32{6, 13}}},
		{"embedded header", "a[2026-11", lines.Index{Odd: []uint32{1}}},
		{"embedded headers that overlap", "a[[[[--", lines.Index{Odd: []uint32{1}}},
		{"a '[' in front of one", "[[2026-11", lines.Index{Odd: []uint32{1}}},
		{"no dash", "a[2026/11", lines.Index{}},
		{"dash is the last byte", "a[2026-", lines.Index{Odd: []uint32{1}}},
		{"dash would be behind the end", "a[2026", lines.Index{}},
		{"dash in the next line", "a[20\n6-\n", lines.Index{Ends: []uint32{4, 7}, Odd: []uint32{1}}},
		{"line end between", "a[202\n-", lines.Index{Ends: []uint32{5}, Odd: []uint32{1}}},
		{"ESC", "a\x1b[31m", lines.Index{Dirty: true}},
		{"CR", "a\r\n", lines.Index{Ends: []uint32{2}, Dirty: true}},
		{"NUL", "\x00", lines.Index{Dirty: true}},
		{"not dirty", "\t\v\f\x01\x0b\x0e\x1a\x1c\x1f\x7f\x80\x8d\x9b\xff", lines.Index{}},
	}
	forEachKernel(t, func(t *testing.T) {
		var x lines.Index
		for _, c := range cases {
			x.Scan([]byte(c.block))
			same(t, c.name, &x, &c.want)
			front := strings.Repeat(".", 127) + "\n"
			x.Scan([]byte(strings.Repeat(front, 4) + c.block + "\n" + strings.Repeat(front, 4)))
			want := lines.Index{Ends: []uint32{127, 255, 383, 511}, Dirty: c.want.Dirty}
			add(&want.Ends, 512, c.want.Ends...)
			add(&want.Odd, 512, c.want.Odd...)
			add(&want.Ends, 512+uint32(len(c.block)), 0, 128, 256, 384, 512)
			same(t, c.name+", inside", &x, &want)
		}
	})
}

func add(list *[]uint32, base uint32, offsets ...uint32) {
	for _, o := range offsets {
		*list = append(*list, base+o)
	}
}

// TestEveryPlace: whatever stands across the borders of vectors, of strides and of the block is found
// at its place.
func TestEveryPlace(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		for _, size := range []int{31, 32, 33, 63, 64, 65, 128, 255, 256, 261, 262, 263, 520, 4096, 4103} {
			for at := range size {
				if at < 600 || at > size-300 {
					onePlace(t, size, at)
				}
			}
		}
	})
}

func onePlace(t *testing.T, size, at int) {
	var x lines.Index
	place := []uint32{uint32(at)}
	for _, c := range []struct {
		piece string
		want  lines.Index
	}{
		{"\n", lines.Index{Ends: place}},
		{"\x00", lines.Index{Dirty: true}},
		{"\r", lines.Index{Dirty: true}},
		{"\x1b", lines.Index{Dirty: true}},
		{"\t", lines.Index{}},
		{"[2026-", lines.Index{Odd: place}},
		{"\n[2026-", lines.Index{Ends: place}},
	} {
		block := bytes.Repeat([]byte("-"), size)
		copy(block[at:], c.piece)
		if c.piece[0] == '[' && (at == 0 || at+5 >= size) {
			c.want.Odd = nil
		}
		x.Scan(block)
		same(t, fmt.Sprintf("%q at %d of %d bytes", c.piece, at, size), &x, &c.want)
	}
}

// TestFull: blocks in which as many bytes count as can, so that every slot of the lists is needed.
func TestFull(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		for _, unit := range []string{"\n", "[[[[[-----", "\n[\n[-\n-", "a\n", "\xff\n\x80[2026-\xe9\xff", "\xa0\x9f[\x81-\xdb-"} {
			for _, size := range []int{64, 255, 256, 257, 1000, 4096, 100_000} {
				var x lines.Index
				block := bytes.Repeat([]byte(unit), size/len(unit)+1)[:size]
				x.Scan(block)
				want := plainly(block)
				same(t, fmt.Sprintf("%d bytes of %q", size, unit), &x, &want)
			}
		}
	})
}

// TestLong: a block that takes several calls of a kernel, each of which ends at another place.
func TestLong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	block := logText(r, 3<<20+777, 250)
	for range 1000 {
		block[r.IntN(len(block))] = '\t'
		copy(block[r.IntN(len(block))-8:], "[2026-1")
	}
	want := plainly(block)
	if len(want.Odd) < 900 || len(want.Ends) < 10_000 {
		t.Fatalf("%d odd ones in %d lines show nothing", len(want.Odd), len(want.Ends))
	}
	forEachKernel(t, func(t *testing.T) {
		var x lines.Index
		x.Scan(block)
		same(t, "clean", &x, &want)
		dirty := slices.Clone(block)
		dirty[len(dirty)-4000] = 0
		x.Scan(dirty)
		if !x.Dirty {
			t.Error("a NUL near the end goes unseen")
		}
	})
}

// TestReuse: a second scan needs no memory, and nothing of the first is left.
func TestReuse(t *testing.T) {
	block := logText(rand.New(rand.NewPCG(3, 4)), 64<<10, 250)
	full := bytes.Repeat([]byte("a[[[[--\n\r"), 8<<10)
	want := plainly(block)
	forEachKernel(t, func(t *testing.T) {
		var x lines.Index
		x.Scan(full)
		if n := testing.AllocsPerRun(10, func() { x.Scan(block) }); n != 0 {
			t.Errorf("a scan allocates %v times though the lists are large enough", n)
		}
		same(t, "after another block", &x, &want)
	})
}
