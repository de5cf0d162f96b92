package rules

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// checkPossible refuses steps that can never match: an empty window, and a key that the records of a
// step never name.
func (l *loader) checkPossible(r *Rule, by *yaml.Node) {
	for i, s := range r.Steps {
		if s.Op != nil {
			l.checkOp(r, s.Op, i == 0, by)
		}
	}
	for _, b := range r.Branches {
		if b.When != nil {
			l.checkOp(r, b.When, false, by)
		}
	}
}

func (l *loader) checkOp(r *Rule, op *Op, anchor bool, by *yaml.Node) {
	for _, c := range op.Children {
		l.checkOp(r, c, anchor, by)
	}
	for _, w := range []*windowDef{op.Start, op.During} {
		if w.empty() {
			l.faultOnce(w.at.node, "the window is empty, so the step can never match")
		}
	}
	if op.needsFor && op.During == nil {
		l.faultOnce(op.at.node, "absent needs for: how long, or during: a window")
	}
	if op.Kind != OpEvent && op.Kind != OpCount || op.Signal == nil || op.Signal.bad || op.Signal.Kind != LogSignal {
		return
	}
	same := op.Same
	if anchor || same == nil {
		same = r.By
	}
	for _, e := range same {
		if e != "process" && e != "instance" && e != "group" && op.Signal.capture(e) < 0 {
			at := op.at.node
			if anchor && by != nil {
				at = by
			}
			words := append([]string{"process", "instance", "group"}, op.Signal.captured()...)
			l.faultOnce(at, "signal %q captures no %q, so no record of it is known to be of one %s and the step can never match; it may be %s%s", op.Signal.Name, e, e, strings.Join(words, ", "), l.didYouMean(e, words))
		}
	}
}

// empty: no moment lies in it, wherever it is.
func (w *windowDef) empty() bool {
	if w == nil {
		return false
	}
	if w.hasLength {
		return w.length.template == "" && w.length.fixed <= 0
	}
	a, b := w.after, w.until
	return a != nil && b != nil && a.step == b.step && a.mark == b.mark && a.end == b.end && a.offset == b.offset && a.minus == b.minus
}

// exceptions reads what the author of a rule lets others except from it.
func (l *loader) exceptions(n *yaml.Node) {
	r := l.rule.rule
	for _, p := range l.pairs(n, "exceptions") {
		f := l.known(p.value, "exception")
		e := Exception{Name: p.key, Entity: l.str(f["entity"].value, "entity"), Capture: l.str(f["capture"].value, "capture"), Description: l.str(f["description"].value, "description")}
		for _, v := range l.strs(f["values"].value, "values") {
			e.Values = append(e.Values, ExceptionValue{Value: v, Pack: l.p.ID(), Reason: "given by the author"})
		}
		switch {
		case (e.Entity == "") == (e.Capture == ""):
			if !l.misspelt(p.value, "exception") {
				l.fault(p.at, "an exception compares either an entity or a capture: {entity: instance} or {capture: NAME}")
			}
		case e.Entity != "":
			l.exceptionEntity(r, f["entity"].value, e.Entity)
		default:
			l.exceptionCapture(r, f["capture"].value, e.Capture)
		}
		r.Exceptions = append(r.Exceptions, e)
	}
}

func (l *loader) exceptionEntity(r *Rule, n *yaml.Node, name string) {
	keys := append([]string{"process", "instance", "group"}, r.By...)
	if !slices.Contains(keys, name) {
		l.fault(n, "%q is no entity of rule %q: it may be process, instance, group, or what stands in its `by`%s", name, r.ID, l.didYouMean(name, keys))
	}
}

// exceptionCapture wants a capture of the first step: that record is known of every finding.
func (l *loader) exceptionCapture(r *Rule, n *yaml.Node, name string) {
	if len(r.Steps) == 0 || r.Steps[0].Op == nil {
		return
	}
	var have []string
	for _, s := range r.Steps[0].Op.signals() {
		have = append(have, s.captured()...)
	}
	if !slices.Contains(have, name) {
		l.fault(n, "no signal of the first step of %q captures %q%s", r.ID, name, l.didYouMean(name, have))
	}
}
