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
	if len(dst) > base && quoting(line) {
		return dst[:base]
	}
	return dst
}

// quoting says whether a whole line is one that quotes users, with a header or without.
func quoting(line []byte) bool {
	if _, _, _, n := engineHeader(line); n > 0 {
		if Quotes(line[n:]) {
			return true
		}
	}
	if h, ok := Parse(line); ok {
		return Quotes(line[h.Body:]) || h.Name == "json" && bytes.Contains(line, []byte(`"request.`))
	}
	return bytes.HasPrefix(line, []byte("Receive: obj=")) || bytes.HasPrefix(line, []byte("Finish: obj="))
}
