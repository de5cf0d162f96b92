package ingest

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roomline/timeline"
)

// keepScan reads paths and leaves the texts open.
func keepScan(t *testing.T, opt Options, paths ...string) (*timeline.Facts, *Texts) {
	t.Helper()
	var inputs []Input
	for _, p := range paths {
		inputs = append(inputs, Input{Path: p})
	}
	facts, texts, err := scanUnpacked(context.Background(), inputs, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { texts.Close() })
	return facts, texts
}

const (
	begin   = timeline.Pos(0)
	theEnd  = timeline.Pos(1 << 60)
	allRows = 1 << 20
)

// wantSame compares lines with the hits of a scan that matched every record.
func wantSame(t *testing.T, s *timeline.Stream, lines []timeline.LogLine) {
	t.Helper()
	if len(lines) != len(s.Hits) {
		t.Fatalf("%s: %d lines, want %d", s.Name, len(lines), len(s.Hits))
	}
	for i, l := range lines {
		h := &s.Hits[i]
		if l.Pos != h.Pos || l.At != h.Interval || l.Stamped != h.Stamped || l.Rank != h.Rank || l.Line != h.Ref.Line || l.Source != h.Ref.Source || hashOf([]byte(l.Text)) != h.Ref.Hash {
			t.Fatalf("%s: line %d\n got %+v\nwant %+v", s.Name, i, l, *h)
		}
	}
}

// everyPart reads random parts of a stream and compares them with all lines.
func everyPart(t *testing.T, r *rand.Rand, texts *Texts, id timeline.StreamID, all []timeline.LogLine) {
	t.Helper()
	for range 60 {
		if len(all) == 0 {
			return
		}
		i := r.IntN(len(all))
		j := i + r.IntN(len(all)-i+1)
		from, to := all[i].Pos, theEnd
		if j < len(all) {
			to = all[j].Pos
		}
		want, limit := all[i:j], 1+r.IntN(20)
		more := len(want) > limit
		if r.IntN(2) == 0 {
			want = want[:min(limit, len(want))]
		} else {
			want, limit = want[max(len(want)-limit, 0):], -limit
		}
		got, err := texts.Lines(context.Background(), id, from, to, limit)
		if more != errors.Is(err, timeline.ErrMoreLines) || !more && err != nil {
			t.Fatalf("[%d, %d) limit %d: error %v, want more: %v", from, to, limit, err, more)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("[%d, %d) limit %d: lines differ\n got %v\nwant %v", from, to, limit, got, want)
		}
	}
}

func allLines(t *testing.T, texts *Texts, id timeline.StreamID) []timeline.LogLine {
	t.Helper()
	lines, err := texts.Lines(context.Background(), id, begin, theEnd, allRows)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// Lines are the records of the scan, and Activity counts them in the second of their Order, however
// they lie: plain, in several files, compressed, in envelopes.
func TestLinesAreTheScansRecords(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 7))
		log := compose(r, 400)
		text := strings.Join(log, "\n") + "\n"
		a, b := len(log)/3, len(log)/2
		var docker, kube strings.Builder
		for i, l := range log {
			fmt.Fprintf(&docker, "{\"log\":%q,\"stream\":\"stdout\",\"time\":\"2026-05-12T08:%02d:%02d.5Z\"}\n", l+"\n", i/60, i%60)
			fmt.Fprintf(&kube, "[pod/p-%d/c] %s\n", i%2, l)
		}
		for name, files := range map[string][][2]string{
			"plain":   {{"prefill.log", text}},
			"rotated": {{"prefill.log.2", strings.Join(log[:a], "\n") + "\n"}, {"prefill.log.1", strings.Join(log[a:b], "\n")}, {"prefill.log", strings.Join(log[b:], "\n")}},
			"mixed":   {{"prefill.log.1.gz", gz(strings.Join(log[:a], "\n") + "\n")}, {"prefill.log", strings.Join(log[a:], "\n")}},
			"gzip":    {{"prefill.log.gz", gz(text)}},
			"docker":  {{"prefill.log", docker.String()}},
			"kube":    {{"pods.log", kube.String()}},
		} {
			dir := t.TempDir()
			for _, f := range files {
				write(t, dir, f[0], f[1])
			}
			t.Run(fmt.Sprint(name, seed), func(t *testing.T) { linesOf(t, r, dir) })
		}
	}
}

func linesOf(t *testing.T, r *rand.Rand, dir string) {
	facts, texts := keepScan(t, Options{Matcher: everything{}, MaxHits: 1 << 20, Block: []int{64, 512, 0}[r.IntN(3)]}, dir)
	for i := range facts.Streams {
		s := &facts.Streams[i]
		lines := allLines(t, texts, s.ID)
		wantSame(t, s, lines)
		counts := map[timeline.Time][timeline.Levels]uint32{}
		for _, l := range lines {
			if l.Order.Known() {
				n := counts[l.Order.Floor(timeline.Second)]
				n[l.Level]++
				counts[l.Order.Floor(timeline.Second)] = n
			}
		}
		for _, a := range s.Activity {
			if counts[a.At] != a.Count {
				t.Errorf("%s: lines by level in second %v: %v, counted %v", s.Name, a.At, counts[a.At], a.Count)
			}
			delete(counts, a.At)
		}
		if len(counts) > 0 {
			t.Errorf("%s: lines in seconds that were not counted: %v", s.Name, counts)
		}
		everyPart(t, r, texts, s.ID, lines)
	}
}

// Every file of the corpus, and of the lab's samples, comes out as it was scanned.
func TestLinesOfCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../shared/corpus/*.log")
	more, _ := filepath.Glob("../samples/*/*")
	if len(files) == 0 {
		t.Log("no shared corpus beside the checkout")
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, file := range append(files, more...) {
		facts, texts := keepScan(t, Options{Matcher: everything{}, MaxHits: 1 << 20}, file)
		for i := range facts.Streams {
			lines := allLines(t, texts, facts.Streams[i].ID)
			wantSame(t, &facts.Streams[i], lines)
			everyPart(t, r, texts, facts.Streams[i].ID, lines)
		}
	}
}

// Where a cut at --since and --until left records out, they stay out.
func TestLinesSince(t *testing.T) {
	dir := t.TempDir()
	text := strings.Join(compose(rand.New(rand.NewPCG(3, 3)), 300), "\n")
	at := timeline.Time(1778572800) * timeline.Second // 08:00:00
	facts, texts := keepScan(t, Options{Matcher: everything{}, MaxHits: 1 << 20, Since: at + 20*timeline.Second, Until: at + 80*timeline.Second}, write(t, dir, "p.log", text))
	wantSame(t, &facts.Streams[0], allLines(t, texts, 1))
	if len(facts.Streams[0].Hits) == 0 {
		t.Fatal("nothing in the time")
	}
}

// A file that was replaced, cut or removed says so; one that grew gives what was scanned.
func TestLinesThatAreGone(t *testing.T) {
	dir := t.TempDir()
	log := write(t, dir, "a.log", strings.Repeat(twoLines, 50))
	packed := write(t, dir, "b.log.gz", gz(strings.Repeat(twoLines, 60)))
	_, texts := keepScan(t, Options{}, log, packed)
	for name, change := range map[string]func(){
		"shorter":            func() { os.Truncate(log, 500) },
		"another file":       func() { write(t, dir, "a.log", strings.Repeat("x", 1<<20)) },
		"no such file":       func() { os.Remove(log); os.Remove(packed) },
		"has changed since":  func() { write(t, dir, "b.log.gz", gz("y")) },
		"no such file there": func() {},
	} {
		if name == "no such file there" {
			continue
		}
		write(t, dir, "a.log", strings.Repeat(twoLines, 50))
		write(t, dir, "b.log.gz", gz(strings.Repeat(twoLines, 60)))
		change()
		id := timeline.StreamID(1)
		if name == "has changed since" {
			id = 2
		}
		if _, err := texts.Lines(context.Background(), id, begin, theEnd, 10); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "no longer available") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	write(t, dir, "a.log", strings.Repeat(twoLines, 70))
	if n := len(allLines(t, texts, 1)); n != 100 {
		t.Errorf("%d lines of a file that grew, want 100", n)
	}
}

// What was spooled, from standard input or an archive, is read from there.
func TestLinesOfSpooled(t *testing.T) {
	opt := Options{Matcher: everything{}, Stdin: strings.NewReader(strings.Repeat(twoLines, 30_000))}
	facts, texts, err := scanUnpacked(context.Background(), []Input{{Path: "-"}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	last, err := texts.Lines(context.Background(), 1, begin, theEnd, -3)
	if n := len(last); n != 3 || last[2].Line != 60_000 || !errors.Is(err, timeline.ErrMoreLines) || facts.Sources[0].Records != 60_000 {
		t.Errorf("%v, %v", last, err)
	}
	var tarred bytes.Buffer
	tw := tar.NewWriter(&tarred)
	for _, f := range [][2]string{{"b/prefill.log", twoLines}, {"b/decode.log.gz", gz(twoLines)}} {
		tw.WriteHeader(&tar.Header{Name: f[0], Size: int64(len(f[1])), Mode: 0o644, Typeflag: tar.TypeReg})
		tw.Write([]byte(f[1]))
	}
	tw.Close()
	packed, texts2 := keepScan(t, Options{Matcher: everything{}}, write(t, t.TempDir(), "b.tar.gz", gz(tarred.String())))
	for i := range packed.Streams {
		wantSame(t, &packed.Streams[i], allLines(t, texts2, packed.Streams[i].ID))
	}
}

// Who no longer waits does not keep the others from the answer.
func TestLinesCancelled(t *testing.T) {
	dir := t.TempDir()
	_, texts := keepScan(t, Options{}, write(t, dir, "b.log.gz", gz(strings.Repeat(twoLines, 20_000))))
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := texts.Lines(ctx, 1, begin, theEnd, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	done := make(chan int)
	for range 4 {
		go func() {
			lines, _ := texts.Lines(context.Background(), 1, begin, theEnd, 10)
			done <- len(lines)
		}()
	}
	for range 4 {
		if n := <-done; n != 10 {
			t.Errorf("%d lines", n)
		}
	}
}
