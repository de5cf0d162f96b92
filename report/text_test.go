package report

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"roomline/rules"
	"roomline/timeline"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares what is drawn with a file in testdata.
func golden(t *testing.T, name string, draw func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := draw(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if b.String() != string(want) {
		t.Errorf("%s differs; got:\n%s", name, b.String())
	}
}

func TestTextGolden(t *testing.T) {
	shanghai, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Skip(err)
	}
	d := fixture()
	golden(t, "report.txt", func(w io.Writer) error { return Text(w, d, Style{}) })
	golden(t, "report-narrow-ansi.txt", func(w io.Writer) error { return Text(w, d, Style{ANSI: true, Width: 60, Zone: shanghai}) })
	golden(t, "brief.txt", func(w io.Writer) error { return Brief(w, d, Style{}) })
	golden(t, "sources.txt", func(w io.Writer) error { return Sources(w, d, Style{}) })
	golden(t, "rooms.txt", func(w io.Writer) error {
		return Rooms(w, d, []*timeline.Room{d.Incident.Rooms.At(0), d.Incident.Rooms.At(1)}, Style{})
	})
	golden(t, "room.txt", func(w io.Writer) error {
		e := d.Result.Findings[1].Steps[0].Evidence[0]
		return Room(w, d, d.Incident.Rooms.At(0), []RoomLine{{e.Source, e.Hit, e.Text}}, Style{})
	})
	golden(t, "diff.txt", func(w io.Writer) error {
		return DiffText(w, d, NewDiff(d.Incident, [2]timeline.Time{at(3, 14, 15), at(3, 15, 16)}), false, Style{})
	})
}

// Without colours every line says the same: colour is never the only sign.
func TestColourAddsNothing(t *testing.T) {
	d := fixture()
	var plain, ansi bytes.Buffer
	if err := Text(&plain, d, Style{}); err != nil {
		t.Fatal(err)
	}
	if err := Text(&ansi, d, Style{ANSI: true}); err != nil {
		t.Fatal(err)
	}
	if strip(ansi.String()) != plain.String() {
		t.Error("the coloured report differs in more than colours")
	}
}

func strip(s string) string {
	for {
		i := strings.Index(s, "\x1b[")
		if i < 0 {
			return s
		}
		s = s[:i] + s[i+strings.IndexByte(s[i:], 'm')+1:]
	}
}

func TestWidthIsKept(t *testing.T) {
	for _, w := range []int{40, 60, 100, 160} {
		var b bytes.Buffer
		if err := Text(&b, fixture(), Style{Width: w}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		for i, l := range lines {
			// The first line, tables and the commands to copy are not broken.
			if i > 0 && columns(l) > w && !strings.HasPrefix(l, "  roomline report ") && !strings.Contains(l, "41000") && !strings.HasPrefix(l, "  ROOM") {
				t.Errorf("width %d: line %d has %d columns: %s", w, i+1, columns(l), l)
			}
		}
	}
}

// Log text, paths, labels and titles may hold anything.
func TestHostileTextIsEscaped(t *testing.T) {
	const bad = "\x1b]0;owned\x07\x1b[2J\r\n\u202egnp.exe\u2066 \u200b\x00\x9b31m \xff \U000e0041 z\u0300\u0300\u0300\u0300\u0300\u0300"
	d := fixture()
	f := &d.Result.Findings[0]
	f.Title, f.Entity[0].Value, f.Mitigation, f.References = bad, bad, bad, []string{bad}
	f.Steps[0].Evidence[0].Text, f.Steps[0].Evidence[0].Source = bad+"\n"+bad, bad
	f.Steps[1].Evidence[0].Claim.Series = bad
	d.Result.Findings[3].NearMiss.Nearest = bad
	d.Result.Findings[3].Steps[0].Missing[0] = rules.Missing{Reason: rules.NoSource, Source: bad, Remedy: bad}
	d.Incident.Sources[0].Path, d.Incident.Sources[0].Notes, d.Incident.Sources[3].Error = bad, []string{bad}, bad
	room := d.Incident.Rooms.At(0)
	room.Reason, room.ID, room.Sides[0].Instance = bad, bad, bad
	d.Incident.Targets[0].Series[0].Labels = []timeline.Label{{Name: "le", Value: bad}}
	d.Warnings, d.Result.Next, d.NotRun = []string{bad}, []string{bad}, []string{bad}
	d.Result.Findings[4].Steps[0].Against[1].Says = bad
	for name, draw := range map[string]func(io.Writer) error{
		"report":  func(w io.Writer) error { return Text(w, d, Style{}) },
		"brief":   func(w io.Writer) error { return Brief(w, d, Style{}) },
		"sources": func(w io.Writer) error { return Sources(w, d, Style{}) },
		"room": func(w io.Writer) error {
			return Room(w, d, d.Incident.Rooms.At(0), []RoomLine{{bad, f.Steps[0].Evidence[0].Hit, bad}}, Style{})
		},
		"diff": func(w io.Writer) error {
			return DiffText(w, d, NewDiff(d.Incident, [2]timeline.Time{at(3, 14, 15), at(3, 15, 16)}), true, Style{})
		},
	} {
		var b bytes.Buffer
		if err := draw(&b); err != nil {
			t.Fatal(err)
		}
		for _, r := range b.String() {
			if r != '\n' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf) || r == unicode.ReplacementChar) {
				t.Fatalf("%s: %U reached the terminal", name, r)
			}
		}
		if !strings.Contains(b.String(), `\x1b`) || !strings.Contains(b.String(), `\u202e`) {
			t.Errorf("%s: what was escaped should be visible", name)
		}
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"plain":          "plain",
		"日本 é":           "日本 é",
		"a\tb":           "a  b",
		"a\nb\r":         `a\nb\r`,
		"\x1b[31m":       `\x1b[31m`,
		"\x7f\x00":       `\x7f\x00`,
		"\u0085\u009b":   `\u0085\u009b`,
		"\u202e\u2069":   `\u202e\u2069`,
		"\xff\xfe":       `\xff\xfe`,
		"\U000e0041":     `\U000e0041`,
		"\u2028":         `\u2028`,
		`already \x1b`:   `already \x1b`,
		"e\u0301\u0301x": "e\u0301\u0301x",
	} {
		if got := Escape(in); got != want {
			t.Errorf("Escape(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("\x1b[2J\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := Escape(s)
		if Escape(got) != got && !strings.ContainsAny(got, "\u0300") {
			for _, r := range got {
				if unicode.IsControl(r) || hidden(r) {
					t.Fatalf("%q still holds %U", got, r)
				}
			}
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.In(r, unicode.Cf) {
				t.Fatalf("%q holds %U", got, r)
			}
		}
	})
}
