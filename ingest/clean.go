package ingest

import (
	"bytes"

	"roomline/ingest/format"
)

var utf8BOM = []byte("\xef\xbb\xbf")

// junkRun is how many NUL bytes in a line show that content is lost there (a file that was
// truncated while a process wrote on), not just a stray byte.
const junkRun = 16

// isDirty says whether content must be cleaned before it is text: colour, carriage returns, NULs,
// a byte order mark. The searches cost a few percent; most logs are clean.
func isDirty(raw []byte, base int64) bool {
	return bytes.IndexByte(raw, 0x1b) >= 0 || bytes.IndexByte(raw, '\r') >= 0 || bytes.IndexByte(raw, 0) >= 0 ||
		base == 0 && hasBOM(raw)
}

func hasBOM(b []byte) bool { return bytes.HasPrefix(b, utf8BOM) }

// cleaner turns dirty content into text, line by line.
type cleaner struct {
	text []byte
	line []byte
}

// clean rewrites lines that point into raw (text offsets 0 and up) so that they point into the
// cleaned text, which is valid until the next call.
func (c *cleaner) clean(raw []byte, lines []line) []byte {
	c.text = c.text[:0]
	for i := range lines {
		l := &lines[i]
		b := raw[l.text:l.end]
		if l.off == 0 {
			b = bytes.TrimPrefix(b, utf8BOM)
		}
		b = bytes.TrimSuffix(b, []byte{'\r'})
		b, junk := c.dropNULs(b)
		if junk {
			l.flags |= isJunk
		}
		c.line = c.line[:0]
		b = format.CleanLine(c.line, b)
		if len(b) != int(l.size) {
			l.flags |= isAltered
		}
		l.text = len(c.text)
		c.text = append(c.text, b...)
		l.end = len(c.text)
		c.text = append(c.text, '\n')
	}
	return c.text
}

// dropNULs takes NUL bytes out of a line; junk says that there was a run of them.
func (c *cleaner) dropNULs(b []byte) (out []byte, junk bool) {
	if bytes.IndexByte(b, 0) < 0 {
		return b, false
	}
	out = make([]byte, 0, len(b))
	for _, x := range b {
		if x != 0 {
			out = append(out, x)
		}
	}
	return out, len(b)-len(out) >= junkRun
}
