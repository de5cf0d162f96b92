package ingest

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// interruptedScan scans a folder and cancels when so many reads were done.
func interruptedScan(t *testing.T, dir, role string, opt Options, reads int) *timeline.Facts {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	opt.Progress = func(Progress) {
		if reads--; reads == 0 {
			cancel()
		}
	}
	f, texts, err := scanUnpacked(ctx, []Input{{Path: dir, Role: role}}, opt)
	if err != nil && ctx.Err() == nil || f == nil {
		t.Fatal(err)
	}
	texts.Close()
	return f
}

// A scan that is cancelled tells of the part that was read what a scan of that part alone tells. Its
// coverage ends there, though the manifest knows the log to be whole until later.
func TestInterruptedFactsAreThoseOfWhatWasRead(t *testing.T) {
	manifest := "version: 1\ncaptured_at: 2026-05-13T00:00:00Z\n"
	cut := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		text := strings.Join(compose(r, 300), "\n") + "\n"
		dir, other := t.TempDir(), t.TempDir()
		write(t, dir, ManifestName, manifest)
		write(t, dir, "decode.log", text)
		opt := Options{Matcher: testWords, Block: 64 << r.IntN(6), Workers: 1 + r.IntN(3), MaxHits: 8}
		got := interruptedScan(t, dir, "decode", opt, 1+r.IntN(len(text)/opt.Block))
		src, st := got.Sources[0], got.Streams[0]
		whole := src.Bytes == int64(len(text))
		if IsInterrupted(src.Error) == whole {
			t.Fatalf("seed %d: %d bytes of %d, and the error is %q", seed, src.Bytes, len(text), src.Error)
		}
		if whole {
			continue
		}
		cut++
		if st.Captured.Known() {
			t.Fatalf("seed %d: said to be complete until %v", seed, st.Captured)
		}
		prefix := text[:strings.LastIndexByte(text[:src.Bytes], '\n')+1]
		want := scanOne(t, Input{Path: write(t, other, "decode.log", prefix), Role: "decode"}, Options{Matcher: testWords, MaxHits: 8})
		if len(want.Streams) == 0 {
			t.Fatalf("seed %d: no stream of %q", seed, prefix)
		}
		same := &timeline.Facts{Streams: []timeline.Stream{st}}
		if a, b := dump(t, &timeline.Facts{Streams: want.Streams}, other), dump(t, same, dir); a != b {
			t.Fatalf("seed %d: after %d bytes:\n%s", seed, src.Bytes, firstDifference(a, b))
		}
		if w := want.Sources[0]; src.Records != w.Records || src.Lines != w.Lines || src.First != w.First || src.Last != w.Last {
			t.Fatalf("seed %d: %+v, want %+v", seed, src, w)
		}
	}
	if cut < 20 {
		t.Errorf("only %d scans were cut off", cut)
	}
}

// Of a rotation that was read in part, and of files that were not begun, nothing is taken for silence.
func TestInterruptedRotation(t *testing.T) {
	manifest := "version: 1\ncaptured_at: 2026-05-13T00:00:00Z\nsources:\n  - {path: decode.log, role: decode}\n  - {path: z.log, role: prefill}\n"
	for reads := 1; reads <= 3; reads++ {
		dir := t.TempDir()
		write(t, dir, ManifestName, manifest)
		for _, name := range []string{"decode.log.1", "decode.log", "z.log"} {
			write(t, dir, name, strings.Repeat(twoLines, 2+len(name)))
		}
		f := interruptedScan(t, dir, "", Options{}, reads)
		if len(f.Sources) != 3 {
			t.Fatalf("%d reads: %d sources, want 3", reads, len(f.Sources))
		}
		left := 0
		for _, s := range f.Sources {
			if IsInterrupted(s.Error) {
				left++
			}
		}
		if left != 3-reads {
			t.Errorf("%d reads: %d files were left, want %d: %+v", reads, left, 3-reads, f.Sources)
		}
		for _, s := range f.Streams {
			if s.Missing || strings.HasSuffix(s.Name, "decode.log") && s.Captured.Known() != (reads > 1) {
				t.Errorf("%d reads: stream %s: missing %v, complete until %v", reads, s.Name, s.Missing, s.Captured)
			}
		}
	}
}

// What waits for a pipe nobody writes is cancelled all the same, and so is the unpacking of an archive.
func TestInterruptedSpool(t *testing.T) {
	waits, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	f, texts, err := Scan(ctx, []Input{{Path: "-"}}, Options{Stdin: io.MultiReader(strings.NewReader(twoLines), waits)})
	if err == nil || f == nil {
		t.Fatalf("error %v", err)
	}
	texts.Close()
	if !IsInterrupted(f.Sources[0].Error) {
		t.Errorf("standard input: %q", f.Sources[0].Error)
	}
	if _, err := io.ReadAll(stopping{ctx, strings.NewReader("x")}); err == nil {
		t.Error("a reader goes on when the scan was cancelled")
	}
}

// What is read ahead of a pipe comes out as it went in.
func TestAwaitedReaderGivesAll(t *testing.T) {
	want := make([]byte, 3*awaitedChunk+17)
	for i := range want {
		want[i] = byte(i * 7 >> 3)
	}
	got, err := io.ReadAll(newAwaiting(context.Background(), halfReader{bytes.NewReader(want)}))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes of %d, error %v", len(got), len(want), err)
	}
	if _, err := io.ReadAll(newAwaiting(context.Background(), &lateOpen{path: filepath.Join(t.TempDir(), "none")})); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a pipe that is not there: %v", err)
	}
}

// halfReader reads half of what is asked for.
type halfReader struct{ src *bytes.Reader }

func (h halfReader) Read(b []byte) (int, error) {
	if h.src.Len()%3 == 0 {
		n, err := h.src.Read(b[:1])
		return n, err
	}
	return h.src.Read(b[:(len(b)+1)/2])
}
