package timeline

import (
	"testing"
	"time"
)

// ns is a stamped moment in nanoseconds on clock 1, in no stream.
func ns(lo, hi Time) Moment {
	return Moment{Interval: Interval{lo, hi}, Clock: 1, Pos: NoPos, Stamped: true}
}

// in puts a moment into stream 1.
func in(m Moment, pos Pos) Moment { m.Stream, m.Pos = 1, pos; return m }

func headerless(m Moment) Moment { m.Stamped = false; return m }
func cut(m Moment) Moment        { m.Cut = true; return headerless(m) }
func scraped(m Moment) Moment    { m.Clock = 2; return m }

func TestLater(t *testing.T) {
	const skew = 50
	a := ns(100, 200)
	for _, c := range []struct {
		name string
		a, e Moment
		want Truth
	}{
		{"begins where a ends", a, ns(200, 300), T},
		{"begins one ns before a ends", a, ns(199, 300), U},
		{"its last instant is a's first", a, ns(0, 101), F},
		{"its last instant is a's second", a, ns(0, 102), U},
		{"the same interval", a, a, U},
		{"other clock, behind the skew", a, scraped(ns(250, 260)), T},
		{"other clock, one ns inside the skew", a, scraped(ns(249, 260)), U},
		{"other clock, before the skew", a, scraped(ns(0, 51)), F},
		{"other clock, one ns inside the skew before", a, scraped(ns(0, 52)), U},

		{"bytes decide what the stamps leave open", in(a, 1), in(a, 2), T},
		{"bytes decide what the stamps leave open, backwards", in(a, 2), in(a, 1), F},
		{"stamps decide against the bytes", in(a, 2), in(ns(200, 300), 1), T},
		{"stamps decide against the bytes, backwards", in(ns(200, 300), 1), in(a, 2), F},
		{"the same record", in(a, 1), in(a, 1), F},
		{"what stands at no line has no byte order", in(a, 1), in(a, NoPos), U},

		{"without a header bytes always decide", in(headerless(ns(200, 300)), 1), in(a, 2), T},
		{"without a header bytes always decide, backwards", in(a, 2), in(headerless(ns(200, 300)), 1), F},
		{"without a header, in no stream", a, headerless(a), U},
		{"cut: bytes say nothing", in(cut(a), 1), in(a, 2), U},
		{"cut: bytes say nothing of what follows", in(a, 1), in(cut(a), 2), U},
		{"cut: the stamps still do", in(cut(a), 2), in(ns(200, 300), 1), T},
		{"cut: one record is still one", in(cut(a), 1), in(cut(a), 1), F},
	} {
		equal(t, c.name, Later(c.a, c.e, skew), c.want)
	}
}

// TestOrderLaws holds for all pairs of a small world: "not later" is the negation of "later", and
// nothing is surely after what is surely after it.
func TestOrderLaws(t *testing.T) {
	world := smallWorld()
	for _, a := range world {
		for _, b := range world {
			if Later(a, b, 2) != NotLater(b, a, 2).Not() {
				t.Fatalf("Later is %s, NotLater %s of\n%+v\n%+v", Later(a, b, 2), NotLater(b, a, 2), a, b)
			}
			if Later(a, b, 2) == T && Later(b, a, 2) != F {
				t.Fatalf("each is after the other (%s):\n%+v\n%+v", Later(b, a, 2), a, b)
			}
		}
	}
}

func smallWorld() []Moment {
	var out []Moment
	for lo := Time(0); lo < 5; lo++ {
		for width := Time(1); width < 4; width++ {
			m := ns(lo, lo+width)
			out = append(out, m, scraped(m))
			for pos := Pos(0); pos < 3; pos++ {
				out = append(out, in(m, pos), in(headerless(m), pos), in(cut(m), pos))
			}
		}
	}
	return out
}

// TestLaterOpenEnd: without captured_at the last record of a stream has no upper bound.
func TestLaterOpenEnd(t *testing.T) {
	last := headerless(ns(100, MaxTime))
	equal(t, "after an open end", Later(last, ns(1000, 1001), time.Hour), U)
	equal(t, "open end after what ended", Later(ns(0, 100), last, time.Hour), T)
	equal(t, "open end on another clock", Later(scraped(ns(0, 100)), last, time.Hour), U)
}

func TestShift(t *testing.T) {
	m := in(ns(100, 200), 7)
	equal(t, "by nothing", m.Shift(0), m)
	equal(t, "a moved moment stands at no line", m.Shift(-30), ns(70, 170))
	equal(t, "a moved moment without a header", in(headerless(ns(100, 200)), 7).Shift(30), headerless(ns(130, 230)))
}

func TestSameStream(t *testing.T) {
	a, other := in(ns(0, 1), 3), in(ns(0, 1), 3)
	other.Stream = 2
	equal(t, "one stream", SameStream(a, in(ns(5, 6), 4)), true)
	equal(t, "two streams", SameStream(a, other), false)
	equal(t, "no stream", SameStream(ns(0, 1), ns(0, 1)), false)
	equal(t, "no line", SameStream(a, in(ns(0, 1), NoPos)), false)
	equal(t, "one record", SameRecord(a, in(ns(5, 6), 3)), true)
	equal(t, "two records", SameRecord(a, in(ns(0, 1), 4)), false)
	equal(t, "two files at one offset", SameRecord(a, other), false)
	equal(t, "point", Point(5, 1), ns(5, 6))
}
