package format

// blockWords are the words one of which the first line of a record has that goes on in lines without
// a header, in small letters.
var blockWords = [...]string{"error", "exception", "traceback", "failed", "dump", "debug info"}

// threes tell for each byte of which three letters it can be the first, second or third: a bit for each
// of them from 0, 16 and 32 on. They are the first three letters of each word and the three behind its
// first one, so that it is enough to look at every second byte of a text.
var threes = func() (t [256]uint64) {
	for i, word := range blockWords {
		for k := range 2 {
			for at, c := range []byte(word[k : k+3]) {
				bit := uint64(1) << (16*at + 2*i + k)
				t[c] |= bit
				t[c-0x20] |= bit
			}
		}
	}
	return t
}()

// OpensBlock says whether a record whose first line this is may go on in lines without a header: it
// says error, exception, traceback, failed, dump or debug info, in any case. Pass the first line as a
// whole: a level in the header counts. Few records need the answer, those that a line without a header
// follows: ask then.
func OpensBlock(message []byte) bool {
	i := 0
	for ; len(message)-i > 8; i += 8 {
		if mayOpen(message[i], word64(message[i+1:])) && opens(message, max(i-1, 0), i+7) {
			return true
		}
	}
	return opens(message, max(i-1, 0), len(message))
}

// mayOpen says whether three letters of a word begin at a byte or at the second, fourth or sixth byte of
// the word behind it.
func mayOpen(c byte, w uint64) bool {
	a, b, d, e := threes[c], threes[byte(w>>8)], threes[byte(w>>24)], threes[byte(w>>40)]
	found := a&(threes[byte(w)]>>16)&(b>>32) | b&(threes[byte(w>>16)]>>16)&(d>>32) |
		d&(threes[byte(w>>32)]>>16)&(e>>32) | e&(threes[byte(w>>48)]>>16)&(threes[byte(w>>56)]>>32)
	return found&0xffff != 0
}

// opens looks for a word that begins in [from, to) of a message.
func opens(m []byte, from, to int) bool {
	for i := from; i < to; i++ {
		if threes[m[i]]&0xffff == 0 {
			continue
		}
		for _, word := range blockWords {
			if m[i]|0x20 == word[0] && fold(m[i:], word) {
				return true
			}
		}
	}
	return false
}
