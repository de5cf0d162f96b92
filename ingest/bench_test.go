package ingest

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func BenchmarkScan(b *testing.B) {
	text := strings.Join(compose(rand.New(rand.NewPCG(1, 1)), 20_000), "\n")
	log := filepath.Join(b.TempDir(), "prefill.log")
	if err := os.WriteFile(log, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		_, texts, err := Scan(context.Background(), []Input{{Path: log}}, Options{})
		if err != nil {
			b.Fatal(err)
		}
		texts.Close()
	}
}
