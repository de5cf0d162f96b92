package timeline

import (
	"slices"
	"strings"
)

// Lifecycle says how an entity moves from state to state on its sides.
type Lifecycle struct {
	Pack   string
	Entity string   // "room"
	States []string // in order, slowest first
	Final  []string
	Failed []string // of Final those that are no good end; nil: those whose word says so
	Moves  []Move
	Ignore []string // keys that are no entity (room "0")
	// Flags[n] is what an operator gives the engine so that entities are visible to degree n
	// ([Means].Rooms); "" where the pack does not say.
	Flags [4]string
}

// Move is one line of a lifecycle: a hit of Signal moves the entity to State on Side.
type Move struct {
	Signal SignalID
	Side   string // "prefill", "decode", any other word, "$name" of a capture, or "" for the role of the process
	State  string // "" with Segments
	// Before: the entity had been in this state for so many seconds (a capture, "$secs", or a number).
	Before        string
	BeforeSeconds string
	Segments      []SegmentDef // back-dated, the last one ends at the hit
}

// SegmentDef is a back-dated segment: its length stands in a capture or is a number, milliseconds.
type SegmentDef struct {
	State string
	MS    string
}

// IsFinal says whether a state ends the life of the entity.
func (l *Lifecycle) IsFinal(state string) bool { return l != nil && slices.Contains(l.Final, state) }

// failWords are what the name of a bad end speaks of, where a pack does not list its bad ends.
var failWords = [...]string{"fail", "abort", "error", "timeout", "expire", "cancel"}

// Fails says whether a state is a bad end.
func (l *Lifecycle) Fails(state string) bool {
	if !l.IsFinal(state) {
		return false
	}
	if l.Failed != nil {
		return slices.Contains(l.Failed, state)
	}
	low := strings.ToLower(state)
	return slices.ContainsFunc(failWords[:], func(w string) bool { return strings.Contains(low, w) })
}

// Succeeds says whether a state is a good end.
func (l *Lifecycle) Succeeds(state string) bool { return l.IsFinal(state) && !l.Fails(state) }

// good is the first good end, "" if there is none.
func (l *Lifecycle) good() string {
	if i := slices.IndexFunc(l.Final, l.Succeeds); i >= 0 {
		return l.Final[i]
	}
	return ""
}

// worse is the state of an entity of which two sides (or ranks) show these: a bad end wins, else the
// slowest.
func (l *Lifecycle) worse(a, b string) string {
	if a == unknownState || a == "" {
		return b
	}
	if l.Fails(a) != l.Fails(b) {
		if l.Fails(a) {
			return a
		}
		return b
	}
	if slices.Index(l.States, b) < slices.Index(l.States, a) {
		return b
	}
	return a
}

// Sides are those that its moves name, prefill and decode first; a side that only a capture names, or
// the process that prints the line, is not among them.
func (l *Lifecycle) Sides() []string {
	var out []string
	for _, m := range l.Moves {
		if m.Side != "" && m.Side[0] != '$' && !slices.Contains(out, m.Side) {
			out = append(out, m.Side)
		}
	}
	slices.SortFunc(out, CompareSides)
	return out
}

// Shows says whether a line could show a state on a side: some move does so there, or none does on any
// side, which tells nothing.
func (l *Lifecycle) Shows(state, side string) bool {
	elsewhere := false
	for _, m := range l.Moves {
		if m.State != state && m.Before != state && !slices.ContainsFunc(m.Segments, func(s SegmentDef) bool { return s.State == state }) {
			continue
		}
		if m.Side == side || m.Side == "" || m.Side[0] == '$' {
			return true
		}
		elsewhere = true
	}
	return !elsewhere
}
