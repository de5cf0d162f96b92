package cre

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"roomline/rules"
)

// converter writes one rule.
type converter struct {
	source *source
	notes  *notes
	prefix string // of its signals

	by            []string
	names         []string // captures that correlate
	signals, body strings.Builder
	steps         []string // of the pattern
	unless        []string
	first, last   string // steps that begin and end what matched
	at            []string
	logs          []*log // of the conditions
	of            []string
}

// rule writes the signals and the rule, or notes why it is left out.
func (c *converter) rule() {
	n := c.source.node
	c.correlate(n)
	c.conditions(n)
	if c.notes.out() {
		return
	}
	if len(n.terms) == 1 && n.terms[0].count == 1 && c.negatesByNot(n) {
		c.write("    when: {log: " + c.logs[0].yaml() + "}\n")
		return
	}
	switch {
	case len(n.terms) == 1 && n.terms[0].count > 1 && len(n.negate) == 0:
		c.write(fmt.Sprintf("    pattern: {count: {event: %s, min: %d, within: %s}}\n", c.of[0], n.terms[0].count, rules.ShortDuration(n.window)))
	case n.sequence || len(n.terms) == 1:
		c.sequence(n)
	default:
		c.set(n)
	}
	if c.steps != nil {
		c.negates(n)
		c.write(c.pattern_())
	}
	for i, l := range c.logs {
		if !slices.Contains(c.of[:i], c.of[i]) {
			l.write(&c.signals, c.of[i])
		}
	}
}

// conditions makes a signal of each condition, and says what a window is missing for.
func (c *converter) conditions(n *node) {
	n.terms = merged(n)
	if _, nested := c.sources(n); nested {
		c.checkNested(n)
	} else if n.source == "" {
		c.notes.add(LeftOut, n.at, "event", "it names no source (event: {source: ...})")
	}
	if (len(n.terms) > 1 || n.terms[0].count > 1) && (!n.hasWindow || n.window == 0) {
		c.notes.add(LeftOut, n.at, "window", "conditions of more than one record need a window above 0, in which all of them lie")
	}
	for i := range n.terms {
		t := &n.terms[i]
		if l := c.log(t, or(t.source, n.source), c.names); l != nil {
			c.logs, c.of = append(c.logs, l), append(c.of, fmt.Sprintf("%s_%d", c.prefix, i+1))
		}
	}
	if !c.notes.out() {
		c.excludes(n)
	}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// merged joins conditions of a set that are asked for twice: that is a count.
func merged(n *node) []term {
	if n.sequence {
		return n.terms
	}
	var out []term
	for _, t := range n.terms {
		i := slices.IndexFunc(out, func(o term) bool { return o.same(&t) })
		if i >= 0 {
			out[i].count += t.count
		} else {
			out = append(out, t)
		}
	}
	return out
}

// sources are the names of the logs that a rule looks at.
func (c *converter) sources(n *node) (names []string, nested bool) {
	for _, s := range append([]string{n.source}, termSources(n)...) {
		if s != "" && !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	return names, n.nested
}

func termSources(n *node) []string {
	var out []string
	for _, t := range slices.Concat(n.terms, n.negate) {
		out = append(out, t.source)
	}
	return out
}

// checkNested: conditions of several sources, or of one, never both.
func (c *converter) checkNested(n *node) {
	for _, t := range slices.Concat(n.terms, n.negate) {
		if t.source == "" {
			c.notes.add(LeftOut, t.at, c.what(&t), "it stands beside nested sets and names no source of its own")
		}
	}
}

// here are names that every record of one log has in common.
var here = []string{"hostname", "host", "node", "container", "container_id", "containerId", "container_name", "pod", "pod_name", "podName", "process", "pid", "namespace", "machine_id"}

// correlate finds what the records of one finding must have in common. One log is one process here, so what a
// host or a container would join is joined already; across logs Roomline knows no hosts.
func (c *converter) correlate(n *node) {
	c.by = []string{"process"}
	if n.nested {
		c.by = []string{"group"}
	}
	for _, t := range slices.Concat(n.terms, n.negate) {
		for _, e := range t.extracts {
			if !slices.Contains(n.correlations, e.name) {
				c.notes.add(InPart, e.at, "extract "+e.name, "nothing is correlated by it; left away")
			}
		}
	}
	for _, name := range n.correlations {
		extracted := slices.ContainsFunc(n.terms, func(t term) bool {
			return slices.ContainsFunc(t.extracts, func(e extract) bool { return e.name == name })
		})
		switch {
		case extracted && identifier(name):
			if !slices.Contains(c.names, name) {
				c.names, c.by = append(c.names, name), append(c.by, name)
			}
		case extracted:
			c.notes.add(LeftOut, n.at, "correlation "+name, "a name is letters, digits and underscores, and none of process, instance, group")
		case !n.nested && slices.Contains(here, name):
		case n.nested:
			c.notes.add(LeftOut, n.at, "correlation "+name, "which logs come from one %s is not known here; without it records of unrelated ones would be joined", name)
		default:
			c.notes.add(LeftOut, n.at, "correlation "+name, "no condition extracts it, so whether two records belong together cannot be told")
		}
	}
}

func identifier(s string) bool {
	return plainWord().MatchString(s) && !strings.Contains(s, "-") && !slices.Contains([]string{"process", "instance", "group"}, s)
}

// moment is a step with an offset.
func moment(step string, d time.Duration) string {
	switch {
	case d > 0:
		return quote(step + " + " + rules.ShortDuration(d))
	case d < 0:
		return quote(step + " - " + rules.ShortDuration(-d))
	}
	return step
}
