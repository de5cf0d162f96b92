package mql

import (
	"fmt"
	"slices"
	"strings"

	"github.com/VictoriaMetrics/metricsql"
)

// expansion is a text with its macros replaced, and the way back to columns of the text.
type expansion struct {
	text   string
	out    string
	macros map[string]Macro
	moves  []move
	words  int // written out
}

// move: the bytes of out from at on came from the text at from; those of a macro all from its $.
type move struct {
	at, from int
	macro    bool
}

// placeholder is the name by which the parser knows a macro of several series; names replaces it.
const placeholder = "roomline_any_series:"

func (x *expansion) expand() error {
	var b strings.Builder
	x.moves = []move{{}}
	quote := byte(0)
	for i := 0; i < len(x.text); i++ {
		c := x.text[i]
		switch {
		case quote != 0 && c == '\\' && quote != '`' && i+1 < len(x.text):
			b.WriteByte(c)
			i++
			c = x.text[i]
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			quote = c
		case quote == 0 && c == '$':
			name := word(x.text[i+1:])
			out, err := x.macro(name, i)
			if err != nil {
				return err
			}
			if b.Len()+len(out) > longestText {
				return x.faultAt(i, fmt.Sprintf("with its macros it is longer than %d bytes", longestText))
			}
			x.moves = append(x.moves, move{b.Len(), i, true})
			b.WriteString(out)
			i += len(name)
			x.moves = append(x.moves, move{b.Len(), i + 1, false})
			continue
		}
		b.WriteByte(c)
	}
	x.out = b.String()
	return nil
}

func word(s string) string {
	n := strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if n < 0 {
		return s
	}
	return s[:n]
}

func (x *expansion) macro(name string, at int) (string, error) {
	m, ok := x.macros[name]
	switch {
	case !ok:
		return "", x.faultAt(at, fmt.Sprintf("unknown macro $%s%s", name, x.known()))
	case len(m.AnySeries) > 0:
		return placeholder + name, nil
	case strings.TrimSpace(m.Expr) != "":
		return "(" + m.Expr + ")", nil
	}
	return "", x.faultAt(at, fmt.Sprintf("macro $%s is empty", name))
}

func (x *expansion) known() string {
	var names []string
	for n := range x.macros {
		names = append(names, "$"+n)
	}
	if names == nil {
		return "; there are none"
	}
	slices.Sort(names)
	return "; there are " + strings.Join(names, ", ")
}

// names puts the series of a macro in the place of its placeholder.
func (x *expansion) names(e metricsql.Expr) {
	metricsql.VisitAll(e, func(e metricsql.Expr) {
		m, ok := e.(*metricsql.MetricExpr)
		if !ok {
			return
		}
		var groups [][]metricsql.LabelFilter
		for _, g := range m.LabelFilterss {
			i := slices.IndexFunc(g, func(f metricsql.LabelFilter) bool {
				return f.Label == "__name__" && strings.HasPrefix(f.Value, placeholder)
			})
			if i < 0 {
				groups = append(groups, g)
				continue
			}
			for _, name := range x.macros[strings.TrimPrefix(g[i].Value, placeholder)].AnySeries {
				one := slices.Clone(g)
				one[i].Value = name
				groups = append(groups, one)
			}
		}
		m.LabelFilterss = groups
	})
}
