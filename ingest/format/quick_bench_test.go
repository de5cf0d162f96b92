package format

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// manyLines are lines of a log of eight ranks, a millisecond apart.
func manyLines(message string) (lines [][]byte, bytes int64) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 1024 {
		l := fmt.Sprintf("[2026-11-01 12:%02d:%02d.%03d DP%d TP%d] ", i/60000, i/1000, i%1000, r.IntN(2), r.IntN(8)) + message
		lines, bytes = append(lines, []byte(l)), bytes+int64(len(l))
	}
	return lines, bytes
}

func BenchmarkQuick(b *testing.B) {
	var q Quick
	for name, m := range map[string]string{"batch": messages[0], "receive": messages[2], "access": messages[11], "other": "KVPoll state change: room 6716263735388272580 Bootstrapping -> WaitingForInput, queue_time=9.47ms"} {
		lines, n := manyLines(m)
		for part, f := range map[string]func(line []byte){
			"header": func(line []byte) { q.Parse(line) },
			"class":  func(line []byte) { q.Class(line[34:]) },
			"both": func(line []byte) {
				if h, ok := q.Parse(line); ok {
					q.Class(line[h.Body:])
				}
			},
		} {
			b.Run(name+"/"+part, func(b *testing.B) {
				b.SetBytes(n / int64(len(lines)))
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					f(lines[i&1023])
					i++
				}
			})
		}
	}
}

// BenchmarkHeads reads the headers of a block, per line.
func BenchmarkHeads(b *testing.B) {
	lines, n := manyLines(messages[1])
	var block []byte
	var ends []uint32
	for _, l := range lines {
		block = append(append(block, l...), '\n')
		ends = append(ends, uint32(len(block)-1))
	}
	var q Quick
	heads := q.Heads(nil, block, ends, 0)
	b.SetBytes(n)
	b.ReportAllocs()
	for b.Loop() {
		heads = q.Heads(heads[:0], block, ends, 0)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/line")
}

// batchLines are batch lines with numbers of their own.
func batchLines(form string, n int) (out [][]byte, bytes int64) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 1024 {
		numbers := make([]any, n)
		for k := range numbers {
			numbers[k] = r.IntN([]int{10, 100, 1000, 100000}[r.IntN(4)])
		}
		m := fmt.Sprintf(form, numbers...)
		out, bytes = append(out, []byte(m)), bytes+int64(len(m))
	}
	return out, bytes
}

const (
	prefillForm = "Prefill batch. #new-seq: %d, #new-token: %d, #cached-token: %d, token usage: 0.%02d, #running-req: %d, #queue-req: %d, #prealloc-req: %d, #inflight-req: %d, input throughput (token/s): %d.04, "
	decodeForm  = "Decode batch. #running-req: %d, #token: %d, token usage: 0.%02d, pre-allocated usage: 0.%02d, #prealloc-req: %d, #transfer-req: %d, #retracted-req: %d, cuda graph: True, gen throughput (token/s): %d.00, #queue-req: %d, "
)

func BenchmarkQuickGauges(b *testing.B) {
	prefill, n := batchLines(prefillForm, 9)
	decode, k := batchLines(decodeForm, 9)
	for name, c := range map[string]struct {
		lines [][]byte
		bytes int64
		want  []string
	}{"prefill": {prefill, n, nil}, "decode": {decode, k, nil}, "five": {decode, k, []string{"running_req", "token_usage", "queue_req", "gen_throughput", "transfer_req"}}} {
		var q Quick
		q.Want(c.want)
		var dst [16]Reading
		var numbers [16]Number
		for part, f := range map[string]func(line []byte){
			"readings":  func(line []byte) { q.Readings(dst[:0], line) },
			"numbers":   func(line []byte) { q.Gauges(numbers[:0], line) },
			"reference": func(line []byte) { Gauges(numbers[:0], line) },
		} {
			b.Run(name+"/"+part, func(b *testing.B) {
				b.SetBytes(c.bytes / int64(len(c.lines)))
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					f(c.lines[i&1023])
					i++
				}
			})
		}
	}
}
