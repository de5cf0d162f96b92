package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"roomline/rules"
	"roomline/timeline"
	"roomline/tui/cells"
)

// many is a fixture with more findings than a small terminal has rows.
func many() Data {
	d := fixture(3, 0)
	for i := range 20 {
		d.Result.Findings = append(d.Result.Findings, rules.Finding{ID: fmt.Sprintf("F%d", i+5), Standing: &rules.Standing{}, Shown: &rules.Shown{Rule: "r", Verdict: timeline.T, Title: fmt.Sprintf("room 629507508262915017%d waited in WaitingForInput", i)}})
	}
	return d
}

// In a terminal that is too small the last row holds the keys and nothing else; j and k scroll, and
// what is not seen does not change.
func TestSmallTerminal(t *testing.T) {
	p := show(many(), 40, 12, cells.Caps{NoColor: true}, "")
	last := func() string {
		rows := strings.Split(strip(p.frame), "\n")
		return strings.TrimRight(rows[len(rows)-1], " ")
	}
	foot := "> j/k scroll  q quit  (other keys do no…"
	if last() != foot || !strings.Contains(strip(p.frame), "findings 1–9 of 24") {
		t.Errorf("got\n%s", strip(p.frame))
	}
	for range 50 {
		send(p, "j")
		check(t, p, p.caps)
	}
	if f := strip(p.frame); last() != foot || !strings.Contains(f, "findings 16–24 of 24") || !strings.Contains(f, "\nF24 ") {
		t.Errorf("got\n%s", f)
	}
	before := p.st
	for _, k := range []string{"enter", "3", "?", "/", "f", "tab"} {
		send(p, k)
	}
	if p.st != before {
		t.Errorf("got %+v, want %+v", p.st, before)
	}
	if send(p, "g"); p.st.SmallTop != 0 {
		t.Errorf("g leaves it at %d", p.st.SmallTop)
	}
	if _, cmd := p.Update(pressed("q")); cmd == nil {
		t.Error("q does not quit")
	}
	p.Update(tea.WindowSizeMsg{Width: 20, Height: 1})
	check(t, p, p.caps)
}

func TestSpanOf(t *testing.T) {
	for _, c := range []struct {
		d     time.Duration
		grain int64
		want  string
	}{
		{0, second, "<1s"}, {400 * time.Millisecond, second, "<1s"}, {4 * time.Second, second, "4s"}, {5 * time.Minute, second, "5m00s"}, {0, int64(time.Millisecond), "<1ms"},
		{40 * time.Millisecond, int64(time.Millisecond), "40ms"}, {4 * time.Second, int64(time.Millisecond), "4.0s"}, {40 * time.Millisecond, 1, "40ms"}, {0, 0, "0µs"},
	} {
		if got := spanOf(c.d, c.grain); got != c.want {
			t.Errorf("%v to within %d: got %q, want %q", c.d, c.grain, got, c.want)
		}
	}
}

// A room that ended is in its state for no time that could be told.
func TestEndedRoomsAreInNoState(t *testing.T) {
	s := newScene(fixture(3, 5), 1)
	for i := range s.rooms.rooms {
		if r := &s.rooms.rooms[i]; (s.rooms.inStateText(i) == "–") == r.Open {
			t.Errorf("room %s, open %v: %s", r.ID, r.Open, s.rooms.inStateText(i))
		}
	}
	f := strip(show(fixture(3, 0), 80, 24, cells.Caps{NoColor: true}, "2 f x enter").frame)
	if !strings.Contains(f, "Failed at 14:12:") {
		t.Errorf("got\n%s", f)
	}
}

func TestInputNames(t *testing.T) {
	d := fixture(3, 0)
	d.Incident.Sources[0].Path, d.Incident.Sources[1].Path = "in/a/prefill.log", "in/b/decode.log"
	for name, want := range map[string]string{"in/a in/b": "roomline  in/a +1 ", "prefill@n1=in/a in/b/ in/b": "roomline  prefill@n1=in/a +2 ", "in/a": "roomline  in/a ", "in/my logs": "roomline  in/my logs "} {
		d.Name = name
		if f := strip(show(d, 80, 24, cells.Caps{NoColor: true}, "").frame); !strings.Contains(f, want) {
			t.Errorf("%q: got %q", name, strings.SplitN(f, "\n", 2)[0])
		}
	}
}

// The title of the lines names the whole column, which holds the cursor.
func TestLinesTitle(t *testing.T) {
	p := show(fixture(3, 0), 80, 24, cells.Caps{NoColor: true}, "")
	lo, hi := p.st.column()
	if want := "lines " + clock(lo) + "–" + clock(hi) + ", the cursor's column"; outside(p.st.Cursor, lo, hi) || !strings.Contains(strip(p.frame), want) {
		t.Errorf("no %q in\n%s", want, strip(p.frame))
	}
}

// The legend is of the screen, and G goes to it.
func TestLegend(t *testing.T) {
	for keys, want := range map[string][]string{
		"?":         {"●", "▲", "▼", "·", "findings/marks", "B 100%", "B ░", "W ▒"},
		"2 ?":       {"FND F4+2", "IN STATE", "<1s", "W ▒"},
		"5 ?":       {"MAX", "p:n1", "~"},
		"3 ?":       {"root:", "· not observed"},
		"6 ?":       {"█  ·  ~"},
		"2 enter ?": {"its lines", "✖", "?"},
	} {
		for _, w := range []int{80, 160} {
			p := show(fixture(3, 0), w, 60, cells.Caps{NoColor: true}, keys+" G")
			check(t, p, p.caps)
			f := strip(p.frame)
			for _, s := range want {
				if !strings.Contains(f, "  "+s) {
					t.Errorf("%q at %d: no %q in\n%s", keys, w, s, f)
				}
			}
		}
	}
	p := show(fixture(3, 0), 80, 24, cells.Caps{NoColor: true}, "? G")
	if f := strip(p.frame); !strings.Contains(f, "signs of Overview") || p.st.Mode != helping {
		t.Errorf("got\n%s", f)
	}
	end, _ := p.scene.helpEnd(p.st)
	for range 200 {
		send(p, "j")
	}
	if send(p, "k"); p.st.HelpTop != end-1 {
		t.Errorf("k after the end leaves %d of %d", p.st.HelpTop, end)
	}
}

// What to do stands above the evidence in three lines at most; all of it can be scrolled to.
func TestAdvice(t *testing.T) {
	d := fixture(3, 0)
	d.Result.Findings[0].Mitigation = strings.Repeat("restart both sides together, then collect again. ", 8) + "the end"
	p := show(d, 80, 24, cells.Caps{NoColor: true}, "enter")
	rows := strings.Split(strip(p.frame), "\n")
	if !strings.Contains(rows[2], "What to do") || !strings.Contains(rows[5], "…") || !strings.Contains(rows[6], "Evidence chain") || !strings.HasPrefix(rows[7], ">") {
		t.Errorf("got\n%s", strip(p.frame))
	}
	if send(p, "k"); !strings.HasPrefix(strings.Split(strip(p.frame), "\n")[5], ">") {
		t.Errorf("k does not reach the advice:\n%s", strip(p.frame))
	}
	if send(p, "G"); p.st.Body.Row == 0 {
		t.Error("G goes nowhere")
	}
	if f := strip(p.frame); !strings.Contains(f, "What to do, all of it") || !strings.Contains(f, "the end") {
		t.Errorf("got\n%s", f)
	}
	for range 8 {
		send(p, "k")
	}
	at := p.st.Body.ID
	p.Update(tea.WindowSizeMsg{Width: 160, Height: 50})
	if p.st.Body.ID != at {
		t.Errorf("resizing went from row %s to %s", at, p.st.Body.ID)
	}
}

// r on a finding without rooms lists those of what it explains, through as many findings as it takes.
func TestRoomsOfWhatItExplains(t *testing.T) {
	d := fixture(3, 0)
	f := d.Result.Findings
	f[0].Rooms, f[0].Explains = nil, []string{"F3"}
	f[2].Explains = []string{"F2", "F1"}
	p := show(d, 80, 24, cells.Caps{NoColor: true}, "enter r")
	if n := p.scene.view(p.st.Query).Len(); n != 14 || p.st.Tab != roomsTab || !strings.Contains(strip(p.frame), "of F1 and what it explains") {
		t.Errorf("%d rooms:\n%s", n, strip(p.frame))
	}
	f[1].Rooms = nil
	p = show(d, 80, 24, cells.Caps{}, "enter r")
	if p.st.Note != "no room is named by it, nor by what it explains" {
		t.Errorf("got %q", p.st.Note)
	}
}

// A search says whether there is none at all or none in this direction.
func TestNoMatch(t *testing.T) {
	for keys, want := range map[string]string{
		"4 / z q x j enter":             `no line that a rule pack knows has "zqxj"`,
		"4 / G U A R D enter n n n":     "no more GUARD",
		"3 / z q x j enter":             `no row has "zqxj"`,
		"3 / a b o r t enter n n n n n": "no more abort",
	} {
		if p := show(fixture(3, 0), 80, 24, cells.Caps{}, keys); p.st.Note != want {
			t.Errorf("%q: got %q, want %q", keys, p.st.Note, want)
		}
	}
	p := show(withLogs(fixture(3, 0)), 80, 24, cells.Caps{}, "4 / z q x j enter")
	if p.st.Note != `no line has "zqxj"` {
		t.Errorf("got %q", p.st.Note)
	}
}
