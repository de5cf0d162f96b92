package expo

import (
	"bytes"
	"regexp"
	"sync"
)

// noise is what curl prints round an answer with -v or without -s.
func noise(line []byte) bool {
	switch line[0] {
	case '*', '<', '>':
		return len(line) == 1 || line[1] == ' '
	case '{', '}':
		return bytes.HasPrefix(line[1:], []byte(" ["))
	case '%':
		return bytes.HasPrefix(line, []byte("% Total"))
	case 'D':
		return bytes.HasPrefix(line, []byte("Dload "))
	case 'c', 'w':
		return bytes.HasPrefix(line, []byte("curl: (")) || bytes.HasPrefix(line, []byte("wget: "))
	}
	return digit(line[0]) && len(afterProgress(line)) == 0
}

// progress is a line of curl's meter: three times percent and size, two speeds, three times, a speed.
var progress = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:\d+\s+[\d.]+[kMGTP]?\s+){3}(?:[\d.]+[kMGTP]?\s+){2}(?:[-\d]+:[-\d]+:[-\d]+\s+){3}[\d.]+`)
})

// afterProgress is what stands behind curl's meter in a line: it ends without a line break, so that
// the first line of the answer sticks to it.
func afterProgress(line []byte) []byte {
	if t := bytes.TrimLeft(line, " "); len(t) == 0 || !digit(t[0]) {
		return line
	}
	loc := progress().FindIndex(line)
	if loc == nil {
		return line
	}
	rest := line[loc[1]:]
	if t := bytes.TrimSpace(rest); len(t) == 1 && bytes.IndexByte([]byte("kMGTP"), t[0]) >= 0 {
		return nil // the unit of the speed
	}
	return bytes.TrimSpace(rest)
}

// exemplars says whether a sample has an exemplar: only OpenMetrics has them.
func exemplars(b []byte) bool {
	mark := []byte(" # {")
	for pos := 0; ; {
		i := bytes.Index(b[pos:], mark)
		if i < 0 {
			return false
		}
		at := pos + i
		if outside(b[bytes.LastIndexByte(b[:at], '\n')+1 : at]) {
			return true
		}
		pos = at + len(mark)
	}
}

// outside says whether a label value has ended where the beginning of a line ends.
func outside(line []byte) bool {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			quoted = !quoted
		}
	}
	return !quoted && len(line) > 0 && line[0] != '#'
}
