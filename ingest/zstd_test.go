package ingest

import (
	"bytes"
	"io"
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
