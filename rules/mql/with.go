package mql

import (
	"fmt"
	"strings"
)

// mostExpanded is how many words an expression may have once its WITH templates are written out. A
// template that names another one twice doubles with each level: thirty short lines are gigabytes. So
// the size is worked out before the parser expands them.
const mostExpanded = 4000

// tooLarge refuses an expression that would be too large written out.
func (x *expansion) tooLarge() error {
	w := &withSize{text: x.out, scope: builtinTemplates()}
	for name, m := range x.macros {
		w.scope[placeholder+name] = template{size: size{own: len(m.AnySeries)}}
	}
	x.words = w.until("").own
	switch {
	case x.words > mostExpanded:
		return x.fault(-1, fmt.Sprintf("with its WITH templates written out it has more than %d words: let templates name each other less often", mostExpanded))
	case w.deepest > deepestNesting:
		return x.fault(-1, fmt.Sprintf("its brackets are nested more than %d deep", deepestNesting))
	}
	return nil
}

// deepestNesting bounds what the parser and the compiler do for each bracket around another.
const deepestNesting = 200

// size is that of a text: its own words, and how often the arguments of the template that it is the
// body of stand in it.
type size struct{ own, args int }

func (s *size) add(own, args int) {
	s.own, s.args = min(s.own+own, mostExpanded+1), min(s.args+args, mostExpanded+1)
}

// template is what stands for a name.
type template struct {
	size
	param bool
}

// builtinTemplates are those that the parser knows by itself, as large as the largest of them.
func builtinTemplates() map[string]template {
	out := map[string]template{}
	for _, name := range []string{"ru", "ttf", "range_median", "alias", "median_over_time"} {
		out[name] = template{size: size{own: 16, args: 4}}
	}
	return out
}

// withSize walks the words of an expression.
type withSize struct {
	text  string
	at    int
	scope map[string]template

	depth, deepest int
}

// until sums up the words up to one that ends the text, outside of brackets; "" is the end of all.
// Templates defined in it are known in it.
func (w *withSize) until(ends string) size {
	var sum size
	outer, brackets := w.scope, 0
	w.depth++
	w.deepest = max(w.deepest, w.depth-1)
	defer func() { w.depth-- }()
	for {
		word := w.next()
		switch {
		case word == "" || brackets == 0 && strings.Contains(ends, word):
			w.scope = outer
			return sum
		case word == "[" || word == "{":
			brackets++
		case word == "]" || word == "}":
			brackets--
		case word == "(":
			in := w.until(")")
			sum.add(in.own, in.args)
			continue
		case strings.EqualFold(word, "with") && w.peek() == "(":
			w.next()
			w.define()
			continue
		}
		w.word(&sum, word)
	}
}

// word adds one word, or what it stands for.
func (w *withSize) word(sum *size, word string) {
	t, ok := w.scope[word]
	switch {
	case !ok:
		sum.add(1+len(word)/16, 0)
	case t.param:
		sum.add(0, 1)
	case w.peek() != "(":
		sum.add(t.own+1, t.args)
	default:
		w.next()
		in := w.until(")")
		sum.add(t.own+times(t.args, in.own), times(t.args, in.args))
	}
}

func times(a, b int) int { return min(a*b, mostExpanded+1) }

// define reads the templates of WITH up to the bracket that closes them.
func (w *withSize) define() {
	scope := map[string]template{}
	for name, t := range w.scope {
		scope[name] = t
	}
	w.scope = scope
	for {
		name := w.next()
		if name == "" || name == ")" {
			return
		}
		params := map[string]template{}
		for name, t := range scope {
			params[name] = t
		}
		if w.peek() == "(" {
			for p := w.next(); p != "" && p != ")"; p = w.next() {
				params[p] = template{param: true}
			}
		}
		w.next() // =
		w.scope = params
		body := w.until(",)")
		w.scope = scope
		scope[name] = template{size: body}
		if w.at > 0 && w.at <= len(w.text) && w.text[w.at-1] == ')' || w.at >= len(w.text) {
			return
		}
	}
}

func (w *withSize) peek() string {
	at := w.at
	word := w.next()
	w.at = at
	return word
}

// next is the next word, text in quotes or sign; "" at the end.
func (w *withSize) next() string {
	for w.at < len(w.text) && strings.IndexByte(" \t\n\r", w.text[w.at]) >= 0 {
		w.at++
	}
	if w.at >= len(w.text) {
		return ""
	}
	from := w.at
	switch c := w.text[w.at]; {
	case c == '#': // to the end of the line
		if n := strings.IndexByte(w.text[w.at:], '\n'); n >= 0 {
			w.at += n
		} else {
			w.at = len(w.text)
		}
		return w.next()
	case c == '"' || c == '\'' || c == '`':
		w.quoted(c)
	case isWord(c):
		for w.at < len(w.text) && (isWord(w.text[w.at]) || w.text[w.at] == '\\' && w.at+1 < len(w.text)) {
			if w.text[w.at] == '\\' {
				w.at++
			}
			w.at++
		}
	default:
		w.at++
	}
	return w.text[from:min(w.at, len(w.text))]
}

func (w *withSize) quoted(quote byte) {
	for w.at++; w.at < len(w.text) && w.text[w.at] != quote; w.at++ {
		if w.text[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
}

func isWord(c byte) bool {
	return c == '_' || c == ':' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
