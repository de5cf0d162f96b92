package match

import (
	"bytes"
	"math/bits"
	"regexp"
	"sync"

	"roomline/rules/match/teddy"
	"roomline/timeline"
)

// Signal is the condition of a log signal: a record is the signal if it holds every literal of
// All, one of Any (if there are any), none of Not, and matches Regex (if there is one).
type Signal struct {
	ID            timeline.SignalID
	All, Any, Not []string
	Regex         *regexp.Regexp // as all regexps here, made by regexp.Compile: leftmost-first
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
	signals  []signal
	users    [][]int32 // by needle: the signals (indexes) that it is the needle of
	always   []uint64  // signals (bits) without a needle
	slow     bool
	literals [][]byte // by ID: the needles, then all other literals of the signals
	needles  *teddy.Set
	readers  sync.Pool // of *reader
}

// signal is a Signal made ready: literals as IDs, regexps that others share as one pattern.
type signal struct {
	id            timeline.SignalID
	all, any, not []int32
	gate          int32 // a literal without which there is none of not; or noGate
	tells         [][]byte
	regex         *pattern
	captures      []capture
}

const noGate = -1

// capture is a Capture made ready.
type capture struct {
	pattern *pattern
	ignore  map[string]bool
}

// Always says whether some signal has no needle: then Match must see every record.
func (m *Matcher) Always() bool { return m.slow }

// Needles appends to dst every occurrence of every needle in block, ascending by offset, then ID.
// Occurrences may overlap. A literal that several signals share is one needle.
func (m *Matcher) Needles(dst []timeline.Needle, block []byte) []timeline.Needle {
	return m.needles.Scan(dst, block)
}

// Match appends to dst the signals that record is, in the order given to [New], each once. The
// needles are all those found in the record's bytes, in any order; only their IDs count, so that
// offsets may be relative to whatever block they were found in.
func (m *Matcher) Match(dst []timeline.Match, record []byte, needles []timeline.Needle) []timeline.Match {
	r := m.open(record)
	for _, n := range needles {
		if n.ID < 0 || int(n.ID) >= len(m.users) {
			continue
		}
		r.seen.add(n.ID)
		for _, s := range m.users[n.ID] {
			r.try.add(s)
		}
	}
	for w, word := range r.try {
		for ; word != 0; word &= word - 1 {
			s := &m.signals[w<<6+bits.TrailingZeros64(word)]
			if hit, ok := s.match(r); ok {
				dst = append(dst, hit)
			}
		}
	}
	r.close()
	return dst
}

// match judges the whole condition; the cheapest parts first.
func (s *signal) match(r *reader) (timeline.Match, bool) {
	for _, lit := range s.all {
		if !r.has(lit) {
			return timeline.Match{}, false
		}
	}
	if len(s.any) > 0 && !r.hasOne(s.any) {
		return timeline.Match{}, false
	}
	if (s.gate == noGate || r.has(s.gate)) && r.hasOne(s.not) {
		return timeline.Match{}, false
	}
	hit, at := timeline.Match{Signal: s.id}, 0
	if s.regex != nil {
		at = r.find(s.regex).from
	} else if !r.single {
		at = first(r.record, s.tells)
	}
	if at < 0 && s.regex != nil {
		return timeline.Match{}, false
	}
	if at > 0 && !r.single {
		hit.Line = bytes.Count(r.record[:at], newline)
	}
	return hit, s.capture(&hit, r)
}

// capture fills in the captured values; false if one of them is to be ignored.
func (s *signal) capture(hit *timeline.Match, r *reader) bool {
	if len(s.captures) == 0 {
		return true
	}
	hit.Caps = make([]string, len(s.captures))
	for i := range s.captures {
		c := &s.captures[i]
		v := r.find(c.pattern)
		if v.from < 0 {
			continue
		}
		hit.Caps[i] = v.text
		hit.Has |= 1 << i
		if c.ignore[v.text] {
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
