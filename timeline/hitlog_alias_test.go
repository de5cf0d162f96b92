package timeline

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// Rows that stay where they were read are those that are copied: on a machine that reads words otherwise, and
// where they do not stand at a multiple of eight bytes.
func TestChunksOfAreTheRows(t *testing.T) {
	defer func(was bool) { asWritten = was }(asWritten)
	r := rand.New(rand.NewPCG(2, 7))
	for _, n := range []int{0, 1, chunkRows - 1, chunkRows, 3*chunkRows + 5} {
		room := make([]byte, n*rowBytes+8)
		for i := range room {
			room[i] = byte(r.Uint32())
		}
		for skew := range 8 {
			b := room[skew : skew+n*rowBytes]
			for _, asWritten = range []bool{false, true} {
				l := &HitLog{chunks: chunksOf(bytes.Clone(room)[skew : skew+n*rowBytes]), n: n}
				for i := range n {
					at, got := b[i*rowBytes:], *l.row(int32(i))
					want := hitRow{binary.LittleEndian.Uint64(at), binary.LittleEndian.Uint64(at[8:]), binary.LittleEndian.Uint64(at[16:]), binary.LittleEndian.Uint64(at[24:])}
					if got != want {
						t.Fatalf("row %d of %d, skew %d: %v instead of %v", i, n, skew, got, want)
					}
				}
			}
		}
	}
}

// Further rows of a log that was read go behind its own, not into the bytes behind them.
func TestRowsBehindThoseThatWereRead(t *testing.T) {
	room := make([]byte, 2*chunkRows*rowBytes)
	room[chunkRows*rowBytes] = 7
	l := &HitLog{chunks: chunksOf(room[:chunkRows*rowBytes]), n: chunkRows, Tuples: &Tuples{}}
	l.NextFile(0, 0)
	l.AppendRaw(&RawHit{Interval: Interval{Second, 2 * Second}, Pos: 5, N: 1, Stamped: true})
	if room[chunkRows*rowBytes] != 7 || l.Len() != chunkRows+1 || l.Pos(chunkRows) != 5 {
		t.Fatal("a row went where it was not expected")
	}
}
