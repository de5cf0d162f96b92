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
}

// classOf is Class for a message of at least so many bytes.
func (m *memo) classOf(message []byte) Class {
	a, b, c := word64(message), word64(message[8:]), word64(message[16:])
	s := &m[(a^b*3^c*5)*0x9e3779b97f4a7c15>>(64-memoBits)]
	if s.words[0] == a && s.words[1] == b && s.words[2] == c {
		return s.class
	}
	class := classOf(message)
	if beginTells(message) {
		s.words, s.class = [...]uint64{a, b, c}, class
	}
	return class
}

// beginTells says whether the class of a message, which has so many bytes, would be the same whatever
// stood behind the first memoBytes. It is false where that takes some thought.
func beginTells(message []byte) bool {
	if message[0] == 0 || bytes.IndexByte([]byte("AEFRSfs"), message[0]) >= 0 || bytes.HasPrefix(message, []byte("PP rank ")) {
		return false // what these begin may be told by its end, or is longer; of zeros an empty slot has some
	}
	begin := message[:memoBytes]
	for _, t := range byBegin[beginHash(word32(message))] {
		if len(t.prefix) > memoBytes && t.prefix[:memoBytes] == string(begin) {
			return false
		}
	}
	name := 0 // see leadingName
	for name < memoBytes && dotted[begin[name]] {
		name++
	}
	space := bytes.IndexByte(begin, ' ') // see access
	return name < memoBytes && begin[name] != ':' && space >= 0 && space+4 < memoBytes
}
