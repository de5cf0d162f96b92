package rules

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"roomline/rules/match"
)

// Limits of a regular expression: its text, and what it is once its repeat counts are written out.
const (
	maxRegexBytes = 4096
	maxRegexSize  = 20_000
)

var lookAround = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\(\?(<?[=!])`) })

// regex reads a regular expression. It is parsed, since a fault is told where it stands; it is compiled when
// something runs it.
func (r *reader) regex(n *yaml.Node, what string) *match.Regexp {
	s := r.str(n, what)
	if s == "" {
		return nil
	}
	if len(s) > maxRegexBytes {
		r.fault(n, "%s of %d bytes is over the limit of %d: join several literals in `any`", what, len(s), maxRegexBytes)
		return nil
	}
	re, err := r.parseRegex(s)
	switch {
	case r.trusted:
		return re
	case err != nil && lookAround().MatchString(s):
		m := lookAround().FindStringIndex(s)
		r.fault(r.inside(n, m[0]), "%s: RE2 has no look-around (%s): put what must not be there into `not`, and what must into `all`", what, s[m[0]:m[1]])
		return nil
	}
	size := 0
	if err == nil {
		size = stepsOf(re.Tree())
	}
	if size > maxRegexSize {
		r.fault(n, "%s grows to more than %d steps when its repeat counts are written out: repeat less", what, maxRegexSize)
		return nil
	}
	if !r.spend(n, &r.steps, size, maxTotalRegex, "steps of regular expressions") {
		return nil
	}
	if err != nil {
		r.fault(r.inside(n, regexErrorAt(s, err)), "%s: %s (the syntax is RE2: no look-around, no back-references)", what, regexErrorText(err))
		return nil
	}
	return re
}

// parseRegex gives one regexp for equal texts.
func (r *reader) parseRegex(s string) (*match.Regexp, error) {
	if re := r.regexps[s]; re != nil {
		return re, nil
	}
	re, err := match.KnownRegexp(s), error(nil)
	if !r.trusted {
		re, err = match.ParseRegexp(s)
	}
	if err != nil {
		return nil, err
	}
	if r.regexps == nil {
		r.regexps = map[string]*match.Regexp{}
	}
	r.regexps[s] = re
	return re, nil
}

// compiled reads a regular expression that is run by package regexp.
func (r *reader) compiled(n *yaml.Node, what string) *regexp.Regexp {
	if re := r.regex(n, what); re != nil {
		return re.Compiled()
	}
	return nil
}

// stepsOf bounds how many steps an expression compiles to, without compiling it.
func stepsOf(re *syntax.Regexp) int {
	n := 1
	switch re.Op {
	case syntax.OpLiteral:
		n += len(re.Rune)
	case syntax.OpCharClass:
		n += len(re.Rune) / 8
	}
	for _, sub := range re.Sub {
		n = min(n+stepsOf(sub), maxRegexSize+1)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, maxRegexSize+1)
}

// regexErrorAt is where in an expression the parser's complaint is, -1 if that cannot be told.
func regexErrorAt(s string, err error) int {
	var bad *syntax.Error
	if !errors.As(err, &bad) || bad.Expr == "" {
		return -1
	}
	if at := strings.LastIndex(s, bad.Expr); at >= 0 {
		return at
	}
	return -1
}

func regexErrorText(err error) string {
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return err.Error()
	}
	if bad.Code == syntax.ErrMissingParen {
		return "a ( is not closed"
	}
	return bad.Code.String() + ": " + clip(bad.Expr)
}
