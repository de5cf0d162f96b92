package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/ingest"
	"roomline/timeline"
)

func TestNearest(t *testing.T) {
	words := []string{"stale-gauges", "nixl-wedge", "abort-cascade"}
	if got := nearest("nixl-wegde", words)[0]; got != "nixl-wedge" {
		t.Errorf("got %s", got)
	}
}

func TestFindRoom(t *testing.T) {
	facts := &timeline.Facts{CapturedAt: timeline.NoTime}
	inc := timeline.Build(facts, &timeline.Schema{})
	if _, err := findRoom(inc, "1"); err == nil || !strings.Contains(err.Error(), "no record is about room") {
		t.Errorf("got %v", err)
	}
}

func TestProgressText(t *testing.T) {
	got := progressText(ingest.Progress{Path: "a\x1b.log", Done: 50e6, Total: 150e6}, 2*time.Second)
	if got != `reading 50 MB of 150 MB, 25 MB/s, 4s left  a\x1b.log` {
		t.Errorf("got %q", got)
	}
	if got := progressText(ingest.Progress{Done: 5e6}, time.Second); strings.Contains(got, "left") {
		t.Errorf("without a size nobody knows what is left: %q", got)
	}
}

// Nothing is drawn in the first second, and the line is taken away at the end.
func TestMeter(t *testing.T) {
	var b strings.Builder
	now := time.Unix(0, 0)
	m := &meter{w: &b, began: now, now: func() time.Time { return now }}
	m.show(ingest.Progress{Done: 1})
	m.clear()
	if b.Len() > 0 {
		t.Errorf("drawn too soon: %q", b.String())
	}
	now = now.Add(2 * time.Second)
	m.show(ingest.Progress{Done: 1})
	m.show(ingest.Progress{Done: 2})
	m.clear()
	if got := b.String(); strings.Count(got, "reading") != 1 || !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("got %q", got)
	}
}

// A scan tells of every block; a line is drawn at most ten times a second, and never wider than the terminal.
func TestMeterDrawsSeldom(t *testing.T) {
	var b strings.Builder
	now := time.Unix(0, 0)
	m := &meter{w: &b, began: now, width: 40, now: func() time.Time { return now }}
	for i := range 10_000 { // ten seconds
		m.show(ingest.Progress{Path: strings.Repeat("path/", 20), Done: int64(i) * 1e6, Total: 20e9})
		now = now.Add(time.Millisecond)
	}
	lines := strings.Split(b.String(), "\r\x1b[K")[1:]
	if len(lines) < 20 || len(lines) > 90 {
		t.Errorf("drawn %d times in nine seconds", len(lines))
	}
	for _, l := range lines {
		if n := len([]rune(l)); n >= 40 || !strings.Contains(l, "1000 MB/s") {
			t.Fatalf("%d wide: %q", n, l)
		}
	}
}

func TestMoment(t *testing.T) {
	day := func(h, m int) timeline.Time {
		return timeline.FromStd(time.Date(2026, 5, 12, h, m, 0, 0, time.UTC))
	}
	inc := &timeline.Incident{Window: timeline.Interval{Lo: day(23, 0), Hi: day(25, 0)}, Marks: map[string]timeline.Time{"kill": day(23, 30)}}
	for _, x := range []struct {
		tz, in string
		want   timeline.Time
	}{{"UTC", "23:30:00", day(23, 30)}, {"UTC", "00:30", day(24, 30)}, {"UTC", "mark kill", day(23, 30)}, {"UTC", "2026-05-12T23:10:00Z", day(23, 10)},
		{"Asia/Shanghai", "07:30", day(23, 30)}, {"Asia/Shanghai", "2026-05-13 07:30:00", day(23, 30)}} {
		a := &app{f: flags{tz: x.tz}}
		if got, err := a.moment("--at", x.in, inc); err != nil || got != x.want {
			t.Errorf("%s in %s: %s, %v", x.in, x.tz, got, err)
		}
	}
	for _, in := range []string{"12:00:00", "mark look", "soon", ""} {
		a := &app{f: flags{tz: "UTC"}}
		if got, err := a.moment("--at", in, inc); err == nil {
			t.Errorf("%q: %s, want an error", in, got)
		}
	}
}

func TestExcerpt(t *testing.T) {
	src := "rules:\n  - id: a\n    x: 1\n\n      y: \x1b2\n  - id: b\n"
	if got := excerpt([]byte(src), 2); got != "  - id: a\n    x: 1\n\n      y: \\x1b2\n" {
		t.Errorf("got %q", got)
	}
	if got := excerpt([]byte(src), 99); got != "" {
		t.Errorf("got %q", got)
	}
}

// What is near is proposed, in order; what is not is no proposal.
func TestSuggest(t *testing.T) {
	words := []string{"decode-waiting-timeout", "nixl-wedge", "silent-wedge-health-green", "nixl-bootstrap-thread-died", "stale-gauges"}
	for _, c := range [][]string{
		{"nixl", "nixl-wedge", "nixl-bootstrap-thread-died"}, {"WEDGE", "nixl-wedge", "silent-wedge-health-green"},
		{"nixl-wegde", "nixl-wedge"}, {"stale-gages", "stale-gauges"}, {"zzz"}, {""}, {"s"},
	} {
		got := suggest(c[0], words)
		slices.Sort(got)
		want := slices.Sorted(slices.Values(c[1:]))
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", c[0], got, want)
		}
	}
}

// Screens are not opened where they would stay empty.
func TestNothingReadable(t *testing.T) {
	dir := t.TempDir()
	empty, full := filepath.Join(dir, "empty"), filepath.Join(dir, "full")
	for _, d := range []string{empty, full} {
		if err := os.MkdirAll(filepath.Join(d, "below"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(full, "below", "a.log"), []byte("x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{filepath.Join(dir, "gone"): true, empty: true, full: false, "-": false, filepath.Join(full, "below", "a.log"): false} {
		if got := nothingReadable([]ingest.Input{{Path: path}}); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &strings.Builder{}}
	a.root() // sets the flags to what they are without any
	if err := a.runTUI(context.Background(), []string{empty}); err != nil || a.code != exitPartial || !strings.Contains(a.stderr.(*strings.Builder).String(), "roomline: "+empty+": ") {
		t.Errorf("%v, status %d, %s", err, a.code, a.stderr)
	}
}
