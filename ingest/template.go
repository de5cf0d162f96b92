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
	base, n, i := len(dst), 0, 0
	message = message[:min(len(message), templateOf)]
	dst = slices.Grow(dst, maxTemplate)
	out := (*[maxTemplate]byte)(dst[base : base+maxTemplate])
	for {
		for i < len(message) && n < maxTemplate && wordClass[message[i]] == 0 {
			out[n] = message[i]
			n, i = n+1, i+1
		}
		if i >= len(message) || n >= maxTemplate {
			return dst[:base+n]
		}
		start, size, class := n, i, uint8(0)
		for i < len(message) && n < maxTemplate {
			c := message[i]
			k := wordClass[c]
			if k == 0 {
				break
			}
			out[n], class = c, class|k
			n, i = n+1, i+1
		}
		for n == maxTemplate && i < len(message) && wordClass[message[i]] != 0 {
			class |= wordClass[message[i]]
			i++
		}
		if size = i - size; class&wordDigit != 0 || class == wordHex && size >= 8 {
			n = vary(out, start)
		}
	}
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
