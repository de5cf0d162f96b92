package ingest

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"roomline/timeline"
)

// memoryCache is a Cache for tests; it counts.
type memoryCache struct {
	mu            sync.Mutex
	rules         string
	entries       map[string][]byte
	loaded, saved int
}

func newMemoryCache() *memoryCache { return &memoryCache{entries: map[string][]byte{}} }

func (c *memoryCache) Rules() string { return c.rules }

func (c *memoryCache) File(st fs.FileInfo) string {
	return fmt.Sprint(st.Sys().(*syscall.Stat_t).Ino)
}

func (c *memoryCache) Load(name string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[name] != nil {
		c.loaded++
	}
	return bytes.Clone(c.entries[name])
}

func (c *memoryCache) Save(name string, entry []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.saved++
	c.entries[name] = entry
}

// countingMatcher counts the bytes that are looked at.
type countingMatcher struct {
	wordMatcher
	mu    sync.Mutex
	bytes int
}

func (m *countingMatcher) Needles(dst []timeline.Needle, block []byte) []timeline.Needle {
	m.mu.Lock()
	m.bytes += len(block)
	m.mu.Unlock()
	return m.wordMatcher.Needles(dst, block)
}

// growing is a log that is written on.
type growing struct {
	at    string
	text  []byte
	clock time.Time
}

func (g *growing) grow(t *testing.T, more []byte) {
	t.Helper()
	g.text = append(g.text, more...)
	g.write(t)
}

func (g *growing) write(t *testing.T) {
	t.Helper()
	f, err := os.OpenFile(g.at, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	f.Write(g.text)
	f.Close()
	g.clock = g.clock.Add(time.Second)
	if err := os.Chtimes(g.at, g.clock, g.clock); err != nil {
		t.Fatal(err)
	}
}

// A log that grows anywhere, in the middle of a line or of a record too, gives with a cache the facts
// that it gives without one, however it is cut into blocks.
func TestCacheGivesTheFactsOfAFreshScan(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		dir := t.TempDir()
		all := []byte(strings.Join(compose(r, 260), "\n") + "\n")
		logs := []*growing{{at: filepath.Join(dir, "prefill.log"), clock: time.Unix(1.7e9, 0)}, {at: filepath.Join(dir, "decode.log"), clock: time.Unix(1.7e9, 0)}}
		cache, opt := newMemoryCache(), Options{MaxHits: 2 + r.IntN(9), Workers: 1 + r.IntN(3)}
		opt.Matcher = testWords
		opt.CountsOnly = func(id timeline.SignalID) bool { return id == 1 }
		if seed%3 == 0 {
			opt.SignalRole = func(id timeline.SignalID) string { return []string{"prefill", "decode", "", "", ""}[id] }
		}
		at := [2]int{}
		for step := range 8 {
			for i, l := range logs {
				to := at[i] + r.IntN(len(all)/5)
				if step == 7 {
					to = len(all)
				}
				to = min(to, len(all))
				l.grow(t, all[at[i]:to])
				at[i] = to
			}
			opt.Block = []int{64, 100, 333, 4096, 512 << 10}[r.IntN(5)]
			opt.Cache = nil
			want := dump(t, scanPaths(t, opt, dir), dir)
			opt.Cache, opt.CacheLeast = cache, 1
			for range 2 {
				if got := dump(t, scanPaths(t, opt, dir), dir); got != want {
					t.Fatalf("seed %d, step %d, block %d: with the cache the facts are others:\n%s", seed, step, opt.Block, firstDifference(want, got))
				}
			}
		}
		if cache.saved == 0 || cache.loaded < cache.saved {
			t.Fatalf("seed %d: saved %d times and loaded %d times: nothing was tested", seed, cache.saved, cache.loaded)
		}
	}
}

// Of a log that did not change, and of one that grew, only the last records are looked at again.
func TestCacheSparesTheScan(t *testing.T) {
	dir := t.TempDir()
	l := &growing{at: filepath.Join(dir, "prefill.log"), clock: time.Unix(1.7e9, 0)}
	text := []byte(strings.Join(compose(rand.New(rand.NewPCG(1, 1)), 900), "\n") + "\n")
	l.grow(t, text)
	m := &countingMatcher{wordMatcher: testWords}
	opt := Options{Matcher: m, Block: 4096, Cache: newMemoryCache(), CacheLeast: 1}
	for _, want := range []int{len(text) + 4096, 8192, 8192 + len(text)/30} {
		m.bytes = 0
		scanPaths(t, opt, dir)
		if m.bytes > want || want > len(text) && m.bytes < len(text)/2 {
			t.Errorf("%d bytes were looked at, want at most %d", m.bytes, want)
		}
		if want == 8192 {
			l.grow(t, text[:len(text)/30])
		}
	}
}

// What waits for a stamp at the end of a log depends on until when it is known to be whole, which may be
// told later.
func TestCacheWhenItBecomesKnownUntilWhenALogIsWhole(t *testing.T) {
	dir := t.TempDir()
	text := strings.Join(compose(rand.New(rand.NewPCG(6, 1)), 200), "\n") + "\n[2026-05-12 09:00:00 TP0] bootstrap_room=77\n"
	write(t, dir, "prefill.log", text+"AssertionError: room=5\nException in thread Thread-9:\nAssertionError: room=6\n")
	cache := newMemoryCache()
	seen := map[string]bool{}
	for _, captured := range []string{"", "captured_at: 2026-05-12T09:10:00Z\n", "captured_at: 2026-05-12T09:20:00Z\n", ""} {
		write(t, dir, ManifestName, "version: 1\n"+captured)
		opt := Options{Matcher: testWords, Block: 1024}
		want := dump(t, scanPaths(t, opt, dir), dir)
		seen[want] = true
		opt.Cache, opt.CacheLeast = cache, 1
		for range 2 {
			if got := dump(t, scanPaths(t, opt, dir), dir); got != want {
				t.Fatalf("%q: the facts are others:\n%s", captured, firstDifference(want, got))
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d different facts, want 3: nothing was tested", len(seen))
	}
}

// A scan that is interrupted where it would go on tells only of what lies before.
func TestCacheWhenInterrupted(t *testing.T) {
	at := write(t, t.TempDir(), "prefill.log", strings.Join(compose(rand.New(rand.NewPCG(8, 1)), 300), "\n")+"\n")
	opt := Options{Matcher: everything{}, Block: 4096, Cache: newMemoryCache(), CacheLeast: 1}
	whole := scanPaths(t, opt, at)
	ctx, cancel := context.WithCancel(t.Context())
	opt.Progress = func(Progress) { cancel() }
	facts, texts, _ := scanUnpacked(ctx, []Input{{Path: at}}, opt)
	if facts == nil || len(facts.Streams) != 1 {
		t.Fatal("no facts")
	}
	defer texts.Close()
	s, hits := facts.Sources[0], facts.Streams[0].Hits
	if s.Bytes == 0 || s.Bytes >= whole.Sources[0].Bytes || len(hits) == 0 {
		t.Fatalf("%d bytes, %d hits: nothing was tested", s.Bytes, len(hits))
	}
	if last := int64(hits[len(hits)-1].Pos); last >= s.Bytes {
		t.Errorf("%d bytes were read, and a record at %d is told of", s.Bytes, last)
	}
}

// What is compressed is cached as a whole, until it changes.
func TestCacheOfCompressedLog(t *testing.T) {
	dir := t.TempDir()
	pack := func(lines []string) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(strings.Join(lines, "\n") + "\n"))
		z.Close()
		return b.Bytes()
	}
	lines := compose(rand.New(rand.NewPCG(3, 1)), 400)
	l := &growing{at: filepath.Join(dir, "prefill.log.gz"), clock: time.Unix(1.7e9, 0)}
	m := &countingMatcher{wordMatcher: testWords}
	opt := Options{Matcher: m, Block: 4096, CacheLeast: 1}
	cache := newMemoryCache()
	for _, n := range []int{300, 400} {
		l.text = pack(lines[:n])
		l.write(t)
		opt.Cache = nil
		want := dump(t, scanPaths(t, opt, dir), dir)
		opt.Cache = cache
		for again := range 2 {
			m.bytes = 0
			if got := dump(t, scanPaths(t, opt, dir), dir); got != want {
				t.Fatalf("%d lines: the facts are others:\n%s", n, firstDifference(want, got))
			}
			if (m.bytes == 0) != (again == 1) {
				t.Errorf("%d lines, opened the %d. time: %d bytes were looked at", n, again+1, m.bytes)
			}
		}
	}
}

// What is not the file that was scanned, or is scanned for something else, is read as a whole.
func TestCacheIgnoresWhatIsNotTheSame(t *testing.T) {
	text := []byte(strings.Join(compose(rand.New(rand.NewPCG(5, 1)), 600), "\n") + "\n")
	for name, change := range map[string]func(*growing, *Options, *memoryCache){
		"touched": func(l *growing, _ *Options, _ *memoryCache) { os.Chtimes(l.at, time.Unix(1, 0), time.Unix(1, 0)) },
		"cut":     func(l *growing, _ *Options, _ *memoryCache) { os.Truncate(l.at, int64(len(l.text)-5000)) },
		"another in its place": func(l *growing, _ *Options, _ *memoryCache) {
			os.WriteFile(l.at+"2", l.text, 0o600)
			os.Chtimes(l.at+"2", l.clock, l.clock)
			os.Rename(l.at+"2", l.at)
		},
		"other head": func(l *growing, _ *Options, _ *memoryCache) {
			l.overwrite(20, "7")
		},
		"other end": func(l *growing, _ *Options, c *memoryCache) {
			l.overwrite(bytes.LastIndex(l.text[:len(l.text)-8192], []byte("room=")), "x")
		},
		"other limits": func(_ *growing, o *Options, _ *memoryCache) { o.MaxHits = 7 },
		"other since":  func(_ *growing, o *Options, _ *memoryCache) { o.Since = 1 },
		"other numbers": func(_ *growing, o *Options, _ *memoryCache) {
			o.Numbers = []string{"token"}
		},
		"other rules": func(_ *growing, _ *Options, c *memoryCache) { c.rules = "2" },
	} {
		dir := t.TempDir()
		l := &growing{at: filepath.Join(dir, "prefill.log"), clock: time.Unix(1.7e9, 0)}
		l.grow(t, text)
		m := &countingMatcher{wordMatcher: testWords}
		cache := newMemoryCache()
		opt := Options{Matcher: m, Block: 4096, Cache: cache, CacheLeast: 1}
		scanPaths(t, opt, dir)
		change(l, &opt, cache)
		m.bytes = 0
		scanPaths(t, opt, dir)
		if m.bytes < len(text)/2 {
			t.Errorf("%s: only %d of %d bytes were looked at", name, m.bytes, len(text))
		}
	}
}

// overwrite changes bytes in place, and lets the file look as before.
func (g *growing) overwrite(at int, with string) {
	f, _ := os.OpenFile(g.at, os.O_WRONLY, 0)
	f.WriteAt([]byte(with), int64(at))
	f.Close()
	os.Chtimes(g.at, g.clock, g.clock)
}

// damaged gives an entry with something wrong in it.
func damaged(r *rand.Rand, entry []byte) []byte {
	b := bytes.Clone(entry)
	switch r.IntN(4) {
	case 0:
		return b[:r.IntN(len(b))]
	case 1:
		return append(b, byte(r.IntN(256)))
	case 2:
		from := r.IntN(len(b))
		clear(b[from:min(from+1+r.IntN(4096), len(b))])
		if bytes.Equal(b, entry) {
			b[from] ^= 1
		}
	default:
		b[r.IntN(len(b))] ^= byte(1 << r.IntN(8))
	}
	return b
}

// An entry that is damaged anywhere is as good as none.
func TestCacheIgnoresDamage(t *testing.T) {
	dir := t.TempDir()
	l := &growing{at: filepath.Join(dir, "prefill.log"), clock: time.Unix(1.7e9, 0)}
	l.grow(t, []byte(strings.Join(compose(rand.New(rand.NewPCG(9, 1)), 120), "\n")+"\n"))
	cache, opt := newMemoryCache(), Options{Matcher: testWords, Block: 1024}
	want := dump(t, scanPaths(t, opt, dir), dir)
	opt.Cache, opt.CacheLeast = cache, 1
	scanPaths(t, opt, dir)
	r := rand.New(rand.NewPCG(1, 2))
	for name, entry := range cache.entries {
		for range 300 {
			bad := damaged(r, entry)
			cache.entries[name], cache.saved = bad, 0
			if got := dump(t, scanPaths(t, opt, dir), dir); got != want {
				t.Fatalf("a damaged entry changes the facts:\n%s", firstDifference(want, got))
			}
			if cache.saved == 0 {
				t.Fatal("a damaged entry was not replaced")
			}
		}
	}
}

// Damage that a checksum would not show ends in an entry that is ignored, never in a crash.
func FuzzUnpack(f *testing.F) {
	dir := f.TempDir()
	at := filepath.Join(dir, "prefill.log")
	if err := os.WriteFile(at, []byte(strings.Join(compose(rand.New(rand.NewPCG(9, 1)), 60), "\n")+"\n"), 0o600); err != nil {
		f.Fatal(err)
	}
	cache := newMemoryCache()
	if _, texts, err := Scan(f.Context(), []Input{{Path: at}}, Options{Matcher: testWords, Block: 1024, Cache: cache, CacheLeast: 1}); err != nil {
		f.Fatal(err)
	} else {
		texts.Close()
	}
	for _, entry := range cache.entries {
		u := timeline.NewUnpacker(sealed(entry))
		u.Text()
		for range 2 {
			u.Int()
		}
		u.Text()
		for range 3 {
			u.Int()
		}
		u.Align()
		f.Add(bytes.Clone(entry[len(entry)-u.Left():]), uint16(0), byte(0))
	}
	f.Fuzz(func(t *testing.T, b []byte, at uint16, with byte) {
		if len(b) > 0 {
			b[int(at)%len(b)] ^= with
		}
		g := newGather(Options{}.withDefaults(), &timeline.Tuples{})
		g.nextFile(0, false)
		u := timeline.NewUnpacker(bytes.Clone(b))
		g.unpack(u)
		g.unpackRest(u)
		if !u.Good() {
			return
		}
		g.adopt(0, &timeline.Tuples{}, at&1 == 0)
		g.file.bytes = min(max(g.file.bytes, 0), 1<<40)
		g.endFile()
		g.stream(timeline.NoTime).Log.All()
	})
}
