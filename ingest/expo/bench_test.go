package expo

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"
)

// exposition is like a server's with eight ranks: gauges, counters, histograms, 2,016 series.
func exposition(at int, open bool) string {
	var b strings.Builder
	for m := range 20 {
		fmt.Fprintf(&b, "# HELP sglang:metric_%d The number of requests in the queue number %d.\n# TYPE sglang:metric_%d gauge\n", m, m, m)
		for rank := range 8 {
			fmt.Fprintf(&b, "sglang:metric_%d{engine_type=\"decode\",model_name=\"/models/demo-70b\",moe_ep_rank=\"0\",pp_rank=\"0\",tp_rank=\"%d\"} %d.0\n", m, rank, (at+m*rank)%977)
		}
	}
	for m := range 8 {
		fmt.Fprintf(&b, "# HELP sglang:latency_%d Histogram of something in seconds.\n# TYPE sglang:latency_%d histogram\n", m, m)
		for rank := range 8 {
			labels := fmt.Sprintf("engine_type=\"decode\",model_name=\"/models/demo-70b\",moe_ep_rank=\"0\",pp_rank=\"0\",tp_rank=\"%d\"", rank)
			for le := range 27 {
				fmt.Fprintf(&b, "sglang:latency_%d_bucket{le=\"%d.%03d\",%s} %d.0\n", m, le, le*le, labels, at*le)
			}
			fmt.Fprintf(&b, "sglang:latency_%d_count{%s} %d.0\nsglang:latency_%d_sum{%s} %d.25\n", m, labels, at, m, labels, at*3)
		}
	}
	if open {
		b.WriteString("# EOF\n")
	}
	return b.String()
}

func benchRead(b *testing.B, text string) {
	content := []byte(text)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		r := Read(content, Options{Path: "m.prom"})
		if len(r.Scrapes) == 0 || len(r.Scrapes[0].values) == 0 {
			b.Fatal("nothing read")
		}
	}
}

func manyScrapes(open bool) string {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "# scraped_at %d\n%s", 1778555640+i, exposition(i, open))
	}
	return b.String()
}

func BenchmarkReadText(b *testing.B)        { benchRead(b, manyScrapes(false)) }
func BenchmarkReadOpenMetrics(b *testing.B) { benchRead(b, manyScrapes(true)) }
func BenchmarkReadOne(b *testing.B)         { benchRead(b, exposition(1, false)) }

// BenchmarkParserAlone is the yardstick: textparse, with nothing kept.
func BenchmarkParserAlone(b *testing.B) {
	content := []byte(manyScrapes(false))
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		p := textparse.NewPromParser(content, labels.NewSymbolTable(), false)
		for {
			e, err := p.Next()
			if err != nil {
				break
			}
			if e == textparse.EntrySeries {
				p.Series()
			}
		}
	}
}

// BenchmarkReadFolder is one of many snapshots of a target, read with their table.
func BenchmarkReadFolder(b *testing.B) {
	content, table := []byte(exposition(1, false)), &Table{}
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		Read(content, Options{Path: "m.prom", Table: table})
	}
}

// BenchmarkReadBad has a line in twenty that cannot be read.
func BenchmarkReadBad(b *testing.B) {
	lines := strings.SplitAfter(manyScrapes(false), "\n")
	for i := 10; i < len(lines); i += 20 {
		lines[i] = "sglang:bad{x=\"1\" 3\n"
	}
	benchRead(b, strings.Join(lines, ""))
}

func BenchmarkReadCRLF(b *testing.B) {
	benchRead(b, strings.ReplaceAll(manyScrapes(false), "\n", "\r\n"))
}

// BenchmarkAssemble is a folder of ten minutes at one scrape a second.
func BenchmarkAssemble(b *testing.B) {
	table := &Table{}
	var results []Result
	for i := range 600 {
		results = append(results, Read([]byte(exposition(i, false)), Options{Path: fmt.Sprint(1778555640 + i), Table: table}))
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	samples := float64(0)
	b.ReportAllocs()
	for b.Loop() {
		t, _ := Assemble(results, "decode", "n2", "g0")
		samples = float64(len(t.Series) * len(t.Scrapes))
	}
	b.ReportMetric(float64(m.HeapAlloc)/samples, "B/sample-read")
}
