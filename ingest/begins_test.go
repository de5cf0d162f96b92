package ingest_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/gzip"

	"roomline/ingest"
)

// TestBeginsAgain: a small file that unpacks to far more than such files do is told anew, so that the heap is not left
// to grow as for a small one.
func TestBeginsAgain(t *testing.T) {
	content := bytes.Repeat([]byte("[2026-05-12 03:10:00 TP0] INFO: step\n"), 200_000)
	for name, again := range map[string]bool{"a.log.gz": true, "a.log": false} {
		path := filepath.Join(t.TempDir(), name)
		var b bytes.Buffer
		if b.Write(content); again {
			b.Reset()
			z := gzip.NewWriter(&b)
			z.Write(content)
			z.Close()
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		var told []int64
		opt := ingest.Options{Block: 64 << 10, Begins: func(n int64) { told = append(told, n) }}
		_, texts, err := ingest.Scan(context.Background(), []ingest.Input{{Path: path}}, opt)
		if err != nil {
			t.Fatal(err)
		}
		texts.Close()
		if n := len(told); n == 0 || n > 10 || n > 1 != again || again && 2*told[n-1] < int64(len(content)) {
			t.Errorf("%s, %d bytes of %d: told %d", name, b.Len(), len(content), told)
		}
	}
}
