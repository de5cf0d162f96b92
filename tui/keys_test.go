package tui

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"roomline/tui/cells"
)

func TestNoKeyTwice(t *testing.T) {
	for w := where(1); w <= inFilter; w <<= 1 {
		seen := map[string]string{}
		for _, b := range keyMap {
			for _, k := range b.Keys() {
				if b.where&w == 0 {
					continue
				}
				if other, ok := seen[k]; ok {
					t.Errorf("context %b: %q means %q and %q", w, k, other, b.Help().Desc)
				}
				seen[k] = b.Help().Desc
			}
		}
	}
}

func TestEveryKeyIsInTheHelp(t *testing.T) {
	s := newScene(fixture(3, 3), 1)
	for sc := overview; sc < screens; sc++ {
		st := s.start(80, 24)
		st.Tab = sc
		if sc > sourcesTab {
			st = st.tab(overview).push(page{Screen: sc})
		}
		d := drawer{scene: s, st: st}
		var text strings.Builder
		for _, l := range d.helpLines() {
			text.WriteString(" " + l[0] + " ")
		}
		for k := range newKeyTable()[1<<sc] {
			if !strings.Contains(text.String(), " "+k+" ") {
				t.Errorf("screen %d: %q is not in the help", sc, k)
			}
		}
	}
}

// TestKeys presses keys and looks at the state.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		keys string
		ok   func(s *scene, st state) bool
	}{
		{"2", func(_ *scene, st state) bool { return st.Tab == roomsTab }},
		{"2 enter", func(_ *scene, st state) bool { return st.screen() == roomPage }},
		{"2 enter q", func(_ *scene, st state) bool { return st.screen() == roomsTab }},
		{"2 enter backspace", func(_ *scene, st state) bool { return st.screen() == roomsTab }},
		{"2 f x", func(s *scene, st state) bool { return s.view(st.Query).Len() == 14 }},
		{"2 f o", func(s *scene, st state) bool { return s.view(st.Query).Len() == 4 }},
		{"2 f s", func(s *scene, st state) bool { return s.view(st.Query).Len() == 4 }},
		{"2 f 1", func(s *scene, st state) bool { return s.view(st.Query).Len() == 2 }},
		{"2 f u", func(s *scene, st state) bool { return s.view(st.Query).Len() == 1 }},
		{"2 f x f a", func(s *scene, st state) bool { return s.view(st.Query).Len() == len(s.rooms.rooms) }},
		{"2 f x esc", func(s *scene, st state) bool {
			return s.view(st.Query).Len() == len(s.rooms.rooms) && st.Tab == roomsTab
		}},
		{"2 s", func(_ *scene, st state) bool { return st.Query.Sort == byState }},
		{"2 G r", func(s *scene, st state) bool { return st.Rooms.Row == 0 }},
		{"2 / 8 7 4 enter", func(s *scene, st state) bool { return s.view(st.Query).Len() == 18 }},
		{"enter", func(_ *scene, st state) bool { return st.screen() == findingPage && st.top().ID == "F1" }},
		{"enter J", func(_ *scene, st state) bool { return st.top().ID == "F2" }},
		{"enter J K", func(_ *scene, st state) bool { return st.top().ID == "F1" }},
		{"enter r", func(s *scene, st state) bool { return st.Tab == roomsTab && s.view(st.Query).Len() == 17 }},
		{"3 G enter", func(_ *scene, st state) bool { return st.top().ID == "hicache-bf16-index-k-layout" }},
		{"tab tab shift+tab", func(_ *scene, st state) bool { return st.Focus == paneLanes }},
		{"h", func(_ *scene, st state) bool { return st.Cursor == int64(hms(14, 7, 0.412))-st.Col }},
		{"}", func(_ *scene, st state) bool { return st.Cursor == int64(hms(14, 8, 15)) && st.Findings.ID == "F3" }},
		{"} {", func(_ *scene, st state) bool { return st.Findings.ID == "F1" }},
		{"e", func(_ *scene, st state) bool { return st.Cursor == int64(hms(14, 12, 0)) }},
		{"E E", func(_ *scene, st state) bool { return st.Note == "no earlier error" }},
		{"W", func(_ *scene, st state) bool { return st.Cursor == int64(hms(14, 6, 59)) }},
		{"t 1 4 : 0 9 enter", func(_ *scene, st state) bool { return st.Cursor == int64(hms(14, 9, 0)) }},
		{"t F 2 enter", func(_ *scene, st state) bool { return st.Cursor == int64(hms(14, 12, 1)) }},
		{"t ' k i l l enter", func(_ *scene, st state) bool { return st.Cursor == int64(hms(14, 6, 59)) }},
		{"t + 3 0 s enter", func(_ *scene, st state) bool { return st.Cursor == int64(hms(14, 7, 30.412)) }},
		{"t x enter", func(_ *scene, st state) bool { return strings.HasPrefix(st.Note, "no time") }},
		{"t 9 esc", func(_ *scene, st state) bool { return st.Mode == normal && st.Cursor == int64(hms(14, 7, 0.412)) }},
		{"4 / G U A R D enter", func(s *scene, st state) bool {
			return strings.Contains(s.signal(s.lines.list[st.Logs.Row].hit), "thread_died")
		}},
		{"4 G", func(s *scene, st state) bool { return st.Cursor == s.lines.at[len(s.lines.at)-1] }},
		{"5 / r u n n enter", func(s *scene, st state) bool { return len(s.seriesRows(st)) == 3 }},
		{"tab tab j", func(s *scene, st state) bool { return st.Cursor == s.lines.at[st.Lines.Row] }},
		{"?", func(_ *scene, st state) bool { return st.Mode == helping }},
		{"? ?", func(_ *scene, st state) bool { return st.Mode == normal }},
		{"2 enter + y", func(_ *scene, st state) bool { return strings.HasPrefix(st.Note, "copied") }},
		{"2 T", func(_ *scene, st state) bool { return st.Tab == overview && st.Cursor == int64(hms(14, 7, 28)) }},
	} {
		p := show(fixture(3, 30), 80, 24, cells.Caps{}, c.keys)
		if !c.ok(p.scene, p.st) {
			t.Errorf("%q: got\n%s", c.keys, strip(p.frame))
		}
		check(t, p, p.caps)
	}
}

func TestBackRestoresTheWindow(t *testing.T) {
	p := show(fixture(3, 30), 80, 24, cells.Caps{}, "+ + l 2 j")
	before := p.st
	for _, k := range strings.Fields("enter - H l [ enter q q") {
		send(p, k)
	}
	if p.st.T0 != before.T0 || p.st.Col != before.Col || p.st.Cursor != before.Cursor || p.st.Rooms != before.Rooms {
		t.Errorf("got %+v, want %+v", p.st, before)
	}
}

func TestResizeKeepsTimeAndSelection(t *testing.T) {
	p := show(fixture(3, 200), 160, 50, cells.Caps{}, "2 j j j j 1 + + + h h")
	for _, sz := range sizes {
		before := p.st
		p.Update(tea.WindowSizeMsg{Width: sz[0], Height: sz[1]})
		if p.st.Cursor != before.Cursor || p.st.Rooms.ID != before.Rooms.ID || p.st.Col != before.Col {
			t.Errorf("%v: cursor %s, want %s", sz, clock(p.st.Cursor), clock(before.Cursor))
		}
		check(t, p, p.caps)
	}
}

// TestRandomKeys presses ten thousand keys, resizes now and then, and undoes every zoom.
func TestRandomKeys(t *testing.T) {
	var all []string
	for _, b := range keyMap {
		if b.do != quitNow && b.do != goBack {
			all = append(all, b.Keys()...)
		}
	}
	pressRandom(t, all, fixture(3, 50), 10_000)
	pressRandom(t, all, withLogs(fixture(3, 50)), 4000)
}

func pressRandom(t *testing.T, all []string, d Data, n int) {
	r := rand.New(rand.NewPCG(1, 2))
	p := show(d, 80, 24, cells.Caps{}, "")
	for i := range n {
		k := all[r.IntN(len(all))]
		switch {
		case i%97 == 0:
			p.Update(tea.WindowSizeMsg{Width: 1 + r.IntN(200), Height: 1 + r.IntN(60)})
		case i%31 == 0:
			k = "q"
			if p.st.Depth == 0 {
				continue
			}
			fallthrough
		default:
			send(p, k)
		}
		if i%13 == 0 {
			p.Update(tea.MouseClickMsg{X: r.IntN(200), Y: r.IntN(60), Button: tea.MouseLeft})
		}
		check(t, p, p.caps)
		invariant(t, p.st)
		if t.Failed() {
			t.Fatalf("after key %d, %q", i, k)
		}
		undoes(t, p)
	}
}

func invariant(t *testing.T, st state) {
	t.Helper()
	ax := st.axis()
	onLadder := false
	for _, c := range cells.Ladder {
		onLadder = onLadder || c == st.Col
	}
	if !onLadder || st.T0%st.Col != 0 || !ax.Holds(st.Cursor) {
		t.Fatalf("window %d by %d, cursor %d", st.T0, st.Col, st.Cursor)
	}
}

// undoes checks that u takes back a zoom, whatever came before.
func undoes(t *testing.T, p *program) {
	t.Helper()
	for _, do := range []action{zoomIn, zoomOut, showAll, panLeft} {
		st := p.st
		st.Mode, st.Depth, st.Tab = normal, 0, overview
		st = p.scene.settle(st)
		there, _ := p.scene.reduce(st, do)
		if there.T0 == st.T0 && there.Col == st.Col {
			continue
		}
		back, _ := p.scene.reduce(there, undo)
		if back.T0 != st.T0 || back.Col != st.Col {
			t.Fatalf("action %d is not undone", do)
		}
	}
}
