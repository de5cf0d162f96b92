package rules

import (
	"strconv"
	"strings"
)

// step changes a number or a duration in the operators of a step that have it.
func (t *tuner) step(c *change) {
	id, key := c.path[2], c.path[3]
	var op *Op
	var have []string
	for _, s := range t.r.Steps {
		if have = append(have, s.ID); s.ID == id {
			op = s.Op
		}
	}
	if op == nil {
		t.faults = append(t.faults, faultAt(c.step, "rule %q has no step %q%s; it has %s", t.r.ID, id, didYouMean(id, have), strings.Join(have, ", ")))
		return
	}
	only := "" // of one signal
	if len(c.path) > 4 {
		only = c.path[4]
	}
	var was []string
	op.each(func(o *Op) {
		if only == "" || o.Signal != nil && o.Signal.Name == only {
			if old, ok := o.tune(key, c); ok {
				was = append(was, old)
			}
		}
	})
	switch was = distinctTexts(was); {
	case len(was) == 0:
		t.fault(c, "step %q of %q has no `%s`%s that could be replaced", id, t.r.ID, key, ofText(only))
	case len(was) > 1:
		t.fault(c, "step %q of %q has several `%s` (%s): say of which signal, with of: SIGNAL", id, t.r.ID, key, strings.Join(was, ", "))
	default:
		t.say("%s.%s%s: %s (was %s)", id, key, ofText(only), c.words(key), was[0])
	}
}

func ofText(signal string) string {
	if signal == "" {
		return ""
	}
	return " of " + signal
}

func distinctTexts(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s] {
			seen[s], out = true, append(out, s)
		}
	}
	return out
}

// each visits an operator and those in it.
func (op *Op) each(visit func(*Op)) {
	visit(op)
	for _, c := range op.Children {
		c.each(visit)
	}
}

// words is the new value as it is written.
func (c *change) words(key string) string {
	switch key {
	case "min", "max", "value", "by":
		return strconv.FormatFloat(c.value, 'g', -1, 64)
	}
	return c.span.words()
}

// tune sets what an operator has of a key and gives what it was; ok is false if it has none.
func (op *Op) tune(key string, c *change) (was string, ok bool) {
	number := func(have bool, old float64, set func(float64)) (string, bool) {
		if have {
			set(c.value)
		}
		return strconv.FormatFloat(old, 'g', -1, 64), have
	}
	length := func(have bool, to *span) (string, bool) {
		old := to.words()
		if have {
			*to = c.span
		}
		return old, have
	}
	switch key {
	case "for":
		return length(op.hasFor, &op.For)
	case "within":
		return length(op.hasWithin, &op.Within)
	case "min":
		return number(op.Kind == OpCount && op.Min >= 0, float64(op.Min), func(v float64) { op.Min = int(v) })
	case "max":
		return number(op.Kind == OpCount && op.Max >= 0, float64(op.Max), func(v float64) { op.Max = int(v) })
	case "value":
		return number(op.Kind == OpHolds && op.Baseline == nil, op.Value, func(v float64) { op.Value = v })
	case "by":
		return number(op.Kind == OpRises || op.Kind == OpFalls || op.Kind == OpGrew, op.By, func(v float64) { op.By = v })
	case "start":
		return lengthOf(&op.Start, c)
	case "during":
		return lengthOf(&op.During, c)
	}
	return "", false
}

// lengthOf sets how long a window is, in a copy: windows are shared by the branches of a step.
func lengthOf(w **windowDef, c *change) (string, bool) {
	if *w == nil || !(*w).hasLength {
		return "", false
	}
	old := (*w).length.words()
	changed := **w
	changed.length = c.span
	*w = &changed
	return old, true
}
