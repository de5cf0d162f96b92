package format

import (
	"bytes"
)

// Hole says whether a line is a marker that others are missing: journald's and kernel's "Suppressed
// N messages", syslog's "last message repeated N times". It holds for a message behind a header too,
// but not for one that [Quotes].
func Hole(message []byte) bool {
	if Quotes(message) {
		return false
	}
	for i := 0; ; {
		k := bytes.Index(message[i:], []byte("message"))
		if k < 0 {
			return false
		}
		i += k
		if suppressed(message, i) || repeated(message[i+7:]) {
			return true
		}
		i += 7
	}
}

// suppressed says whether "Suppressed N " stands before the "messages" at i.
func suppressed(m []byte, i int) bool {
	if i+7 >= len(m) || m[i+7] != 's' || i < 13 || m[i-1] != ' ' {
		return false
	}
	j := i - 1
	for j > 0 && digit(m[j-1]) {
		j--
	}
	return j < i-1 && bytes.HasSuffix(m[:j], []byte("Suppressed "))
}

// repeated says whether " repeated N times" follows.
func repeated(b []byte) bool {
	if !bytes.HasPrefix(b, []byte(" repeated ")) {
		return false
	}
	i := 10
	for i < len(b) && digit(b[i]) {
		i++
	}
	return i > 10 && bytes.HasPrefix(b[i:], []byte(" times"))
}

// fold says whether b begins with s, which is in small letters, in any case.
func fold(b []byte, s string) bool {
	if len(b) < len(s) {
		return false
	}
	for i := range len(s) {
		c := b[i]
		if c-'A' < 26 {
			c |= 0x20
		}
		if c != s[i] {
			return false
		}
	}
	return true
}

// Quotes says whether a message is one of the request log, which quotes what users wrote: it begins
// with the word Receive or Finish. Its text can imitate headers, markers and errors.
func Quotes(message []byte) bool {
	n := 0
	switch {
	case bytes.HasPrefix(message, []byte("Receive")):
		n = 7
	case bytes.HasPrefix(message, []byte("Finish")):
		n = 6
	default:
		return false
	}
	return n == len(message) || !wordByte(message[n])
}

// wordByte says whether c can stand inside a word.
func wordByte(c byte) bool { return digit(c) || c == '_' || (c|0x20)-'a' < 26 }
