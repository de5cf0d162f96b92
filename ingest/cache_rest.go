package ingest

import "roomline/timeline"

// recalled is what an entry tells besides the state of its gather. A file that did not change needs no
// folding again: rest is what became of the hits in the end.
type recalled struct {
	unkeyed  []timeline.SignalID // see folder.unkeyed
	rest     *timeline.LogRest   // nil where the file changed, or none was written
	captured timeline.Time       // that the rest holds for
	capped   bool                // folder.capped in the end
}

// pending is an entry that waits for what becomes of the hits.
type pending struct {
	*cached
	size int64 // of the file; of a plain one, what was read must be that
	to   *timeline.Packer
	rows timeline.PackedRows
}

// end writes what became of the hits, once all are folded, and hands the entry on.
func (w *pending) end(g *gather, captured timeline.Time) {
	all := w.whole || g.tally.bytes == w.size
	w.to.Flags(all, g.fold.capped)
	if all {
		w.to.Int(int64(captured))
		g.fold.log.PackRest(w.to, w.rows)
	}
	seal(w.to.Bytes)
	w.cache.Save(w.name(), w.to.Bytes)
}

// unpackRest reads what end wrote.
func (g *gather) unpackRest(u *timeline.Unpacker) {
	var all bool
	r := g.recalled
	if u.Flags(&all, &r.capped); all {
		r.captured = timeline.Time(u.Int())
		r.rest = g.fold.log.UnpackRest(u)
	}
}

// adopt makes a gather that was read from the cache one of this scan. same: its file did not change.
func (g *gather) adopt(source timeline.SourceID, tuples *timeline.Tuples, same bool) {
	g.source = source
	g.fold.log.MapSources([]int{int(source)})
	g.tuples = tuples.Len()
	g.fold.log.Share(tuples, g.hits)
	if !same || g.recalled.rest == nil {
		g.wake()
		return
	}
	g.recalled.rest.MapSources([]int{int(source)})
	g.recalled.rest.Share(tuples)
}

// wake goes on folding where the scan before ended.
func (g *gather) wake() {
	if !g.fold.asleep {
		return
	}
	g.fold.asleep = false
	g.fold.resume(g.recalled.unkeyed)
	for i := range g.fold.waiting {
		g.fold.push(&g.fold.waiting[i])
	}
	g.fold.waiting, g.recalled = nil, nil
}

// log gives all hits of the stream in byte order.
func (g *gather) log(captured timeline.Time) *timeline.HitLog {
	if r := g.recalled; r != nil && r.captured == captured {
		g.fold.capped = r.capped
		g.fold.log.AddRest(r.rest)
		return g.fold.log
	}
	g.wake()
	if g.pending != nil {
		g.fold.foldAll()
		g.pending.end(g, captured)
		g.pending = nil
	}
	return g.fold.list()
}
