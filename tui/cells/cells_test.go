package cells

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

func draw(w, h int, c Caps, f func(a Area)) string {
	g := NewGrid(w, h, c)
	f(g.Area())
	return g.String()
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		w        int
		in, want string
		caps     Caps
	}{
		{10, "plain", "plain", Caps{}},
		{5, "too long", "too l", Caps{}},
		{10, "a\tb", "a  b", Caps{}},
		{20, "\x1b[31mred\r\n", `\x1b[31mred\x0d\x0a`, Caps{}},
		{20, "\u202eevil\u200b", `\u202eevil\u200b`, Caps{}},
		{20, "bad\xffutf", `bad\xffutf`, Caps{}},
		{20, "\u0301x", `\u0301x`, Caps{}},
		{20, "e\u0301x", "e\u0301x", Caps{}},
		{5, "漢字漢", "漢字", Caps{}},
		{4, "漢字", "漢字", Caps{}},
		{20, "漢→▁", `\u6f22>_`, Caps{ASCII: true}},
		{30, "\U000e0041", `\U000e0041`, Caps{}},
		{8, "\u009b31m", `\u009b31`, Caps{}},
	} {
		if got := draw(c.w, 1, c.caps, func(a Area) { a.Text(0, 0, Plain, c.in) }); ansi.Strip(got) != c.want {
			t.Errorf("%q in %d: got %q, want %q", c.in, c.w, got, c.want)
		}
	}
}

func TestCell(t *testing.T) {
	for _, c := range []struct {
		w        int
		in, want string
	}{{5, "12345", "12345"}, {5, "123456", "1234…"}, {4, "漢字漢", "漢 …"}, {1, "xy", "…"}, {0, "xy", ""}} {
		if got := draw(10, 1, Caps{}, func(a Area) { a.Cell(0, 0, c.w, Plain, c.in) }); got != c.want {
			t.Errorf("%q in %d: got %q, want %q", c.in, c.w, got, c.want)
		}
	}
	if got := draw(8, 1, Caps{}, func(a Area) { a.Right(0, 0, 8, Plain, "1.5s") }); got != "    1.5s" {
		t.Errorf("right: %q", got)
	}
}

func TestWideIsHealed(t *testing.T) {
	for x := range 4 {
		got := draw(4, 1, Caps{}, func(a Area) { a.Text(0, 0, Plain, "漢字"); a.Put(x, 0, 'x', Plain) })
		if w := ansi.StringWidth(got); w > 4 || !strings.Contains(got, "x") || strings.Count(got, "漢")+strings.Count(got, "字") != 1 {
			t.Errorf("x at %d: %q is %d wide", x, got, w)
		}
	}
}

func TestStyles(t *testing.T) {
	f := func(a Area) {
		a.Text(0, 0, Red|Bold, "ab")
		a.Text(2, 0, Plain, "c")
		a.Text(3, 0, Yellow|Reverse, "d")
	}
	for _, c := range []struct {
		caps Caps
		want string
	}{
		{Caps{}, "\x1b[1;31mab\x1b[mc\x1b[7;33md\x1b[m"},
		{Caps{Light: true}, "\x1b[1;31mab\x1b[mc\x1b[7;35md\x1b[m"},
		{Caps{NoColor: true}, "\x1b[1mab\x1b[mc\x1b[7md\x1b[m"},
	} {
		if got := draw(6, 1, c.caps, f); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.caps, got, c.want)
		}
	}
}

func TestRule(t *testing.T) {
	for _, c := range []struct {
		w                 int
		title, note, want string
	}{{20, "Title", "note", "─ Title ───── note ─"}, {12, "Title", "longer note", "─ Title ────"}, {8, "A long title", "", "─ A l… ─"}, {6, "", "", "──────"}} {
		if got := ansi.Strip(draw(c.w, 1, Caps{}, func(a Area) { a.Rule(0, c.title, c.note, Plain) })); got != c.want {
			t.Errorf("%q %q: got %q, want %q", c.title, c.note, got, c.want)
		}
	}
}

// No data, zero and the least value above zero are three different cells, in both sets.
func TestSparkKeepsZeroApart(t *testing.T) {
	v := []Value{{}, {Known: true}, {Known: true, V: 1e-9}, {Known: true, V: 10}, {Known: true, Held: true}, {Known: true, V: math.NaN()}, {Known: true, V: math.Inf(1)}}
	for _, c := range []struct {
		caps Caps
		want string
	}{{Caps{}, "·▁▂█~▁█"}, {Caps{ASCII: true}, ":_.@~_@"}} {
		if got := ansi.Strip(draw(9, 1, c.caps, func(a Area) { a.Spark(0, 0, v, 10, Plain) })); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestBar(t *testing.T) {
	ax := Axis{T0: 0, Col: 10, W: 10}
	b := []Span{{Lo: 10, Hi: 30, Letter: 'B', Fill: '░', Computed: true}, {Lo: 30, Hi: 80, Letter: 'W', Fill: '▒', Open: true}}
	for _, c := range []struct {
		t0   int64
		want string
	}{{0, " b░W▒▒▒?"}, {20, "░W▒▒▒?"}, {-70, "        b░"}, {200, ""}} {
		ax.T0 = c.t0
		if got := ansi.Strip(draw(10, 1, Caps{}, func(a Area) { ax.Bar(a, 0, b) })); got != c.want {
			t.Errorf("from %d: got %q, want %q", c.t0, got, c.want)
		}
	}
}

// rows is a list of n entries whose access is counted.
type rows struct{ n, asked int }

func (r *rows) Len() int        { return r.n }
func (r *rows) ID(i int) string { r.asked++; return fmt.Sprint("id", i) }
func (r *rows) Find(id string) int {
	r.asked++
	var n int
	if _, err := fmt.Sscanf(id, "id%d", &n); err != nil || n >= r.n {
		return -1
	}
	return n
}

func TestListKeepsTheID(t *testing.T) {
	r := &rows{n: 100}
	l := List{}.Move(r, 50).Place(r, 10)
	if l.ID != "id50" || l.Row != 50 || l.Top != 41 {
		t.Errorf("got %+v", l)
	}
	l.Row = 3 // rows came before it
	if l = l.Place(r, 10); l.ID != "id50" || l.Row != 50 {
		t.Errorf("got %+v", l)
	}
	r.n = 20
	if l = l.Place(r, 10); l.Row != 19 || l.Top != 10 {
		t.Errorf("gone: %+v", l)
	}
	r.n = 0
	if l = l.Place(r, 10); l.Row != 0 || l.Top != 0 {
		t.Errorf("empty: %+v", l)
	}
}

// The cost of a frame does not depend on the number of rows.
func TestTableCost(t *testing.T) {
	var cost []int
	for _, n := range []int{100, 1_000_000} {
		r := &rows{n: n}
		drawn := 0
		tb := Table{Columns: []Column{{Title: "A", W: 7}, {Title: "B", W: -1}}, List: List{}.Move(r, n/2).Place(r, 20), Focus: true}
		out := draw(40, 21, Caps{}, func(a Area) {
			tb.Draw(a, r, func(c Area, row, col int) { drawn++; c.Text(0, 0, Plain, fmt.Sprint(row)) })
		})
		cost = append(cost, r.asked+drawn)
		if !strings.Contains(ansi.Strip(out), fmt.Sprintf("\n>%d", n/2)) {
			t.Errorf("%d rows: the selected one is not marked:\n%s", n, ansi.Strip(out))
		}
	}
	if cost[0] != cost[1] {
		t.Errorf("cost grew from %d to %d", cost[0], cost[1])
	}
}

// FuzzText draws hostile text: whatever comes, the frame has its width and no control character.
func FuzzText(f *testing.F) {
	for _, s := range []string{"\x1b[2J\r\n", "👩‍👩‍👧‍👦🇩🇪", "\u202e\u2066", "e\u0301\u0301\u0301\u0301\u0301\u0301", "\xff\xfe漢", "\u1100\u1161\u11a8", "क्षि", "☁️⌚", "\u2028\ufeff"} {
		f.Add(s, 7, false)
	}
	f.Fuzz(func(t *testing.T, s string, w int, ascii bool) {
		w = min(max(w, 1), 80)
		c := Caps{ASCII: ascii}
		out := draw(w, 2, c, func(a Area) { a.Text(-1, 0, Plain, s); a.Cell(0, 1, w, Red, s) })
		for _, l := range strings.Split(out, "\n") {
			l = ansi.Strip(l)
			if ansi.StringWidth(l) > w {
				t.Errorf("%q is wider than %d: %q", s, w, l)
			}
			for _, r := range l {
				if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar && !strings.ContainsRune(s, r) || ascii && r > 0x7e {
					t.Errorf("%q shows %U: %q", s, r, l)
				}
			}
		}
	})
}

func BenchmarkGrid(b *testing.B) {
	line := strings.Repeat("▂▃▄ text ", 18)
	b.ReportAllocs()
	for range b.N {
		g := NewGrid(160, 50, Caps{})
		for y := range 50 {
			g.Area().Text(0, y, Style(y%7), line)
		}
		_ = g.String()
	}
}
