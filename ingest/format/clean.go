package format

import (
	"bytes"
	"encoding/binary"
)

// CleanLine takes off a line what only a terminal or a broken file put there: escape sequences (SGR,
// CSI, OSC), a byte order mark, NULs, carriage returns. Of a line with carriage returns inside, such
// as a progress bar that a record was glued to, it keeps what begins with a header behind one, else
// all of it. A clean line comes back as it is; else the result stands in dst, which must not overlap
// the line: so do not use one result as the next dst.
func CleanLine(dst, line []byte) []byte {
	if !dirty(line) {
		return line
	}
	dst = visible(dst[:0], line)
	if bytes.IndexByte(dst, '\r') >= 0 {
		return returned(dst)
	}
	return dst
}

// dirty says whether there is anything to take off: an ESC, CR or NUL anywhere, a BOM at the begin.
func dirty(line []byte) bool {
	if len(line) > 2 && line[0] == 0xEF && line[1] == 0xBB && line[2] == 0xBF {
		return true
	}
	for len(line) >= 8 {
		if control(binary.LittleEndian.Uint64(line)) && anyOf(line[:8]) {
			return true
		}
		line = line[8:]
	}
	return anyOf(line)
}

// control says whether one of eight bytes is below 0x20; it may say so of one that follows such.
func control(x uint64) bool {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	return (x-ones*0x20)&^x&tops != 0
}

// anyOf says whether an ESC, CR or NUL is among a few bytes.
func anyOf(b []byte) bool {
	for _, c := range b {
		if c == 0x1B || c == '\r' || c == 0 {
			return true
		}
	}
	return false
}

// visible appends what is neither BOM, NUL nor escape sequence; carriage returns stay, but not those
// at the end.
func visible(dst, line []byte) []byte {
	line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
	line = bytes.TrimRight(line, "\r\x00")
	for i := 0; i < len(line); {
		switch line[i] {
		case 0:
			i++
		case 0x1B:
			i += escape(line[i:])
		default:
			dst = append(dst, line[i])
			i++
		}
	}
	return dst
}

// escape is the length of the escape sequence at the begin of b, as far as it goes.
func escape(b []byte) int {
	if len(b) < 2 {
		return 1
	}
	switch c := b[1]; {
	case c == '[':
		for i := 2; i < len(b); i++ {
			if b[i] >= 0x40 && b[i] < 0x7F {
				return i + 1
			}
			if b[i] < 0x20 || b[i] >= 0x7F {
				return i
			}
		}
		return len(b)
	case c == ']':
		return osc(b)
	case c == '(' || c == ')':
		return min(3, len(b))
	case c >= 0x40 && c < 0x60 || c >= '0' && c <= '?':
		return 2
	}
	return 1
}

// oscMax bounds how far the end of an operating system command is looked for.
const oscMax = 4096

// osc is the length of an operating system command, which BEL or ESC \ ends. One that does not end
// is no more than its two first bytes: what follows may be text.
func osc(b []byte) int {
	for i := 2; i < min(len(b), oscMax); i++ {
		if b[i] == 7 {
			return i + 1
		}
		if b[i] == 0x1B {
			if i+1 < len(b) && b[i+1] == '\\' {
				return i + 2
			}
			return i
		}
	}
	return 2
}

// returned decides what stays of a line with carriage returns: all from the first part on that begins
// with a header, so that no record is lost, or everything if none does.
func returned(b []byte) []byte {
	for from := 0; from < len(b); {
		if _, ok := Parse(b[from:]); ok {
			return uncarried(b[from:])
		}
		k := bytes.IndexByte(b[from:], '\r')
		if k < 0 {
			break
		}
		from += k + 1
	}
	return uncarried(b)
}

// uncarried takes the carriage returns out, in place.
func uncarried(b []byte) []byte {
	n := 0
	for _, c := range b {
		if c != '\r' {
			b[n] = c
			n++
		}
	}
	return b[:n]
}
