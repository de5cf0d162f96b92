package packtest

import (
	"math/rand/v2"

	"roomline/rules"
)

// orders lists the sources of a case in other orders, since files have none among each other, and lets
// lines of one rank pass lines of another of the same stamp, where at least one of the two is no record
// of a signal: the order within a rank stays.
func orders(rng *rand.Rand, c *Case, p *rules.Pack) []*variant {
	var out []*variant
	if n := len(c.Logs) + len(c.Targets); n > 1 {
		for range 3 {
			then := c.Clone()
			rng.Shuffle(len(then.Logs), func(i, k int) { then.Logs[i], then.Logs[k] = then.Logs[k], then.Logs[i] })
			rng.Shuffle(len(then.Targets), func(i, k int) { then.Targets[i], then.Targets[k] = then.Targets[k], then.Targets[i] })
			out = append(out, &variant{law: LawOrder, then: then, how: "its sources are listed in another order", held: same})
		}
	}
	for i := range c.Logs {
		for range 3 {
			then := c.Clone()
			if ids := then.Logs[i].passing(rng, p); ids != nil {
				out = append(out, &variant{law: LawOrder, then: then, ids: ids, held: same,
					how: "lines of one rank passed lines of another of the same second in " + c.Logs[i].Name})
			}
		}
	}
	return out
}

// passing exchanges neighbours of the same stamp and of different ranks here and there.
func (l *Log) passing(rng *rand.Rand, p *rules.Pack) (ids []int) {
	l.edit(func(_ int, lines []Line) []Line {
		list := records(lines)
		for i := 0; i+1 < len(list); i++ {
			if a, b := &list[i], &list[i+1]; mayPass(a, b, p) && rng.IntN(2) == 0 {
				ids = append(ids, a.lines[0].ID, b.lines[0].ID)
				list[i], list[i+1] = list[i+1], list[i]
				i++
			}
		}
		return linesOf(list)
	})
	return ids
}

// mayPass: what has lines behind its header does not move, since they may be a record of their own.
func mayPass(a, b *record, p *rules.Pack) bool {
	return len(a.lines) == 1 && len(b.lines) == 1 && a.head.HasTime && b.head.HasTime && a.head.At == b.head.At &&
		a.head.Rank != b.head.Rank && !(isAny(p, a.text()) && isAny(p, b.text()))
}
