package cre

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"roomline/rules"
)

// A negate of CRE silences a match if its record lies in a window: from the anchor (a condition, by its number)
// moved by slide, as long as window says, and, unless it is absolute, longer by what the match itself spans.

// excludes lets a record that is also a text of a negate be no match, where the window of the negate holds the
// match itself: such a record silences itself.
func (c *converter) excludes(n *node) {
	for i := range n.negate {
		t := &n.negate[i]
		if t.anchor != 0 || t.slide != 0 || t.source != "" {
			continue
		}
		if far := t.absolute && !n.sequence && len(n.terms) > 1; far || !c.literal(t) {
			if far || len(n.terms) > 1 || n.terms[0].count > 1 || t.window > 0 {
				c.besideFirst(t)
			}
			continue
		}
		for j, l := range c.logs {
			if j == 0 || !n.sequence {
				l.not = append(l.not, t.value)
			}
		}
	}
}

// literal says whether a negate is a text that `not` can hold.
func (c *converter) literal(t *term) bool { return t.value != "" && t.field == "" }

// negatesByNot says whether every negate is said by `not` alone: of a single record, in no more than its own
// moment.
func (c *converter) negatesByNot(n *node) bool {
	return !slices.ContainsFunc(n.negate, func(t term) bool {
		return t.window != 0 || t.slide != 0 || !c.literal(&t) || t.source != ""
	})
}

// negates writes an `unless` for each negate.
func (c *converter) negates(n *node) {
	counted := slices.ContainsFunc(n.terms, func(t term) bool { return t.count > 1 })
	for i := range n.negate {
		t := &n.negate[i]
		switch {
		case t.anchor >= len(n.terms):
			c.notes.add(LeftOut, t.at, fmt.Sprintf("anchor %d", t.anchor), "it names no condition: they are 0 to %d", len(n.terms)-1)
			continue
		case t.anchor > 0 && counted:
			c.notes.add(LeftOut, t.at, fmt.Sprintf("anchor %d", t.anchor), "beside a count it names no record, in CRE neither")
			continue
		}
		windows := c.windows(n, t)
		if windows == nil {
			continue
		}
		name := fmt.Sprintf("%s_n%d", c.prefix, i+1)
		l := c.log(t, or(t.source, n.source), c.negateNames(t))
		if l == nil {
			continue
		}
		same := ""
		if len(c.names) > 0 && len(l.captures) == 0 {
			same = ", same: [" + map[bool]string{true: "group", false: "instance"}[n.nested] + "]"
			c.notes.add(InPart, t.at, "negate "+head(oneLine(t.text())), "it does not extract %s, so one of any other silences the match too", strings.Join(c.names, " and "))
		}
		c.logs, c.of = append(c.logs, l), append(c.of, name)
		for _, w := range windows {
			c.unless = append(c.unless, fmt.Sprintf("      - {event: %s, %s%s}\n", name, w, same))
		}
	}
}

// negateNames are the captures by which a negate is correlated: those of the rule if it extracts them all.
func (c *converter) negateNames(t *term) []string {
	for _, name := range c.names {
		if !slices.ContainsFunc(t.extracts, func(e extract) bool { return e.name == name }) {
			return nil
		}
	}
	return c.names
}

// windows are where a negate is looked for; nil if it is nowhere, or `not` says it.
func (c *converter) windows(n *node, t *term) []string {
	single := len(n.terms) == 1 && n.terms[0].count == 1
	switch {
	case (single || t.absolute) && t.window == 0:
		return c.instant(n, t)
	case !n.sequence && len(n.terms) > 1 && !pair(n):
		return c.aroundSet(n, t)
	case pair(n) && !n.sequence:
		return c.aroundPair(n, t)
	}
	anchor := c.at[t.anchor]
	switch {
	case single || t.absolute:
		return within(anchor, t.slide, t.window)
	case t.anchor == 0:
		return until(anchor, t.slide, c.last, t.slide+t.window)
	}
	c.widened(n, t) // as long again as the match spans: no moment says that
	return within(anchor, t.slide, t.window+n.window)
}

func within(from string, slide, width time.Duration) []string {
	return []string{fmt.Sprintf("after: %s, within: %s", moment(from, slide), rules.ShortDuration(width))}
}

func until(from string, slide time.Duration, to string, more time.Duration) []string {
	return []string{fmt.Sprintf("after: %s, until: %s", moment(from, slide), moment(to, more))}
}

// aroundPair: of two records in any order. From the first to the last is from each of them to the other, since
// one of these two windows has nothing in it; which of them is the first no moment says.
func (c *converter) aroundPair(n *node, t *term) []string {
	if !t.absolute && t.anchor == 0 {
		return slices.Concat(until("s1", t.slide, "s2", t.slide+t.window), until("s2", t.slide, "s1", t.slide+t.window))
	}
	c.widened(n, t)
	width := t.window
	if !t.absolute {
		width += n.window
	}
	return slices.Concat(within("s1", t.slide, width), within("s2", t.slide, width))
}

// aroundSet: of several records in any order only the first is a step. The others lie within the window of it.
func (c *converter) aroundSet(n *node, t *term) []string {
	width := t.window
	if !t.absolute {
		width += n.window
	}
	if t.anchor > 0 {
		width += n.window
	}
	if width != t.window {
		c.widened(n, t)
	}
	return within(c.first, t.slide, width)
}

func (c *converter) widened(n *node, t *term) {
	c.notes.add(InPart, t.at, "negate "+head(oneLine(t.text())), "its window hangs on where the records of a match are to each other, which rules/v1 cannot say; "+
		"it is as long as it can be (window %s), so it may silence a match that CRE reports", rules.ShortDuration(n.window))
}

// besideFirst notes what `not` cannot say: that a record is the first of a match, and what silences it as well.
func (c *converter) besideFirst(t *term) {
	c.notes.add(InPart, t.at, "negate "+head(oneLine(t.text())), "a record that is the first of the match and this as well does not silence it")
}

// instant is a window without a width: the anchor's own record. Of a text `not` says so.
func (c *converter) instant(n *node, t *term) []string {
	switch {
	case t.slide == 0 && t.anchor == 0 && c.literal(t):
		return nil
	case t.slide != 0 || t.anchor != 0 || len(n.terms) > 1:
		c.notes.add(InPart, t.at, "negate "+head(oneLine(t.text())), "its window has no width, so it silences nothing; left away")
		return nil
	}
	c.notes.add(InPart, t.at, "negate "+head(oneLine(t.text())), "its window has no width: besides the record itself what lies in the second before it silences the match too")
	return until("s1", -time.Second, "s1", 0)
}
