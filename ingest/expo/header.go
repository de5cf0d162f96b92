package expo

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"roomline/timeline"
)

// header reads an HTTP header block (curl -i). It belongs to the mark right before it; what a proxy
// or a redirect answered before the answer is passed over.
func (c *cutter) header(line []byte, end int) {
	before := c.cur.code
	if c.cur.text || c.cur.eof || c.cur.fault != "" || before >= 400 || before >= 200 && before < 300 && !strings.Contains(c.cur.status, "stablished") {
		c.open(unmarked, timeline.NoTime, c.pos)
	}
	c.cur.status = clip(bytes.TrimSpace(line), 100)
	if f := strings.Fields(c.cur.status); len(f) > 1 {
		c.cur.code, _ = strconv.Atoi(f[1])
	}
	for pos := end; ; {
		next := c.lineEnd(pos)
		h := bytes.TrimSpace(c.b[pos:next])
		key, value, ok := bytes.Cut(h, []byte(": "))
		if !ok && (len(h) == 0 || h[len(h)-1] != ':') || bytes.ContainsAny(key, " {#") {
			if len(h) == 0 && pos < len(c.b) { // the blank line is the header's
				pos = next
				c.line++
			}
			c.next, c.cur.body, c.cur.bodyAt = pos, pos, c.line+1
			return
		}
		c.field(strings.ToLower(string(key)), string(value))
		pos = next
		c.line++
	}
}

func (c *cutter) field(key, value string) {
	switch key {
	case "date":
		if t, err := time.Parse(time.RFC1123, value); err == nil {
			c.cur.date = timeline.FromStd(t)
		}
	case "content-type":
		c.cur.om = strings.HasPrefix(value, "application/openmetrics-text")
	}
}
