package rules

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// head reads what a pack is called and whose it is.
func (l *loader) head(p pair, root *yaml.Node) {
	if p.value == nil {
		l.fault(root, "the pack has no `pack: {name, version, owner}`")
		return
	}
	h := l.known(p.value, "pack")
	l.p.Name, l.p.Version = l.str(h["name"].value, "name"), l.str(h["version"].value, "version")
	l.p.Owner, l.p.Engine = l.str(h["owner"].value, "owner"), l.str(h["engine"].value, "engine")
	l.p.Description = l.str(h["description"].value, "description")
	if l.p.Name == "" || l.p.Version == "" {
		l.fault(p.value, "a pack needs a name and a version")
	}
	if strings.ContainsAny(l.p.Name, "/@ ") {
		l.fault(h["name"].value, "a pack's name has no /, @ or blank: signals of it are called NAME/SIGNAL by packs that use it")
	}
}

// defaults reads what counts for all rules of the pack that do not say otherwise.
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
	l.p.Server = l.semantics(s["semantics"].value) == serverSemantics
}

// inherit takes over what the used packs say of entities: whose hits are none, and which gauge is idle.
func (l *loader) inherit() {
	for _, used := range l.p.Uses {
		for entity, values := range used.Ignore {
			l.ignore(entity, values)
		}
		if l.p.Idle == nil {
			l.p.Idle = used.Idle
		}
	}
}

func (l *loader) ignore(entity string, values []string) {
	for _, v := range values {
		if !slices.Contains(l.p.Ignore[entity], v) {
			l.p.Ignore[entity] = append(l.p.Ignore[entity], v)
		}
	}
}

// entities reads which keys are none (room 0), and which gauge tells that a process is idle.
func (l *loader) entities(n *yaml.Node) {
	for _, p := range l.pairs(n, "entities") {
		e := l.known(p.value, "entity")
		l.ignore(p.key, l.strs(e["ignore"].value, "ignore"))
		if k, ok := e["idle"]; ok && p.key != "process" {
			l.fault(k.at, "idle is of process: entities: {process: {idle: SIGNAL}}")
		} else if v := e["idle"].value; v != nil && l.once(p.at, "idle of", p.key) {
			l.p.Idle = l.signal(v, MetricSignal)
		}
	}
}
