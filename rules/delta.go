package rules

import (
	"roomline/timeline"
)

// delta is a change as what was judged looks at it.
type delta struct {
	schema  *timeline.Schema
	signals map[timeline.SignalID]*signalDelta
	misfits map[timeline.SignalID][]*timeline.Hit
	values  map[KV]bool // of an entity, of whatever signal
	streams map[timeline.StreamID]bool
	targets map[int]bool
	window  bool
}

// signalDelta says where hits of a signal changed: spans that hold them all, from the first Lo to
// until when the last may reach.
type signalDelta struct {
	hits    []*timeline.Hit
	whole   timeline.Interval
	process map[timeline.ProcessID]timeline.Interval
	values  map[KV]timeline.Interval
	lacking map[string]timeline.Interval // by the name that was not captured
}

func newDelta(old, inc *timeline.Incident, ch Change) *delta {
	d := &delta{schema: inc.Schema, signals: map[timeline.SignalID]*signalDelta{}, misfits: ch.Misfits, values: map[KV]bool{},
		streams: map[timeline.StreamID]bool{}, targets: map[int]bool{}, window: old.Window != inc.Window}
	for id, hits := range ch.Hits {
		if len(hits) > 0 {
			d.add(id, hits)
		}
	}
	for i := range inc.Streams {
		if moved(&old.Streams[i], &inc.Streams[i]) {
			d.streams[inc.Streams[i].ID] = true
		}
	}
	for i := range inc.Targets {
		if scrapedOn(&old.Targets[i], &inc.Targets[i]) {
			d.targets[i] = true
		}
	}
	return d
}

func (d *delta) add(id timeline.SignalID, hits []*timeline.Hit) {
	s := &signalDelta{hits: hits, whole: spanOf(hits[0]), process: map[timeline.ProcessID]timeline.Interval{}, values: map[KV]timeline.Interval{}, lacking: map[string]timeline.Interval{}}
	d.signals[id] = s
	for _, h := range hits {
		span := spanOf(h)
		s.whole = s.whole.Hull(span)
		widen(s.process, h.Process, span)
		for i, name := range d.schema.Signals[id].Captures {
			if v, ok := h.Cap(i); ok {
				widen(s.values, KV{name, v}, span)
				d.values[KV{name, v}] = true
			} else {
				widen(s.lacking, name, span)
			}
		}
	}
}

func spanOf(h *timeline.Hit) timeline.Interval { return timeline.Interval{Lo: h.Lo, Hi: h.Reach()} }

func widen[K comparable](m map[K]timeline.Interval, k K, span timeline.Interval) {
	if had, ok := m[k]; ok {
		span = had.Hull(span)
	}
	m[k] = span
}

// touches says whether something that was read may have changed.
func (d *delta) touches(r *reads) bool {
	if r.window && d.window {
		return true
	}
	for _, s := range r.streams {
		if d.streams[s] {
			return true
		}
	}
	for _, t := range r.targets {
		if d.targets[t] {
			return true
		}
	}
	if len(d.signals) == 0 {
		return false
	}
	for i := range r.lists {
		if d.touchesList(&r.lists[i]) {
			return true
		}
	}
	return false
}

func (d *delta) touchesList(r *listRead) bool {
	if r.signal == anySignal {
		return d.values[KV{r.entity, r.value}]
	}
	s := d.signals[r.signal]
	switch {
	case s == nil || !r.meets(s.whole, true):
		return false
	case r.process >= 0:
		span, ok := s.process[r.process]
		return r.meets(span, ok)
	case r.entity != "" && d.schema.Signals[r.signal].Capture(r.entity) >= 0:
		span, ok := s.values[KV{r.entity, r.value}]
		keyless, some := s.lacking[r.entity]
		return r.meets(span, ok) || r.meets(keyless, some)
	}
	return true
}

// meets says whether hits in a span can be among those that were looked at.
func (r *listRead) meets(span timeline.Interval, ok bool) bool {
	return ok && span.Hi > r.lo && span.Lo <= r.hi
}
