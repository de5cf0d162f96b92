package match

import (
	"bytes"
	"slices"
)

// lineHead is what stands in a line before a literal.
type lineHead struct {
	header bool     // a header, as isHeader says
	run    *class   // then one byte of these, or more
	other  *pattern // instead of both: what matches it
}

// headerNodes is what isHeader knows.
var headerNodes = flatten(mustParse(headerSource), false)

const headerSource = `(?:\[[^\]\n]*\][: ]*)*(?:(?:ERROR|WARNING|WARN|INFO|DEBUG|CRITICAL):[ \t]+)?`

// headOf fails on what may go beyond a line, or depends on what stands around.
func headOf(nodes []node) (h lineHead, ok bool) {
	n := len(headerNodes)
	if h.header = len(nodes) >= n && slices.EqualFunc(nodes[:n], headerNodes, node.equal); h.header && len(nodes) <= n+1 {
		if len(nodes) == n {
			return h, true
		}
		if h.run, ok = nodes[n].plus(); ok && !h.run.has('\n') {
			return h, true
		}
	}
	if len(nodes) == 0 {
		return lineHead{}, true
	}
	if slices.ContainsFunc(nodes, func(n node) bool { return !inLine(n.Regexp) }) {
		return h, false
	}
	return lineHead{other: whole(nodes, true)}, true
}

func (h *lineHead) onlyHeader() bool { return h.header && h.run == nil && h.other == nil }

// matches says whether text without a line break is such a head.
func (h *lineHead) matches(text []byte) bool {
	switch {
	case h.other != nil:
		return h.other.start(text, true) >= 0
	case h.run != nil:
		return h.splits(text)
	case h.header:
		return isHeader(text, len(text), len(text))
	}
	return len(text) == 0
}

// splits says whether text is a header and a run.
func (h *lineHead) splits(text []byte) bool {
	from := len(text)
	for from > 0 && h.run.has(text[from-1]) {
		from--
	}
	return from < len(text) && isHeader(text, from, len(text)-1)
}

// levels end a header.
var levels = [][]byte{[]byte("ERROR:"), []byte("WARNING:"), []byte("WARN:"), []byte("INFO:"), []byte("DEBUG:"), []byte("CRITICAL:")}

// isHeader says whether text without a line break begins with a header that ends between two places:
// any number of [..] parts, each with colons and blanks behind it, then perhaps a level and blanks.
func isHeader(text []byte, least, most int) bool {
	at := 0
	if least <= 0 && most >= 0 {
		return true
	}
	for at < len(text) && text[at] == '[' {
		end := bytes.IndexByte(text[at:], ']')
		if end < 0 {
			return false
		}
		at += end + 1
		first := at
		for at < len(text) && (text[at] == ':' || text[at] == ' ') {
			at++
		}
		if least <= at && first <= most {
			return true
		}
	}
	for _, level := range levels {
		if rest, ok := bytes.CutPrefix(text[at:], level); ok {
			first := at + len(level) + 1
			return least <= len(text)-len(bytes.TrimLeft(rest, " \t")) && first <= most && len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t')
		}
	}
	return false
}
