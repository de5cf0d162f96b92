package ingest

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"roomline/timeline"
)

// identity is whose process a stream or a target is, and how that was found out.
type identity struct {
	role, roleFrom, instance, group string
	unnamed                         string // without an instance: what is one process shares this key
	dir                             string
	derived                         bool // the instance was read from a name
	notes                           []string
}

// finish makes the streams of the family. A family of which nothing is there is one that is missing.
func (fam *familyScan) finish() {
	files := fam.files
	newest := files[len(files)-1]
	if len(fam.order) == 0 {
		fam.missing(files, newest)
		return
	}
	for _, st := range fam.order {
		out := &stream{files: files, sources: st.sources, unit: st.unit}
		out.Stream = <-st.facts
		out.Name, out.Life, out.Assumed = newest.shown, st.life, st.assumed
		if files[0].named.life > 0 && out.Life == 0 {
			out.Life = files[0].named.life
		}
		if e := newest.entry; e != nil && e.life > 0 {
			out.Life = e.life
		}
		if len(fam.order) > 1 && st.unit != "" {
			out.Name += "#" + st.unit
			for _, id := range st.sources {
				fam.sources[id].Path += "#" + st.unit
			}
		}
		out.identity = identifyLog(files, st)
		if st.gather.fold.capped {
			out.notes = append(out.notes, fmt.Sprintf("more than %d values captured by one signal: beyond, only the first and the last record of each second are kept", maxKeys))
		}
		if st.gather.cells.full {
			out.notes = append(out.notes, "more than 4,294,967,295 records of one level in one second: beyond, they are not counted for it")
		}
		fam.scan.streams = append(fam.scan.streams, out)
	}
	fam.scan.streams[len(fam.scan.streams)-len(fam.order)].sources = append(fam.lost, fam.order[0].sources...)
}

func (fam *familyScan) missing(files []*file, newest *file) {
	listed := false
	for _, f := range files {
		listed = listed || f.missing || f.entry != nil || f.declaredRole() != ""
	}
	if !listed {
		return // it could not be read; its sources say why
	}
	out := &stream{files: files, sources: fam.lost}
	out.Stream = newGather(fam.opt, fam.tuples).stream(timeline.NoTime)
	out.Name, out.Missing = newest.shown, true
	out.identity = identifyLog(files, &familyStream{})
	fam.scan.streams = append(fam.scan.streams, out)
}

// first is the first value of the files that is not empty, the newest file asked first.
func first(files []*file, of func(*file) string) string {
	for i := len(files) - 1; i >= 0; i-- {
		if v := of(files[i]); v != "" {
			return v
		}
	}
	return ""
}

// identifyLog finds out whose log it is: a flag, the manifest, the content, names.
func identifyLog(files []*file, st *familyStream) identity {
	newest := files[len(files)-1]
	id := identity{instance: first(files, (*file).declaredInstance), group: first(files, (*file).declaredGroup), dir: path.Base(path.Dir(filepath.ToSlash(newest.named.family)))}
	base := path.Base(newest.named.family)
	nameRole, nameInstance := nameParts(base)
	unitRole, unitInstance := nameParts(st.unit)
	if newest.named.pod != "" {
		nameRole, _ = nameParts(newest.named.pod)
		nameInstance = newest.named.pod
	}
	id.findRole(files, st, namedRoles{base, nameRole, unitRole})
	if id.instance == "" {
		id.derived = true
		id.instance = cmp.Or(unitInstance, nameInstance)
	}
	id.unnamed = logExt.ReplaceAllString(newest.named.family, "")
	return id
}

// namedRoles are what the name of a file and the unit of a stream in it say of the role.
type namedRoles struct{ base, byName, byUnit string }

// findRole takes the role from what tells it best: what was declared, the lines, the envelope, names. Where two
// say different things, that is noted.
func (id *identity) findRole(files []*file, st *familyStream, named namedRoles) {
	newest := files[len(files)-1]
	declared := first(files, (*file).declaredRole)
	role, why := contentRole(files, st)
	switch {
	case declared != "":
		id.role, id.roleFrom = declared, declaredBy(files)
		if role != "" && role != declared && declared != "unknown" {
			id.notes = append(id.notes, fmt.Sprintf("its lines say %s (%s), but %s says %s", role, why, id.roleFrom, declared))
		}
	case role != "":
		id.role, id.roleFrom = role, why
	case st.role != "":
		id.role, id.roleFrom = st.role, "name "+st.unit
	case named.byUnit != "":
		id.role, id.roleFrom = named.byUnit, "name "+st.unit
	case named.byName != "":
		id.role, id.roleFrom = named.byName, "name "+named.base
	default:
		id.role = "unknown"
	}
	for _, n := range []string{st.role, named.byUnit, named.byName} {
		if n != "" && n != id.role && declared == "" {
			id.notes = append(id.notes, fmt.Sprintf("its name says %s, but its lines say %s (%s)", n, id.role, id.roleFrom))
			break
		}
	}
	if d := newest.known.doubt; d != "" && declared == "" && newest.wrapper == "" {
		id.notes = append(id.notes, d)
	}
}

// contentRole is what the lines of a stream prove.
func contentRole(files []*file, st *familyStream) (role, why string) {
	if st.gather != nil && st.gather.role != "" {
		return st.gather.role, st.gather.why
	}
	if files[len(files)-1].wrapper != "" {
		return "", "" // what the whole file tells is not what each stream does
	}
	for i := len(files) - 1; i >= 0; i-- {
		if k := files[i].known; k.role != "" {
			return k.role, k.why
		}
	}
	return "", ""
}

func declaredBy(files []*file) string {
	for _, f := range files {
		if f.in != nil && f.in.Role != "" {
			return "flag"
		}
	}
	return "manifest"
}

// identifyAll gives every process a name of its own: role, instance, group.
func (s *scan) identifyAll() {
	ids := make([]*identity, 0, len(s.streams)+len(s.targets))
	for _, st := range s.streams {
		ids = append(ids, &st.identity)
	}
	s.number(ids)
	s.previous()
	for _, t := range s.targets {
		s.tie(t)
	}
	for _, t := range s.targets {
		ids = append(ids, &t.identity)
	}
	s.number(ids)
	for _, id := range ids {
		if id.group == "" {
			id.group = "g0"
		}
	}
	for _, st := range s.streams {
		st.Role, st.Instance, st.Group, st.RoleFrom = st.role, st.instance, st.group, st.roleFrom
	}
}

// number tells processes apart that have one name in several folders, and numbers those without any.
func (s *scan) number(ids []*identity) {
	dirs := map[string]string{}
	clash := map[string]bool{}
	used := map[string]bool{}
	for _, id := range ids {
		key := id.role + "@" + id.instance
		if dir, ok := dirs[key]; ok && dir != id.dir && id.derived && id.instance != "" {
			clash[key] = true
		}
		dirs[key] = id.dir
		used[id.instance] = true
	}
	for _, id := range ids {
		if id.derived && id.instance != "" && clash[id.role+"@"+id.instance] && id.dir != "." && id.dir != "/" {
			id.instance = id.dir + "-" + id.instance
		}
	}
	next, named := 1, map[string]string{}
	for _, id := range ids {
		if id.instance != "" {
			continue
		}
		key := id.role + "|" + id.unnamed
		for named[key] == "" {
			if n := fmt.Sprintf("n%d", next); !used[n] {
				named[key] = n
			}
			next++
		}
		id.instance, used[named[key]], id.derived = named[key], true, false
	}
}

// previous gives lives to logs of `kubectl logs --previous` and their successors.
func (s *scan) previous() {
	for _, p := range s.streams {
		if !p.files[0].named.previous || p.Life > 0 {
			continue
		}
		p.Life = 1
		for _, o := range s.streams {
			if o != p && !o.files[0].named.previous && o.Life == 0 && o.role == p.role && strings.EqualFold(o.instance, p.instance) {
				o.Life = 2
			}
		}
	}
}
