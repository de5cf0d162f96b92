package rules

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"roomline/rules/mql"
)

// Names are looked up in the pack itself, then in the packs that it uses; the name of a used pack
// may stand before: PACK/NAME. What a used pack uses in turn is not visible: its author may drop it.

// lookup finds what a name stands for, and the packs that it may be of if that is not clear.
func lookup[T any](l *loader, name string, in func(*Pack) map[string]T) (found T, ok bool, unclear []string) {
	if v, ok := in(l.p)[name]; ok {
		return v, true, nil
	}
	pack, rest, qualified := strings.Cut(name, "/")
	var of []string
	for _, used := range l.p.Uses {
		want := name
		if qualified {
			if want = rest; used.Name != pack {
				continue
			}
		}
		if v, has := in(used)[want]; has {
			found, ok, of = v, true, append(of, used.Name+"/"+want)
		}
	}
	if len(of) > 1 {
		return found, false, of
	}
	return found, ok, nil
}

// names are all that could be meant, for hints.
func names[T any](l *loader, in func(*Pack) map[string]T) []string {
	var out []string
	for _, p := range append([]*Pack{l.p}, l.p.Uses...) {
		for name := range in(p) {
			if !strings.HasPrefix(name, ".") {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// unknown says that a name stands for nothing, or for too much, and what to do.
func unknown[T any](l *loader, n *yaml.Node, what, name string, unclear []string, in func(*Pack) map[string]T) {
	switch {
	case len(l.faults) >= maxFaults: // it is only counted
		l.more++
		return
	case len(unclear) > 0:
		l.fault(n, "%s %q is in several packs that this one uses: write %s", what, name, strings.Join(unclear, " or "))
		return
	}
	hint := ""
	if of := holder(l, name, in); of != "" {
		hint = "; the pack " + of + " has one of that name, but this pack does not use it: name it in `uses`"
	} else {
		hint = l.didYouMean(name, names(l, in))
	}
	l.fault(n, "unknown %s %q%s", what, name, hint)
}

// holder is a pack of this run that has the name and is not used.
func holder[T any](l *loader, name string, in func(*Pack) map[string]T) string {
	for _, p := range l.lib.order {
		if _, ok := in(p)[name]; ok {
			return p.Name
		}
	}
	return ""
}

func signalsOf(p *Pack) map[string]*Signal        { return p.byName }
func listsOf(p *Pack) map[string][]string         { return p.lists }
func (p *Pack) uses(other *Pack) bool             { return other == p || slices.Contains(p.Uses, other) }
func (l *loader) signalNamed(name string) *Signal { s, _, _ := lookup(l, name, signalsOf); return s }

// signal resolves a name to a signal of the wanted kinds.
func (l *loader) signal(n *yaml.Node, kinds ...SignalKind) *Signal {
	name := l.str(n, "a signal's name")
	if name == "" {
		if n.Kind == yaml.ScalarNode {
			l.fault(n, "the name of a signal is missing")
		}
		return nil
	}
	s, ok, unclear := lookup(l, name, signalsOf)
	if !ok {
		unknown(l, n, "signal", name, unclear, signalsOf)
		return nil
	}
	if s.bad || slices.Contains(kinds, s.Kind) {
		return s
	}
	want := map[SignalKind]string{LogSignal: "a log signal", MetricSignal: "a metric signal", ConfigSignal: "a config signal"}
	l.fault(n, "signal %q is %s, where %s is needed", name, want[s.Kind], want[kinds[0]])
	return nil
}

// list resolves $NAME to the texts of a list.
func (l *loader) list(n *yaml.Node) []string {
	name := n.Value[1:]
	list, ok, unclear := lookup(l, name, listsOf)
	if !ok {
		unknown(l, n, "list", name, unclear, listsOf)
	}
	return list
}

// macrosFor are the macros that an expression may name, and those that it may not since several used
// packs have them.
func (l *loader) macrosFor() (macros map[string]mql.Macro, unclear map[string][]string) {
	macros, unclear = map[string]mql.Macro{}, map[string][]string{}
	for _, used := range l.p.Uses {
		for name, m := range used.macros {
			if _, twice := macros[name]; twice {
				unclear[name] = append(unclear[name], used.Name)
			}
			macros[name] = m
		}
	}
	for name, m := range l.p.macros {
		macros[name] = m
		delete(unclear, name)
	}
	return macros, unclear
}
