package ingest

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// How long content will be is known once some of it was unpacked, also of a file that is read at once.
func TestUnpackerTellsTheLength(t *testing.T) {
	for _, lines := range []int{11_000, 200_000} {
		text := randomNumbers(lines)
		packed := packZstd(t, text)
		if atOnce := lines < 100_000; atOnce != (len(packed) < packedRead) {
			t.Fatalf("%d lines are packed in %d bytes", lines, len(packed))
		}
		c := &content{data: packed, size: int64(len(packed)), packing: "zstd"}
		opened, err := c.open()
		if err != nil {
			t.Fatal(err)
		}
		defer opened.Close()
		u := opened.(*unpacker)
		if u.likely.Load() != 0 {
			t.Error("a length before anything was unpacked")
		}
		io.CopyN(io.Discard, u, int64(len(text)*4/10))
		if got := float64(u.likely.Load()) / float64(len(text)); got < 0.8 || got > 1.2 {
			t.Errorf("%d lines: %.2f of the length after four tenths of it", lines, got)
		}
		io.Copy(io.Discard, u)
		if got := u.likely.Load(); got < int64(len(text)) || got > int64(len(text))*101/100 {
			t.Errorf("%d bytes at the end of %d", got, len(text))
		}
	}
}

func randomNumbers(lines int) string {
	var text strings.Builder
	r := rand.New(rand.NewPCG(7, 1))
	for range lines {
		fmt.Fprintf(&text, "number %d\n", r.Uint64())
	}
	return text.String()
}
