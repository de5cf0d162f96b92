package packtest

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"sync"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

// truncate cuts logs and scrapes at their head or tail, as if they had been collected later or earlier.
func truncate(c *Case, m *rules.Mutation) int {
	n := 0
	if m.Of != "scrapes" {
		n += c.logs(m, func(l *Log) int { return l.cutTo(kept(l, m)) })
	}
	if m.Of != "logs" {
		n += c.targets(m, func(t *Target) int {
			before := len(t.Scrapes)
			t.Scrapes = slices.DeleteFunc(slices.Clone(t.Scrapes), func(s Scrape) bool {
				return m.After.Known() && s.At > m.After || m.Before.Known() && s.At < m.Before
			})
			return before - len(t.Scrapes)
		})
	}
	return n
}

// kept says which lines of a log a truncation leaves: those from the first index up to the second.
func kept(l *Log, m *rules.Mutation) (from, to int) {
	lines := l.lines()
	switch {
	case m.Lines > 0:
		return 0, min(m.Lines, len(lines))
	case m.Lines < 0:
		return max(0, len(lines)+m.Lines), len(lines)
	}
	from, to = 0, len(lines)
	place := 0
	for _, r := range records(lines) {
		at := r.at(l.Shift)
		if m.Before.Known() && at.Known() && at < m.Before {
			from = place + len(r.lines)
		}
		if m.After.Known() && at.Known() && at > m.After {
			return from, place
		}
		place += len(r.lines)
	}
	return from, to
}

// cutTo keeps the lines from one index up to another, and says how many went.
func (l *Log) cutTo(from, to int) int {
	place, gone := 0, 0
	l.edit(func(_ int, lines []Line) []Line {
		var out []Line
		for _, x := range lines {
			if place >= from && place < to {
				out = append(out, x)
			} else {
				gone++
			}
			place++
		}
		return out
	})
	return gone
}

// shuffle puts the records of each file in another order, as collectors do that send them late. With
// `within` none passes another whose stamp is further away.
func shuffle(c *Case, m *rules.Mutation) int {
	rng := rand.New(rand.NewPCG(m.Seed, 0))
	return c.logs(m, func(l *Log) int {
		moved := 0
		l.edit(func(_ int, lines []Line) []Line {
			out := shuffled(rng, lines, m.Within)
			for i := range out {
				if out[i].ID != lines[i].ID {
					moved++
				}
			}
			return out
		})
		return moved
	})
}

func shuffled(rng *rand.Rand, lines []Line, within time.Duration) []Line {
	type delayed struct {
		record
		at timeline.Time
	}
	var list []delayed
	last := timeline.Time(0)
	for _, r := range records(lines) {
		if at := r.at(0); at.Known() {
			last = at
		}
		d := delayed{r, last}
		if within > 0 {
			d.at += timeline.Time(rng.Int64N(int64(within) + 1))
		} else {
			d.at = timeline.Time(rng.Int64())
		}
		list = append(list, d)
	}
	slices.SortStableFunc(list, func(a, b delayed) int { return int(min(max(a.at-b.at, -1), 1)) })
	var out []Line
	for _, d := range list {
		out = append(out, d.lines...)
	}
	return out
}

// skew sets a clock ahead: what was printed at 3:14 is stamped 3:14 and `by`.
func skew(c *Case, m *rules.Mutation) int {
	n := 0
	if m.By == 0 {
		return 0
	}
	if m.Of != "scrapes" {
		n += c.logs(m, func(l *Log) int { l.Shift += m.By; return 1 })
	}
	if m.Of != "logs" {
		n += c.targets(m, func(t *Target) int {
			for i := range t.Scrapes {
				t.Scrapes[i].At = t.Scrapes[i].At.Add(m.By)
			}
			return len(t.Scrapes)
		})
	}
	return n
}

var debugLevel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(\blog_level=['"])debug(['"])`) })

// levelOff takes out what a process prints at DEBUG only, or of rooms where they are visible to a higher
// degree: the records of the pack's signals that say so (emits, means), and headers that say DEBUG.
func levelOff(c *Case, m *rules.Mutation, p *rules.Pack) int {
	hidden := func(r *record) bool {
		if r.head.Level == timeline.LevelDebug && m.Rooms < 0 {
			return true
		}
		return slices.ContainsFunc(p.Signals, func(s *rules.Signal) bool { return hides(s, m.Rooms) && is(s, r.text()) })
	}
	return c.logs(m, func(l *Log) int {
		n := 0
		l.edit(func(_ int, lines []Line) []Line {
			var out []Line
			for _, r := range records(lines) {
				if hidden(&r) {
					n++
					continue
				}
				for _, x := range r.lines {
					if m.Rooms < 0 && debugLevel().MatchString(x.Text) {
						x.Text = debugLevel().ReplaceAllString(x.Text, "${1}info${2}")
						n++
					}
					out = append(out, x)
				}
			}
			return out
		})
		return n
	})
}

// hides says whether a signal is one that a process of fewer words does not print.
func hides(s *rules.Signal, rooms int) bool {
	if rooms < 0 {
		return s.Emits.Kind == timeline.EmitDebugOnly || s.Means.Kind == timeline.MeansDebugOn
	}
	return s.Emits.Kind == timeline.EmitRoomsVisible && s.Emits.Rooms > rooms || s.Means.Kind == timeline.MeansRoomsVisible && s.Means.Rooms > rooms
}

// duplicate gives a log twice: as another file of the same bytes, as an excerpt beside it (a grep), or each
// record of it twice in the same file (a collector that delivers at least once).
func duplicate(c *Case, m *rules.Mutation) int {
	var more []Log
	n := c.logs(m, func(l *Log) int {
		if m.As == "lines" {
			l.edit(func(_ int, lines []Line) []Line {
				var out []Line
				for _, r := range records(lines) {
					out = append(append(out, r.lines...), r.lines...)
				}
				return out
			})
			return len(l.lines())
		}
		twin := *l
		twin.Name += " " + m.As
		twin.Files = slices.Clone(l.Files)
		if m.As == "excerpt" {
			twin.edit(func(_ int, lines []Line) []Line {
				list := slices.DeleteFunc(records(lines), func(r record) bool { return !m.Match.MatchString(r.text()) })
				return linesOf(list)
			})
		}
		more = append(more, twin)
		return len(twin.lines())
	})
	c.Logs = append(c.Logs, more...)
	return n
}
