package cre

import (
	"fmt"
	"regexp"
	"strings"
)

// log is what a signal looks for in a record.
type log struct {
	pattern
	not      []string
	slow     bool
	captures []capture
}

type capture struct{ name, regex string }

// log makes a signal of a condition; nil with a note if it cannot.
func (c *converter) log(t *term, source string, names []string) *log {
	p, err := c.pattern(t, source)
	if err != nil {
		c.notes.add(LeftOut, t.at, c.what(t), "%v", err)
		return nil
	}
	l := &log{pattern: p}
	if len(p.all) == 0 && len(p.any) == 0 || len(p.all) == 1 && !hasNeedle(p.all[0]) {
		l.slow = true
		c.notes.add(Slow, t.at, c.what(t), "no text of %d bytes or more stands in every match, so every record is tried", minNeedle)
	}
	for _, name := range names {
		l.captures = append(l.captures, c.captured(t, name))
	}
	return l
}

func hasNeedle(s string) bool {
	for _, part := range strings.Split(s, "\n") {
		if len(part) >= minNeedle {
			return true
		}
	}
	return false
}

// pattern is what a condition looks for, by its kind.
func (c *converter) pattern(t *term, source string) (pattern, error) {
	k8s := strings.Contains(source, "k8s") || strings.Contains(source, "kubernetes")
	switch {
	case t.field != "" && t.value != "" && k8s:
		c.notes.add(InPart, t.at, "field "+t.field, "%s", deeper)
		return fieldPattern([][]atom{{{path: []string{t.field}, op: "==", text: t.value, str: true}}})
	case t.jq != "":
		alternatives, err := jqOf(t.jq)
		if err != nil {
			return pattern{}, err
		}
		c.notes.add(InPart, t.at, c.what(t), "%s", deeper)
		return fieldPattern(alternatives)
	}
	if t.field != "" {
		c.notes.add(InPart, t.at, "field "+t.field, "only events of Kubernetes have fields; the record as a whole is looked at, as CRE does")
	}
	if t.regex != "" {
		return patternOf(t.regex)
	}
	value := strings.TrimRight(t.value, "\r\n")
	switch {
	case value == "":
		return pattern{}, fmt.Errorf("an empty text stands in every record")
	case value != t.value:
		c.notes.add(InPart, t.at, c.what(t), "the line break at its end (of a YAML block) is left away: no line holds one")
	}
	return pattern{all: []string{value}}, nil
}

const deeper = "the field is looked for in the text of the record, so one of the same name deeper in it, or in a text that quotes it, counts too"

// what names a condition in a note.
func (c *converter) what(t *term) string {
	kind := "value"
	switch {
	case t.regex != "":
		kind = "regex"
	case t.jq != "":
		kind = "jq"
	}
	return kind + " " + head(oneLine(t.text()))
}

// captured is the expression by which a term is correlated.
func (c *converter) captured(t *term, name string) capture {
	for _, e := range t.extracts {
		if e.name != name {
			continue
		}
		if e.regex != "" {
			if _, err := regexp.Compile(e.regex); err != nil {
				c.notes.add(LeftOut, e.at, "extract "+name, "%v", err)
			}
			return capture{name, e.regex}
		}
		return capture{name, c.fieldCapture(&e)}
	}
	c.notes.add(LeftOut, t.at, "correlation "+name, "this condition does not extract it, so whether two records belong together cannot be told")
	return capture{name: name}
}

// fieldCapture captures a plain field: a string, or a number.
func (c *converter) fieldCapture(e *extract) string {
	p := &jqParser{in: e.jq}
	path, err := p.path()
	if err == nil && p.space() < len(p.in) {
		err = p.fail()
	}
	text := ""
	if err == nil {
		text, _, err = (&atom{path: path, op: "exists"}).expression()
	}
	if err != nil {
		c.notes.add(LeftOut, e.at, "extract "+e.name, "%v", err)
	}
	return "(?s)" + strings.TrimSuffix(text, exists) + `"?([^",}\]]*)`
}

// write writes a signal, its name first.
func (l *log) write(b *strings.Builder, name string) {
	fmt.Fprintf(b, "  %s:\n    log: %s\n", name, l.yaml())
}

// yaml is the signal as a mapping in one line.
func (l *log) yaml() string {
	var parts []string
	add := func(key, value string) { parts = append(parts, key+": "+value) }
	if len(l.all) > 0 {
		add("all", list(l.all))
	}
	if len(l.any) > 0 {
		add("any", list(l.any))
	}
	if len(l.not) > 0 {
		add("not", list(l.not))
	}
	if l.regex != "" {
		add("regex", quote(l.regex))
	}
	if len(l.captures) > 0 {
		var caps []string
		for _, c := range l.captures {
			caps = append(caps, c.name+": "+quote(c.regex))
		}
		add("capture", "{"+strings.Join(caps, ", ")+"}")
	}
	if l.slow {
		add("slow", "true")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
