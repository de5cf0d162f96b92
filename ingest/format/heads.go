package format

import (
	"math/bits"
	"slices"
)

// LineHead is a QuickHead of a line among many. Body counts from the begin of the line.
type LineHead struct{ QuickHead }

// OK says whether Parse was true.
func (h *LineHead) OK() bool { return h.form&readForm != 0 }

// Forms of messages that their first bytes tell: Class need not be asked.
const (
	batchForm   headForm = 4 << iota // Class is {info, true, true}
	routineForm                      // Class is {info, true, false}
	readForm                         // there is a header
)

// Known is the class of the message, if its first bytes tell it.
func (h QuickHead) Known() (c Class, ok bool) {
	return Class{info, true, h.form&batchForm != 0}, h.form&(batchForm|routineForm|accessForm) != 0
}

// Forms is a choice of forms of lines.
type Forms headForm

// Forms whose Class is known: what has numbers, and other routine lines.
const (
	Batches  = Forms(batchForm)
	Routines = Forms(routineForm | accessForm)
)

// In says whether a line has one of some forms.
func (h *LineHead) In(f Forms) bool { return Forms(h.form)&f != 0 }

// loadReach is how many bytes of a line are looked at before their number is asked again.
const loadReach = 64

// formWords are what the kernel knows forms of messages by, as [formOf] does. Its order is that of the kernel.
type formWords struct{ decode, batchEnd, prefill, batch, receive, stats, finish, batchMask uint64 }

var words = formWords{decodeWord, uint64(batchEnd), prefillWord, batchWord, receiveWord, statsWord, finishWord, batchMask}

// Heads appends the headers of the lines of a block from a line on. ends are where lines end. It is Parse
// for each, of several lines at a time.
func (q *Quick) Heads(dst []LineHead, block []byte, ends []uint32, first int) []LineHead {
	if len(ends) == first {
		return dst
	}
	if first == 0 { // no line ends before it
		dst = append(dst, q.lineHead(block[:ends[0]]))
		first++
	}
	for first < len(ends) {
		n, known := 1, uint64(0)
		at := len(dst)
		if groups := min((len(ends)-first)/8, 8); hasHeads && groups > 0 && q.seen.known() {
			n = 8 * groups
			dst = slices.Grow(dst, n)[:at+n]
			known = headsOf(&block[0], &ends[first-1], groups, &q.seen, &q.tags[0], &words, &dst[at])
		} else {
			dst = append(dst, LineHead{})
		}
		for left := ^known & (1<<n - 1); left != 0; left &= left - 1 {
			i := bits.TrailingZeros64(left)
			dst[at+i] = q.lineHead(block[ends[first+i-1]+1 : ends[first+i]])
		}
		first += n
	}
	return dst
}

// lineHead is the header of one line.
func (q *Quick) lineHead(line []byte) LineHead {
	if len(line) >= loadReach && q.seen.known() {
		if h, ok := q.head(line[:loadReach:loadReach]); ok {
			h.form |= readForm
			return LineHead{h}
		}
	}
	h, ok := q.Parse(line)
	if !ok {
		return LineHead{}
	}
	h.form |= formOf(line[h.Body:]) | readForm
	return LineHead{h}
}

// head reads the common forms of a header: false leaves it to Parse.
func (q *Quick) head(b []byte) (QuickHead, bool) {
	_ = b[loadReach-1]
	if word64(b) != q.seen.date[0] || word64(b[8:]) != q.seen.date[1] {
		return QuickHead{}, false
	}
	at, i := minuteSecond(word64(b[16:]))
	if i == 0 {
		return QuickHead{}, false
	}
	rank, end := uint16(0), i
	if b[i] != ']' {
		x, y := tagWords(b, i)
		s := q.tagsAt(x, y)
		if s.x != x || s.y != y {
			if s = q.learnTags(b, i, x, y); s == nil {
				return QuickHead{}, false
			}
		}
		rank, end = s.rank, i+int(s.length)
	}
	end++
	if w := word32(b[end:]); b[end] != ' ' || !message(w) && maybeLevel(w>>8) { // the byte before the message is a blank here
		return QuickHead{}, false
	}
	end++
	form := headForm(i>>3) & milliForm // of 24, but not of 20
	return QuickHead{q.seen.at + at, int32(end), rank, form | formOf(b[end:])}, true
}

// tagSlot holds rank tags of less than 16 bytes, where lines with them are looked up first. The kernel knows
// its order, and that it has four words.
type tagSlot struct {
	x, y         uint64 // their words, zeros behind them
	rank, length uint16
	_            [3]uint32
}

const (
	tagBits    = 9  // of the place of a slot; the kernel shifts by what is left of 64
	maxSpreads = 64 // tries; a log with more ranks than find a slot each is not worth further ones
)

// tagWords are the 16 bytes at i, zeros behind the first ']'.
func tagWords(b []byte, i int) (x, y uint64) {
	x, y = word64(b[i:]), word64(b[i+8:])
	if m := bytesOf(x, ']'); m != 0 {
		return x & upTo(m), 0
	}
	return x, y & upTo(bytesOf(y, ']'))
}

// tagsAt is the slot of tags by their words.
func (q *Quick) tagsAt(x, y uint64) *tagSlot {
	return &q.tags[(x^bits.RotateLeft64(y, 17))*q.seen.spread>>(64-tagBits)]
}

// learnTags puts the tags at i into a slot, which it gives; nil if they do not fit. Where others have that
// slot, all are spread otherwise, so that the ranks of a log have one each if there are not too many.
func (q *Quick) learnTags(b []byte, i int, x, y uint64) *tagSlot {
	rank, end := q.ranks.read(b, i)
	if rank == 0 || end-i >= 16 {
		return nil
	}
	if q.spreads == 0 || q.spreads < maxSpreads && q.tagsAt(x, y).rank != 0 {
		q.spreads++
		q.seen.spread = (q.seen.spread+2)*0x9e3779b97f4a7c15 | 1
		clear(q.tags[:])
	}
	s := q.tagsAt(x, y)
	*s = tagSlot{x: x, y: y, rank: rank, length: uint16(end - i)}
	return s
}
