package rules

import (
	"maps"
	"slices"

	"roomline/timeline"
)

// delta is a change as what was judged looks at it. It is asked of each instance whether it touches that: signals,
// streams and targets are looked up by their numbers.
type delta struct {
	schema  *timeline.Schema
	signals []*signalDelta // by SignalID, nil where nothing changed
	some    bool           // hits of any signal did
	from    timeline.Time  // where the first of them begins
	misfits map[timeline.SignalID][]*timeline.Hit
	values  map[KV]bool // of an entity, of whatever signal
	few     []KV        // those values, as long as they are so few that to compare them is cheaper
	streams []bool      // in the order of the incident: that of stream 1 is the first
	targets []bool
	window  bool
}

// fewValues are compared one by one.
const fewValues = 8

// signalDelta says where hits of a signal changed: spans that hold them all, from the first Lo to
// until when the last may reach.
type signalDelta struct {
	hits    []*timeline.Hit
	all     map[*timeline.Hit]bool // those hits
	whole   timeline.Interval
	process map[timeline.ProcessID]timeline.Interval
	values  map[KV]timeline.Interval
	lacking map[string]timeline.Interval // by the name that was not captured
}

func newDelta(old, inc *timeline.Incident, ch Change) *delta {
	d := &delta{schema: inc.Schema, signals: make([]*signalDelta, len(inc.Schema.Signals)), misfits: ch.Misfits, values: map[KV]bool{},
		streams: make([]bool, len(inc.Streams)), targets: make([]bool, len(inc.Targets)), window: old.Window != inc.Window}
	for id, hits := range ch.Hits {
		if len(hits) > 0 {
			d.add(id, hits)
		}
	}
	for i := range inc.Streams {
		d.streams[i] = moved(&old.Streams[i], &inc.Streams[i])
	}
	for i := range inc.Targets {
		d.targets[i] = scrapedOn(&old.Targets[i], &inc.Targets[i])
	}
	if len(d.values) <= fewValues {
		d.few = slices.Collect(maps.Keys(d.values))
	}
	return d
}

func (d *delta) add(id timeline.SignalID, hits []*timeline.Hit) {
	s := &signalDelta{hits: hits, all: make(map[*timeline.Hit]bool, len(hits)), whole: spanOf(hits[0]), process: map[timeline.ProcessID]timeline.Interval{}, values: map[KV]timeline.Interval{}, lacking: map[string]timeline.Interval{}}
	d.signals[id] = s
	for _, h := range hits {
		if !d.some || h.Lo < d.from {
			d.some, d.from = true, h.Lo
		}
		s.all[h] = true
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
		if d.streams[s-1] {
			return true
		}
	}
	for _, t := range r.targets {
		if d.targets[t] {
			return true
		}
	}
	if !d.some || r.until < d.from {
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
		return d.names(KV{r.entity, r.value})
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

// names says whether some changed hit names a value of an entity.
func (d *delta) names(kv KV) bool {
	if len(d.values) <= fewValues {
		return slices.Contains(d.few, kv)
	}
	return d.values[kv]
}

// has says whether a hit is new, or other than it was: then no anchor was judged on it.
func (d *delta) has(h *timeline.Hit) bool {
	s := d.signals[h.Signal]
	return s != nil && s.all[h]
}

// meets says whether hits in a span can be among those that were looked at.
func (r *listRead) meets(span timeline.Interval, ok bool) bool {
	return ok && span.Hi > r.lo && span.Lo <= r.hi
}
