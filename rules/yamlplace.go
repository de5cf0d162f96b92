package rules

import (
	"bytes"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// maxPlaced is how large a file may be to look for the place of a syntax error by parsing parts of
// it; of a larger one the parser's own word is taken.
const maxPlaced = 256 << 10

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// syntaxFault says where a file stops being YAML, and why. The parser names the line where the
// construct began that it could not go on with, and no column, so the place is found by the shortest
// head of the file that fails in the same way.
func syntaxFault(src []byte, err error) (*yaml.Node, string) {
	at := &yaml.Node{Line: 1, Column: 1}
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil && m[1] != "" {
		at.Line, _ = strconv.Atoi(m[1])
	}
	msg := yamlText(err)
	if len(src) <= maxPlaced {
		at = shortestFailing(src, msg)
	}
	switch {
	case strings.HasPrefix(msg, "unknown anchor"):
		return at, "aliases are not part of rules/v1: use lists and macros"
	case strings.Contains(msg, "did not find expected ',' or"):
		at = openBracket(src, at)
	}
	line := lineAt(src, at.Line)
	if i := tabAt(line, at.Column); i >= 0 {
		at.Column = utf8.RuneCountInString(line[:i]) + 1
		return at, "a tab cannot indent in YAML: use spaces"
	}
	return at, "not YAML: " + msg + syntaxHint(line, msg)
}

func yamlText(err error) string { return yamlLine.ReplaceAllString(err.Error(), "") }

// shortestFailing finds the end of the shortest head of src that fails with a message: first its
// line, then its column.
func shortestFailing(src []byte, msg string) *yaml.Node {
	fails := func(n int) bool {
		var doc yaml.Node
		err := yaml.Unmarshal(src[:n], &doc)
		return err != nil && yamlText(err) == msg
	}
	ends := lineEnds(src)
	k := sort.Search(len(ends)-1, func(i int) bool { return fails(ends[i]) })
	begin := 0
	if k > 0 {
		begin = ends[k-1]
	}
	n := begin + sort.Search(ends[k]-begin, func(i int) bool { return fails(begin + i) })
	return placeOf(src, max(begin, n-1))
}

// openBracket is the last bracket before a place that is not closed there.
func openBracket(src []byte, at *yaml.Node) *yaml.Node {
	ends := lineEnds(src)
	end := len(src)
	if at.Line <= len(ends) {
		end = ends[at.Line-1]
	}
	var shut []byte // brackets behind, that wait for the one that opens them
	for i := end - 1; i >= 0; i-- {
		switch c := src[i]; c {
		case ']', '}':
			shut = append(shut, c-2) // the one that opens it
		case '[', '{':
			if n := len(shut); n == 0 || shut[n-1] != c {
				return placeOf(src, i)
			}
			shut = shut[:len(shut)-1]
		}
	}
	return at
}

// lineEnds are the offsets behind each line.
func lineEnds(src []byte) []int {
	var out []int
	for i, c := range src {
		if c == '\n' {
			out = append(out, i+1)
		}
	}
	if len(out) == 0 || out[len(out)-1] != len(src) {
		out = append(out, len(src))
	}
	return out
}

func lineAt(src []byte, n int) string {
	for ; n > 1; n-- {
		_, rest, ok := bytes.Cut(src, []byte("\n"))
		if !ok {
			return ""
		}
		src = rest
	}
	line, _, _ := bytes.Cut(src, []byte("\n"))
	return strings.TrimRight(string(line), "\r")
}

// tabAt is the first tab in what indents a line, -1 if it has none before the column.
func tabAt(line string, column int) int {
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t-"))]
	i := strings.IndexByte(indent, '\t')
	if i >= 0 && i < column+1 {
		return i
	}
	return -1
}

// bareComparison is an operator that YAML takes for the begin of a text or of a tag.
var bareComparison = regexp.MustCompile(`\bop: *[>|!]`)

// syntaxHint says what usually brings a message about.
func syntaxHint(line, msg string) string {
	switch {
	case bareComparison.MatchString(line):
		return ` (a comparison must stand in quotes: op: ">")`
	case strings.Contains(msg, "mapping values are not allowed"):
		return " (a text that holds `: ` must stand in quotes; or look at the indentation)"
	case strings.Contains(msg, "cannot start any token"):
		return " (a text that begins with @, ` or % must stand in quotes)"
	case strings.Contains(msg, "unknown escape character"):
		return ` (in double quotes \ begins an escape: use single quotes for a regular expression)`
	case strings.Contains(msg, "did not find expected key"), strings.Contains(msg, "did not find expected '-' indicator"):
		return " (look at the indentation, and for a quote that ends too early)"
	case strings.Contains(msg, "did not find expected ',' or"):
		return " (this bracket is not closed, or a comma is missing in it)"
	case strings.Contains(msg, "unexpected end of stream"):
		return " (a quote is not closed)"
	}
	return ""
}
