package ingest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roomline/timeline"
)

// write puts a file into dir.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	at := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return at
}

// scanPaths scans paths and checks that every hit's text can be read again.
func scanPaths(t *testing.T, opt Options, paths ...string) *timeline.Facts {
	t.Helper()
	var inputs []Input
	for _, p := range paths {
		inputs = append(inputs, Input{Path: p})
	}
	facts, texts, err := scanUnpacked(context.Background(), inputs, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	for _, s := range facts.Streams {
		for _, h := range s.Hits {
			text, err := texts.Text(h.Ref)
			if err != nil {
				t.Fatalf("%v", err)
			}
			if hashOf([]byte(text)) != h.Ref.Hash {
				t.Fatalf("text of %+v has another hash", h.Ref)
			}
		}
	}
	return facts
}

// dump writes facts so that they can be compared; paths are left out.
func dump(t *testing.T, f *timeline.Facts, dir string) string {
	t.Helper()
	b, err := json.MarshalIndent(struct {
		Sources []timeline.Source
		Streams []timeline.Stream
	}{f.Sources, f.Streams}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(b), dir, "")
}

var testWords = wordMatcher{"bootstrap_room=", "room=", "AssertionError", "Exception in thread", "GET /health"}

// Nothing may depend on where blocks are cut, on how many workers there are, or on compression.
func TestFactsDoNotDependOnBlocks(t *testing.T) {
	for seed := range uint64(4) {
		dir := t.TempDir()
		text := strings.Join(compose(rand.New(rand.NewPCG(seed, 1)), 150), "\n") + "\n"
		log := write(t, dir, "prefill.log", text)
		opt := Options{Matcher: testWords, MaxHits: 6}
		want := dump(t, scanPaths(t, opt, log), dir)
		for _, block := range []int{64, 333, 4096, 64 << 10} {
			for _, workers := range []int{1, 3} {
				opt.Block, opt.Workers = block, workers
				if got := dump(t, scanPaths(t, opt, log), dir); got != want {
					t.Fatalf("seed %d: blocks of %d with %d workers give other facts:\n%s", seed, block, workers, firstDifference(want, got))
				}
			}
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write([]byte(text))
		z.Close()
		other := t.TempDir()
		gz := write(t, other, "prefill.log.gz", packed.String())
		got := strings.ReplaceAll(dump(t, scanPaths(t, opt, gz), other), ".log.gz", ".log")
		if got != want {
			t.Fatalf("seed %d: compressed, the facts are others:\n%s", seed, firstDifference(want, got))
		}
	}
}

// Of a log in envelopes a block ends at any line: holes and records without a stamp of their own stand in the order
// of their bytes all the same.
func TestFactsOfEnvelopesDoNotDependOnBlocks(t *testing.T) {
	dir := t.TempDir()
	var b strings.Builder
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 200 {
		switch r.IntN(6) {
		case 0, 1:
			b.WriteString("sglang-1  | -- Suppressed 7 messages from x --\n")
		case 2:
			b.WriteString("sglang-1  | AssertionError: x\nsglang-1  | Exception in thread Thread-2 (bootstrap_thread):\n")
		case 3:
			b.WriteString("sglang-1  | Exception in thread Thread-2 (bootstrap_thread):\n")
		}
		fmt.Fprintf(&b, "sglang-1  | [2026-05-12 %02d:14:00 TP0] GET /health%s\n", 23-i/10, strings.Repeat("/x", r.IntN(40)))
	}
	log := write(t, dir, "prefill.log", b.String())
	opt := Options{Matcher: testWords}
	want := dump(t, scanPaths(t, opt, log), dir)
	for _, block := range []int{64, 200, 333, 1000, 1500} {
		opt.Block = block
		if got := dump(t, scanPaths(t, opt, log), dir); got != want {
			t.Errorf("blocks of %d give other facts:\n%s", block, firstDifference(want, got))
		}
	}
}

// The files of a rotation are one stream: the same records, holes and gauges as in one file. Only
// what a cut at the seam makes uncertain may differ, so files are cut at records with a header.
func TestFactsDoNotDependOnRotation(t *testing.T) {
	for seed := range uint64(12) {
		dir, other := t.TempDir(), t.TempDir()
		lines := compose(rand.New(rand.NewPCG(seed, 2)), 120)
		whole := scanPaths(t, Options{Matcher: everything{}}, write(t, dir, "decode.log", strings.Join(lines, "\n")+"\n"))
		third := len(lines) / 3
		a, b := seam(lines, third), seam(lines, 2*third)
		for i, part := range [][]string{lines[:a], lines[a:b], lines[b:]} {
			name := fmt.Sprintf("decode.log.%d", 2-i)
			write(t, other, strings.TrimSuffix(name, ".0"), strings.Join(part, "\n")+"\n")
		}
		split := scanPaths(t, Options{Matcher: everything{}, Block: 512}, other)
		if len(split.Streams) != 1 {
			t.Fatalf("seed %d: %d streams, want 1", seed, len(split.Streams))
		}
		x, y := records(&whole.Streams[0]), records(&split.Streams[0])
		if x != y {
			t.Fatalf("seed %d: three files give other records:\n%s", seed, firstDifference(x, y))
		}
	}
}

// seam is the next line that surely begins a record.
func seam(lines []string, from int) int {
	for ; !beginsRecord([]byte(lines[from])); from++ {
	}
	return from
}

// records lists what was read of a stream, without positions.
func records(s *timeline.Stream) string {
	var b strings.Builder
	for _, h := range s.Hits {
		fmt.Fprintf(&b, "%v %v %v %q\n", h.Interval, h.Stamped, h.Cut, h.Caps)
	}
	for _, h := range s.Holes {
		fmt.Fprintf(&b, "hole %v %s\n", h.Interval, h.Why)
	}
	for _, g := range s.Gauges {
		fmt.Fprintf(&b, "gauge %v\n", g)
	}
	for _, a := range s.Activity {
		fmt.Fprintf(&b, "activity %v\n", a)
	}
	return b.String()
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			from := max(0, i-30)
			return fmt.Sprintf("line %d:\nwant %s\ngot  %s\nbehind\n%s", i, a[i], b[i], strings.Join(a[from:i], "\n"))
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(b), len(a))
}
