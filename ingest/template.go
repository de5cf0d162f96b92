package ingest

import "slices"

const (
	maxTemplate = 120  // bytes of a template; what differs behind them differs in detail
	templateOf  = 1024 // bytes of a message that are looked at for it
	variable    = '#'  // stands for what is different each time
)

// template appends to dst what a message has in common with others of its kind: each word with a digit
// in it (a number, an id, an address, a host) and each long hex word becomes one '#', and so does a
// list of them.
func template(dst, message []byte) []byte {
	base, n := len(dst), 0
	message = message[:min(len(message), templateOf)]
	dst = slices.Grow(dst, maxTemplate)
	out := (*[maxTemplate]byte)(dst[base : base+maxTemplate])
	for len(message) > 0 && n < maxTemplate {
		end, start, class := copyWords(out[n:], message)
		n += end
		word := n - end + start
		for start < end && end < len(message) && wordClass[message[end]] != 0 { // what there was no room for
			class |= wordClass[message[end]]
			end++
		}
		if varies(class, end-start) {
			n = vary(out, word)
		}
		message = message[end:]
	}
	return dst[:base+n]
}

// copyWords copies a message as far as there is room, up to the end of the first word that varies. It
// says how many bytes it copied, where its last word begins (there too if that is none), and all that
// the bytes of this one are.
func copyWords(out, message []byte) (n, start int, class uint8) {
	message = message[:min(len(message), len(out))]
	for i, c := range message {
		out[i] = c
		if k := wordClass[c]; k != 0 {
			class |= k
			continue
		}
		if varies(class, i-start) {
			return i, start, class
		}
		class, start = 0, i+1
	}
	return len(message), start, class
}

// varies says whether a word that holds such bytes is different each time.
func varies(class uint8, size int) bool {
	return class&wordDigit != 0 || class == wordHex && size >= 8
}

// vary puts a '#' at n, or lets the one before stand for it too where nothing but separators lies
// between, and says where the template ends now.
func vary(out *[maxTemplate]byte, n int) int {
	i := n
	for i > 0 && (out[i-1] == ' ' || out[i-1] == ',' || out[i-1] == ':' || out[i-1] == '/') {
		i--
	}
	if i > 0 && out[i-1] == variable {
		return i
	}
	out[n] = variable
	return n + 1
}

const (
	wordDigit = 1 << iota
	wordHex   // a letter that hex numbers hold
	wordOther
)

// wordClass says what a byte is inside a word; 0 ends it.
var wordClass = func() (t [256]uint8) {
	for c := range t {
		switch {
		case '0' <= c && c <= '9':
			t[c] = wordDigit
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			t[c] = wordHex
		case 'a' <= c|0x20 && c|0x20 <= 'z', c == '_', c == '.', c == '-', c == '+':
			t[c] = wordOther
		}
	}
	return t
}()
