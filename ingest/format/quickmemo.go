package format

import "bytes"

const (
	memoBytes = 24 // how much of a message tells its class again
	memoBits  = 8
)

// memo keeps the classes of messages by how they begin, where nothing behind that can make another of it.
type memo [1 << memoBits]struct {
	words [memoBytes / 8]uint64
	class Class
	asks  bool // whether it is an access line takes more of the message
}

// classOf is Class for a message of at least so many bytes.
func (m *memo) classOf(message []byte) Class {
	a, b, c := word64(message), word64(message[8:]), word64(message[16:])
	s := &m[(a^b*3^c*5)*0x9e3779b97f4a7c15>>(64-memoBits)]
	if s.words[0] == a && s.words[1] == b && s.words[2] == c && a != 0 { // an empty slot has zeros
		class := s.class
		class.Routine = class.Routine || s.asks && access(message)
		return class
	}
	class := classOf(message)
	if beginTells(message) {
		space := bytes.IndexByte(message[:memoBytes], ' ')
		s.words, s.class, s.asks = [...]uint64{a, b, c}, class, space < 0 || space+4 >= memoBytes
		if s.asks {
			s.class.Routine = printedOften(message)
		}
	}
	return class
}

// longer are what messages begin with whose class is told by what stands behind.
var longer = [...]string{"Engine ", "Avg prompt throughput: ", "Request ", "Session ", "PP rank ", "started processing", "finished processing"}

// beginTells says whether the class of a message, which has so many bytes, would be the same whatever
// stood behind the first memoBytes, but for access lines. It is false where that takes some thought.
func beginTells(message []byte) bool {
	begin := message[:memoBytes]
	for _, p := range longer {
		if bytes.HasPrefix(begin, []byte(p)) {
			return false
		}
	}
	for _, t := range byBegin[beginHash(word32(message))] {
		if len(t.prefix) > memoBytes && t.prefix[:memoBytes] == string(begin) {
			return false
		}
	}
	name := 0 // see leadingName and raised, which looks at two bytes behind it
	for name < memoBytes && dotted[begin[name]] {
		name++
	}
	return name+1 < memoBytes
}
