package ingest

import (
	"slices"
	"sync/atomic"

	"roomline/timeline"
)

// filled tells the scanners of a stream, while it is gathered, of which signals there are as many hits as
// are kept one by one. Parts are gathered in order: whatever is scanned after that lies behind those hits.
type filled struct{ signals atomic.Pointer[[]bool] }

// of gives the signals by SignalID as they are now. Nobody changes what was given.
func (f *filled) of() []bool {
	if f == nil {
		return nil
	}
	if now := f.signals.Load(); now != nil {
		return *now
	}
	return nil
}

// add is called by whoever gathers.
func (f *filled) add(id timeline.SignalID) {
	next := slices.Clone(f.of())
	for int(id) >= len(next) {
		next = append(next, false)
	}
	next[id] = true
	f.signals.Store(&next)
}
