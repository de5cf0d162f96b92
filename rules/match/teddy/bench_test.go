package teddy

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"roomline/timeline"
)

// benchText is a block of the log named by ROOMLINE_BENCH_LOG, and a sample of its head; else text
// of the same kind.
func benchText(b *testing.B) (block, sample []byte) {
	text := logText(1 << 20)
	if path := os.Getenv("ROOMLINE_BENCH_LOG"); path != "" {
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		text = make([]byte, 8<<20)
		if n, _ := f.ReadAt(text, 0); n < 2<<20 {
			b.Fatalf("%s is too short", path)
		}
	}
	return text[len(text)-512<<10:], text[:256<<10]
}

// benchNeedles are those named by ROOMLINE_BENCH_NEEDLES, one a line; else phrases.
func benchNeedles(b *testing.B) [][]byte {
	needles := phrases(50)
	if path := os.Getenv("ROOMLINE_BENCH_NEEDLES"); path != "" {
		list, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		needles = bytes.Split(bytes.TrimSpace(list), []byte("\n"))
	}
	return append(needles, []byte("bootstrap_room="), []byte(" room "))
}

// BenchmarkScan is a block that stays in the cache, by kernel and by number of needles.
func BenchmarkScan(b *testing.B) {
	block, sample := benchText(b)
	for name, needles := range map[string][][]byte{"52": benchNeedles(b), "100": phrases(100), "200": phrases(200), "400": phrases(400)} {
		for rates, r := range map[string]*Rates{"estimated": Estimated(), "counted": Counted(sample)} {
			for _, k := range kernels() {
				b.Run(fmt.Sprintf("%s/%s/%s", name, rates, k), func(b *testing.B) {
					s := newSet(needles, r, k)
					var found []timeline.Needle
					b.SetBytes(int64(len(block)))
					for b.Loop() {
						found = s.Scan(found[:0], block)
					}
					b.ReportMetric(float64(len(found)), "needles")
					if k != portable {
						b.ReportMetric(float64(len(noise(s, block))), "candidates")
					}
				})
			}
		}
	}
}

// BenchmarkNew is what laying out costs, and counting a sample of 256 KiB.
func BenchmarkNew(b *testing.B) {
	_, sample := benchText(b)
	for _, n := range []int{52, 400} {
		needles := phrases(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				New(needles, Counted(sample))
			}
		})
	}
	b.Run("counting", func(b *testing.B) {
		for b.Loop() {
			Counted(sample)
		}
	})
}
