package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"go.yaml.in/yaml/v3"

	"roomline/rules/mql"
)

// loader reads one pack.
type loader struct {
	*reader
	p      *Pack
	lists  map[string][]string
	macros map[string]mql.Macro
	rule   *ruleNames // of the rule being read
}

// Load reads a pack. On any fault the pack is nil and all faults of the file are returned, in the
// order of its lines. The path is for messages only; nothing is opened.
func Load(path string, src []byte) (*Pack, Faults) {
	l := &loader{reader: newReader(path, src), lists: map[string][]string{}, macros: map[string]mql.Macro{}}
	sum := sha256.Sum256(src)
	l.p = &Pack{Path: path, Hash: hex.EncodeToString(sum[:]), Skew: 2 * time.Second, byName: map[string]*Signal{}, Ignore: map[string][]string{}}
	root := l.parse(src)
	if root == nil {
		return nil, l.faults
	}
	l.file_(root)
	if len(l.faults) > 0 {
		return nil, l.faults.sorted()
	}
	return l.p, nil
}

// file_ reads the parts in the order in which they need each other.
func (l *loader) file_(root *yaml.Node) {
	f := l.known(root, "pack file")
	if v := l.str(f["apiVersion"].value, "apiVersion"); v != "rules/v1" {
		l.fault(or(f["apiVersion"].value, root), "apiVersion is %q; this version reads rules/v1", v)
	}
	l.head(f["pack"], root)
	l.defaults(f["defaults"].value)
	l.listsAndMacros(f)
	l.signals(f["signals"].value)
	l.shownBy(f["pack"].value)
	l.entities(f["entities"].value)
	l.lifecycles(f["lifecycles"].value)
	l.resolveFresh()
	l.rulesOf(f["rules"].value)
	l.tests(f["tests"].value)
	for _, k := range []string{"uses", "overrides", "exceptions"} {
		if p, ok := f[k]; ok && len(p.value.Content) > 0 {
			l.fault(p.at, "%q is not available in this version: give the packs side by side with --rules", k)
		}
	}
}

func or(a, b *yaml.Node) *yaml.Node {
	if a != nil {
		return a
	}
	return b
}

func (l *loader) head(p pair, root *yaml.Node) {
	if p.value == nil {
		l.fault(root, "the pack has no `pack: {name, version, owner}`")
		return
	}
	h := l.known(p.value, "pack")
	l.p.Name, l.p.Version = l.str(h["name"].value, "name"), l.str(h["version"].value, "version")
	l.p.Owner, l.p.Engine = l.str(h["owner"].value, "owner"), l.str(h["engine"].value, "engine")
	if l.p.Name == "" || l.p.Version == "" {
		l.fault(p.value, "a pack needs a name and a version")
	}
}

func (l *loader) defaults(n *yaml.Node) {
	d := l.known(n, "defaults")
	c := l.known(d["clock"].value, "clock")
	if v := c["skew"].value; v != nil {
		l.p.Skew = l.duration(v, "skew")
	}
	l.duration(c["resolution"].value, "resolution")
	if v := d["ties"].value; v != nil {
		l.p.Strict = l.oneOf(v, "ties", "accept", "strict") == "strict"
	}
	s := l.known(d["scrape"].value, "scrape")
	l.p.MaxGap = l.duration(s["max_gap"].value, "max_gap")
}

func (l *loader) listsAndMacros(f map[string]pair) {
	for _, p := range l.pairs(f["lists"].value, "lists") {
		l.lists[p.key] = l.strs(p.value, "list "+p.key)
	}
	for _, p := range l.pairs(f["macros"].value, "macros") {
		if p.value.Kind == yaml.ScalarNode {
			l.macros[p.key] = mql.Macro{Expr: p.value.Value}
			continue
		}
		m := l.known(p.value, "macro")
		l.macros[p.key] = mql.Macro{AnySeries: l.strs(m["any_series"].value, "any_series"), Expr: l.str(m["expr"].value, "expr")}
	}
}

func (l *loader) entities(n *yaml.Node) {
	for _, p := range l.pairs(n, "entities") {
		e := l.known(p.value, "entity")
		l.p.Ignore[p.key] = l.strs(e["ignore"].value, "ignore")
		if v := e["idle"].value; v != nil {
			l.p.Idle = l.signal(v, MetricSignal)
		}
	}
}

// signal resolves a name to a signal of the wanted kinds.
func (l *loader) signal(n *yaml.Node, kinds ...SignalKind) *Signal {
	name := l.str(n, "a signal's name")
	s := l.p.byName[name]
	if s == nil {
		l.fault(n, "unknown signal %q%s", name, didYouMean(name, l.signalNames()))
		return nil
	}
	for _, k := range kinds {
		if s.Kind == k {
			return s
		}
	}
	want := map[SignalKind]string{LogSignal: "a log signal", MetricSignal: "a metric signal", ConfigSignal: "a config signal"}
	l.fault(n, "signal %q is %s, where %s is needed", name, want[s.Kind], want[kinds[0]])
	return nil
}

func (l *loader) signalNames() []string {
	var out []string
	for _, s := range l.p.Signals {
		out = append(out, s.Name)
	}
	return out
}
