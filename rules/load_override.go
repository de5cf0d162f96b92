package rules

import (
	"slices"
	"time"

	"go.yaml.in/yaml/v3"

	"roomline/timeline"
)

// overrides reads how a pack tunes rules. Whether the rules are there is known only when the packs of
// a run are joined.
func (l *loader) overrides(n *yaml.Node) {
	list := l.items(n, "overrides")
	if !l.atMost(n, len(list)+len(l.p.Overrides), maxOverrides, "overrides") {
		return
	}
	for _, c := range list {
		l.override(c)
	}
}

func (l *loader) override(n *yaml.Node) {
	f := l.known(n, "override")
	misspelt := l.misspelt(n, "override")
	o := &Override{Rule: l.str(f["rule"].value, "rule"), Reason: l.str(f["reason"].value, "reason"), Until: timeline.NoTime,
		File: l.at.file, Line: n.Line, pack: l.p, at: l.spot(or(f["rule"].value, n))}
	switch {
	case o.Rule == "" && !misspelt:
		l.fault(n, "an override needs rule: ID")
	case o.Reason == "" && !misspelt:
		l.fault(o.at.node, "the override of %q has no reason: say why, so that whoever reads a report can judge it", o.Rule)
	}
	if v := f["severity"].value; v != nil {
		o.Severity = l.oneOf(v, "severity", Severities...)
	}
	l.until(o, f["until"].value)
	for _, mode := range []string{"replace", "append"} {
		l.changes(o, mode, f[mode].value)
	}
	for i := range o.changes {
		for _, other := range o.changes[:i] {
			if other.path[0] != o.changes[i].path[0] && slices.Equal(other.path[1:], o.changes[i].path[1:]) {
				l.fault(o.changes[i].at.node, "%q is both replaced and appended to", o.changes[i].name())
			}
		}
	}
	if o.Severity == "" && len(o.changes) == 0 && f["severity"].value == nil && f["replace"].value == nil && f["append"].value == nil && !misspelt {
		l.fault(o.at.node, "the override of %q changes nothing: give severity, replace or append", o.Rule)
	}
	l.p.Overrides = append(l.p.Overrides, o)
}

// until reads the last day on which an override applies.
func (l *loader) until(o *Override, n *yaml.Node) {
	if n == nil {
		return
	}
	o.Day = l.str(n, "until")
	day, err := time.Parse(time.DateOnly, o.Day)
	if err != nil {
		l.fault(n, "until is %q, which is no day (2026-12-31, the last one on which the override applies)", o.Day)
		return
	}
	o.Until = timeline.FromStd(day.AddDate(0, 0, 1))
}

func (l *loader) changes(o *Override, mode string, n *yaml.Node) {
	add := func(at *yaml.Node, c change, path ...string) {
		c.path, c.at = append([]string{mode}, path...), l.spot(at)
		o.changes = append(o.changes, c)
	}
	f := l.known(n, mode)
	for _, key := range allowedIn[mode] {
		p, ok := f[key]
		switch {
		case !ok:
		case key == "tags" || key == "references":
			add(p.at, change{texts: l.strs(p.value, key)}, key)
		case key == "ties":
			if s := l.oneOf(p.value, key, "accept", "strict"); s != "" {
				add(p.at, change{texts: []string{s}}, key)
			}
		case key == "max_gap":
			add(p.at, change{span: l.span(p.value, key)}, key)
		case key == "steps":
			l.stepChanges(p.value, add)
		case key == "not" || key == "any" || key == "lists" || key == "exceptions":
			for _, q := range l.pairs(p.value, key) {
				if list := l.strs(q.value, key+" of "+q.key); len(list) > 0 {
					add(q.at, change{texts: list}, key, q.key)
				} else if q.value.Kind != yaml.MappingNode {
					l.fault(q.at, "%s of %s: give at least one text", key, q.key)
				}
			}
		default:
			if s := l.str(p.value, key); s != "" {
				add(p.at, change{texts: []string{s}}, key)
			}
		}
	}
}

// stepChanges reads {STEP: {for: 60s, value: 5, of: SIGNAL, start: {within: 1m}}}.
func (l *loader) stepChanges(n *yaml.Node, add func(*yaml.Node, change, ...string)) {
	for _, p := range l.pairs(n, "steps") {
		f := l.known(p.value, "step to tune")
		of := l.str(f["of"].value, "of")
		for _, key := range allowedIn["step to tune"] {
			q, ok := f[key]
			if !ok || key == "of" {
				continue
			}
			c := change{step: l.spot(p.at)}
			switch key {
			case "for", "within":
				c.span = l.positive(q.value, key)
			case "start", "during":
				w := l.known(q.value, "window to tune")
				v := or(w["within"].value, w["for"].value)
				if v == nil {
					if !l.misspelt(q.value, "window to tune") {
						l.fault(q.value, "%s takes {within: 60s}, or {for: 60s} of a window before a moment", key)
					}
					continue
				}
				c.span = l.positive(v, key)
			case "min", "max":
				if c.value = float64(l.integer(q.value, key)); c.value < 0 || key == "min" && c.value < 1 {
					l.fault(q.value, "%s is %g, which no count can be", key, c.value)
				}
			default:
				c.value = l.number(q.value, key)
			}
			path := []string{"steps", p.key, key}
			if of != "" {
				path = append(path, of)
			}
			add(q.at, c, path...)
		}
	}
}

// positive reads a duration that is more than nothing.
func (l *loader) positive(n *yaml.Node, what string) span {
	before := len(l.faults)
	s := l.span(n, what)
	if s.template == "" && s.fixed <= 0 && len(l.faults) == before {
		l.fault(n, "%s must be more than nothing", what)
	}
	return s
}
