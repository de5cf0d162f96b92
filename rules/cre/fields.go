package cre

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

const (
	inString = `"(?:[^"\\]|\\.)*?`    // the part of a JSON string before what is looked for in it
	exists   = `(?:"|[-0-9{\[]|true)` // any value but null and false
)

// fieldPattern is an or of ands of conditions on fields, as an expression over the text of a record.
func fieldPattern(alternatives [][]atom) (pattern, error) {
	var p pattern
	var parts []string
	for _, and := range alternatives {
		text, needle, err := conjunction(and)
		if err != nil {
			return p, err
		}
		parts, p.any = append(parts, text), append(p.any, needle)
	}
	p.regex = "(?s)" + strings.Join(parts, "|")
	switch {
	case slices.Contains(p.any, ""):
		p.any = nil
	case len(p.any) == 1:
		p.all, p.any = p.any, nil
	}
	return p, nil
}

// conjunction is an and: the fields of a record may stand in any order.
func conjunction(and []atom) (text, needle string, err error) {
	if len(and) > 3 {
		return "", "", fmt.Errorf("%d fields of one record; the limit is 3", len(and))
	}
	var parts []string
	seen := map[string]bool{}
	for i := range and {
		path := strings.Join(and[i].path, ".")
		if seen[path] {
			return "", "", fmt.Errorf("two conditions on the one field .%s are not carried over", path)
		}
		seen[path] = true
		text, n, err := and[i].expression()
		if err != nil {
			return "", "", err
		}
		if parts = append(parts, text); len(n) > len(needle) {
			needle = n
		}
	}
	var orders []string
	permute(parts, 0, func(p []string) { orders = append(orders, strings.Join(p, ".*")) })
	return "(?:" + strings.Join(orders, "|") + ")", needle, nil
}

func permute(words []string, from int, use func([]string)) {
	if from == len(words)-1 {
		use(words)
		return
	}
	for i := from; i < len(words); i++ {
		words[from], words[i] = words[i], words[from]
		permute(words, from+1, use)
		words[from], words[i] = words[i], words[from]
	}
}

// expression is one condition over the text of a JSON record, with a text that every match holds.
func (a *atom) expression() (text, needle string, err error) {
	var b strings.Builder
	for i, name := range a.path {
		quoted, err := jsonText(name)
		if err != nil {
			return "", "", err
		}
		if i > 0 {
			b.WriteString(`\{.*`)
		}
		b.WriteString(`"` + regexp.QuoteMeta(quoted) + `"\s*:\s*`)
		needle = `"` + quoted + `"`
	}
	value, literal, err := a.value()
	if len(literal) >= minNeedle {
		needle = literal
	}
	if len(needle) < minNeedle && err == nil {
		needle = ""
	}
	return b.String() + value, needle, err
}

// value is what stands behind the name of the field.
func (a *atom) value() (text, literal string, err error) {
	switch {
	case a.op == "exists":
		return exists, "", nil
	case a.op == "test":
		return a.tested()
	case !a.str && (a.text == "true" || a.text == "false"):
		return a.text, "", nil
	case !a.str:
		return regexp.QuoteMeta(a.text) + `(?:\.0+)?\s*[,}\]]`, "", nil
	}
	plain, err := jsonText(a.text)
	if err != nil {
		return "", "", err
	}
	q := regexp.QuoteMeta(plain)
	switch a.op {
	case "==":
		return `"` + q + `"`, `"` + plain + `"`, nil
	case "startswith":
		return `"` + q, `"` + plain, nil
	case "endswith":
		return inString + q + `"`, plain + `"`, nil
	}
	return inString + q, plain, nil
}

// tested is an expression inside a JSON string. ^ and $ are the ends of that string.
func (a *atom) tested() (text, literal string, err error) {
	inner, from, to := a.text, inString, ""
	if rest, ok := strings.CutPrefix(inner, "^"); ok {
		inner, from = rest, `"`
	}
	if rest, ok := strings.CutSuffix(inner, "$"); ok && !strings.HasSuffix(rest, `\`) {
		inner, to = rest, `"`
	}
	flags := "(?:"
	if a.fold {
		flags = "(?i:"
	}
	re, err := syntax.Parse(flags+inner+")", syntax.Perl)
	if err != nil {
		return "", "", err
	}
	if anchored(re) || beyondASCII(re) {
		return "", "", errors.New("an expression with ^ or $ inside, or with characters that JSON writes in more than one way, is not carried over")
	}
	return from + flags + inner + ")" + to, longest(required(re)), nil
}

// beyondASCII says whether an expression names characters that JSON escapes.
func beyondASCII(re *syntax.Regexp) bool {
	if re.Op == syntax.OpLiteral {
		if _, err := jsonText(string(re.Rune)); err != nil {
			return true
		}
	}
	for _, s := range re.Sub {
		if beyondASCII(s) {
			return true
		}
	}
	return false
}

// jsonText is a text as it stands in a JSON string, if it can be written in one way only.
func jsonText(s string) (string, error) {
	for _, c := range s {
		if c < ' ' || c > '~' || strings.ContainsRune(`"\<>&`, c) {
			return "", fmt.Errorf("the character %q can be written in JSON in more than one way", c)
		}
	}
	if s == "" {
		return "", errors.New("an empty text is not looked for")
	}
	return s, nil
}
