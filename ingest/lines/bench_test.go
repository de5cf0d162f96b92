package lines_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"roomline/ingest/lines"
)

// logText is lines as an engine writes them, most of them of about the length that is given, with
// one '[' beyond the header in every fifth.
func logText(r *rand.Rand, size, length int) []byte {
	var text []byte
	for len(text) < size {
		begin := len(text)
		text = fmt.Appendf(text, "[2026-11-01 12:%02d:%02d.%03d DP%d TP%d] Decode batch. ", r.IntN(60), r.IntN(60), r.IntN(1000), r.IntN(4), r.IntN(8))
		if r.IntN(5) == 0 {
			text = fmt.Appendf(text, "ranks=[%d, %d], ", r.IntN(8), r.IntN(8))
		}
		for end := begin + length/2 + r.IntN(length); len(text) < end; {
			text = fmt.Appendf(text, "#running-req: %d, token usage: 0.%02d, ", r.IntN(200), r.IntN(100))
		}
		text = append(text, '\n')
	}
	return text[:size]
}

// BenchmarkScan: blocks as the scan reads them. Two of them fit the second cache, and have too many
// lines for a processor to learn where they end. Of 60 bytes are the shortest lines that logs have.
func BenchmarkScan(b *testing.B) {
	const block = 512 << 10
	best := lines.Kernel()
	b.Cleanup(func() { lines.Use(best) })
	for _, length := range []int{250, 60} {
		text := logText(rand.New(rand.NewPCG(5, 6)), 2*block, length)
		for _, name := range lines.Kernels() {
			b.Run(fmt.Sprintf("%s/lines of %d", name, length), func(b *testing.B) {
				lines.Use(name)
				b.SetBytes(block)
				var x lines.Index
				for n := 0; b.Loop(); n++ {
					x.Scan(text[n%2*block:][:block])
				}
			})
		}
	}
}
