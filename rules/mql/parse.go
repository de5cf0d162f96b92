package mql

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/VictoriaMetrics/metricsql"
)

// Expr is a parsed expression, ready to be evaluated. It never changes.
type Expr struct {
	text   string // as given
	source metricsql.Expr
	root   node
	sels   []*selector
	named  sync.Once
	names  []string // of sels
	words  int
	whole  bool // a value depends on the range that is asked about
	apart  bool // positions may be evaluated apart, as parts of one range
	joins  bool // it has operators between series
}

// Macro is what `$name` stands for: any of several metrics (a metric that was renamed: the first name
// is the present one), or an expression.
type Macro struct {
	AnySeries []string
	Expr      string
}

// Error is why a text is no expression that can be evaluated here.
type Error struct {
	Text   string // the expression as given
	Column int    // in it, bytes from 1; 0 if not known
	Msg    string // what is wrong and what to write instead
}

func (e *Error) Error() string {
	if e.Column > 0 {
		return fmt.Sprintf("expression column %d: %s", e.Column, e.Msg)
	}
	return "expression: " + e.Msg
}

// longestText bounds how deep the parser can be made to recurse.
const longestText = 64 << 10

// Parse reads an expression. `$name` expands to a macro: one of several metrics to a selector
// {__name__="a" or __name__="b"}, to which matchers and a window may be added as to a name. Whatever
// cannot be evaluated on recorded scrapes is refused here, with an [*Error].
func Parse(text string, macros map[string]Macro) (*Expr, error) {
	x := &expansion{text: text, macros: macros}
	if err := x.expand(); err != nil {
		return nil, err
	}
	if n := len(x.out); n > longestText || strings.TrimSpace(x.out) == "" {
		return nil, x.fault(-1, fmt.Sprintf("it is empty or too long (%d bytes of %d)", n, longestText))
	}
	if !utf8.ValidString(x.out) {
		return nil, x.fault(-1, "it is not UTF-8")
	}
	if err := x.tooLarge(); err != nil {
		return nil, err
	}
	parsed, err := metricsql.Parse(x.out)
	if err != nil {
		return nil, x.syntax(err)
	}
	x.names(parsed)
	c := &compiler{x: x}
	root, err := c.compile(parsed)
	if err != nil {
		return nil, err
	}
	e := &Expr{text: text, source: parsed, root: root, sels: c.sels, words: x.words}
	e.shape()
	allowPartial(root)
	return e, nil
}

// String is the expression with its macros and WITH templates expanded.
func (e *Expr) String() string { return string(e.source.AppendString(nil)) }

// Words is how large the expression is, written out: names, numbers, texts and signs.
func (e *Expr) Words() int { return e.words }

// Text is the expression as it was written.
func (e *Expr) Text() string { return e.text }

// Aggregates says whether the expression holds an aggregate.
func (e *Expr) Aggregates() bool {
	found := false
	metricsql.VisitAll(e.source, func(x metricsql.Expr) {
		_, is := x.(*metricsql.AggrFuncExpr)
		found = found || is
	})
	return found
}

// Selectors are the metric names that the expression tries, in order, each once; a regular expression
// as =~"...", a selector without a name as it stands. Nobody may write to them.
func (e *Expr) Selectors() []string {
	e.named.Do(func() {
		for _, s := range e.sels {
			for _, n := range s.names() {
				if !slices.Contains(e.names, n) {
					e.names = append(e.names, n)
				}
			}
		}
		e.names = slices.Clip(e.names)
	})
	return e.names
}

// fault is an error at a byte of the expanded text, -1 if not known.
func (x *expansion) fault(at int, msg string) error {
	if at < 0 {
		return &Error{Text: x.text, Msg: msg}
	}
	from := at
	for _, m := range x.moves {
		if m.at > at {
			break
		}
		if from = m.from; !m.macro {
			from += at - m.at
		}
	}
	return x.faultAt(from, msg)
}

func (x *expansion) faultAt(from int, msg string) error {
	return &Error{Text: x.text, Column: min(from, len(x.text)) + 1, Msg: msg}
}

// syntax takes the place of a syntax error from the parser's message, which ends in what it did not
// read any more.
func (x *expansion) syntax(err error) error {
	msg := strings.ReplaceAll(err.Error(), placeholder, "$")
	for _, mark := range []string{"; unparsed data: ", "unparsed data left: "} {
		head, quoted, ok := strings.Cut(err.Error(), mark)
		if !ok {
			continue
		}
		rest, err := strconv.Unquote(quoted)
		if err != nil || len(rest) > len(x.out) {
			continue
		}
		if head == "" {
			head = "cannot read on from here"
		}
		return x.fault(len(x.out)-len(rest), plainly(strings.ReplaceAll(head, placeholder, "$")))
	}
	if name, ok := strings.CutPrefix(msg, "unsupported function "); ok {
		if name, err := strconv.Unquote(name); err == nil {
			return x.fault(x.find(name), fmt.Sprintf("there is no function %s", name))
		}
	}
	return x.fault(-1, plainly(msg))
}

// inParser names functions of the parser, which tell nobody anything.
var inParser = regexp.MustCompile(`^(?:[a-z]\w*(?:Expr|List|Filters): )+`)

// plainly is what the parser says, without its own names.
func plainly(msg string) string {
	return strings.ReplaceAll(inParser.ReplaceAllString(msg, ""), `unexpected token ""`, "it ends too early")
}

// find is where a function's name or an operator stands first, -1 if that cannot be told.
func (x *expansion) find(name string) int {
	if name == "" {
		return -1
	}
	lower, want := strings.ToLower(x.out), strings.ToLower(name)
	for from := 0; ; {
		i := strings.Index(lower[from:], want)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(want)
		letters := word(want) != ""
		if !letters || (i == 0 || word(lower[i-1:i]) == "") && (end == len(lower) || word(lower[end:end+1]) == "") {
			return i
		}
		from = end
	}
}
