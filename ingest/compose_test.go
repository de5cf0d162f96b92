package ingest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"roomline/timeline"
)

// wordMatcher is a Matcher for tests: signal i is every record that holds word i, and captures what
// follows it up to a blank.
type wordMatcher []string

func (m wordMatcher) Needles(dst []timeline.Needle, block []byte) []timeline.Needle {
	for off := range block {
		for id, w := range m {
			if strings.HasPrefix(string(block[off:min(off+len(w), len(block))]), w) {
				dst = append(dst, timeline.Needle{Off: off, ID: int32(id)})
			}
		}
	}
	return dst
}

func (m wordMatcher) Match(dst *timeline.Matches, record []byte, needles []timeline.Needle) {
	seen := map[int32]bool{}
	for _, n := range needles {
		if seen[n.ID] {
			continue
		}
		seen[n.ID] = true
		from := min(n.Off+len(m[n.ID]), len(record)) // the record may be cut inside the word
		to := len(record)
		if i := bytes.IndexAny(record[from:], " \n"); i >= 0 {
			to = from + i
		}
		hit := dst.Add(timeline.SignalID(n.ID), strings.Count(string(record[:n.Off]), "\n"), 1)
		hit.Has, hit.Caps[0] = 1, timeline.Span{From: int32(from), To: int32(to)}
	}
}

// everything matches every record and captures its text.
type everything struct{}

func (everything) Always() bool { return true }

func (everything) Needles(dst []timeline.Needle, _ []byte) []timeline.Needle { return dst }

func (everything) Match(dst *timeline.Matches, record []byte, _ []timeline.Needle) {
	hit := dst.Add(0, 0, 1)
	hit.Has, hit.Caps[0] = 1, timeline.Span{To: int32(len(record))}
}

// compose writes a small log with everything that is hard in one: several ranks, lines that stand
// late, tracebacks, shredded ones, markers, blank lines, colour, progress bars, foreign lines.
func compose(r *rand.Rand, lines int) []string {
	var out []string
	at := 8 * 3600
	stamp := func() string {
		s := at - r.IntN(2)
		return fmt.Sprintf("2026-05-12 %02d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	for len(out) < lines {
		if r.IntN(3) == 0 {
			at += r.IntN(4)
		}
		head := fmt.Sprintf("[%s TP%d] ", stamp(), r.IntN(3))
		switch r.IntN(14) {
		case 0, 1, 2:
			out = append(out, head+fmt.Sprintf("Decode batch, #running-req: %d, #token: 10, token usage: 0.1, gen throughput (token/s): %d.5, #queue-req: 1", r.IntN(9), r.IntN(90)))
		case 3, 4:
			out = append(out, head+fmt.Sprintf("Decode transfer failed for request bootstrap_room=%d with exception", r.IntN(5)))
		case 5:
			out = append(out, head+"Scheduler hit an exception: Traceback (most recent call last):", `  File "x.py", line 7, in f`, "    run()", fmt.Sprintf("RuntimeError: room=%d", r.IntN(3)))
		case 6:
			out = append(out, "Exception in thread Thread-2 (bootstrap_thread):", "Traceback (most recent call last):", `  File "conn.py", line 1207, in bootstrap_thread`, "AssertionError: First message")
		case 7:
			out = append(out, "Exception in thread "+head+"INFO: glued room=4")
		case 8:
			out = append(out, "-- Suppressed 7 messages from x --")
		case 9:
			out = append(out, "", "   ")
		case 10:
			out = append(out, "\x1b[32m"+head+"\x1b[0mcolour room=9")
		case 11:
			out = append(out, "Capturing 10%|#\rCapturing 98%|##\r"+head+"after a bar room=8")
		case 12:
			out = append(out, `INFO:     127.0.0.1:1 - "GET /health HTTP/1.1" 200 OK`)
		default:
			out = append(out, fmt.Sprintf("[%s] INFO:     192.0.2.9:4824%d - \"GET /health HTTP/1.1\" 200 OK", stamp(), r.IntN(9)))
		}
	}
	return out
}
