package cells

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
)

func TestFit(t *testing.T) {
	sec := int64(time.Second)
	for _, c := range []struct {
		lo, hi int64
		w      int
		col    int64
	}{{0, 60 * sec, 60, sec}, {0, 61 * sec, 60, 2 * sec}, {7, 7, 10, int64(time.Microsecond)}, {0, 780 * sec, 54, 15 * sec}, {-5 * sec, 5 * sec, 5, 5 * sec}, {0, 365 * 24 * 3600 * sec, 60, 168 * 3600 * sec}} {
		a := Fit(c.lo, c.hi, c.w)
		if a.Col != c.col || a.T0 > c.lo || a.End() < c.hi || a.T0%a.Col != 0 {
			t.Errorf("fit %d..%d in %d: %+v", c.lo, c.hi, c.w, a)
		}
	}
}

// Zooming keeps the cursor's time in its column; panning keeps the columns.
func TestZoomAndPan(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		a := Fit(r.Int64N(1e18), 0, 1)
		a = Axis{Col: Ladder[r.IntN(len(Ladder))], W: 1 + r.IntN(200)}
		a.T0 = floor(r.Int64N(2e18)-1e18, a.Col)
		cursor := a.T0 + r.Int64N(a.Col*int64(a.W))
		z := a.Zoom(r.IntN(9)-4, cursor)
		if z.Column(cursor) != a.Column(cursor) {
			t.Fatalf("%+v to %+v: column %d to %d", a, z, a.Column(cursor), z.Column(cursor))
		}
		n := r.IntN(100) - 50
		p := z.Pan(n)
		if p.T0%p.Col != 0 || p.Col != z.Col || p.Column(cursor) != z.Column(cursor)-n {
			t.Fatalf("%+v by %d: %+v", z, n, p)
		}
		if s := p.Show(cursor); !s.Holds(cursor) || s.T0%s.Col != 0 {
			t.Fatalf("show: %+v", s)
		}
		if w := z.Resize(1+r.IntN(200), cursor); !w.Holds(cursor) || w.T0%w.Col != 0 {
			t.Fatalf("resize: %+v", w)
		}
	}
}

func TestRuler(t *testing.T) {
	sec := int64(time.Second)
	for _, c := range []struct {
		a    Axis
		at   int64
		want string
	}{
		{Axis{T0: 14 * 3600 * sec, Col: 15 * sec, W: 30}, 14*3600*sec + 20, "▼4:00   14:02   14:04   14:06"},
		{Axis{T0: 14*3600*sec + 30*sec, Col: 15 * sec, W: 20}, 0, "      14:02   14:04"},
		{Axis{T0: 0, Col: 100 * int64(time.Millisecond), W: 30}, -1, "00:00:00  00:00:01  00:00:02"},
		{Axis{T0: 0, Col: 24 * 3600 * sec, W: 20}, -1, "01-01  01-08  01-15"},
	} {
		got := ansi.Strip(draw(c.a.W, 1, Caps{}, func(a Area) { c.a.Ruler(a, 0, c.at) }))
		if got != c.want {
			t.Errorf("%+v: got %q, want %q", c.a, got, c.want)
		}
	}
}
