package main

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// goodLog holds one hit of the shipped pack.
var goodLog = stamped(incidentBegin, "TP0", "begin") + "\n" +
	stamped(incidentBegin.Add(5*time.Second), "TP0", "KV cache pool is full. Retract requests. #retracted_reqs: 1") + "\n" +
	stamped(incidentBegin.Add(60*time.Second), "TP0", "end") + "\n"

// besideGood reads a hostile file beside a good one: the good one's hit must be found.
func besideGood(t *testing.T, name string, content []byte, want int) string {
	t.Helper()
	dir := writeTree(t, map[string][]byte{"good.log": []byte(goodLog), name: content})
	doc := string(reportJSON(t, dir, want, "--source", "decode@d0="+filepath.Join(dir, "good.log"), "--source", "decode@d1="+filepath.Join(dir, name)))
	if !strings.Contains(doc, "Retract requests") {
		t.Errorf("%s: what the good file holds was not found", name)
	}
	return doc
}

// A compressed file that is cut off: what was readable counts, the report says that more is missing.
func TestTruncatedGzip(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for i := range 4000 {
		w.Write([]byte(stamped(incidentBegin.Add(time.Duration(i)*time.Second), "TP0", "Decode batch, #running-req: 9, #token: 9000") + "\n"))
	}
	w.Close()
	doc := besideGood(t, "cut.log.gz", packed.Bytes()[:packed.Len()/2], exitPartial)
	if !strings.Contains(doc, "cut off") {
		t.Error("the report does not say that the file is cut off")
	}
	if doc := besideGood(t, "damaged.log.gz", append([]byte("\x1f\x8b\x08\x00"), bytes.Repeat([]byte{7}, 400)...), exitPartial); !strings.Contains(doc, "damaged") {
		t.Error("the report does not say that the file is damaged")
	}
}

// Random bytes, zeros, one endless line, lines without end: no crash, no hang.
func TestJunk(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	random := make([]byte, 300<<10)
	for i := range random {
		random[i] = byte(rng.UintN(256))
	}
	if doc := besideGood(t, "zeros.log", make([]byte, 200<<10), exitPartial); !strings.Contains(doc, "looks binary") {
		t.Error("the report does not say that a file is binary")
	}
	for name, content := range map[string][]byte{
		"random.log": random, "brackets.log": bytes.Repeat([]byte("["), 300<<10), "headers.log": bytes.Repeat([]byte("[2026-05-12 03:14:08 TP0] "), 20<<10),
		"breaks.log": bytes.Repeat([]byte("\n"), 300<<10), "returns.log": bytes.Repeat([]byte("\r"), 300<<10), "years.log": []byte("[0000-00-00 00:00:00] x\n[9999-99-99 99:99:99] y\n[2026-02-30 25:61:61] z\n"),
	} {
		began := time.Now()
		besideGood(t, name, content, exitOK)
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s took %s", name, took)
		}
	}
}

// longLine gives one line of a hundred megabytes inside a log, without holding it.
type longLine struct {
	head, tail *strings.Reader
	left       int
}

func (l *longLine) Read(b []byte) (int, error) {
	if n, _ := l.head.Read(b); n > 0 {
		return n, nil
	}
	if l.left > 0 {
		n := min(len(b), l.left)
		for i := range n {
			b[i] = "0123456789abcdef"[i%16]
		}
		l.left -= n
		return n, nil
	}
	return l.tail.Read(b)
}

// A line of 100 MB: it ends soon, in bounded memory, and what stands around it is read.
func TestHugeLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decode.log")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	src := &longLine{strings.NewReader(goodLog + stamped(incidentBegin.Add(61*time.Second), "TP0", "Receive: obj=")), strings.NewReader("\n" + stamped(incidentBegin.Add(90*time.Second), "TP0", "KV cache pool is full. Retract requests. #retracted_reqs: 9") + "\n"), 100 << 20}
	if _, err := f.ReadFrom(src); err != nil {
		t.Fatal(err)
	}
	f.Close()
	debug.FreeOSMemory()
	peak := watchHeap()
	began := time.Now()
	doc := string(reportJSON(t, filepath.Dir(path), exitOK, "--source", "decode@d0="+path))
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %s", took)
	}
	if mb := peak() >> 20; mb > 150 {
		t.Errorf("%d MB of heap", mb)
	} else {
		t.Logf("%d MB of heap at most, %s", mb, time.Since(began).Round(time.Millisecond))
	}
	for _, want := range []string{`"lines": ?5,`, `"records": ?5,`, `"last": ?"2026-05-12T03:11:30Z"`, `"count": ?2\b`} {
		if !regexp.MustCompile(want).MatchString(doc) {
			t.Errorf("what stands around the line was not read: no %s", want)
		}
	}
}
