package ingest

import (
	"bytes"
	"context"
	"testing"
	"time"

	"roomline/cmd/bench/gen"
	"roomline/timeline"
)

// blocksOf cuts a log as a scan does.
func blocksOf(text []byte) (blocks []*block) {
	f := &feeder{src: bytes.NewReader(text), size: DefaultBlock}
	for {
		b := newBlock(DefaultBlock)
		if _, ok := f.begin(context.Background(), b); !ok {
			return blocks
		}
		blocks = append(blocks, b)
		if !b.end && !b.final {
			panic("a record of a generated log spans a block")
		}
	}
}

// laneContexts are scans with less and with more to do for each record.
func laneContexts(b *testing.B, sample []byte) map[string]*scanContext {
	opt := benchOptions(b).withDefaults()
	m, marks := opt.Tune(sample, markerTexts)
	at := timeline.NoTime
	context := func(m Matcher, marks int32, numbers []string) *scanContext {
		return &scanContext{matcher: m, soles: solesOf(m), marks: marks, countsOnly: opt.CountsOnly, numbers: numbers, since: at, until: at}
	}
	none := []string{}
	return map[string]*scanContext{
		"headers": context(nil, 0, none), "matched": context(m, marks, none), "matched and gauges": context(m, marks, nil),
	}
}

const stageText = 16 << 20

// BenchmarkLane is what a worker does with a block that it has read: lines, needles, headers, what is
// counted per second, hits. It shares nothing with other workers.
func BenchmarkLane(b *testing.B) {
	text := gen.Text("decode", stageText)
	blocks, contexts := blocksOf(text), laneContexts(b, text[:256<<10])
	for _, name := range []string{"headers", "matched", "matched and gauges"} {
		b.Run(name, func(b *testing.B) {
			s, out := &scanner{}, &part{}
			b.SetBytes(stageText)
			b.ReportAllocs()
			for b.Loop() {
				for _, block := range blocks {
					out.reset()
					s.start(contexts[name], newClock(time.UTC, 0, 0), out)
					s.feed(block)
				}
			}
			if name != "headers" && len(out.hits) == 0 {
				b.Fatal("nothing was matched")
			}
		})
	}
}

// BenchmarkGather is what one goroutine does with the parts of all workers, in the order of the bytes.
func BenchmarkGather(b *testing.B) {
	text := gen.Text("decode", stageText)
	blocks, sc := blocksOf(text), laneContexts(b, text[:256<<10])["matched"]
	s := &scanner{}
	b.SetBytes(stageText)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer() // merging moves the positions of a part: it is of use once
		parts := make([]*part, len(blocks))
		for i, block := range blocks {
			parts[i] = newPart()
			s.start(sc, newClock(time.UTC, 0, 0), parts[i])
			s.feed(block)
		}
		g := newGather(Options{}.withDefaults(), &timeline.Tuples{})
		g.nextFile(0, false)
		b.StartTimer()
		for _, p := range parts {
			g.merge(p)
		}
		g.endFile()
		g.stream(timeline.NoTime)
	}
}
