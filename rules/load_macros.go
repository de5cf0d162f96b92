package rules

import (
	"go.yaml.in/yaml/v3"

	"roomline/rules/mql"
)

// lists reads texts that signals share by name.
func (l *loader) lists(n *yaml.Node) {
	for _, p := range l.pairs(n, "lists") {
		if l.once(p.at, "list", p.key) {
			l.p.lists[p.key] = l.strs(p.value, "list "+p.key)
			l.atMost(p.at, len(l.p.lists[p.key]), maxLiterals, "texts in list "+p.key)
		}
	}
}

// macros reads what expressions share by name: an expression, or one of several metrics.
func (l *loader) macros(n *yaml.Node) {
	for _, p := range l.pairs(n, "macros") {
		if !l.once(p.at, "macro", p.key) {
			continue
		}
		if p.value.Kind == yaml.ScalarNode {
			if l.p.macros[p.key] = (mql.Macro{Expr: p.value.Value}); isBlank(p.value) {
				l.fault(p.at, "nothing stands behind the macro %q: write an expression, or {any_series: [...]}", p.key)
			}
			continue
		}
		m := l.known(p.value, "macro")
		macro := mql.Macro{AnySeries: l.strs(m["any_series"].value, "any_series"), Expr: l.str(m["expr"].value, "expr")}
		if l.atMost(p.at, len(macro.AnySeries), maxAnySeries, "series in macro "+p.key) {
			l.p.macros[p.key] = macro
		}
		if (macro.AnySeries == nil) == (macro.Expr == "") && !l.misspelt(p.value, "macro") {
			l.fault(p.at, "macro %q needs either any_series or expr", p.key)
		}
	}
}
