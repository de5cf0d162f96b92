package rules_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"roomline/ingest"
	"roomline/rules"
	"roomline/rules/packs"
	"roomline/timeline"
)

var (
	lawN    = flag.Int("law.n", 300, "histories of the law's test, each with four removals")
	lawSeed = flag.Uint64("law.seed", 1, "seed of the histories")
)

// TestLaw: removing evidence may turn confirmed or refuted into inconclusive, never one into the
// other (docs/architecture.md, "Three values"). Random histories are read and judged, evidence is removed, they are
// read and judged again. `go test ./rules -run TestLaw -law.n 20000` is the long run.
func TestLaw(t *testing.T) {
	set := lawSet(t)
	var mu sync.Mutex
	stats := map[string]int{}
	seen := map[string]int{}
	eachHistory(t, *lawN, func(rng *rand.Rand, i int) {
		l := &law{t: t, set: set, stats: map[string]int{}}
		found := l.history(rng, i)
		mu.Lock()
		defer mu.Unlock()
		for k, n := range l.stats {
			stats[k] += n
		}
		for _, f := range found {
			if seen[f.key()]++; seen[f.key()] == 1 && len(seen) <= 3 {
				t.Errorf("history %d, seed %d: %s", i, *lawSeed, f.shrunk(l))
			}
		}
	})
	for _, k := range sortedKeys(stats) {
		t.Logf("%s %d", k, stats[k])
	}
	for _, k := range sortedKeys(seen) {
		t.Errorf("%5d x %s", seen[k], k)
	}
}

func lawSet(t testing.TB) *rules.Set {
	t.Helper()
	return shippedWith(t, "testdata/law/pack.yaml")
}

// shippedWith is a set of the shipped packs and one of a file.
func shippedWith(t testing.TB, path string) *rules.Set {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	own, faults := rules.Load(path, src)
	if own == nil {
		t.Fatal(faults)
	}
	builtin, err := packs.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	set, err := rules.NewSet(append(builtin, own)...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// eachHistory works through seeds on two goroutines.
func eachHistory(t *testing.T, n int, work func(*rand.Rand, int)) {
	var wg sync.WaitGroup
	for part := range 2 {
		wg.Go(func() {
			for i := part; i < n; i += 2 {
				work(rand.New(rand.NewPCG(*lawSeed, uint64(i))), i)
			}
		})
	}
	wg.Wait()
	_ = t
}

type law struct {
	t     *testing.T
	set   *rules.Set
	stats map[string]int
	each  bool // every hit is kept: where some are folded, a removal changes which are anchors
}

// judged is what was judged of a story: its instances with what their anchors are.
type judged struct {
	all   []anchored
	quiet map[string]bool
}

// anchored is an instance; things: which printed things, or which scrape, its anchor is.
type anchored struct {
	rules.Instance
	source string
	things map[int64]bool
}

func (l *law) judge(s *story, o ingest.Options) *judged {
	if l.each {
		o.MaxHits, o.CountsOnly = 1<<20, func(timeline.SignalID) bool { return false }
	}
	facts := readBundle(l.t, l.set, s.bundle(), o)
	inc := timeline.Build(facts, &l.set.Schema)
	all, quiet := rules.Unfolded(l.set, inc)
	j := &judged{quiet: quiet}
	index := s.lineIndex()
	for _, i := range all {
		a := anchored{Instance: i, source: i.Base, things: map[int64]bool{int64(i.At): true}}
		if i.Hit != nil {
			f := index[inc.Sources[i.Hit.Ref.Source].Path]
			a.source, a.things = f.stream, f.things(i.Hit.Ref)
		}
		j.all = append(j.all, a)
	}
	return j
}

// fileIndex says what stands where in a file.
type fileIndex struct {
	stream string
	ends   []int64
	thing  []int
}

func (s *story) lineIndex() map[string]*fileIndex {
	out := map[string]*fileIndex{}
	for k, l := range s.logs {
		numbers, parts := l.files()
		for i, n := range numbers {
			f := &fileIndex{stream: fmt.Sprintf("%s#%d", l.base(), k)}
			end := int64(0)
			for _, x := range parts[i] {
				end += int64(len(x.text)) + 1
				f.ends, f.thing = append(f.ends, end), append(f.thing, x.thing)
			}
			name := l.path()
			if n > 0 {
				name = fmt.Sprintf("%s.%d", name, n)
			}
			out[name] = f
		}
	}
	return out
}

func (f *fileIndex) things(ref timeline.Ref) map[int64]bool {
	out := map[int64]bool{}
	for i, end := range f.ends {
		begin := int64(0)
		if i > 0 {
			begin = f.ends[i-1]
		}
		if begin < ref.Offset+int64(ref.Length) && ref.Offset < end && f.thing[i] >= 0 {
			out[int64(f.thing[i])] = true
		}
	}
	return out
}

func (l *law) history(rng *rand.Rand, i int) []flip {
	s := makeHistory(rng, 1)
	opt := ingest.Options{Block: pick(rng, 64, 200, 1<<16), Workers: 1 + i%2}
	before := l.judge(s, opt)
	l.stats["histories"]++
	for _, x := range before.all {
		l.stats["instances "+x.Verdict.String()]++
	}
	var out []flip
	for range 4 {
		var ops []removal
		for range pick(rng, 1, 1, 2, 3) {
			if o, ok := chooseRemoval(rng, s); ok {
				ops = append(ops, o)
			}
		}
		if len(ops) == 0 {
			continue
		}
		l.stats["removals"]++
		out = append(out, l.compare(s, ops, before)...)
	}
	return append(append(out, l.reasonless(s, before)...), l.relisted(rng, s, before)...)
}

// relisted: the files under other names, and so read in another order, give the same verdicts; and so
// does reading them again.
func (l *law) relisted(rng *rand.Rand, s *story, before *judged) []flip {
	other := s.without(nil)
	for i, k := range rng.Perm(len(other.logs)) {
		other.logs[i].name = fmt.Sprintf("%c-%s", 'a'+k, other.logs[i].path())
	}
	after := l.judge(other, ingest.Options{Block: 128, Workers: 1})
	l.stats["listed in another order"]++
	a, b := before.lines(), after.lines()
	if slices.Equal(a, b) {
		return nil
	}
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return []flip{{rule: strings.Fields(a[i])[0], what: "listed in another order: " + a[i], story: s}}
		}
	}
	return []flip{{rule: "?", what: "listed in another order: more instances", story: s}}
}

// lines are all verdicts, in one order.
func (j *judged) lines() []string {
	var out []string
	for _, x := range j.all {
		things := make([]int64, 0, 4)
		for k := range x.things {
			things = append(things, k)
		}
		slices.Sort(things)
		out = append(out, fmt.Sprintf("%s %s %v %s %s %s", x.Rule, x.source, things, x.Verdict, x.Root, x.Class))
	}
	for r, clear := range j.quiet {
		out = append(out, fmt.Sprintf("%s clear %t", r, clear))
	}
	slices.Sort(out)
	return out
}

// reasonless: what is inconclusive says why.
func (l *law) reasonless(s *story, j *judged) []flip {
	for _, x := range j.all {
		if x.Verdict == timeline.U && len(x.Reasons) == 0 {
			return []flip{{rule: x.Rule, what: "inconclusive without a reason", story: s}}
		}
	}
	return nil
}

// TestLawTwice: judging twice gives the same bytes.
func TestLawTwice(t *testing.T) {
	set := lawSet(t)
	eachHistory(t, min(*lawN, 60), func(rng *rand.Rand, i int) {
		files := makeHistory(rng, 1).bundle()
		var last []byte
		for k := range 2 {
			res := judgeFacts(set, readBundle(t, set, files, ingest.Options{Block: 64 + 200*k, Workers: 1 + k}))
			got, err := json.Marshal(res)
			if err != nil {
				t.Error(err)
				return
			}
			if k > 0 && string(got) != string(last) {
				t.Errorf("history %d: the second judgement differs", i)
			}
			last = got
		}
	})
}
