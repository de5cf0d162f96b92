package ingest

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"roomline/timeline"
)

// bundle is a folder or an archive that was given, with its manifest if it has one.
type bundle struct {
	shown    string
	manifest *manifest
}

// file is one source on its way to be read.
type file struct {
	*content
	rel     string // below the root of what was given, with slashes
	bundle  *bundle
	in      *Input
	entry   *manifestSource
	given   bool // the user or a manifest named it
	missing bool // a manifest names it, but it is not there
	err     error
	partial bool // it was not read to its end
	notes   []string

	sample  []byte // its first part, decoded
	print   print  // of that
	whole   bool   // the sample is all of it
	looks   string // format of most of its lines; only where a part of the time was asked for
	kind    string // log, scrapes, mixed
	wrapper string
	head    [][]byte // its first lines, where it has envelopes
	strange bool     // found in a folder, and no line of it looks like one of a log
	named   fileName
	twins   []fileName // files left out since they hold the same bytes
	known   known
	keeper  *keeper // of one that was unpacked: what need not be unpacked again
}

// discovery lists what there is to read.
type discovery struct {
	ctx      context.Context
	opt      Options
	spool    *spool
	files    []*file
	bundles  []*bundle
	warnings []string
	spooled  bool // standard input was read
}

// inputs lists the files of all inputs, in the order given.
func (d *discovery) inputs(inputs []Input) error {
	for i := range inputs {
		if err := d.input(&inputs[i]); err != nil {
			return err
		}
	}
	return nil
}

func (d *discovery) input(in *Input) error {
	if in.Path == "-" {
		d.stdin(in)
		return nil
	}
	st, err := os.Stat(in.Path)
	switch {
	case err != nil:
		d.files = append(d.files, &file{content: &content{shown: in.Path}, rel: path.Base(filepath.ToSlash(in.Path)), in: in, given: true, err: openError(err)})
		return nil
	case st.IsDir():
		return d.folder(in, in.Path)
	case filepath.Base(in.Path) == ManifestName:
		return d.folder(in, filepath.Dir(in.Path))
	case !st.Mode().IsRegular():
		return d.pipe(in)
	}
	return d.regular(in, in.Path, path.Base(filepath.ToSlash(in.Path)), st, nil, true)
}

// folder lists the files below a folder, sorted.
func (d *discovery) folder(in *Input, root string) error {
	var list []*file
	err := filepath.WalkDir(root, func(at string, e fs.DirEntry, err error) error {
		if err != nil {
			d.files = append(d.files, &file{content: &content{shown: at}, rel: at, in: in, given: true, err: openError(err)})
			if e != nil && e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		rel, _ := filepath.Rel(root, at)
		rel = filepath.ToSlash(rel)
		if rel != "." && strings.HasPrefix(e.Name(), ".") {
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		st, err := os.Stat(at)
		if err != nil { // a link whose target was not copied along
			d.files = append(d.files, &file{content: &content{shown: at}, rel: rel, in: in, given: true, err: lostLink(err)})
			return nil
		}
		if !st.Mode().IsRegular() && at != root && !e.IsDir() {
			d.warnings = append(d.warnings, fmt.Sprintf("%s: %s, passed over; name it itself to have it read", at, kindOf(st.Mode())))
		}
		if st.Mode().IsRegular() {
			list = append(list, &file{content: &content{shown: filepath.Join(root, rel), file: at, size: st.Size(), mtime: timeline.FromStd(st.ModTime())}, rel: rel, in: in})
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("cannot list %s: %w", root, err)
	}
	return d.tree(root, "/", list)
}

// kindOf names what is no regular file.
func kindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a link to a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// tree takes the files of a folder or an archive, with its manifest.
func (d *discovery) tree(shown, sep string, list []*file) error {
	b := &bundle{shown: shown}
	d.bundles = append(d.bundles, b)
	list, err := d.manifest(b, list)
	if err != nil {
		return err
	}
	var skipped []string
	before := len(d.files)
	for _, f := range list {
		f.bundle, f.entry = b, b.manifest.find(f.rel)
		f.given = f.entry != nil
		if f.entry != nil {
			f.entry.used = true
		} else if notLog(f.rel) {
			skipped = append(skipped, f.rel)
			continue
		}
		d.opened(f)
		if f.err == nil && sep == "/" {
			if kind := archiveKind(f.content); kind != "" {
				if err := d.archive(f, kind); err != nil {
					return err
				}
				continue
			}
		}
		d.files = append(d.files, f)
	}
	if len(skipped) > 0 {
		d.warnings = append(d.warnings, fmt.Sprintf("%s: skipped what is no log or scrape by its name: %s", shown, strings.Join(skipped, ", ")))
	}
	d.absent(b, shown, sep)
	if len(d.files) == before {
		d.files = append(d.files, &file{content: &content{shown: shown}, rel: path.Base(shown), in: nil, given: true, err: fmt.Errorf("holds no log and no scrape; give the folder that does, or the files themselves")})
	}
	return nil
}

// absent lists what the manifest names but is not there.
func (d *discovery) absent(b *bundle, shown, sep string) {
	if b.manifest == nil {
		return
	}
	for i := range b.manifest.sources {
		e := &b.manifest.sources[i]
		if e.used {
			continue
		}
		at := shown + sep + e.path
		if sep == "/" {
			at = filepath.Join(shown, e.path)
		}
		d.files = append(d.files, &file{content: &content{shown: at, size: -1}, rel: e.path, bundle: b, entry: e, given: true, missing: true,
			err: fmt.Errorf("%s names it, but it is not there; add the file, or take the line out", b.manifest.shown)})
	}
}

// manifest reads the manifest among the files, if there is one, and makes paths count from its
// folder.
func (d *discovery) manifest(b *bundle, list []*file) ([]*file, error) {
	at := -1
	for i, f := range list {
		if path.Base(f.rel) == ManifestName && (at < 0 || strings.Count(f.rel, "/") < strings.Count(list[at].rel, "/")) {
			at = i
		}
	}
	if at < 0 || strings.Count(list[at].rel, "/") > 1 {
		return list, nil
	}
	f := list[at]
	text, err := readSmall(f.content)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", f.shown, err)
	}
	b.manifest, err = parseManifest(f.shown, text)
	if err != nil {
		return nil, err
	}
	dir := path.Dir(f.rel)
	out := append(list[:at:at], list[at+1:]...)
	for _, f := range out {
		if rest, ok := strings.CutPrefix(f.rel, dir+"/"); ok {
			f.rel = rest
		}
	}
	return out, nil
}
