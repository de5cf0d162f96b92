package expo

import (
	"bytes"
	"strings"

	"roomline/timeline"
)

// segment is the text of one scrape in a file, as far as lines tell where one begins: a mark, a
// date printed by a shell loop, an HTTP header, or what follows # EOF.
type segment struct {
	begin, end   int // bytes of the content
	body, stop   int // of it, what the parser gets
	line, bodyAt int64
	mark         mark
	at           timeline.Time // of the mark
	url          string
	code         int // of an HTTP header
	status       string
	date         timeline.Time // of an HTTP header
	om           bool          // the header or a comment says OpenMetrics
	eof          bool
	text         bool   // something beside blank lines and comments
	fault        string // what a failed attempt left instead of samples
}

type mark uint8

const (
	unmarked mark = iota
	marked        // # scraped_at, # scrape
	dated         // a line that is a date
)

// cutter walks over the lines of a file once.
type cutter struct {
	b    []byte
	segs []segment
	cur  segment
	pos  int
	next int   // where the walk goes on
	line int64 // number of the line at pos
	note func(string, ...any)
}

// segments cuts content into scrapes. There is at least one.
func segments(content []byte, note func(string, ...any)) []segment {
	c := cutter{b: content, note: note}
	if bytes.HasPrefix(content, bom) {
		c.pos = len(bom)
	}
	c.cur = segment{body: c.pos, line: 1, bodyAt: 1, at: timeline.NoTime, date: timeline.NoTime}
	for c.line = 1; c.pos < len(c.b); c.line++ {
		end := c.lineEnd(c.pos)
		c.next = end
		c.take(c.b[c.pos:end], end)
		c.pos = c.next
	}
	c.close(len(c.b))
	return c.told()
}

func (c *cutter) lineEnd(pos int) int {
	if i := bytes.IndexByte(c.b[pos:], '\n'); i >= 0 {
		return pos + i + 1
	}
	return len(c.b)
}

// take looks at one line. The common ones (samples, HELP, TYPE) are done after a byte or two.
func (c *cutter) take(line []byte, end int) {
	switch ch := line[0]; {
	case ch == '#':
		c.comment(line, end)
	case ch == '\n' || ch == '\r':
	case ch == 'H' && bytes.HasPrefix(line, []byte("HTTP/")):
		c.header(line, end)
	case (ch == 'c' || ch == 'w') && (bytes.HasPrefix(line, []byte("curl: (")) || bytes.HasPrefix(line, []byte("wget: "))):
		c.body()
		c.cur.fault = clip(bytes.TrimSpace(line), 200)
	case digit(ch) || strings.IndexByte("=-*[<|~", ch) >= 0, isDay(line):
		if len(line) <= 80 {
			if t, zone, ok := dateLine(string(bytes.TrimSpace(line))); ok {
				c.dateMark(t, zone, end)
				return
			}
		}
		fallthrough
	default:
		c.body()
		c.cur.text = true
	}
}

// body opens a segment for what stands behind # EOF without a mark.
func (c *cutter) body() {
	if c.cur.eof {
		c.open(unmarked, timeline.NoTime, c.pos)
	}
}

func (c *cutter) comment(line []byte, end int) {
	s := line[1:]
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	switch {
	case bytes.HasPrefix(s, []byte("HELP ")):
		c.body()
		c.cur.text = true
	case bytes.HasPrefix(s, []byte("TYPE ")) || bytes.HasPrefix(s, []byte("UNIT ")):
		c.body()
		c.cur.text = true
		c.cur.om = c.cur.om || s[0] == 'U' || openType(bytes.TrimRight(s, " \r\n"))
	case bytes.HasPrefix(s, []byte("scraped_at ")) || bytes.HasPrefix(s, []byte("scrape ")):
		c.scrapeMark(strings.Fields(string(s)), end)
	case bytes.HasPrefix(s, []byte("scrape_error")):
		c.body()
		c.cur.fault = clip(bytes.TrimSpace(s[len("scrape_error"):]), 200)
		if c.cur.fault == "" {
			c.cur.fault = "scrape_error"
		}
	case string(bytes.TrimSpace(s)) == "EOF":
		c.body()
		c.cur.eof, c.cur.stop = true, end
	case len(s) > 0 && len(line) <= 80 && (digit(s[0]) || s[0] == '#' || s[0] == '=' || s[0] == '-' || isDay(s)):
		if t, zone, ok := dateLine(string(bytes.TrimSpace(s))); ok {
			c.dateMark(t, zone, end)
		}
	}
}

// openType says whether a TYPE line names a type that only OpenMetrics has.
func openType(s []byte) bool {
	switch string(s[bytes.LastIndexByte(s, ' ')+1:]) {
	case "gaugehistogram", "stateset", "info":
		return true
	}
	return false
}

func isDay(line []byte) bool {
	if len(line) < 10 || line[3] != ' ' && line[3] != ',' {
		return false
	}
	switch string(line[:3]) {
	case "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun":
		return true
	}
	return false
}

func (c *cutter) scrapeMark(words []string, end int) {
	t := timeline.NoTime
	if len(words) > 1 {
		var ok bool
		if t, ok = stamp(words[1]); !ok && len(words) > 2 {
			t, ok = stamp(words[1] + " " + words[2])
		}
		if !ok {
			c.note("line %d: %q is no time", c.line, clip([]byte(words[1]), 40))
			t = timeline.NoTime
		}
	}
	c.open(marked, t, end)
	if len(words) > 2 && strings.Contains(words[2], "://") {
		c.cur.url = words[2]
	}
}

func (c *cutter) dateMark(t timeline.Time, zone string, end int) {
	if zone != "" {
		c.note("line %d: the zone %s of a date says nothing sure, taken as UTC", c.line, zone)
	}
	c.open(dated, t, end)
}

// open ends the current segment before this line and begins the next; its body begins at body.
func (c *cutter) open(m mark, at timeline.Time, body int) {
	c.close(c.pos)
	c.cur = segment{begin: c.pos, body: body, line: c.line, bodyAt: c.line, mark: m, at: at, date: timeline.NoTime}
	if body > c.pos {
		c.cur.bodyAt++
	}
}

func (c *cutter) close(end int) {
	c.cur.end = end
	if !c.cur.eof {
		c.cur.stop = end
	}
	c.segs = append(c.segs, c.cur)
}

// told drops what is no scrape (an empty beginning, comments behind the last one) and gives dates
// that stand behind their scrapes to them.
func (c *cutter) told() []segment {
	segs := c.segs
	if n := len(segs); n > 1 && segs[0].mark == unmarked && segs[0].text && segs[n-1].mark == dated && segs[n-1].blank() && allDated(segs[1:]) {
		for i := range segs[:n-1] {
			segs[i].mark, segs[i].at = dated, segs[i+1].at
		}
		c.note("dates stand behind the scrapes: each was given to the one before it")
		return segs[:n-1]
	}
	var out []segment
	for _, s := range segs {
		if s.mark != unmarked || !s.blank() {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return segs[:1]
	}
	return out
}

func (s *segment) blank() bool { return !s.text && s.fault == "" && s.code == 0 }

func allDated(segs []segment) bool {
	for _, s := range segs {
		if s.mark != dated {
			return false
		}
	}
	return true
}
