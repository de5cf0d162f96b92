package format

import "roomline/timeline"

// Quick reads fast what nearly all lines of a log are: the engine's own header, the class of its
// message, the numbers of its batch lines. It remembers what lines repeat (the date to ten minutes,
// the rank tags, the layout of batch lines); what it finds is always what [Parse], [LevelOf],
// [Routine] and [Gauges] find. The zero value is ready. One goroutine at a time uses it.
type Quick struct {
	seen  dateWords
	ranks rankTable
	tags  [1 << tagBits]tagSlot
	// spreads is how many ways to spread tags were tried.
	spreads int

	classes memo
	layouts layouts
	numbers []Reading
}

// dateWords are what lines begin with for ten minutes, and how their tags are looked up. Its order is that
// of the kernel.
type dateWords struct {
	date   [2]uint64 // the first 16 bytes, "[2026-11-01 12:0"
	at     timeline.Time
	spread uint64 // what tags are multiplied with
}

// known says whether a date was seen. A line may begin with as many zeros as stand here before.
func (d *dateWords) known() bool { return d.date[0] != 0 }

// QuickHead is the header of a record of the engine's: a [Head] whose Name is sglang, with a naive
// time, without level and source. It has no more than four fields, so that it is kept in registers.
type QuickHead struct {
	At   timeline.Time // as Head.At
	Body int32         // as Head.Body
	Rank uint16        // for RankOf; 0 is no rank
	form headForm
}

type headForm uint8

const (
	milliForm headForm = 1 << iota
	accessForm
)

// Milli says whether Head.Resolution is a millisecond; else it is a second.
func (h QuickHead) Milli() bool { return h.form&milliForm != 0 }

// Access says whether this is a line of uvicorn's access log: Head.Name is uvicorn and Head.Level is
// info, and the message is routine and no batch line.
func (h QuickHead) Access() bool { return h.form&accessForm != 0 }

// Parse reads the header of a line. It is false for one that it does not know: then [Parse] tells.
func (q *Quick) Parse(line []byte) (QuickHead, bool) {
	if len(line) < 24 || !q.seen.known() || word64(line) != q.seen.date[0] || word64(line[8:]) != q.seen.date[1] {
		if !q.remember(line) {
			return QuickHead{}, false
		}
	}
	at, i := minuteSecond(word64(line[16:]))
	if i == 0 || i >= len(line) {
		return QuickHead{}, false
	}
	rank, end := uint16(0), i
	if line[i] != ']' {
		if rank, end = q.ranks.read(line, i); rank == 0 {
			return QuickHead{}, false
		}
	}
	end++
	if end < len(line) && line[end] == ' ' {
		end++
	}
	form := headForm(i>>3) & milliForm // of 24, but not of 20
	h := QuickHead{q.seen.at + at, int32(end), rank, form}
	if len(line)-end >= 4 && !message(word32(line[end-1:])) {
		return besides(h, line)
	}
	return h, true
}

// RankOf is the Rank of the Head that a QuickHead stands for.
func (q *Quick) RankOf(i uint16) string {
	if i == 0 {
		return ""
	}
	return q.ranks.names[i-1]
}

// remember notes the date, hour and tens of minutes that a line begins with.
func (q *Quick) remember(line []byte) bool {
	if len(line) < 24 || line[0] != '[' || line[11] != ' ' {
		return false
	}
	var stamp [19]byte
	copy(stamp[:], "0000-00-00 00:00:00")
	copy(stamp[:], line[1:16])
	at, ok := second(stamp[:])
	if ok {
		q.seen.date, q.seen.at = [2]uint64{word64(line), word64(line[8:])}, at
	}
	return ok
}

// The word "M:SS.mmm", and what is left of its bytes if digits and separators stand where they must: of
// a digit nothing beyond 9, of ':' nothing, of '.' nothing but what makes a ',' of it.
const (
	clockWord   = 0x3030302e30303a30
	clockDigits = 0x0606060006060006 // beyond 9 these carry into the upper half
	clockMask   = 0xf0f0f0fdf0f0fff0
	clockSecond = 0xffffffff // the bytes of "M:SS"
)

// minuteSecond reads "M:SS.mmm" or "M:SS" as [clock] and engineHeader do, and says where in a line
// that ends: at byte 24, 20, or 0 if neither stands there.
func minuteSecond(w uint64) (timeline.Time, int) {
	x := w ^ clockWord
	wrong := (x | (x + clockDigits)) & clockMask
	s := int64(x>>16&15)*10 + int64(x>>24&15)
	if wrong&clockSecond != 0 || s > 60 {
		return 0, 0
	}
	at := timeline.Time(int64(x&15)*60+s) * timeline.Second
	if wrong != 0 {
		return at, 20
	}
	ms := int64(x>>40&15)*100 + int64(x>>48&15)*10 + int64(x>>56)
	return at + timeline.Time(ms*1e6), 24
}

// message says whether nothing but the message can stand behind a header: of the byte before it and its
// first three it is no ']', or they are not all capitals (or what shares their upper bits).
func message(w uint32) bool { return byte(w) != ']' && w&0xe0e0e000 != 0x40404000 }

// besides says whether the message stands right behind the header all the same, or an access line of
// uvicorn's at level info, which it notes. False leaves it to [Parse].
func besides(h QuickHead, line []byte) (QuickHead, bool) {
	rest := line[h.Body:]
	if len(rest) >= 10 && word64(rest) == infoWord {
		n := 8 + blanks(rest[8:])
		h.Body += int32(n)
		h.form |= accessForm
		return h, access(rest[n:]) && !isBatch(rest[n:])
	}
	if line[h.Body-1] == ']' && (rest[0] == '[' || rest[0] == '-') {
		return h, false
	}
	return h, !maybeLevel(word32(rest))
}

// maybeLevel says whether a message begins as the name of a level does, in any case.
func maybeLevel(w uint32) bool {
	switch w&0xffffff | 0x202020 {
	case 't' | 'r'<<8 | 'a'<<16, 'd' | 'e'<<8 | 'b'<<16, 'i' | 'n'<<8 | 'f'<<16, 'n' | 'o'<<8 | 't'<<16, 'e' | 'v'<<8 | 'e'<<16,
		'w' | 'a'<<8 | 'r'<<16, 'e' | 'r'<<8 | 'r'<<16, 'f' | 'a'<<8 | 't'<<16, 'c' | 'r'<<8 | 'i'<<16, 'p' | 'a'<<8 | 'n'<<16,
		'e' | 'm'<<8 | 'e'<<16, 'a' | 'l'<<8 | 'e'<<16:
		return true
	}
	return false
}
