package rules

import (
	"fmt"
	"slices"

	"roomline/timeline"
)

// Excepted says by which exception of its rule a finding is suppressed, and who gave the value.
type Excepted struct {
	Exception, Value, Pack, Reason string
}

// exceptedBy is the first exception of the rule that names what an anchor is about; nil if none does.
// What is not known of the anchor is no value: it excepts nothing.
func (c *ctx) exceptedBy() *Excepted {
	for i := range c.rule.Exceptions {
		e := &c.rule.Exceptions[i]
		var have []string
		switch {
		case e.Capture != "":
			if v, ok := c.capture(c.hit, e.Capture); ok {
				have = append(have, v)
			}
		case e.Entity == "process":
			have = append(have, c.base)
			if c.proc >= 0 {
				have = append(have, timeline.LifeName(c.base, int(c.life)))
			}
		default:
			if v, ok := c.entity(e.Entity); ok {
				have = append(have, v)
			}
		}
		for _, v := range e.Values {
			if slices.Contains(have, v.Value) && v.Value != "" {
				return &Excepted{e.Name, v.Value, v.Pack, v.Reason}
			}
		}
	}
	return nil
}

// name is under which exception an instance is folded; what is excepted never hides what is not.
func (e *Excepted) name() string {
	if e == nil {
		return ""
	}
	return e.Exception + "=" + e.Value
}

// suppressedWarnings counts what exceptions suppressed, by rule and value, in the order of findings.
func suppressedWarnings(list []Finding) []string {
	type key struct{ rule, name string }
	count := map[key][3]int{}
	first := map[key]*Finding{}
	var order []key
	for i := range list {
		f := &list[i]
		k := key{f.Rule, f.Excepted.name()}
		if first[k] == nil {
			first[k] = f
			order = append(order, k)
		}
		n := count[k]
		n[f.Verdict]++
		count[k] = n
	}
	var out []string
	for _, k := range order {
		f, n := first[k], count[k]
		out = append(out, fmt.Sprintf("suppressed by the exception %s of %s: %d confirmed, %d inconclusive, %d refuted (%s %s: %s)",
			k.name, k.rule, n[timeline.T], n[timeline.U], n[timeline.F], f.Excepted.Pack, f.ID, f.Excepted.Reason))
	}
	return out
}
