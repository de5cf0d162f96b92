package ingest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
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

// BenchmarkPartOfTheTime reads a log of six hours: all of it, the last ten minutes, and ten at its begin.
func BenchmarkPartOfTheTime(b *testing.B) {
	const seconds = 6 * 3600
	begin := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	var text []byte
	for i := range 20 * seconds {
		text = fmt.Appendf(text, "[%s TP%d] Decode batch, #running-req: %d, #token: 391115, token usage: 0.05, #queue-req: 5\n", begin.Add(time.Duration(i)*time.Second/20).Format("2006-01-02 15:04:05"), i%8, i%90)
	}
	log := filepath.Join(b.TempDir(), "decode.log")
	if err := os.WriteFile(log, text, 0o644); err != nil {
		b.Fatal(err)
	}
	at := func(s int) timeline.Time {
		return timeline.FromStd(begin.Add(time.Duration(s) * time.Second))
	}
	for name, opt := range map[string]Options{"all": {}, "last": {Since: at(seconds - 600)}, "first": {Until: at(600)}} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				_, texts, err := Scan(context.Background(), []Input{{Path: log}}, opt)
				if err != nil {
					b.Fatal(err)
				}
				texts.Close()
			}
		})
	}
}
