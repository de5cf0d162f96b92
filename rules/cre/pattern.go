package cre

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"roomline/rules"
)

// resolution is what a window reaches back to hold its own first record: windows are open at their begin.
const resolution = time.Second

func (c *converter) step(name, op string) {
	c.steps = append(c.steps, "        - "+name+": {"+op+"}\n")
}

func (c *converter) pattern_() string {
	out := "    pattern:\n      seq:\n" + strings.Join(c.steps, "")
	if len(c.unless) > 0 {
		out += "    unless:\n" + strings.Join(c.unless, "")
	}
	return out
}

// sequence: each condition after the one before, all within the window of the first record. A count is its
// first record and the others behind it, so that the window can be counted from there.
func (c *converter) sequence(n *node) {
	c.first = "s1"
	end := moment(c.first, n.window)
	for i := range n.terms {
		name := fmt.Sprintf("s%d", i+1)
		switch {
		case i == 0:
			c.step(name, "event: "+c.of[i])
		case i == 1 && c.last == "s1":
			c.step(name, fmt.Sprintf("event: %s, during: {after: s1, within: %s}", c.of[i], rules.ShortDuration(n.window)))
		default:
			c.step(name, fmt.Sprintf("event: %s, during: {after: %s, until: %s}", c.of[i], c.last, end))
		}
		c.at = append(c.at, name)
		c.last = name
		if more := n.terms[i].count - 1; more > 0 {
			rest := name + "_more"
			c.step(rest, fmt.Sprintf("count: {event: %s, min: %d}, during: {after: %s, until: %s}", c.of[i], more, name, end))
			c.last = rest
		}
	}
}

// set: the first of any of the conditions, then all of them from there on, in any order, within the window.
func (c *converter) set(n *node) {
	if pair(n) {
		c.pair(n)
		return
	}
	c.first = "first"
	c.step(c.first, "any: ["+strings.Join(c.of, ", ")+"]")
	for i := range n.terms {
		op := "event: " + c.of[i]
		if n.terms[i].count > 1 {
			op = fmt.Sprintf("count: {event: %s, min: %d}", c.of[i], n.terms[i].count)
		}
		c.step(fmt.Sprintf("s%d", i+1), fmt.Sprintf("%s, during: {after: %s, until: %s}", op, moment(c.first, -resolution), moment(c.first, n.window)))
	}
}

// pair says whether a node is two records.
func pair(n *node) bool {
	return len(n.terms) == 2 && n.terms[0].count == 1 && n.terms[1].count == 1
}

// pair: two records that are at most the window apart, each way. It says what the general form says, with one step
// and without looking for the first condition around each of its own records.
func (c *converter) pair(n *node) {
	c.step("s1", "event: "+c.of[0])
	c.step("s2", fmt.Sprintf("event: %s, during: {after: %s, until: %s}", c.of[1], moment("s1", -n.window), moment("s1", n.window)))
}

// write writes the rule round its pattern.
func (c *converter) write(pattern string) {
	s, b := c.source, &c.body
	fmt.Fprintf(b, "  # %s:%d%s\n", comment(s.at.file), s.at.line, comment(c.origin()))
	fmt.Fprintf(b, "  - id: %s\n    title: %s\n    severity: %s\n", quote(s.id), quote(s.title), s.severity)
	if tags := c.tags(); len(tags) > 0 {
		fmt.Fprintf(b, "    tags: %s\n", list(tags))
	}
	if len(s.references) > 0 {
		fmt.Fprintf(b, "    references: %s\n", list(s.references))
	}
	if text := s.prose(c.notes); text != "" {
		fmt.Fprintf(b, "    description: %s\n", block(text, "      "))
	}
	if text := strings.TrimSpace(s.mitigation); text != "" {
		fmt.Fprintf(b, "    mitigation: %s\n", block(text, "      "))
	}
	fmt.Fprintf(b, "    by: %s\n%s", list(c.by), pattern)
}

// origin is what identifies a rule among those of its authors.
func (c *converter) origin() string {
	s := c.source
	out := ""
	if s.metaID != "" {
		out += ", rule " + s.metaID
	}
	if s.generation != "" {
		out += ", generation " + s.generation
	}
	if s.author != "" {
		out += ", by " + s.author
	}
	return out + s.scores
}

// tags are the author's, the category, and the sources: a name of CRE such as cre.log.rabbitmq is no role.
func (c *converter) tags() []string {
	s := c.source
	var out []string
	sources, _ := c.sources(s.node)
	for _, t := range slices.Concat([]string{"cre"}, s.tags, sources) {
		if t = oneLine(t); t != "" && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
