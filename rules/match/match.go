package match

import (
	"bytes"
	"math/bits"

	"roomline/rules/match/teddy"
	"roomline/timeline"
)

// Signal is the condition of a log signal: a record is the signal if it holds every literal of
// All, one of Any (if there are any), none of Not, and matches Regex (if there is one).
type Signal struct {
	ID            timeline.SignalID
	All, Any, Not []string
	Regex         *Regexp
	Captures      []Capture
	// Ignore: a record that captures one of these values (by index in Captures) is no hit at all.
	Ignore map[int]map[string]bool
	// Slow permits a signal without a needle: it is then tried on every record.
	Slow bool
}

// Capture is a named part of a record: the first group of Regex, or all of it if it has no group.
type Capture struct {
	Name  string
	Regex *Regexp
}

// Matcher finds a fixed set of signals.
type Matcher struct {
	given    []Signal
	exact    []exact // by signal
	signals  []signal
	users    [][]int32 // by needle: the signals (indexes) that it is the needle of; none if it must not be there
	always   []uint64  // signals (bits) without a needle
	slow     bool
	literals []teddy.Finder // by ID: the needles, then all other literals of the signals
	anyOf    []anyText      // likewise, for Decide
	byText   map[string]int32
	needles  *teddy.Set
	patterns int
}

// signal is a Signal made ready: literals as IDs, which depend on the choice of needles.
type signal struct {
	*exact
	all, any, not []int32
	gate          int32 // of exact.gate, or noGate
}

// exact is what does not depend on it. Regexps that others share are one pattern.
type exact struct {
	id       timeline.SignalID
	tells    [][]byte // the earliest of these tells the line, without a regexp
	gate     string   // a literal without which there is none of Not, if there is one
	regex    *pattern
	captures []capture
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

// Match appends to dst.List the signals that record is, in the order given to [New], each once. The
// needles are all those found in the record's bytes, in any order. Their offsets count from its begin;
// wrong ones, as those behind a line that was left out, cost time and nothing else. It allocates only to let dst grow.
func (m *Matcher) Match(dst *timeline.Matches, record []byte, needles []timeline.Needle) {
	r := m.open(dst, record)
	for _, n := range needles {
		if n.ID < 0 || int(n.ID) >= len(m.users) {
			continue
		}
		r.note(n)
		for _, s := range m.users[n.ID] {
			r.try.add(s)
		}
	}
	for w, word := range r.try {
		for ; word != 0; word &= word - 1 {
			m.signals[w<<6+bits.TrailingZeros64(word)].match(dst, r)
		}
	}
	r.close()
}

// match adds the signal to dst if its whole condition is met; the cheapest parts are tried first.
func (s *signal) match(dst *timeline.Matches, r *reader) {
	if !s.literally(r) {
		return
	}
	at := 0
	if s.regex != nil {
		if at = r.find(s.regex).from; at < 0 {
			return
		}
	} else if !r.single {
		at = first(r.record, s.tells)
	}
	line := 0
	if at > 0 && !r.single {
		line = bytes.Count(r.record[:at], newline)
	}
	if hit := dst.Add(s.id, line, len(s.captures)); !s.capture(hit, r) {
		dst.Drop()
	}
}

// literally says whether the literals are there that must be, and those are not that must not.
func (s *signal) literally(r *reader) bool {
	for _, lit := range s.all {
		if !r.has(lit) {
			return false
		}
	}
	if len(s.any) > 0 && !r.hasOne(s.any) {
		return false
	}
	return s.gate != noGate && !r.has(s.gate) || !r.hasOne(s.not)
}

// capture fills in what is captured; false if one of the values is to be ignored.
func (s *signal) capture(hit *timeline.Match, r *reader) bool {
	for i := range s.captures {
		c := &s.captures[i]
		v := r.find(c.pattern)
		if v.from < 0 {
			continue
		}
		hit.Caps[i] = timeline.Span{From: int32(v.from), To: int32(v.to)}
		hit.Has |= 1 << i
		if c.ignore[string(r.record[v.from:v.to])] {
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
