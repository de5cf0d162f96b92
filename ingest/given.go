package ingest

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"

	"roomline/timeline"
)

// openError says what to do about a path that cannot be opened.
func openError(err error) error {
	switch {
	case os.IsNotExist(err):
		return fmt.Errorf("there is no such file or folder; check the path")
	case os.IsPermission(err):
		return fmt.Errorf("permission denied; run as a user who may read it, or copy it")
	}
	return fmt.Errorf("cannot be read: %w", err)
}

// lostLink says that what a folder names is not there.
func lostLink(err error) error {
	if os.IsNotExist(err) {
		return fmt.Errorf("a link to what is not there; copy its target along (cp -L, tar -h, rsync -L)")
	}
	return openError(err)
}

// stdin spools standard input, so that evidence can be read again.
func (d *discovery) stdin(in *Input) {
	f := &file{content: &content{shown: "-"}, rel: "-", in: in, given: true}
	d.files = append(d.files, f)
	if d.opt.Stdin == nil || d.spooled {
		f.err = fmt.Errorf("standard input can be read only once, and only where there is one; give a file")
		return
	}
	d.spooled = true
	c, err := d.spool.add("-", newAwaiting(d.ctx, d.opt.Stdin), 0)
	f.content, f.err = c, d.stopped(err)
	d.opened(f)
}

// pipe spools what can be read only once: a named pipe, a process substitution.
func (d *discovery) pipe(in *Input) error {
	f := &file{content: &content{shown: in.Path}, rel: path.Base(in.Path), in: in, given: true}
	d.files = append(d.files, f)
	f.content, f.err = d.spool.add(in.Path, newAwaiting(d.ctx, &lateOpen{path: in.Path}), 0)
	f.err = d.stopped(f.err)
	d.opened(f)
	return nil
}

// lateOpen opens a pipe when it is read, since opening waits for a writer. It stays open until the end of
// the program where the scan does not wait for it.
type lateOpen struct {
	path string
	file *os.File
}

func (l *lateOpen) Read(b []byte) (n int, err error) {
	if l.file == nil {
		if l.file, err = os.Open(l.path); err != nil {
			return 0, openError(err)
		}
	}
	if n, err = l.file.Read(b); err != nil {
		l.file.Close()
	}
	return n, err
}

// stopped says of an error whether the scan was cancelled meanwhile.
func (d *discovery) stopped(err error) error {
	if err != nil && d.ctx.Err() != nil {
		return errInterrupted
	}
	return err
}

func (d *discovery) opened(f *file) {
	if err := f.content.sniff(); err != nil && f.err == nil {
		f.err = openError(err)
	}
}

// regular lists a file, or what is in it if it is an archive.
func (d *discovery) regular(in *Input, at, rel string, st fs.FileInfo, b *bundle, given bool) error {
	c := &content{shown: at, file: at, size: st.Size(), mtime: timeline.FromStd(st.ModTime())}
	f := &file{content: c, rel: rel, bundle: b, in: in, given: given}
	d.opened(f)
	if f.err == nil {
		if kind := archiveKind(c); kind != "" {
			return d.archive(f, kind)
		}
	}
	d.files = append(d.files, f)
	return nil
}

// archive lists the files of an archive as if it were a folder.
func (d *discovery) archive(f *file, kind string) error {
	entries, notes, err := unpack(d.ctx, f.content, kind, d.spool)
	for _, n := range notes {
		d.warnings = append(d.warnings, f.shown+": "+n)
	}
	if err != nil {
		f.err = d.stopped(err)
		d.files = append(d.files, f)
	}
	var list []*file
	for _, c := range entries {
		_, name, _ := strings.Cut(c.shown[len(f.shown):], "!")
		list = append(list, &file{content: c, rel: name, in: f.in})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].rel < list[j].rel })
	return d.tree(f.shown, "!", list)
}

// readSmall reads a whole small file.
func readSmall(c *content) ([]byte, error) {
	if err := c.sniff(); err != nil {
		return nil, err
	}
	r, err := c.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, 16<<20))
}

// notLog says whether a file in a folder is surely neither log nor scrape, by its name.
func notLog(rel string) bool {
	base := strings.ToLower(path.Base(rel))
	switch base {
	case "expected.json", "truth.json", "readme", "license", "changelog", "makefile", "dockerfile":
		return true
	}
	switch path.Ext(base) {
	case ".md", ".html", ".htm", ".css", ".js", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf", ".py", ".pyc", ".sh", ".go", ".rs", ".c", ".h",
		".yaml", ".yml", ".toml", ".ini", ".cfg", ".lock", ".sum", ".mod", ".so", ".o", ".a", ".exe", ".bin", ".pt", ".safetensors", ".pcap", ".db", ".sqlite", ".parquet", ".npz", ".npy", ".pkl":
		return true
	}
	return strings.HasPrefix(path.Base(rel), ".")
}
