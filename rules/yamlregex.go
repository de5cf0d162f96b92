package rules

import (
	"errors"
	"regexp/syntax"
	"strings"
)

// Limits of a regular expression: its text, and what it is once its repeat counts are written out.
const (
	maxRegexBytes = 4096
	maxRegexSize  = 20_000
)

// regexSize bounds how many steps an expression compiles to, without compiling it; 0 if it has faults.
func regexSize(s string) int {
	re, err := syntax.Parse(s, syntax.Perl)
	if err != nil {
		return 0
	}
	return stepsOf(re)
}

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
