package ingest

import (
	"slices"

	"roomline/timeline"
)

// takeHits hands the hits of a part on to folding, in the numbers of the stream; those that wait for a stamp wait here.
func (g *gather) takeHits(p *part) {
	p.inOrder()
	waits := len(p.hits) - len(p.open.hits) // those that wait stand behind the last stamp, so at the end
	g.takeRanks(p)
	g.importing(p)
	for i := range p.hits {
		h := p.hits[i] // a copy: the part's own stays in the cache of the processor that will fill it again
		h.Pos += timeline.Pos(g.base)
		h.Rank = g.ranksIn[h.Rank]
		h.Tuple = g.imported[h.Tuple]
		if !g.numbered {
			h.Line += g.file.lines
		}
		if i < waits {
			g.fold.push(&h)
			continue
		}
		g.open.hits = append(g.open.hits, int32(len(g.hits)))
		g.hits = append(g.hits, h)
	}
}

// importing takes over what the hits of a part captured.
func (g *gather) importing(p *part) {
	used := []bool(nil) // all, unless some hits are gone
	if p.early.folded {
		g.used = slices.Grow(g.used[:0], p.tuples.Len()+1)[:p.tuples.Len()+1]
		clear(g.used)
		for i := range p.hits {
			g.used[p.hits[i].Tuple] = true
		}
		used = g.used
	}
	g.imported = g.fold.log.Tuples.ImportAll(g.imported[:0], &p.tuples, used)
}

// takeRanks takes over how a part numbers ranks: those of its tally, from 1.
func (g *gather) takeRanks(p *part) {
	g.ranksIn = append(g.ranksIn[:0], g.fold.log.Rank(""))
	for _, r := range p.ranks {
		id, known := g.ranksOf[r]
		if !known {
			g.tally.rank(r)
			g.file.rank(r)
			id = g.fold.log.Rank(r)
			g.ranksOf[r] = id
		}
		g.ranksIn = append(g.ranksIn, id)
	}
}

// Before expectFrom of a file was read nobody can say how many tuples it will hold; expectMore is room for what
// comes thicker later on.
const expectFrom, expectMore = 0.02, 1.03

// expectTuples guesses how many there will be from how much of the file was read.
func (g *gather) expectTuples() {
	if share, t := g.gauges.share, g.fold.log.Tuples; share >= expectFrom {
		t.Expect(g.tuples + int(float64(t.Len()-g.tuples)/share*expectMore))
	}
}
