package format

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"roomline/timeline"
)

// referenceLevel is LevelOf by the table of templates in its order, and without what spares work.
func referenceLevel(message []byte) timeline.Level {
	if len(message) == 0 || message[0] >= 128 {
		return timeline.LevelUnknown
	}
	for _, t := range templates {
		if bytes.HasPrefix(message, []byte(t.prefix)) {
			return t.level
		}
	}
	switch {
	case bytes.HasPrefix(message, []byte("Request ")) && bytes.Contains(message, []byte("exceeds the maximum")):
		return fail
	case bytes.HasPrefix(message, []byte("Session ")) && bytes.HasSuffix(message, []byte(" failed.")):
		return fail
	case bytes.HasPrefix(message, []byte("Session ")) && bytes.Contains(message, []byte("recovered via probe")):
		return info
	case bytes.HasPrefix(message, []byte("PP rank ")) && bytes.Contains(message, []byte("unexpected poll state")):
		return warn
	}
	if k := word(message); k > 3 && k < len(message) && message[k] == ':' && level(message[:k]) != timeline.LevelUnknown {
		return level(message[:k])
	}
	if raised(message) {
		return fail
	}
	return timeline.LevelUnknown
}

// referenceRoutine is Routine for a message behind a header, one text after the other.
func referenceRoutine(m []byte) bool {
	if len(m) < 4 {
		return false
	}
	for _, s := range []string{"Decode batch", "Prefill batch", "started processing request", "finished processing request", "ReqTimeStats(", "Req Time Stats("} {
		if bytes.HasPrefix(m, []byte(s)) {
			return true
		}
	}
	return Quotes(m) || access(m) || (m[0] == 'E' || m[0] == 'A') && len(Gauges(nil, m[:min(len(m), 80)])) > 0
}

func checkClass(t *testing.T, q *Quick, m []byte) {
	t.Helper()
	m = m[:len(m):len(m)]
	got := q.Class(m)
	if want := referenceLevel(m); got.Level != want || LevelOf(m) != want {
		t.Fatalf("level of %q: %v and %v, want %v", m, got.Level, LevelOf(m), want)
	}
	if want := referenceRoutine(m); got.Routine != want || Routine(&Head{}, m) != want {
		t.Fatalf("%q routine: %v and %v, want %v", m, got.Routine, Routine(&Head{}, m), want)
	}
	if n := Gauges(nil, m); len(n) > 0 && !got.Batch {
		t.Fatalf("%q is no batch line, but prints %v", m, n)
	}
}

// checkClasses looks at what stands behind the header of each line, and at each line itself.
func checkClasses(t *testing.T, q *Quick, text []byte) {
	t.Helper()
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		checkClass(t, q, line)
		if h, ok := Parse(line); ok {
			checkClass(t, q, line[h.Body:])
		}
	}
}

func FuzzClass(f *testing.F) {
	for _, m := range messages {
		f.Add([]byte(m))
	}
	for _, x := range templates {
		f.Add([]byte(x.prefix + " 1"))
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, m []byte) { checkClasses(t, &Quick{}, m) })
}

func TestClass(t *testing.T) {
	var q Quick
	for _, m := range messages {
		for n := range len(m) + 1 {
			checkClass(t, &q, []byte(m[:n]))
		}
	}
	for _, x := range templates {
		for n := range len(x.prefix) + 1 {
			checkClass(t, &q, []byte(x.prefix[:n]+" and more of it"))
		}
	}
}

// A slot in which nothing is remembered yet tells nothing of a message of zeros, as a page that was never written is.
func TestClassOfZeros(t *testing.T) {
	for _, zeros := range []int{7, 8, memoBytes - 1, memoBytes, memoBytes + 9} {
		for _, end := range []string{"", " - \"GET /x", "x - \"GET /x", ": ERROR: x"} {
			var q Quick
			for range 2 {
				checkClass(t, &q, []byte(strings.Repeat("\x00", zeros)+end))
			}
		}
	}
}

// What is remembered by how a message begins holds for every message that begins so.
func TestClassAgain(t *testing.T) {
	begins := []string{"KVPoll state change: room 67162", "Round-robin load balancer ", "x", " - ", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"}
	begins = append(begins, messages...)
	for _, x := range templates {
		begins = append(begins, x.prefix)
	}
	ends := []string{" exceeds the maximum", " failed.", " recovered via probe", " unexpected poll state", ": x", "", " - \"GET /x", "xxxxxxxxxxxxx - \"GET /x", ".Error: x", "Error", ": 5, x: 6", " request"}
	var q Quick
	r := rand.New(rand.NewPCG(1, 7))
	kept := 0
	for range 200_000 {
		m := begins[r.IntN(len(begins))]
		m = m[:min(len(m), r.IntN(40))] + begins[r.IntN(len(begins))]
		m = m[:min(len(m), 20+r.IntN(12))] + ends[r.IntN(len(ends))]
		checkClass(t, &q, []byte(m))
		if len(m) >= memoBytes && beginTells([]byte(m)) {
			kept++
			checkClass(t, &q, []byte(m[:memoBytes]+ends[r.IntN(len(ends))]))
		}
	}
	if kept < 20_000 {
		t.Errorf("only %d messages were told by how they begin", kept)
	}
}

// What is an access line at a glance is one after a long look.
func checkBareAccess(t *testing.T, line []byte) bool {
	t.Helper()
	if !BareAccess(line) {
		return false
	}
	if k := Classify(line); k != Foreign && !(k == Suppression && Hole(line)) {
		t.Fatalf("%q is of kind %v", line, k)
	}
	if _, ok := Parse(line); ok {
		t.Fatalf("%q has a header", line)
	}
	if LevelOf(line) != info || !Routine(nil, line) {
		t.Fatalf("%q: level %v, routine %v", line, LevelOf(line), Routine(nil, line))
	}
	return true
}

func FuzzBareAccess(f *testing.F) {
	f.Add([]byte("INFO:     192.0.2.31:57449 - \"POST /v1/chat/completions HTTP/1.1\" 200 OK"))
	f.Add([]byte("INFO:   x - \"G"))
	f.Add([]byte("INFO:     last - \"G message repeated 3 times: [ x ]"))
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.IndexByte(line, '\n') < 0 {
			checkBareAccess(t, line)
		}
	})
}

func TestBareAccess(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	access := 0
	for range 100_000 {
		var line []byte
		for range r.IntN(9) {
			line = append(line, []string{"INFO:", "INFO:     ", " ", "  ", "\t", "10.0.0.1:5", " - \"GET", "-", "\"", " /x HTTP/1.1\" 200", "Error:", "[2026-11-01 12:00:00]", "DP0", "message repeated 2 times", "Suppressed 4 messages from x", "\x00", "é"}[r.IntN(17)]...)
		}
		if r.IntN(2) == 0 {
			line = append([]byte("INFO:     10.0.0.1:5 - \"GET"), line...)
		}
		if checkBareAccess(t, line) {
			access++
		}
	}
	if access < 10_000 {
		t.Errorf("only %d access lines", access)
	}
}
