package mql

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/VictoriaMetrics/metricsql"
)

// Expr is a parsed expression, ready to be evaluated. It never changes.
type Expr struct {
	text   string // as given
	source metricsql.Expr
	root   node
	sels   []*selector
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
	if metricsql.IsLikelyInvalid(parsed) {
		return nil, x.fault(-1, "a rollup needs a selector in its brackets, as in sum(rate(m[1m])), not rate(sum(m)[1m])")
	}
	e := &Expr{text: text, source: parsed, root: root, sels: c.sels}
	allowPartial(root)
	return e, nil
}

// String is the expression with its macros and WITH templates expanded.
func (e *Expr) String() string { return string(e.source.AppendString(nil)) }

// Text is the expression as it was written.
func (e *Expr) Text() string { return e.text }

// Selectors are the metric names that the expression tries, in order, each once; a regular expression
// as =~"...", a selector without a name as it stands.
func (e *Expr) Selectors() []string {
	var out []string
	for _, s := range e.sels {
		for _, n := range s.names() {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// expansion is a text with its macros replaced, and the way back to columns of the text.
type expansion struct {
	text   string
	out    string
	macros map[string]Macro
	moves  []move
}

// move: the bytes of out from at on came from the text at from; those of a macro all from its $.
type move struct {
	at, from int
	macro    bool
}

// placeholder is the name by which the parser knows a macro of several series; names replaces it.
const placeholder = "roomline_any_series:"

func (x *expansion) expand() error {
	var b strings.Builder
	x.moves = []move{{}}
	quote := byte(0)
	for i := 0; i < len(x.text); i++ {
		c := x.text[i]
		switch {
		case quote != 0 && c == '\\' && quote != '`' && i+1 < len(x.text):
			b.WriteByte(c)
			i++
			c = x.text[i]
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			quote = c
		case quote == 0 && c == '$':
			name := word(x.text[i+1:])
			out, err := x.macro(name, i)
			if err != nil {
				return err
			}
			x.moves = append(x.moves, move{b.Len(), i, true})
			b.WriteString(out)
			i += len(name)
			x.moves = append(x.moves, move{b.Len(), i + 1, false})
			continue
		}
		b.WriteByte(c)
	}
	x.out = b.String()
	return nil
}

func word(s string) string {
	n := strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if n < 0 {
		return s
	}
	return s[:n]
}

func (x *expansion) macro(name string, at int) (string, error) {
	m, ok := x.macros[name]
	switch {
	case !ok:
		return "", x.faultAt(at, fmt.Sprintf("unknown macro $%s%s", name, x.known()))
	case len(m.AnySeries) > 0:
		return placeholder + name, nil
	case strings.TrimSpace(m.Expr) != "":
		return "(" + m.Expr + ")", nil
	}
	return "", x.faultAt(at, fmt.Sprintf("macro $%s is empty", name))
}

func (x *expansion) known() string {
	var names []string
	for n := range x.macros {
		names = append(names, "$"+n)
	}
	if names == nil {
		return "; there are none"
	}
	slices.Sort(names)
	return "; there are " + strings.Join(names, ", ")
}

// names puts the series of a macro in the place of its placeholder.
func (x *expansion) names(e metricsql.Expr) {
	metricsql.VisitAll(e, func(e metricsql.Expr) {
		m, ok := e.(*metricsql.MetricExpr)
		if !ok {
			return
		}
		var groups [][]metricsql.LabelFilter
		for _, g := range m.LabelFilterss {
			i := slices.IndexFunc(g, func(f metricsql.LabelFilter) bool {
				return f.Label == "__name__" && strings.HasPrefix(f.Value, placeholder)
			})
			if i < 0 {
				groups = append(groups, g)
				continue
			}
			for _, name := range x.macros[strings.TrimPrefix(g[i].Value, placeholder)].AnySeries {
				one := slices.Clone(g)
				one[i].Value = name
				groups = append(groups, one)
			}
		}
		m.LabelFilterss = groups
	})
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
		return x.fault(len(x.out)-len(rest), strings.ReplaceAll(head, placeholder, "$"))
	}
	if name, ok := strings.CutPrefix(msg, "unsupported function "); ok {
		if name, err := strconv.Unquote(name); err == nil {
			return x.fault(x.find(name), fmt.Sprintf("there is no function %s", name))
		}
	}
	return x.fault(-1, msg)
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
