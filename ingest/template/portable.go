package template

import "slices"

// appendPortable is Append byte by byte, for at most look bytes.
func appendPortable(dst, message []byte) []byte {
	base, n := len(dst), 0
	dst = slices.Grow(dst, look)
	out := (*[look]byte)(dst[base : base+look])
	for len(message) > 0 {
		end, start, class := copyWords(out[n:], message, Max-n)
		n += end
		if !varies(class, end-start) {
			break
		}
		n, message = vary(out, n-end+start), message[end:]
	}
	return dst[:base+min(n, Max)]
}

// copyWords copies a message up to the end of the first word that varies, of the others as many as reach
// beyond enough bytes. It says how many bytes it copied, where its last word begins (there too if that is
// none), and all that the bytes of this one are.
func copyWords(out, message []byte, enough int) (n, start int, class uint8) {
	out = out[:len(message)]
	for i, c := range message {
		out[i] = c
		if k := wordClass[c]; k != 0 {
			class |= k
			continue
		}
		if varies(class, i-start) || class != 0 && i >= enough {
			return i, start, class
		}
		class, start = 0, i+1
	}
	return len(message), start, class
}

// vary puts a '#' at n, or lets the one before stand for it too where nothing but separators lies
// between, and says where the template ends now.
func vary(out *[look]byte, n int) int {
	i := n
	for i > 0 && separates(out[i-1]) {
		i--
	}
	if i > 0 && out[i-1] == variable {
		return i
	}
	out[n] = variable
	return n + 1
}
