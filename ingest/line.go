package ingest

import (
	"bytes"

	"roomline/ingest/format"
)

// Limits of a record; what is beyond them is not matched, and the record is cut.
const (
	// A request log writes whole prompts: a million token ids are some megabytes on one line, and what
	// names the room stands behind them.
	maxRecordBytes = 4 << 20
	maxRecordLines = 512
	// So much content may an open record span, blank lines and colour included, before it is ended.
	maxHeld = 8 << 20
	// A physical line longer than this is taken in parts: the first begins or goes on with a record
	// as any line does, in the others only embedded headers are looked for.
	maxLineBytes = maxRecordBytes
	// A part is ended before a "[" in its last bytes, so that no header is cut in two.
	headerReach = 64
)

// line ties one line of a text to the content that it came from. Offsets count in the decoded
// content of the file; for text taken as it is they are exact, else they name the physical line.
type line struct {
	text, end int   // in the text, without LF
	off       int64 // of the physical line (or the part of it)
	size      int32 // bytes of content, without LF
	outer     int32 // index of its outer stamp + 1; 0 is none
	number    int64 // 1 is the first of the block's count
	flags     lineFlags
}

type lineFlags uint8

const (
	isPart    lineFlags = 1 << iota // goes on with a line too long for one piece
	isHole                          // the envelope says that lines are missing here
	isJunk                          // bytes that are no text: NULs in a run
	isQuoted                        // part of a line that quotes
	isAltered                       // its text is not its content: it was cleaned or unwrapped
)

// splitter cuts raw content into lines. It keeps what must be known from block to block.
type splitter struct {
	number int64 // of the next line, from 1
	inLine bool  // the next bytes go on with a long line
	quotes bool  // that long line quotes
}

// split appends the lines of raw, whose first byte lies at base of the content. It gives how many
// bytes it took: an unfinished line is left unless final. text is where raw begins in the text.
func (s *splitter) split(dst []line, raw []byte, base int64, text int, final bool) ([]line, int) {
	at := 0
	for at < len(raw) {
		rest := raw[at:]
		n := bytes.IndexByte(rest, '\n')
		long := n > maxLineBytes || n < 0 && len(rest) > maxLineBytes
		if n < 0 && !long && !final {
			break
		}
		size, next := n, n+1
		switch {
		case long:
			size = partEnd(rest)
			next = size
		case n < 0:
			size, next = len(rest), len(rest)
		}
		dst = append(dst, line{text: text + at, end: text + at + size, off: base + int64(at), size: int32(size), number: s.number, flags: s.partFlags()})
		s.advance(rest[:size], long)
		at += next
	}
	return dst, at
}

func (s *splitter) partFlags() lineFlags {
	switch {
	case !s.inLine:
		return 0
	case s.quotes:
		return isPart | isQuoted
	}
	return isPart
}

func (s *splitter) advance(part []byte, long bool) {
	if !long {
		s.number, s.inLine, s.quotes = s.number+1, false, false
		return
	}
	if !s.inLine {
		s.inLine, s.quotes = true, quoting(part)
	}
}

// quoting says whether a long line holds what users wrote.
func quoting(b []byte) bool {
	return format.Quoting(b)
}

// partEnd is where the first part of a long line ends.
func partEnd(b []byte) int {
	if i := bytes.LastIndexByte(b[maxLineBytes-headerReach:maxLineBytes], '['); i > 0 {
		return maxLineBytes - headerReach + i
	}
	return maxLineBytes
}
