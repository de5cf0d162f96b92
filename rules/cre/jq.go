package cre

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// atom is one condition on a field of a JSON record.
type atom struct {
	path []string
	op   string // ==, exists, test, contains, startswith, endswith
	text string // of a string, or of the literal as it is written
	str  bool   // text is a string
	fold bool   // test("...", "i")
}

// jqParser reads the part of jq that only compares fields: paths, ==, test, contains, startswith, endswith, and,
// or, select. The result is an or of ands.
type jqParser struct {
	in    string
	at    int
	depth int
}

var errPlain = errors.New("only comparisons of plain fields are carried over (==, test, contains, startswith, endswith, and, or, select)")

// jqOf reads a program; an error says what in it is more than plain fields.
func jqOf(program string) ([][]atom, error) {
	p := &jqParser{in: program}
	out, err := p.pipe()
	if err == nil && p.space() < len(p.in) {
		err = fmt.Errorf("at %q: %w", head(p.in[p.at:]), errPlain)
	}
	return out, err
}

func head(s string) string {
	if len(s) > 24 {
		return s[:24] + "..."
	}
	return s
}

func (p *jqParser) space() int {
	for p.at < len(p.in) && strings.IndexByte(" \t\r\n", p.in[p.at]) >= 0 {
		p.at++
	}
	return p.at
}

// take takes a word or a sign if it comes next.
func (p *jqParser) take(s string) bool {
	p.space()
	if !strings.HasPrefix(p.in[p.at:], s) {
		return false
	}
	if end := p.at + len(s); isLetter(s[0]) && end < len(p.in) && isWord(p.in[end]) {
		return false
	}
	p.at += len(s)
	return true
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isWord(c byte) bool   { return isLetter(c) || '0' <= c && c <= '9' }

func (p *jqParser) fail() error {
	return fmt.Errorf("at %q: %w", head(p.in[min(p.at, len(p.in)):]), errPlain)
}

// pipe reads a path with a test behind a bar, or a condition.
func (p *jqParser) pipe() ([][]atom, error) {
	if p.depth++; p.depth > 20 {
		return nil, errors.New("it is nested deeper than 20")
	}
	defer func() { p.depth-- }()
	from := p.at
	if path, err := p.path(); err == nil && p.take("|") {
		a, err := p.call(path)
		return [][]atom{{a}}, err
	}
	p.at = from
	return p.or()
}

func (p *jqParser) or() ([][]atom, error) {
	out, err := p.and()
	for err == nil && p.take("or") {
		var more [][]atom
		more, err = p.and()
		out = append(out, more...)
	}
	return out, err
}

func (p *jqParser) and() ([][]atom, error) {
	out, err := p.primary()
	for err == nil && p.take("and") {
		var more [][]atom
		if more, err = p.primary(); err != nil {
			break
		}
		var both [][]atom
		for _, a := range out {
			for _, b := range more {
				both = append(both, append(append([]atom{}, a...), b...))
			}
		}
		if out = both; len(out) > 16 {
			return nil, errors.New("it has more than 16 alternatives")
		}
	}
	return out, err
}

func (p *jqParser) primary() ([][]atom, error) {
	selects := p.take("select")
	if p.take("(") {
		out, err := p.pipe()
		if err == nil && !p.take(")") {
			err = p.fail()
		}
		return out, err
	}
	if selects {
		return nil, p.fail()
	}
	path, err := p.path()
	if err != nil {
		return nil, err
	}
	a := atom{path: path, op: "exists"}
	if p.take("==") {
		a.op = "=="
		a.text, a.str, err = p.literal()
	}
	return [][]atom{{a}}, err
}

// path reads .a.b, ."a b" or .["a"].
func (p *jqParser) path() ([]string, error) {
	var out []string
	for p.space(); p.at < len(p.in) && p.in[p.at] == '.'; {
		p.at++
		bracket := p.at < len(p.in) && p.in[p.at] == '['
		if bracket {
			p.at++
		}
		name, err := p.name(bracket)
		if err != nil {
			return nil, err
		}
		if bracket && !p.take("]") {
			return nil, p.fail()
		}
		out = append(out, name)
	}
	if len(out) == 0 || len(out) > 8 {
		return nil, p.fail()
	}
	return out, nil
}

func (p *jqParser) name(quoted bool) (string, error) {
	if quoted || p.at < len(p.in) && p.in[p.at] == '"' {
		s, isString, err := p.literal()
		if err == nil && !isString {
			err = p.fail()
		}
		return s, err
	}
	from := p.at
	for p.at < len(p.in) && isWord(p.in[p.at]) {
		p.at++
	}
	if from == p.at {
		return "", p.fail()
	}
	return p.in[from:p.at], nil
}

// call reads a function that tests a text.
func (p *jqParser) call(path []string) (atom, error) {
	a := atom{path: path, str: true}
	for _, op := range []string{"test", "contains", "startswith", "endswith"} {
		if !p.take(op) {
			continue
		}
		var err error
		isString := false
		if a.op = op; !p.take("(") {
			return a, p.fail()
		}
		if a.text, isString, err = p.literal(); err != nil || !isString {
			return a, errors.Join(err, p.fail())
		}
		if op == "test" && (p.take(";") || p.take(",")) {
			var flags string
			if flags, _, err = p.literal(); err != nil || flags != "i" {
				return a, fmt.Errorf("test with the flags %q is not carried over", flags)
			}
			a.fold = true
		}
		if !p.take(")") {
			return a, p.fail()
		}
		return a, nil
	}
	return a, p.fail()
}

// literal reads a string, a number, true or false.
func (p *jqParser) literal() (text string, isString bool, err error) {
	p.space()
	from := p.at
	if p.at < len(p.in) && p.in[p.at] == '"' {
		for p.at++; p.at < len(p.in) && p.in[p.at] != '"'; p.at++ {
			if p.in[p.at] == '\\' {
				p.at++
			}
		}
		if p.at >= len(p.in) {
			return "", false, errors.New("a string does not end")
		}
		p.at++
		s, err := strconv.Unquote(strings.ReplaceAll(p.in[from:p.at], `\/`, "/"))
		if err != nil {
			return "", false, fmt.Errorf("the string %s: %w", head(p.in[from:p.at]), errPlain)
		}
		return s, true, nil
	}
	for p.at < len(p.in) && (isWord(p.in[p.at]) || p.in[p.at] == '-' || p.in[p.at] == '.') {
		p.at++
	}
	text = p.in[from:p.at]
	if _, err := strconv.ParseFloat(text, 64); err != nil && text != "true" && text != "false" {
		p.at = from
		return "", false, p.fail()
	}
	return text, false, nil
}
