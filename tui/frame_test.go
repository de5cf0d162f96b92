package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"roomline/tui/cells"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// views are the screens, each with the keys that lead to it.
var views = []struct {
	name    string
	visible int
	good    int
	keys    string
}{
	{"overview", 3, 200, ""},
	{"overview_default_logs", 0, 0, "tab j l l + +"},
	{"rooms", 3, 200, "2"},
	{"rooms_stuck_default_logs", 0, 0, "2 f x s j"},
	{"room", 3, 200, "2 enter"},
	{"room_one_sided", 0, 0, "2 f 1 enter"},
	{"findings", 3, 200, "3 j"},
	{"finding", 3, 200, "enter j j"},
	{"finding_inconclusive", 0, 0, "3 j j enter"},
	{"logs", 0, 0, "4 j"},
	{"column", 0, 0, "enter esc tab enter"},
	{"metrics", 3, 200, "5 j"},
	{"sources", 3, 200, "6 j"},
	{"help", 3, 200, "2 ?"},
	{"lines_overview", 0, 0, ""},
	{"lines_logs", 0, 0, "4 e k k"},
	{"lines_column", 0, 0, "enter esc tab tab enter j"},
	{"lines_record", 0, 0, "tab tab enter enter"},
	{"lines_one_process", 0, 0, "tab tab enter 4 t 1 4 : 0 7 enter p j"},
	{"lines_gone", 0, 0, "4 t 1 4 : 0 2 : 4 0 enter"},
}

var sizes = [][2]int{{60, 15}, {80, 24}, {120, 35}, {160, 50}}

var looks = []struct {
	name string
	caps cells.Caps
}{{"colour", cells.Caps{}}, {"NO_COLOR", cells.Caps{NoColor: true}}, {"ascii", cells.Caps{ASCII: true, NoColor: true}}}

func TestGolden(t *testing.T) {
	for _, v := range views {
		t.Run(v.name, func(t *testing.T) {
			var b strings.Builder
			for _, sz := range sizes {
				for _, l := range looks {
					d := fixture(v.visible, v.good)
					if strings.HasPrefix(v.name, "lines_") {
						d = withLogs(d)
					}
					p := show(d, sz[0], sz[1], l.caps, v.keys)
					check(t, p, l.caps)
					fmt.Fprintf(&b, "=== %dx%d %s\n%s\n", sz[0], sz[1], l.name, p.frame)
				}
			}
			golden(t, v.name, b.String())
		})
	}
}

// show opens an incident, presses keys and fetches what the screen wants.
func show(d Data, w, h int, c cells.Caps, keys string) *program {
	p := New(d, Options{W: w, H: h, Caps: c}).(*program)
	drain(p, p.Init())
	for _, k := range strings.Fields(keys) {
		send(p, k)
	}
	return p
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s: line %d differs (-update writes it anew)\n got %q\nwant %q", path, i+1, g[i], append(w, "")[min(i, len(w))])
		}
	}
	t.Fatalf("%s: %d lines, want %d", path, len(g), len(w))
}

// check holds for every frame.
func check(t *testing.T, p *program, c cells.Caps) {
	t.Helper()
	lines := strings.Split(p.frame, "\n")
	if len(lines) != p.st.H {
		t.Fatalf("%d lines, want %d", len(lines), p.st.H)
	}
	cursor := false
	for i, l := range lines {
		if w := ansi.StringWidth(l); w > p.st.W {
			t.Errorf("line %d is %d wide, more than %d: %q", i, w, p.st.W, l)
		}
		plain := strip(l)
		cursor = cursor || strings.HasPrefix(plain, ">")
		for _, r := range plain {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || c.ASCII && r > 0x7e {
				t.Fatalf("line %d holds %U: %q", i, r, plain)
			}
		}
		if c.NoColor && strings.Contains(l, "\x1b[3") {
			t.Errorf("line %d has a colour: %q", i, l)
		}
	}
	if !cursor {
		t.Errorf("no row has the cursor:\n%s", strip(p.frame))
	}
}

func TestMissingScrapeIsNoLine(t *testing.T) {
	p := show(fixture(3, 0), 80, 24, cells.Caps{NoColor: true}, "")
	for _, l := range strings.Split(strip(p.frame), "\n") {
		if strings.Contains(l, "transfer_q") && !strings.Contains(l, "····") {
			t.Errorf("the scrapes between 14:09 and 14:10 failed: %s", l)
		}
		if strings.Contains(l, "inflight_q") && !strings.Contains(l, "~~~~") {
			t.Errorf("frozen from 14:10 on: %s", l)
		}
	}
}

// A room that is open when the capture ends is never drawn as ended.
func TestOpenRoomsStayOpen(t *testing.T) {
	s := newScene(fixture(3, 20), 1)
	d := drawer{scene: s}
	for i := range s.rooms.rooms {
		r := &s.rooms.rooms[i]
		bar := d.roomBar(r)
		if last := bar[len(bar)-1]; last.Open != r.Open {
			t.Errorf("room %s: open %v, drawn %v", r.ID, r.Open, last.Open)
		}
	}
}

func TestTooSmall(t *testing.T) {
	p := show(fixture(3, 0), 41, 12, cells.Caps{NoColor: true}, "")
	check(t, p, p.caps)
	if f := strip(p.frame); !strings.Contains(f, "needs 60x15, is 41x12") || !strings.Contains(f, "4 findings") {
		t.Errorf("got\n%s", f)
	}
}

func TestNothing(t *testing.T) {
	for _, keys := range []string{"", "1 enter j", "2 enter", "3 enter r", "4 enter", "5 [ ] j", "6 j y", "t", "/"} {
		p := show(Data{Name: "empty"}, 80, 24, cells.Caps{}, keys)
		check(t, p, p.caps)
		d := Data{Name: "empty", Incident: fixture(3, 0).Incident}
		check(t, show(d, 80, 24, cells.Caps{}, keys), cells.Caps{})
	}
}
