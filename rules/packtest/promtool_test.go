package packtest

import (
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

func TestPromtool(t *testing.T) {
	start := timeline.FromStd(time.Date(2026, 5, 12, 3, 14, 0, 0, time.UTC))
	scrapes, err := spellOutAll([]string{`a{l="x y"} 1+2x2 _ 9`, "b 5 _ _ _ NaN"}, start, 5*time.Second)
	got := (&Target{Scrapes: scrapes}).Exposition()
	want := "# scraped_at 2026-05-12T03:14:00Z\na{l=\"x y\"} 1\nb 5\n" +
		"# scraped_at 2026-05-12T03:14:05Z\na{l=\"x y\"} 3\n" +
		"# scraped_at 2026-05-12T03:14:10Z\na{l=\"x y\"} 5\n" + // at 03:14:15 nobody scraped
		"# scraped_at 2026-05-12T03:14:20Z\na{l=\"x y\"} 9\nb NaN\n"
	if err != nil || got != want {
		t.Errorf("got %v\n%s", err, got)
	}
}

func TestSpellOut(t *testing.T) {
	for in, want := range map[string]string{"1": "1", "3x2": "3 3 3", "1+2x3": "1 3 5 7", "5-1x2": "5 4 3", "_x3": "- - -", "_": "-", "0.5+0.25x1": "0.5 0.75", "1e3": "1000"} {
		got, err := spellOut(in)
		for i := range got {
			if got[i] == "" {
				got[i] = "-"
			}
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v", in, got, err)
		}
	}
	for _, in := range []string{"x", "1+", "1x99999999999", "1..2", "--1"} {
		if got, err := spellOut(in); err == nil {
			t.Errorf("%s: %q, want an error", in, got)
		}
	}
}
