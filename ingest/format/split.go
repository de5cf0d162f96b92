package format

import "bytes"

// Split appends to dst the offsets, ascending and greater than 0, at which a further header of the
// engine begins inside a physical line: several processes wrote to one pipe. A line whose own
// message quotes what users wrote (see [Quotes]) is never split.
func Split(dst []int, line []byte) []int {
	base, i := len(dst), 1
	for i < len(line) {
		k := bytes.IndexByte(line[i:], '[')
		if k < 0 {
			break
		}
		i += k
		if _, _, _, n := engineHeader(line[i:]); n > 0 {
			dst = append(dst, i)
			i += n
		} else {
			i++
		}
	}
	if len(dst) > base && Quoting(line) {
		return dst[:base]
	}
	return unquoted(dst, base, line)
}

// Quoting says whether a whole line is one that quotes users, with a header or without: a request
// log as text, or as JSON.
func Quoting(line []byte) bool {
	body := line
	if _, _, _, n := engineHeader(line); n > 0 {
		body = line[n:]
	} else if h, ok := Parse(line); ok {
		body = line[h.Body:]
	}
	if Quotes(body) || Quotes(line) {
		return true
	}
	body = bytes.TrimLeft(body, " ")
	return (len(body) > 0 && body[0] == '{' || len(line) > 0 && line[0] == '{') && bytes.Contains(line, []byte(`"request.`))
}

// unquoted keeps the places that do not stand inside a quotation: a message may cite a log.
func unquoted(dst []int, base int, line []byte) []int {
	if len(dst) == base {
		return dst
	}
	kept, open, at := dst[:base], byte(0), 0
	for _, i := range dst[base:] {
		open = quotation(line, at, i, open)
		if at = i; open == 0 {
			kept = append(kept, i)
		}
	}
	return kept
}

// quotation follows the quotation marks from at to end: it gives the one that is open there, 0 for
// none. A mark opens only behind what may stand before a quotation, so that an apostrophe does not.
func quotation(line []byte, at, end int, open byte) byte {
	for ; at < end; at++ {
		c := line[at]
		switch {
		case c == '\\' && open != 0:
			at++
		case c != '"' && c != '\'':
		case open == c:
			open = 0
		case open == 0 && at > 0 && bytes.IndexByte([]byte(" ([{=:,"), line[at-1]) >= 0:
			open = c
		}
	}
	return open
}
