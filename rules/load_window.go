package rules

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

var momentText = regexp.MustCompile(`^(mark )?([\w-]+?)(\.end)?(?:\s*([+-])\s*(\S+))?$`)

// momentRef reads STEP, STEP.end or mark NAME, each with + 30s or - 30s.
func (l *loader) momentRef(n *yaml.Node) *momentRef {
	text := strings.TrimSpace(l.str(n, "a moment"))
	m := momentText.FindStringSubmatch(text)
	if m == nil {
		l.fault(n, "%q names no moment: STEP, STEP.end or mark NAME, with + 30s or - 30s", text)
		return nil
	}
	ref := &momentRef{step: -1, end: m[3] != "", minus: m[4] == "-", at: l.spot(n)}
	if m[5] != "" {
		ref.offset = l.spanOf(n, "offset", m[5])
	}
	if m[1] != "" {
		ref.mark = m[2]
		return ref
	}
	i, ok := l.rule.steps[m[2]]
	if !ok {
		l.fault(n, "%q names no step of rule %q%s", m[2], l.rule.rule.ID, l.didYouMean(m[2], append(l.stepNames(), slices.Sorted(maps.Keys(l.rule.rule.Let))...)))
		return nil
	}
	ref.step = i
	return ref
}

func (l *loader) stepNames() []string {
	var out []string
	for _, s := range l.rule.rule.Steps {
		out = append(out, s.ID)
	}
	return out
}

// window reads a window as written in words, the name of a step or of a `let`.
func (l *loader) window(n *yaml.Node) *windowDef {
	if n.Kind == yaml.ScalarNode {
		name := strings.Trim(n.Value, "${}")
		if let := l.rule.rule.Let[name]; let != nil {
			return &windowDef{step: -1, let: let, at: l.spot(n)}
		}
		ref := l.momentRef(n)
		if ref == nil {
			return nil
		}
		return &windowDef{step: ref.step, mark: ref.mark, at: l.spot(n)}
	}
	return l.windowOf(n, l.known(n, "window"))
}

func (l *loader) windowOf(n *yaml.Node, f map[string]pair) *windowDef {
	w := &windowDef{step: -1, at: l.spot(n)}
	if v := f["after"].value; v != nil {
		w.after = l.momentRef(v)
		if u := f["until"].value; u != nil {
			w.until = l.momentRef(u)
		}
		if d := f["within"].value; d != nil {
			w.length, w.hasLength = l.span(d, "within"), true
		}
		if w.hasLength && w.until != nil {
			l.fault(n, "a window takes within or until, not both")
		}
		return w
	}
	if v := f["before"].value; v != nil {
		w.before, w.hasLength = l.momentRef(v), true
		if w.length = l.span(f["for"].value, "for"); f["for"].value == nil {
			l.fault(n, "a window before a moment needs for: how long")
		}
		return w
	}
	if n.Kind == yaml.MappingNode && !l.misspelt(n, "window") {
		l.fault(n, "a window is {after, within}, {after, until}, {before, for}, or the name of a step")
	}
	return w
}

// lets notes the names first, since steps use them before their own moments can be named.
func (l *loader) lets(n *yaml.Node) {
	for _, p := range l.pairs(n, "let") {
		l.rule.rule.Let[p.key] = &Let{Name: p.key}
	}
}

// bindLets reads the derived values once the steps are known.
func (l *loader) bindLets(n *yaml.Node) {
	for _, p := range l.pairs(n, "let") {
		l.bindLet(l.rule.rule.Let[p.key], p)
	}
}

func (l *loader) bindLet(let *Let, p pair) {
	f := l.known(p.value, "let")
	of, during := f["of"].value, f["during"].value
	switch {
	case of != nil && during == nil:
		let.Life = l.str(of, "of")
		have := l.lifecycleNames()
		if slices.Contains(have, let.Life) {
			return
		}
		l.fault(of, "%q is no lifecycle of this pack or one that it uses%s", let.Life, l.didYouMean(let.Life, have))
	case of != nil:
		names := []*yaml.Node{of}
		if of.Kind == yaml.SequenceNode {
			names = of.Content
		}
		for _, c := range names {
			if s := l.signal(c, MetricSignal); s != nil {
				let.Of = append(let.Of, s)
			}
		}
		l.baselineDuring(let, during)
	default:
		let.Window = l.windowOf(p.value, f)
	}
}

// lifecycleNames are the entities that have a lifecycle in this pack or one that it uses.
func (l *loader) lifecycleNames() []string {
	var out []string
	for _, p := range append([]*Pack{l.p}, l.p.Uses...) {
		for _, lc := range p.Lifecycles {
			out = append(out, lc.Entity)
		}
	}
	return out
}

func (l *loader) baselineDuring(let *Let, n *yaml.Node) {
	if n.Kind != yaml.ScalarNode {
		let.Window = l.window(n)
		return
	}
	switch {
	case n.Value == "last_idle":
		let.LastIdle = true
		if l.p.Idle == nil {
			l.fault(n, "last_idle needs entities: {process: {idle: SIGNAL}}")
		}
	case strings.HasPrefix(n.Value, "mark "):
		let.Mark = strings.TrimPrefix(n.Value, "mark ")
	default:
		l.fault(n, "during is last_idle, mark NAME, or a window")
	}
}
