package rules

import "bytes"

// withoutTests is a pack file with empty lines where its tests stand: YAML is the larger part of what a
// start costs, and tests are the larger part of a shipped pack. It sees no more than lines: the tests end
// at the next line that is not empty and begins with neither a blank nor a #. A file that is not laid out so
// stays as it is.
func withoutTests(src []byte) []byte {
	from := bytes.Index(src, []byte("\ntests:\n"))
	if from < 0 {
		return src
	}
	from++
	to := len(src)
	for at := from + len("tests:\n"); at < len(src); {
		if c := src[at]; c != ' ' && c != '\n' && c != '\r' && c != '#' {
			to = at
			break
		}
		n := bytes.IndexByte(src[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
	}
	out := append(make([]byte, 0, len(src)-(to-from)+bytes.Count(src[from:to], []byte("\n"))), src[:from]...)
	out = append(out, bytes.Repeat([]byte("\n"), bytes.Count(src[from:to], []byte("\n")))...)
	return append(out, src[to:]...)
}
