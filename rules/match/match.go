package match

import (
	"bytes"
	"math/bits"
	"regexp"

	"roomline/timeline"
)

// Signal is the condition of a log signal: a record is the signal if it holds every literal of
// All, one of Any (if there are any), none of Not, and matches Regex (if there is one).
type Signal struct {
	ID            timeline.SignalID
	All, Any, Not []string
	Regex         *regexp.Regexp
	Captures      []Capture
	// Ignore: a record that captures one of these values (by index in Captures) is no hit at all.
	Ignore map[int]map[string]bool
	// Slow permits a signal without a needle: it is then tried on every record.
	Slow bool
}

// Capture is a named part of a record: the first group of Regex, or all of it if it has no group.
type Capture struct {
	Name  string
	Regex *regexp.Regexp
}

// Matcher finds a fixed set of signals.
type Matcher struct {
	signals []signal
	users   [][]int32 // by needle: the signals (indexes) that it is the needle of
	always  []uint64  // signals (bits) without a needle
	slow    bool
	filter  *filter
}

// signal is a Signal made ready: literals as bytes, and the needles that tell its line.
type signal struct {
	Signal
	all, any, not [][]byte
	needles       [][]byte
}

// Always says whether some signal has no needle: then Match must see every record.
func (m *Matcher) Always() bool { return m.slow }

// Needles appends to dst every occurrence of every needle in block, ascending by offset, then ID.
// Occurrences may overlap. A literal that several signals share is one needle.
func (m *Matcher) Needles(dst []timeline.Needle, block []byte) []timeline.Needle {
	return m.filter.scan(dst, block)
}

// Match appends to dst the signals that record is, in the order given to [New], each once. The
// needles are those found in the record's bytes, in any order; only their IDs count, so that
// offsets may be relative to whatever block they were found in.
func (m *Matcher) Match(dst []timeline.Match, record []byte, needles []timeline.Needle) []timeline.Match {
	var buf [8]uint64 // 512 signals without an allocation
	set := buf[:]
	if len(m.always) > len(set) {
		set = make([]uint64, len(m.always))
	}
	set = set[:copy(set, m.always)]
	for _, n := range needles {
		if n.ID < 0 || int(n.ID) >= len(m.users) {
			continue
		}
		for _, s := range m.users[n.ID] {
			set[s>>6] |= 1 << (s & 63)
		}
	}
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			s := &m.signals[w<<6+bits.TrailingZeros64(word)]
			if hit, ok := s.match(record); ok {
				dst = append(dst, hit)
			}
		}
	}
	return dst
}

// match judges the whole condition; the cheapest parts first.
func (s *signal) match(record []byte) (timeline.Match, bool) {
	for _, lit := range s.all {
		if !bytes.Contains(record, lit) {
			return timeline.Match{}, false
		}
	}
	if len(s.any) > 0 && first(record, s.any) < 0 || first(record, s.not) >= 0 {
		return timeline.Match{}, false
	}
	at := -1
	if s.Regex == nil {
		at = first(record, s.needles)
	} else if loc := s.Regex.FindIndex(record); loc != nil {
		at = loc[0]
	} else {
		return timeline.Match{}, false
	}
	hit := timeline.Match{Signal: s.ID}
	if at > 0 {
		hit.Line = bytes.Count(record[:at], newline)
	}
	return hit, s.capture(&hit, record)
}

// capture fills in the captured values; false if one of them is to be ignored.
func (s *signal) capture(hit *timeline.Match, record []byte) bool {
	if len(s.Captures) == 0 {
		return true
	}
	hit.Caps = make([]string, len(s.Captures))
	for i, c := range s.Captures {
		loc := c.Regex.FindSubmatchIndex(record)
		if len(loc) > 2 {
			loc = loc[2:4]
		}
		if loc == nil || loc[0] < 0 {
			continue
		}
		hit.Caps[i] = string(record[loc[0]:loc[1]])
		hit.Has |= 1 << i
		if s.Ignore[i][hit.Caps[i]] {
			return false
		}
	}
	return true
}

var newline = []byte{'\n'}

// first is where the earliest of some literals begins, -1 if none is there.
func first(record []byte, literals [][]byte) int {
	best := -1
	for _, lit := range literals {
		if best >= 0 {
			record = record[:min(len(record), best+len(lit)-1)] // only an earlier one is of use
		}
		if i := bytes.Index(record, lit); i >= 0 {
			best = i
		}
	}
	return best
}
