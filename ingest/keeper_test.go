package ingest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roomline/timeline"
)

// packedLog writes a log as it is and packed, each in a folder of its own.
func packedLog(t *testing.T, text []byte) (plain, packed string) {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text)
	z.Close()
	plain, packed = filepath.Join(t.TempDir(), "decode.log"), filepath.Join(t.TempDir(), "decode.log.gz")
	for at, data := range map[string][]byte{plain: text, packed: b.Bytes()} {
		if err := os.WriteFile(at, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return plain, packed
}

// All texts of a packed log are those of the plain one, those that were kept and those that were not; and
// what was kept needs the file no more.
func TestKeptTextsAreThoseOfTheFile(t *testing.T) {
	text := []byte(strings.Join(compose(rand.New(rand.NewPCG(3, 9)), 1500), "\n") + "\n")
	plain, packed := packedLog(t, text)
	opt := Options{Matcher: testWords, Block: 8192, Workers: 3}
	want, wanted := scanTexts(t, plain, opt)
	defer wanted.Close()
	got, texts := scanTexts(t, packed, opt)
	defer texts.Close()
	hits, kept := want.Streams[0].Log.All(), 0
	for i, h := range got.Streams[0].Log.All() {
		a, err := wanted.Text(hits[i].Ref)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := texts.Text(h.Ref); err != nil || a != b {
			t.Fatalf("hit %d: %q instead of %q (%v)", i, b, a, err)
		}
		if texts.AtHand(h.Ref) {
			kept++
		}
	}
	if kept < len(hits)*9/10 || len(hits) < 100 {
		t.Fatalf("%d of %d texts were kept", kept, len(hits))
	}
	os.Remove(packed)
	for _, h := range got.Streams[0].Log.All() {
		if _, err := texts.Text(h.Ref); (err == nil) != texts.AtHand(h.Ref) {
			t.Fatal("a text that is at hand cannot be had, or the other way round:", err)
		}
	}
}

func scanTexts(t *testing.T, path string, opt Options) (*timeline.Facts, *Texts) {
	t.Helper()
	facts, texts, err := Scan(t.Context(), []Input{{Path: path}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return facts, texts
}

// Of each signal the first ones are kept, of all together no more than may be, and each once, though it is
// a hit of several signals; what moved to the file is found there.
func TestKeeperKeepsTheFirst(t *testing.T) {
	s := &spool{budget: 1 << 30}
	defer s.close()
	k := &keeper{spool: s}
	defer k.close()
	line := func(n int) string { return fmt.Sprintf("%08d %s\n", n, strings.Repeat("x", n%300)) }
	at := 0
	var offs []int
	for at < 3*keepEach {
		b := newBlock(1 << 20)
		b.base = int64(1000 * at)
		var hits []timeline.RawHit
		var data []byte
		for range 500 {
			for _, signal := range []timeline.SignalID{0, 7} {
				hits = append(hits, timeline.RawHit{Signal: signal, Offset: b.base + int64(len(data)), Length: int32(len(line(at)))})
			}
			offs = append(offs, int(b.base)+len(data))
			data = append(data, line(at)...)
			at++
		}
		b.from, b.to = headRoom, headRoom+copy(b.buf[headRoom:], data)
		if p := k.of(hits, b); p != nil {
			k.take(p)
		}
	}
	k.end()
	for i, off := range offs {
		got, ok := k.find(int64(off), len(line(i)))
		if ok != (i < keepEach) || ok && string(got) != line(i) {
			t.Fatalf("text %d: %q, %v", i, got, ok)
		}
		if got, ok := k.find(int64(off), len(line(i))+1); ok {
			t.Fatalf("text %d: %q is what is kept of a longer one", i, got)
		}
	}
	if k.file == nil || len(k.at) != keepEach {
		t.Fatalf("%d texts, in a file: %v", len(k.at), k.file != nil)
	}
}

// Where nothing may be spooled, what fits into memory is kept.
func TestKeeperWithoutSpool(t *testing.T) {
	k := &keeper{spool: &spool{}}
	text := bytes.Repeat([]byte("x"), keepMemory/2-1)
	for i := range int64(4) {
		k.take(&keptPart{bytes: text, hits: []keptHit{{0, i << 30, len(text)}}})
	}
	k.end()
	if _, ok := k.find(1<<30, len(text)); !ok || len(k.at) != 2 || k.file != nil {
		t.Fatalf("%d texts are kept", len(k.at))
	}
}
