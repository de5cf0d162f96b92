package ingest

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"roomline/ingest/expo"
)

// target is a scraped endpoint with what tells whose it is.
type target struct {
	identity
	files   []*file
	results []expo.Result
	sources []int
	missing bool
	folder  string // shown as one source
}

// snapshotName is how files are called that hold one scrape each: by its time.
var snapshotName = regexp.MustCompile(`\d{4}-\d\d-\d\dT?\d\d|^\D*\d{10}(\d{3})?\D*$`)

// targetKey says which files are one target: those of one manifest entry or flag, and snapshots that
// lie in one folder and are called by their times.
func (f *file) targetKey() (key, folder string) {
	dir := path.Dir(strings.ReplaceAll(f.shown, `\`, "/"))
	switch {
	case f.entry != nil && f.entry.path != f.rel:
		return "entry " + f.bundle.shown + " " + f.entry.path, dirOf(f, f.entry.path)
	case f.entry != nil || f.in != nil && f.in.Role != "" && f.in.Path == f.shown:
		return "file " + f.shown, ""
	case f.in != nil && f.in.Role != "":
		return "flag " + f.in.Path, f.in.Path
	case snapshotName.MatchString(path.Base(packedExt.ReplaceAllString(f.shown, ""))):
		return "dir " + dir, dir
	}
	return "file " + f.shown, ""
}

// dirOf is the shown path of a folder that a manifest names.
func dirOf(f *file, entry string) string {
	return strings.TrimSuffix(f.shown, f.rel) + entry
}

// identifyTarget finds out whose scrapes they are: a flag, the manifest, labels, names.
func identifyTarget(f *file, r *expo.Result) identity {
	id := identity{role: f.declaredRole(), instance: f.declaredInstance(), group: f.declaredGroup(), dir: path.Base(path.Dir(strings.ReplaceAll(f.shown, `\`, "/"))), unnamed: f.shown}
	base := path.Base(packedExt.ReplaceAllString(f.rel, ""))
	if snapshotName.MatchString(base) {
		base = path.Base(path.Dir(f.rel))
		id.dir, id.unnamed = path.Base(path.Dir(path.Dir(f.shown))), path.Dir(f.shown)
	}
	if base == "." || base == "/" {
		base = ""
	}
	nameRole, nameInstance := nameParts(base)
	switch {
	case id.role != "":
		id.roleFrom = declaredBy([]*file{f})
		if r != nil && r.RoleHint != "" && r.RoleHint != id.role {
			id.notes = append(id.notes, fmt.Sprintf("its labels say %s (%s), but %s says %s", r.RoleHint, r.RoleFrom, id.roleFrom, id.role))
		}
	case r != nil && r.RoleHint != "":
		id.role, id.roleFrom = r.RoleHint, r.RoleFrom
	case nameRole != "":
		id.role, id.roleFrom = nameRole, "name "+base
	default:
		id.role = "unknown"
	}
	if id.instance == "" {
		id.derived, id.instance = true, nameInstance
		if r != nil && r.InstanceHint != "" && nameInstance == "" {
			id.instance = r.InstanceHint
		}
	}
	return id
}

// tie gives a target the instance of the log process that it must be: the one of its name, or the
// only one of its role. A target of unknown role is that of the log process of its name.
func (s *scan) tie(t *target) {
	var same []*stream
	for _, st := range s.streams {
		if st.role != t.role && t.role != "unknown" {
			continue
		}
		if t.instance != "" && st.instance == t.instance && (t.role != "unknown" || st.role == "unknown" || !t.derived) {
			t.adopt(st)
			return
		}
		if !slices.ContainsFunc(same, func(o *stream) bool { return o.instance == st.instance }) {
			same = append(same, st)
		}
	}
	if t.derived && t.role != "unknown" && len(same) == 1 {
		t.adopt(same[0])
	}
}

func (t *target) adopt(st *stream) {
	if t.role == "unknown" && st.role != "unknown" {
		t.role, t.roleFrom = st.role, "the log of "+st.instance
	}
	t.instance, t.derived = st.instance, false
	if t.group == "" {
		t.group = st.group
	}
}
