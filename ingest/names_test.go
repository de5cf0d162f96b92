package ingest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

func TestNameParts(t *testing.T) {
	for _, c := range [][3]string{
		{"prefill-0.log", "prefill", "0"}, {"sglang-decode-gpu3.log", "decode", "gpu3"}, {"decode.log", "decode", ""}, {"prefill12.out", "prefill", "12"},
		{"01.log", "", "01"}, {"smg.log", "router", ""}, {"sglang-prefill.service", "prefill", ""}, {"pd-decode-0/sglang", "decode", "0"}, {"stderr", "", ""},
	} {
		if role, instance := nameParts(c[0]); role != c[1] || instance != c[2] {
			t.Errorf("%s: %q %q, want %q %q", c[0], role, instance, c[1], c[2])
		}
	}
}

const (
	aPrefill = "[2026-05-12 03:14:02 TP0] Prefill batch, #new-seq: 3, #new-token: 9, #running-req: 0, #prealloc-req: 0, #inflight-req: 1\n"
	aDecode  = "[2026-05-12 03:14:02 TP0] Decode batch, #running-req: 3, #token: 9, #prealloc-req: 0, #transfer-req: 1, gen throughput (token/s): 1.0\n"
)

// processes lists the streams as role@instance, with lives.
func processes(f *timeline.Facts) string {
	var out []string
	for _, s := range f.Streams {
		out = append(out, timeline.LifeName(s.Base(), s.Life))
	}
	return strings.Join(out, " ")
}

func TestProcessesGetNames(t *testing.T) {
	pod := "var/log/pods/llm_pd-decode-0_0a1b2c3d-0a1b-4c2d-8e3f-0a1b2c3d4e5f/sglang/"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"content above names": {map[string]string{"a.log": aPrefill, "b.log": aDecode}, "prefill@a decode@b"},
		"no name left":        {map[string]string{"decode.log": aDecode, "prefill.log": aPrefill}, "decode@n1 prefill@n2"},
		"one name, two hosts": {map[string]string{"h1/prefill-0.log": aPrefill, "h2/prefill-0.log": aPrefill + aPrefill}, "prefill@h1-0 prefill@h2-0"},
		"pods and restarts":   {map[string]string{pod + "0.log": aDecode, pod + "1.log": aDecode + aDecode}, "decode@pd-decode-0 decode@pd-decode-0/2"},
		"previous":            {map[string]string{"prefill-0-previous.log": aPrefill, "prefill-0.log": aPrefill + aPrefill}, "prefill@0 prefill@0/2"},
		"nothing tells":       {map[string]string{"x.log": "[2026-05-12 03:14:02] hello\n"}, "unknown@x"},
		"stdout and stderr":   {map[string]string{"prefill.err": aPrefill, "prefill.out": aPrefill + aPrefill}, "prefill@n1 prefill@n1"},
	} {
		dir := t.TempDir()
		for path, text := range c.files {
			write(t, dir, path, text)
		}
		f := scanPaths(t, Options{}, dir)
		if got := processes(f); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestConflictsAreSaid(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "decode-1.log", aPrefill)
	f := scanPaths(t, Options{}, dir)
	wantSaid(t, f, "decode-1.log", "its name says decode, but its lines say prefill")
	if processes(f) != "prefill@1" {
		t.Errorf("processes %s", processes(f))
	}
	write(t, dir, ManifestName, "version: 1\nsources:\n  - {path: decode-1.log, role: decode, instance: d}\n")
	f = scanPaths(t, Options{}, dir)
	wantSaid(t, f, "decode-1.log", "its lines say prefill (batch lines), but manifest says decode")
	if processes(f) != "decode@d" {
		t.Errorf("processes %s", processes(f))
	}
}

func TestRotation(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "p.log", "[2026-05-12 03:14:09] new error\n")
	write(t, dir, "p.log.1", "[2026-05-12 03:14:05] mid\n")
	write(t, dir, "p.log.3.gz", gz("[2026-05-12 03:14:01] old\nheadless\n"))
	f := scanPaths(t, Options{Matcher: everything{}}, dir)
	if len(f.Streams) != 1 || len(f.Sources) != 3 {
		t.Fatalf("%d streams, %d sources", len(f.Streams), len(f.Sources))
	}
	s := f.Streams[0]
	var texts []string
	for _, h := range s.Hits {
		texts = append(texts, h.Caps[0][len(h.Caps[0])-4:])
	}
	if got := strings.Join(texts, ","); got != " old,less, mid,rror" {
		t.Errorf("records %s", got)
	}
	if len(s.Holes) != 1 || s.Holes[0].Why != "rotation" || s.Holes[0].Pos > s.Hits[2].Pos || s.Holes[0].Pos <= s.Hits[1].Pos {
		t.Errorf("holes %+v", s.Holes)
	}
	if want := (timeline.Interval{Lo: s.Hits[0].Lo, Hi: s.Hits[2].Hi}); s.Hits[1].Interval != want || s.Hits[1].Stamped {
		t.Errorf("headless record in %v, want %v", s.Hits[1].Interval, want)
	}
	if filepath.Base(s.Name) != "p.log" || !s.Hits[3].Cut || s.Hits[2].Cut {
		t.Errorf("name %s, cut %v %v", s.Name, s.Hits[3].Cut, s.Hits[2].Cut)
	}
}

// A file of a rotation that holds the bytes of another one is read once, and nothing is missing where
// it stood; a number that is not there still is.
func TestRotationTwins(t *testing.T) {
	for missing, files := range map[int][]string{0: {"p.log.3", "p.log.2", "p.log.1", "p.log"}, 1: {"p.log.4", "p.log.2", "p.log.1", "p.log"}} {
		dir := t.TempDir()
		for i, name := range files {
			write(t, dir, name, fmt.Sprintf("[2026-05-12 03:14:%02d] line\n", []int{1, 5, 5, 9}[i]))
		}
		f := scanPaths(t, Options{Matcher: everything{}}, dir)
		if s := f.Streams[0]; len(f.Streams) != 1 || len(s.Hits) != 3 || len(s.Holes) != missing {
			t.Errorf("%v: %d streams, %d records, holes %+v", files, len(f.Streams), len(s.Hits), s.Holes)
		}
	}
}

func TestScrapesBecomeTargets(t *testing.T) {
	dir := t.TempDir()
	sample := "# TYPE sglang:num_running_reqs gauge\nsglang:num_running_reqs{engine_type=\"decode\"} %\n"
	at := func(n string) string { return strings.ReplaceAll(sample, "%", n) }
	write(t, dir, "decode-7.log", aDecode)
	write(t, dir, "metrics/2026-05-12T03-14-00Z.prom", at("3"))
	write(t, dir, "metrics/2026-05-12T03-14-05Z.prom", at("4"))
	write(t, dir, "metrics/2026-05-12T03-14-10Z.prom", "")
	f := scanPaths(t, Options{}, dir)
	if len(f.Targets) != 1 || len(f.Sources) != 2 {
		t.Fatalf("%d targets, sources %+v", len(f.Targets), f.Sources)
	}
	tg := f.Targets[0]
	if tg.Base() != "decode@7" || len(tg.Scrapes) != 3 || tg.Scrapes[2].OK || len(tg.Series) != 1 || tg.Series[0].Values[1] != 4 {
		t.Errorf("target %+v", tg)
	}
	src := f.Sources[tg.Source]
	if src.Path != filepath.Join(dir, "metrics") || src.Records != 3 || src.Kind != "scrapes" || src.Target != 0 {
		t.Errorf("source %+v", src)
	}
}

// What --since and --until leave out of scrapes is seen by nobody, and counted.
func TestScrapesOutside(t *testing.T) {
	dir := t.TempDir()
	scrapes := write(t, dir, "decode-7.prom", "# scraped_at 2026-05-12T03:14:00Z\nup 1\n# scraped_at 2026-05-12T03:14:05Z\nup 2\n# scraped_at 2026-05-12T03:14:10Z\nup 3\ngone 1\n")
	mixed := write(t, dir, "m.log", aDecode+"# scraped_at 2026-05-12T03:14:20Z\n# TYPE up gauge\nup 1\n"+aDecode)
	at := func(sec int) timeline.Time { return timeline.FromStd(time.Date(2026, 5, 12, 3, 14, sec, 0, time.UTC)) }
	f := scanPaths(t, Options{Since: at(5), Until: at(6)}, scrapes, mixed)
	tg := f.Targets[f.Sources[0].Target]
	if len(tg.Scrapes) != 1 || len(tg.Series) != 1 || len(tg.Series[0].Values) != 1 || tg.Series[0].Values[0] != 2 {
		t.Errorf("target %+v", tg)
	}
	for i, want := range []string{"2 scrapes outside --since/--until left out", "1 scrape outside --since/--until left out"} {
		if s := f.Sources[i]; !slices.Contains(s.Notes, want) {
			t.Errorf("%s: notes %q, want %q", s.Path, s.Notes, want)
		}
	}
	if s := f.Sources[0]; s.Records != 1 || s.First != at(5) || s.Last != at(5) {
		t.Errorf("source %+v", s)
	}
}

// All records of a log lie outside: what it is can still be told, by more than its first page.
func TestFormatOfALogOutside(t *testing.T) {
	dir := t.TempDir()
	vllm := strings.Repeat("INFO 05-12 03:14:01 [loggers.py:123] Engine 000: Avg prompt throughput: 1.0 tokens/s, Running: 3 reqs\n", 60)
	since := timeline.FromStd(time.Date(2026, 5, 12, 3, 14, 30, 0, time.UTC))
	for name, text := range map[string]string{"late.log": "starting\n" + aDecode, "mixed.log": vllm + strings.Repeat(aDecode, 70)} {
		s := scanPaths(t, Options{Since: since}, write(t, dir, name, text)).Sources[0]
		if s.Format != "sglang" || !slices.Contains(s.Notes, "no record between --since and --until") {
			t.Errorf("%s: format %q, notes %q", name, s.Format, s.Notes)
		}
	}
}

func TestMixedContent(t *testing.T) {
	dir := t.TempDir()
	log := write(t, dir, "m.log", aDecode+"# scraped_at 2026-05-12T03:14:03Z\n# TYPE up gauge\nup 1\n"+aDecode)
	f := scanPaths(t, Options{}, log)
	if s := f.Sources[0]; s.Kind != "mixed" || s.Records != 2 || s.Lines != 5 || s.Unparsed != 0 || s.Target != 0 {
		t.Errorf("source %+v", s)
	}
	if len(f.Targets) != 1 || len(f.Targets[0].Scrapes) != 1 || f.Targets[0].Scrapes[0].At.String() != "2026-05-12T03:14:03Z" || f.Targets[0].Base() != "decode@m" {
		t.Errorf("targets %+v", f.Targets)
	}
}

func TestZones(t *testing.T) {
	dir := t.TempDir()
	log := write(t, dir, "z.log", "[2026-05-12 11:14:02] a\n")
	for _, c := range []struct {
		in         Input
		first, why string
	}{
		{Input{Path: log}, "2026-05-12T11:14:02Z", "assumed"},
		{Input{Path: log, Zone: "Asia/Shanghai"}, "2026-05-12T03:14:02Z", "flag"},
		{Input{Path: log, Zone: "-03:30", Shift: 2e9}, "2026-05-12T14:44:04Z", "flag"},
	} {
		facts, texts, err := scanUnpacked(t.Context(), []Input{c.in}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		texts.Close()
		if s := facts.Sources[0]; s.First.String() != c.first || s.ZoneFrom != c.why || facts.Streams[0].Assumed != (c.why == "assumed") {
			t.Errorf("%+v: first %s, zone from %s", c.in, s.First, s.ZoneFrom)
		}
	}
}

// Lines of the second file of a rotation have their numbers in it, though the first one has envelopes.
func TestLineNumbersBehindEnvelopes(t *testing.T) {
	dir := t.TempDir()
	line := "[2026-05-12 08:00:00 TP0] Decode transfer failed for request bootstrap_room=5 with exception\n"
	write(t, dir, "decode.log.1", strings.Repeat("2026-05-12T08:00:00.1Z "+line, 30))
	write(t, dir, "decode.log", strings.Repeat(strings.ReplaceAll(line, "08:00", "09:00"), 30))
	f := scanPaths(t, Options{Matcher: testWords, Block: 200}, dir)
	if len(f.Streams) != 1 {
		t.Fatalf("%d streams, want 1", len(f.Streams))
	}
	for i, h := range f.Streams[0].Hits { // two of each line
		if want := int64(i/2%30 + 1); h.Ref.Line != want {
			t.Fatalf("hit %d in line %d, want %d", i, h.Ref.Line, want)
		}
	}
}
