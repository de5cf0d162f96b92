package wrap

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape decodes the escapes of a string.
func unescape(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '\\' || i+1 == len(raw) {
			k := bytes.IndexByte(raw[i+1:], '\\') + 1
			if k == 0 {
				k = len(raw) - i
			}
			out = append(out, raw[i:i+k]...)
			i += k
			continue
		}
		c := raw[i+1]
		if k := bytes.IndexByte([]byte(`"\/bfnrt`), c); k >= 0 {
			out = append(out, "\"\\/\b\f\n\r\t"[k])
			i += 2
			continue
		}
		r, n := unicodeEscape(raw[i:])
		out = utf8.AppendRune(out, r)
		i += n
	}
	return out
}

// unicodeEscape decodes \uXXXX, also as a pair; a broken one is a replacement character.
func unicodeEscape(b []byte) (rune, int) {
	r := hex4(b)
	if r < 0 {
		return utf8.RuneError, 2
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(b) >= 12 {
		if pair := utf16.DecodeRune(r, hex4(b[6:])); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
}

// hex4 reads \uXXXX, -1 if there is none.
func hex4(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	r := rune(0)
	for _, c := range b[2:6] {
		switch {
		case digit(c):
			r = r<<4 | rune(c-'0')
		case (c|0x20)-'a' < 6:
			r = r<<4 | rune((c|0x20)-'a'+10)
		default:
			return -1
		}
	}
	return r
}
