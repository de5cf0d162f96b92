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
