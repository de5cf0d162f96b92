package rules

import (
	"slices"
	"sort"

	"roomline/rules/mql"
	"roomline/timeline"
)

// advance takes the indexes on to the next incident: those of hits that changed are mended, and what
// was computed of targets that were scraped again is dropped. A target of which other scrapes count as
// fresh now is noted in the change.
func (x *indexes) advance(inc *timeline.Incident, ch Change, d *delta) {
	old := x.inc
	x.inc = inc
	x.doubt()
	clear(x.engine)
	x.forgetBeats()
	for id, hits := range ch.Hits {
		if len(hits) == 0 {
			continue
		}
		first := slices.MinFunc(hits, compareHit)
		x.signals[id].mend(inc.Hits[id], first, x.inc.Schema.Signals[id].Captures)
		x.forgetRooms(id, hits)
	}
	x.moveTargets(old, d)
}

func compareHit(a, b *timeline.Hit) int {
	switch {
	case before(a, b):
		return -1
	case before(b, a):
		return 1
	}
	return 0
}

// forgetRooms drops what was sorted of the rooms that changed hits name.
func (x *indexes) forgetRooms(id timeline.SignalID, hits []*timeline.Hit) {
	if x.inc.Lifecycle == nil {
		return
	}
	capture := x.inc.Schema.Signals[id].Capture(x.inc.Lifecycle.Entity)
	for _, h := range hits {
		if v, ok := h.Cap(capture); ok {
			delete(x.rooms, v)
		}
	}
}

// mend brings the indexes of a signal up to its hits, which are the same before a hit.
func (s *signalHits) mend(now []*timeline.Hit, first *timeline.Hit, captures []string) {
	tail := now[cutAt(now, first):]
	s.byEntity = nil
	if s.whole != nil {
		s.whole = s.whole.extended(now, tail)
	}
	if s.process != nil {
		for p := range s.process {
			s.process[p].mend(first, nil)
		}
		for _, h := range tail {
			s.process[h.Process].append(h)
		}
	}
	for entity, l := range s.keyless {
		l.mend(first, lacking(tail, slices.Index(captures, entity)))
	}
}

// cutAt is where the hits begin that do not stand before a hit.
func cutAt(hits []*timeline.Hit, first *timeline.Hit) int {
	return sort.Search(len(hits), func(i int) bool { return !before(hits[i], first) })
}

// mend cuts a list before a hit and appends others.
func (l *hitList) mend(first *timeline.Hit, tail []*timeline.Hit) {
	n := cutAt(l.hits, first)
	l.hits, l.maxHi = l.hits[:n], l.maxHi[:n]
	l.loose = l.loose[:cutAt(l.loose, first)]
	for _, h := range tail {
		l.append(h)
	}
}

// extended is a list whose hits are those of the incident itself, with another tail.
func (l *hitList) extended(now, tail []*timeline.Hit) *hitList {
	out := &hitList{hits: now, maxHi: l.maxHi[:len(now)-len(tail)]}
	for _, h := range tail {
		until := h.Reach()
		if n := len(out.maxHi); n > 0 {
			until = max(until, out.maxHi[n-1])
		}
		out.maxHi = append(out.maxHi, until)
	}
	return out
}

func (l *hitList) append(h *timeline.Hit) {
	l.add(h, h.Reach())
	if l.noted && !h.Stamped {
		l.loose = append(l.loose, h)
	}
}

// moveTargets carries over what was computed of targets that are as they were.
func (x *indexes) moveTargets(old *timeline.Incident, d *delta) {
	same := map[*timeline.Target]int{}
	for i := range x.inc.Targets {
		if !d.targets[i] {
			same[&old.Targets[i]] = i
		}
	}
	points, fresh, runs := x.points, x.fresh, x.runsOf
	x.points, x.fresh, x.runsOf = map[pointsKey][]labelled{}, map[freshKey][]freshness{}, map[runsKey]*mql.Runs{}
	for k, got := range points {
		if i, ok := same[k.target]; ok {
			k.target = &x.inc.Targets[i]
			x.points[k] = got
		}
	}
	for k, got := range runs {
		if i, ok := same[k.target]; ok {
			k.target = &x.inc.Targets[i]
			x.runsOf[k] = got
		}
	}
	for k, got := range fresh {
		if i, ok := same[k.points.target]; ok {
			k.points.target = &x.inc.Targets[i]
			x.keepFresh(k, got, i, d)
		}
	}
}

// keepFresh keeps which scrapes are fresh, looking again where hits show it that changed.
func (x *indexes) keepFresh(k freshKey, got []freshness, target int, d *delta) {
	s := x.set.signals[k.points.signal]
	t := k.points.target
	changed, ok := timeline.Interval{}, false
	if s.Fresh != nil && d.signals[s.Fresh.id] != nil {
		changed, ok = d.signals[s.Fresh.id].process[t.Process]
	}
	if !ok || len(t.Scrapes) == 0 || changed.Lo > t.Scrapes[len(t.Scrapes)-1].At {
		x.fresh[k] = got
		return
	}
	now := x.freshness(s, t, k.points.gap, k.label, x.points[k.points][k.label].points)
	if !slices.Equal(got, now) {
		d.targets[target] = true
	}
}
