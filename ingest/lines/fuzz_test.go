package lines_test

import (
	"bytes"
	"fmt"
	"testing"

	"roomline/ingest/lines"
)

// FuzzScan compares all that runs here with the plain loop, on blocks of every alignment that are
// long enough for kernels. Round the block lies what must not be seen.
func FuzzScan(f *testing.F) {
	f.Add([]byte(""), uint8(0), uint16(0))
	f.Add([]byte("[2026-11-01 12:00:00] a [2026-11\n"), uint8(1), uint16(300))
	f.Add([]byte("\n\n\n[[[[[-----\x1b\r\t"), uint8(31), uint16(1023))
	f.Add([]byte("a line without an end, but long enough for a stride or two"), uint8(63), uint16(700))
	f.Add([]byte("\xe4\xb8\xad[2026-\xff\n\x80\x9f[ab\t\x1f-"), uint8(5), uint16(500))
	f.Fuzz(func(t *testing.T, unit []byte, at uint8, size uint16) {
		skip := int(at % 64)
		memory := bytes.Repeat([]byte("-\n\x00"), (int(size)+300)/3+100)
		block := memory[100+skip:][:size]
		for n := 0; len(unit) > 0 && n < len(block); {
			n += copy(block[n:], unit)
		}
		want := plainly(block)
		best := lines.Kernel()
		defer lines.Use(best)
		for _, name := range lines.Kernels() {
			lines.Use(name)
			var x lines.Index
			x.Scan(block)
			same(t, fmt.Sprintf("%s, %d bytes at %d", name, size, skip), &x, &want)
		}
	})
}
