package timeline

// Needle is an occurrence of a signal's needle (a literal that each of its records holds) in a
// block of text: Off is the offset of its first byte.
type Needle struct {
	Off int
	ID  int32
}

// Span is a stretch of a record, in bytes of it.
type Span struct{ From, To int32 }

// Match says that a record is a signal. Line is how many line breaks of the record lie before what
// was hit. Caps[i] is where in the record the i-th capture lies, if bit i of Has is set.
type Match struct {
	Signal SignalID
	Line   int
	Has    uint32
	Caps   []Span // valid until the next Reset of the Matches that it is in
}

// Texts copies what was captured out of the record, "" for what was not; nil without captures.
func (m *Match) Texts(record []byte) []string {
	if len(m.Caps) == 0 {
		return nil
	}
	out := make([]string, len(m.Caps))
	for i, c := range m.Caps {
		if m.Has&(1<<i) != 0 {
			out[i] = string(record[c.From:c.To])
		}
	}
	return out
}

// Matches holds matches and where their captures lie. It is made to be used again: once it has grown
// to what records need, nothing is allocated any more.
type Matches struct {
	List  []Match
	Spans []Span // of all matches; growing leaves the Caps of earlier ones in the old array, as they were

	// Scratch is what the Matcher that fills m works with, kept here for its next call: m belongs to one
	// goroutine, so that nothing needs to be locked or pooled. Nobody else looks at it.
	Scratch any
}

// Reset makes m empty and keeps its room.
func (m *Matches) Reset() { m.List, m.Spans = m.List[:0], m.Spans[:0] }

// Add appends a match with room for so many captures, of which none took part yet. The pointer is
// valid until the next Add.
func (m *Matches) Add(signal SignalID, line, captures int) *Match {
	from := len(m.Spans)
	for range captures {
		m.Spans = append(m.Spans, Span{})
	}
	m.List = append(m.List, Match{Signal: signal, Line: line, Caps: m.Spans[from:len(m.Spans):len(m.Spans)]})
	return &m.List[len(m.List)-1]
}

// Drop takes the last match back.
func (m *Matches) Drop() {
	last := len(m.List) - 1
	m.Spans = m.Spans[:len(m.Spans)-len(m.List[last].Caps)]
	m.List = m.List[:last]
}
