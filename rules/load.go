package rules

import (
	"path/filepath"
	"time"

	"go.yaml.in/yaml/v3"

	"roomline/rules/mql"
)

// loader reads one pack.
type loader struct {
	*reader
	lib   *Library
	p     *Pack
	files []*packPart
	where map[string]spot // of what must not stand twice, such as "signal boom"
	fresh []freshRef
	sames []spot     // of what joins, until all signals are known
	rule  *ruleNames // of the rule being read
}

// packPart is one file with its top-level keys.
type packPart struct {
	*part
	root *yaml.Node
	f    map[string]pair
}

// Load reads a pack that is one file and uses no other. On any fault the pack is nil and all faults of
// the file are returned, in the order of its lines. The path is for messages only; nothing is opened.
func Load(path string, src []byte) (*Pack, Faults) {
	return load(NewLibrary(nil), &Source{ID: path, Path: path, Files: []File{{Path: path, Name: path, Data: src}}})
}

// load reads a pack from all its files.
func load(lib *Library, src *Source) (*Pack, Faults) {
	l := &loader{reader: &reader{trusted: lib.Untested && !src.pinned()}, lib: lib, where: map[string]spot{}}
	l.p = &Pack{Path: src.Path, Hash: src.Hash(), Files: src.Files, Skew: 2 * time.Second, byName: map[string]*Signal{}, Ignore: map[string][]string{},
		lists: map[string][]string{}, macros: map[string]mql.Macro{}, id: src.ID, Warnings: src.Warnings}
	if l.open(src) {
		l.all(src)
	}
	if len(l.faults) > 0 {
		return nil, l.told()
	}
	return l.p, nil
}

// told are the faults, in order, with a word on those that are too many to tell.
func (l *loader) told() Faults {
	out := l.faults.sorted()
	if l.more > 0 {
		out = append(out, Fault{File: l.p.Path, Message: "and " + plural(l.more, "more fault") + ": mend these first", order: 1 << 21})
	}
	return out
}

// open parses the files; false if there is nothing to go on with.
func (l *loader) open(src *Source) bool {
	size := 0
	for _, f := range src.Files {
		size += len(f.Data)
	}
	if size > maxPackBytes || len(src.Files) > MaxPackFiles {
		l.at = &part{file: src.Path}
		l.fault(nil, "a pack of %d bytes in %s is over the limit of %d bytes in %d files: split it and join the packs with `uses`", size, plural(len(src.Files), "file"), maxPackBytes, MaxPackFiles)
		return false
	}
	for i, f := range src.Files {
		if l.trusted {
			f.Data = withoutTests(f.Data)
		}
		if root := l.root(src, f, i); root != nil {
			l.files = append(l.files, &packPart{part: l.at, root: root})
		}
		if l.nodes > maxPackNodes {
			break
		}
	}
	return len(l.files) == len(src.Files)
}

// root gives the root mapping of a file; nil with a fault noted.
func (l *loader) root(src *Source, f File, i int) *yaml.Node {
	if p := l.lib.prepared[src.ID]; p != nil && p.roots[i] != nil {
		return l.reader.adopt(f, i, p.roots[i])
	}
	return l.reader.open(f, i)
}

// all reads the parts of a pack in the order in which they need each other.
func (l *loader) all(src *Source) {
	for i, p := range l.files {
		l.at = p.part
		p.f = l.known(p.root, "pack file")
		l.top(p, i == 0)
	}
	head := l.files[0]
	l.at = head.part
	l.uses(head.f["uses"].value, src)
	l.inherit()
	l.each("lists", l.lists)
	l.each("macros", l.macros)
	l.each("signals", l.signals)
	l.at = head.part
	l.shownBy(head.f["pack"].value)
	l.each("entities", l.entities)
	l.each("lifecycles", l.lifecycles)
	l.resolveFresh()
	l.each("rules", l.rulesOf)
	l.checkSames()
	l.checkCauses()
	l.each("overrides", l.overrides)
	l.each("tests", l.tests)
}

// each reads one key of every file.
func (l *loader) each(key string, read func(*yaml.Node)) {
	for _, p := range l.files {
		l.at = p.part
		if v := p.f[key].value; v != nil {
			read(v)
		}
	}
}

// top reads what stands once in a pack: in its only file, or in pack.yaml.
func (l *loader) top(p *packPart, head bool) {
	v := p.f["apiVersion"].value
	if s := l.str(v, "apiVersion"); s != "rules/v1" && (head || v != nil) {
		l.fault(or(v, p.root), "apiVersion is %q; this version reads rules/v1", s)
	}
	if head {
		l.head(p.f["pack"], p.root)
		l.defaults(p.f["defaults"].value)
		return
	}
	for _, key := range []string{"pack", "uses", "defaults"} {
		if k, ok := p.f[key]; ok {
			l.fault(k.at, "%q stands in %s only, for the whole pack", key, filepath.Base(l.files[0].file))
		}
	}
}

// once notes where something is defined; a second one is a fault that names both places.
func (l *loader) once(n *yaml.Node, what, id string) bool {
	if first, twice := l.where[what+" "+id]; twice {
		l.fault(n, "%s %q stands twice; the first is at %s:%d", what, id, first.part.file, first.node.Line)
		return false
	}
	l.where[what+" "+id] = l.spot(n)
	return true
}

func or(a, b *yaml.Node) *yaml.Node {
	if a != nil {
		return a
	}
	return b
}
