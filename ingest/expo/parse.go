package expo

import (
	"bytes"
	"fmt"
	"io"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"
)

// parse feeds b to a parser, and to a new one behind each line that it refuses.
func (r *reader) parse() {
	bad := 0
	for pos := 0; pos < len(r.b); {
		p := r.parser(r.b[pos:])
		good, err := r.entries(p) // io.EOF comes at a NUL too
		if good != nil {
			pos = lineEnd(r.b, r.offset(good)+len(good))
		}
		if pos = skipBlank(r.b, pos); pos >= len(r.b) {
			return
		}
		end := lineEnd(r.b, pos)
		bad += r.refused(pos, r.b[pos:end], err)
		pos = end
		if bad > giveUp && bad > 4*len(r.scrape.ids) {
			r.rest(pos)
			return
		}
	}
}

// skipBlank passes blank lines, which the parser of one format skips and that of the other refuses.
func skipBlank(b []byte, pos int) int {
	for pos < len(b) {
		end := lineEnd(b, pos)
		if len(bytes.TrimSpace(b[pos:end])) > 0 {
			break
		}
		pos = end
	}
	return pos
}

// giveUp is after how many unreadable lines a segment is taken for no exposition.
const giveUp = 10000

// rest counts the lines of what is not even tried.
func (r *reader) rest(pos int) {
	for pos < len(r.b) {
		end := lineEnd(r.b, pos)
		if l := bytes.TrimSpace(r.b[pos:end]); len(l) > 0 && l[0] != '#' {
			r.scrape.bad++
			r.res.bad(r.lineAt(pos), l, "no exposition")
		}
		pos = end
	}
}

func (r *reader) parser(b []byte) textparse.Parser {
	if r.om {
		return textparse.NewOpenMetricsParser(b, r.symbols)
	}
	return textparse.NewPromParser(b, r.symbols, false)
}

func lineEnd(b []byte, pos int) int {
	if i := bytes.IndexByte(b[pos:], '\n'); i >= 0 {
		return pos + i + 1
	}
	return len(b)
}

// offset of what a parser returned: it lies in b's own array.
func (r *reader) offset(sub []byte) int { return cap(r.b) - cap(sub) }

func (r *reader) lineAt(pos int) int64 {
	r.line += int64(bytes.Count(r.b[r.counted:pos], []byte{'\n'}))
	r.counted = pos
	return r.line
}

// entries takes entries until the parser ends or refuses a line. It returns some bytes of the last
// good entry, nil if there was none.
func (r *reader) entries(p textparse.Parser) (good []byte, err error) {
	for {
		e, err := p.Next()
		if err != nil {
			return good, err
		}
		here := good
		switch e {
		case textparse.EntrySeries:
			raw, ts, v := p.Series()
			if bytes.IndexByte(raw, '\n') >= 0 {
				return good, errSpans
			}
			if !r.sample(raw, r.b, r.offset(raw), ts, v) {
				return good, errSeries
			}
			good = raw
			continue
		case textparse.EntryType:
			name, typ := p.Type()
			if here = name; bytes.IndexByte(name, '\n') < 0 {
				r.family(name, string(typ))
			}
		case textparse.EntryHelp:
			here, _ = p.Help()
		case textparse.EntryUnit:
			here, _ = p.Unit()
		case textparse.EntryComment:
			here = p.Comment()
		}
		if bytes.IndexByte(here, '\n') >= 0 {
			return good, errSpans
		}
		good = here
	}
}

// errSpans: a quote that was not closed took what follows in the next line for a name or a label.
var (
	errSpans  = fmt.Errorf("unterminated label value")
	errSeries = fmt.Errorf("labels cannot be read")
)

// refused looks at a line that ended a parse: blank lines, comments and curl's noise are nothing,
// and what only the other format allows (an exemplar, a stamp with decimals) is a sample all the
// same. It returns 1 if the line counts as unparsed.
func (r *reader) refused(pos int, line []byte, err error) int {
	if i := bytes.LastIndexByte(bytes.TrimRight(line, "\r\n"), '\r'); i >= 0 {
		line = line[i+1:] // curl redraws its progress before what the server sent
	}
	trimmed := bytes.TrimSpace(afterProgress(line))
	if len(trimmed) == 0 || noise(trimmed) {
		return 0
	}
	if trimmed[0] == '#' {
		if f := bytes.Fields(trimmed); len(f) > 3 && string(f[1]) == "TYPE" {
			r.family(f[2], "unknown")
		}
		return 0
	}
	// A run of NULs is where a file lost something: the rest of the line is taken, and it counts.
	whole := bytes.Trim(trimmed, "\x00 ")
	if r.other(whole, pos, len(whole) < len(bytes.TrimSpace(line))) && len(whole) == len(trimmed) {
		return 0
	}
	r.scrape.bad++
	why := ""
	if err != nil && err != io.EOF {
		why = err.Error()
	}
	r.res.bad(r.lineAt(pos), trimmed, why)
	return 1
}

// other tries a line, which begins at pos, by itself in the other format, or in either.
func (r *reader) other(line []byte, pos int, either bool) bool {
	one := append(line[:len(line):len(line)], '\n')
	if r.alone(textparse.NewPromParser, one, pos, r.om || either) {
		return true
	}
	open := func(b []byte, st *labels.SymbolTable, _ bool) textparse.Parser {
		return textparse.NewOpenMetricsParser(b, st)
	}
	return r.alone(open, one, pos, !r.om || either)
}

func (r *reader) alone(parser func([]byte, *labels.SymbolTable, bool) textparse.Parser, one []byte, pos int, try bool) bool {
	if !try {
		return false
	}
	p := parser(one, r.symbols, false)
	if e, err := p.Next(); err != nil || e != textparse.EntrySeries {
		return false
	}
	raw, ts, v := p.Series()
	return bytes.IndexByte(raw, '\n') < 0 && r.sample(raw, one, pos, ts, v)
}
