package ingest

const (
	maxTemplate = 120  // bytes of a template; what differs behind them differs in detail
	templateOf  = 1024 // bytes of a message that are looked at for it
	variable    = '#'  // stands for what is different each time
)

// template appends to dst what a message has in common with others of its kind: each word with a digit
// in it (a number, an id, an address, a host) and each long hex word becomes one '#', and so does a
// list of them.
func template(dst, message []byte) []byte {
	base := len(dst)
	message = message[:min(len(message), templateOf)]
	for i := 0; i < len(message) && len(dst)-base < maxTemplate; {
		n, varies := templateWord(message[i:])
		switch {
		case n == 0:
			dst = append(dst, message[i])
			n = 1
		case varies:
			dst = vary(dst, base)
		default:
			dst = append(dst, message[i:i+n]...)
		}
		i += n
	}
	return dst[:min(len(dst), base+maxTemplate)]
}

// templateWord is the length of the word at the begin of b, and whether it differs each time.
func templateWord(b []byte) (n int, varies bool) {
	hex := true
	for n < len(b) && wordClass[b[n]] != 0 {
		varies = varies || wordClass[b[n]] == wordDigit
		hex = hex && wordClass[b[n]] <= wordHex
		n++
	}
	return n, varies || hex && n >= 8
}

// vary appends a '#', or lets the one before stand for it too where nothing but separators lies between.
func vary(dst []byte, base int) []byte {
	i := len(dst)
	for i > base && (dst[i-1] == ' ' || dst[i-1] == ',' || dst[i-1] == ':' || dst[i-1] == '/') {
		i--
	}
	if i > base && dst[i-1] == variable {
		return dst[:i]
	}
	return append(dst, variable)
}

const (
	wordDigit = iota + 1
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
