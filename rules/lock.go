package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// LockName is the file beside a pack that pins what the pack uses.
const LockName = "rules.lock"

// Pin is one entry of rules.lock: a used pack and the sha256 of its files. Path is the name as it
// stands in `uses`; of what a used pack uses in turn, the names that lead there: ../b.yaml > c.yaml.
type Pin struct {
	Path, SHA256, Pack string // Pack: name@version, for people
}

// chainSep stands between the names that lead to a pack.
const chainSep = " > "

var hexHash = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f]{64}$`) })

// ReadLock reads rules.lock. A file without data pins nothing; of one with faults the pins are not to be trusted.
func ReadLock(f File) ([]Pin, Faults) {
	r := &reader{at: &part{file: f.Path}}
	if f.Data == nil {
		return nil, nil
	}
	root := r.open(f, 0)
	if root == nil {
		return nil, r.faults
	}
	top := r.known(root, "lock file")
	if v := top["version"].value; r.str(v, "version") != "1" {
		r.fault(or(v, root), "this version reads %s of version 1; write it anew: roomline rules lock PACK", LockName)
	}
	var out []Pin
	for _, n := range r.items(top["packs"].value, "packs") {
		e := r.known(n, "pin")
		p := Pin{r.str(e["path"].value, "path"), r.str(e["sha256"].value, "sha256"), r.str(e["pack"].value, "pack")}
		if p.Path == "" || !hexHash().MatchString(p.SHA256) {
			r.fault(n, "an entry is {path, sha256, pack} with a hash of 64 hex digits; write it anew: roomline rules lock PACK")
		}
		out = append(out, p)
	}
	return out, r.faults
}

// WriteLock gives the text of rules.lock with some pins set, and those of other paths as they were.
func WriteLock(old, set []Pin) []byte {
	all := slices.Clone(set)
	for _, p := range old {
		if !slices.ContainsFunc(set, func(q Pin) bool { return q.Path == p.Path }) {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b Pin) int { return cmp.Compare(a.Path, b.Path) })
	var b strings.Builder
	b.WriteString("# Written by `roomline rules lock`: what the packs in this folder use, pinned.\nversion: 1\npacks:\n")
	for _, p := range all {
		fmt.Fprintf(&b, "  - {path: %s, sha256: %s, pack: %s}\n", quoteYAML(p.Path), p.SHA256, quoteYAML(p.Pack))
	}
	if len(all) == 0 {
		return []byte(strings.Replace(b.String(), "packs:\n", "packs: []\n", 1))
	}
	return []byte(b.String())
}

func quoteYAML(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// uses reads what a pack uses, loads it, and holds it against rules.lock.
func (l *loader) uses(n *yaml.Node, src *Source) {
	names := l.items(n, "uses")
	if len(names) == 0 || !l.atMost(n, len(names), maxPacks, "packs in uses") {
		return
	}
	pins, faults := ReadLock(src.Lock)
	for i := range faults {
		faults[i].order = -1
	}
	l.faults = append(l.faults, faults...)
	seen, reached := map[string]*yaml.Node{}, map[string]bool{}
	if len(faults) > 0 || l.lib.Unlocked {
		reached = nil
	}
	for _, c := range names {
		name := l.str(c, "an entry of uses")
		if name == "" {
			l.fault(c, "an entry of uses is the path of a pack, or %sNAME", BuiltinPrefix)
			continue
		}
		if first := seen[name]; first != nil {
			l.fault(c, "%s stands twice in uses; the first is in line %d", name, first.Line)
			continue
		}
		seen[name] = c
		l.use(c, name, src, pins, reached)
	}
}

// use loads one pack that this one uses. reached: what was held against the lock; nil if nothing is.
func (l *loader) use(n *yaml.Node, name string, src *Source, pins []Pin, reached map[string]bool) {
	e, err := l.lib.enter(src, name)
	if err != nil {
		l.fault(n, "cannot use %s: %v", name, err)
		return
	}
	if e.state == entryLoading {
		l.fault(n, "uses go round in a circle: %s", l.lib.circle(e))
		return
	}
	if reached != nil {
		l.checkPins(n, name, e, src, pins, reached)
	}
	if e.pack == nil {
		l.fault(n, "%s, which this pack uses, did not load (%s)", e.src.Path, brief(e.err))
		l.lib.blame(l, e)
		return
	}
	l.p.Uses = append(l.p.Uses, e.pack)
	l.p.usedAs = append(l.p.usedAs, name)
}

// checkPins holds a used pack, and all that it uses in turn, against the lock.
func (l *loader) checkPins(n *yaml.Node, name string, e *entry, src *Source, pins []Pin, reached map[string]bool) {
	l.lib.reach(e, name, reached, func(chain string, e *entry) {
		i := slices.IndexFunc(pins, func(p Pin) bool { return p.Path == chain })
		switch found := e.src.Hash(); {
		case i < 0 && src.Lock.Data == nil:
			l.fault(n, "%s is not pinned: there is no %s beside this pack; look at what %s holds, then run: roomline rules lock %s", chain, LockName, e.src.Path, src.Path)
		case i < 0:
			l.fault(n, "%s is not pinned in %s; look at what %s holds, then run: roomline rules lock %s", chain, src.Lock.Path, e.src.Path, src.Path)
		case pins[i].SHA256 != found:
			l.fault(n, "%s changed: %s expects sha256 %s, found %s; look at what changed, then run: roomline rules lock %s", e.src.Path, src.Lock.Path, pins[i].SHA256, found, src.Path)
		}
	})
}
