package expo

import (
	"bytes"

	"roomline/timeline"
)

// family notes the type of a metric.
func (r *reader) family(name []byte, typ string) {
	r.scrape.families++
	switch typ {
	case "counter", "gauge", "histogram", "summary":
	case "info", "stateset", "gaugehistogram":
		typ = "gauge"
	default:
		typ = "unknown"
	}
	if r.res.types[string(name)] != typ {
		r.res.types[string(name)] = typ
	}
}

// sample takes one sample, whose series stands in a text that goes on behind it, and at pos in the
// body; false if the series cannot be read.
func (r *reader) sample(raw, text []byte, pos int, ts *int64, v float64) bool {
	id, ok := r.scrape.id(raw)
	if !ok {
		return false
	}
	at := timeline.NoTime
	if ts != nil {
		at = r.unit(*ts, text[cap(text)-cap(raw)+len(raw):])
	}
	if r.seg.mark != marked && r.scrape.again(id) {
		r.splits++
		begin, line := r.contentOffset(pos), r.lineAt(max(pos, r.counted))
		r.finish(begin)
		r.scrape.start(begin, line)
	}
	r.scrape.add(id, at, v)
	return true
}

// contentOffset is where the line at pos of the body begins in the content, which may have CRs.
func (r *reader) contentOffset(pos int) int {
	at := r.seg.body
	for n := bytes.Count(r.b[:pos], []byte{'\n'}); n > 0; n-- {
		at = lineEnd(r.content, at)
	}
	return at
}

// unit is a stamp of a sample; rest is the text behind its series. Text has milliseconds,
// OpenMetrics seconds; a file may mix them up, which shows in a year far away.
func (r *reader) unit(ms int64, rest []byte) timeline.Time {
	const milli = timeline.Time(1e6)
	inRange := func(ms int64) bool { return ms >= int64(earliest/milli) && ms < int64(latest/milli) }
	switch {
	case inRange(ms):
		if t, ok := exact(rest); ok && r.om && (t-timeline.Time(ms)*milli)/milli == 0 {
			return t
		}
		return timeline.Time(ms) * milli
	case ms < int64(latest/milli) && inRange(ms*1000):
		r.milli++
		return timeline.Time(ms) * 1000 * milli
	case inRange(ms / 1000):
		r.milli++
		return timeline.Time(ms/1000) * milli
	}
	r.odd++
	return timeline.NoTime
}

// exact reads the seconds behind a value as written: the parser rounds them to milliseconds, down.
func exact(rest []byte) (timeline.Time, bool) {
	f := bytes.Fields(rest[:min(len(rest), lineEnd(rest, 0), 80)])
	if len(f) < 2 {
		return timeline.NoTime, false
	}
	whole, decimals, _ := bytes.Cut(f[1], []byte{'.'})
	if len(whole) > 11 || len(decimals) > 9 {
		return timeline.NoTime, false
	}
	return epochTime(string(whole), string(decimals))
}
