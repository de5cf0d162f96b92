package ingest

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// A decoder that was closed serves the next content, also if it was left in the middle or was damaged, and is
// nobody's meanwhile.
func TestZstdDecodersServeAgain(t *testing.T) {
	for n := range 20 {
		text := strings.Repeat(strings.Repeat("x", n)+"\n", 20_000*n)
		packed := packZstd(t, text)
		if n%3 == 1 {
			packed[len(packed)/2] ^= 0xff
		}
		c := &content{data: packed, size: int64(len(packed)), packing: "zstd"}
		r, err := c.open()
		if err != nil {
			t.Fatal(err)
		}
		if n%3 == 2 {
			io.CopyN(io.Discard, r, int64(n))
		} else if got, err := io.ReadAll(r); (err != nil) != (n%3 == 1) || err == nil && string(got) != text {
			t.Fatalf("%d: %d bytes of %d: %v", n, len(got), len(text), err)
		}
		r.Close()
	}
}

// How long content will be is known once some of it was unpacked.
func TestUnpackerTellsTheLength(t *testing.T) {
	var text strings.Builder
	r := rand.New(rand.NewPCG(7, 1))
	for range 200_000 {
		fmt.Fprintf(&text, "number %d\n", r.Uint64())
	}
	packed := packZstd(t, text.String())
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
	io.CopyN(io.Discard, u, int64(text.Len()/4))
	if got := float64(u.likely.Load()) / float64(text.Len()); got < 0.8 || got > 1.2 {
		t.Errorf("%.2f of the length after a quarter of it", got)
	}
	io.Copy(io.Discard, u)
	if got := u.likely.Load(); got < int64(text.Len()) || got > int64(text.Len())*101/100 {
		t.Errorf("%d bytes at the end of %d", got, text.Len())
	}
}

func packZstd(t *testing.T, text string) []byte {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(z, text); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
