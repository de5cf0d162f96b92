package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"roomline/rules"
	"roomline/rules/packs"
)

// packHead is the file of a folder that holds the head of its pack.
const packHead = "pack.yaml"

// packOpener opens packs: a file, a folder that holds pack.yaml, or builtin:NAME. What a pack uses is
// looked for from where the pack is.
type packOpener struct {
	shown map[string]string // by ID: the path as people gave it
}

// newLibrary prepares to load packs from disk and from the program.
func newLibrary() *rules.Library {
	o := &packOpener{shown: map[string]string{}}
	return rules.NewLibrary(o.open)
}

func (o *packOpener) open(from, name string) (*rules.Source, error) {
	if strings.HasPrefix(name, rules.BuiltinPrefix) {
		return packs.Open(name)
	}
	path := name
	if from != "" && !filepath.IsAbs(name) {
		path = filepath.Join(filepath.Dir(o.shown[from]), filepath.FromSlash(name))
	}
	src, err := readPack(path)
	if err == nil && o.shown[src.ID] == "" {
		o.shown[src.ID] = src.Files[0].Path
	}
	return src, err
}

// readPack reads the files of a pack, and rules.lock beside them. Its ID is the real path of its head.
func readPack(path string) (*rules.Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, packError(path, err)
	}
	src := &rules.Source{Path: path}
	if info.IsDir() {
		err = readFolder(src, path)
	} else if err = readFile(src, path, filepath.Base(path)); err == nil {
		src.Warnings = leftOut(path)
	}
	if err != nil {
		return nil, err
	}
	head := src.Files[0].Path
	if src.ID, err = filepath.EvalSymlinks(head); err != nil {
		return nil, packError(path, err)
	}
	if src.ID, err = filepath.Abs(src.ID); err != nil {
		return nil, packError(path, err)
	}
	if len(src.Files) > 1 {
		src.ID += string(filepath.Separator) // the folder, not the file alone
	}
	src.Lock, err = readLock(filepath.Join(filepath.Dir(head), rules.LockName))
	return src, err
}

// readFolder reads pack.yaml and the other *.yaml of a folder; what is hidden or lies deeper is no
// part of the pack.
func readFolder(src *rules.Source, dir string) error {
	if err := readFile(src, filepath.Join(dir, packHead), packHead); err != nil {
		return err
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return packError(dir, err)
	}
	for _, e := range list {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, ".") || name == packHead:
		case strings.HasSuffix(name, ".yml"):
			return fmt.Errorf("%s would not be read: the files of a pack end in .yaml; rename it, or move it out of the folder", filepath.Join(dir, name))
		case strings.HasSuffix(name, ".yaml"):
			if err := readFile(src, filepath.Join(dir, name), name); err != nil {
				return err
			}
		}
		if len(src.Files) > rules.MaxPackFiles {
			return fmt.Errorf("%s holds more than %d files: a pack is refused beyond that; split it", dir, rules.MaxPackFiles)
		}
	}
	return nil
}

// partOfPack tells a file that has keys of a pack, but no head of its own.
var (
	partOfPack = regexp.MustCompile(`(?m)^(lists|macros|entities|lifecycles|signals|rules|overrides|tests):`)
	headOfPack = regexp.MustCompile(`(?m)^(pack|apiVersion):`)
)

// leftOut names files that look like parts of a pack of which only pack.yaml was named.
func leftOut(path string) []string {
	if filepath.Base(path) != packHead {
		return nil
	}
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(list) > rules.MaxPackFiles {
		return nil
	}
	var out []string
	for _, e := range list {
		at := filepath.Join(filepath.Dir(path), e.Name())
		if strings.HasPrefix(e.Name(), ".") || e.Name() == packHead || filepath.Ext(at) != ".yaml" {
			continue
		}
		if text, err := readRegular(at); err == nil && partOfPack.Match(text) && !headOfPack.Match(text) {
			out = append(out, fmt.Sprintf("%s was not read, though it looks like a part of the pack in %s: give the folder %s instead of the file", at, path, filepath.Dir(path)))
		}
	}
	return out
}

// readFile adds a file. A pipe or a device is not opened: it might never end.
func readFile(src *rules.Source, path, name string) error {
	data, err := readRegular(path)
	if err != nil {
		return packError(path, err)
	}
	src.Files = append(src.Files, rules.File{Path: path, Name: name, Data: data})
	return nil
}

var (
	errNoFile   = errors.New("it is a pipe, a device or a folder; give a file, or a folder that holds " + packHead)
	errTooLarge = fmt.Errorf("it is over the limit of %d bytes; make the pack a folder of several files, or join packs with `uses`", rules.MaxFileBytes)
)

// readRegular reads a file of at most rules.MaxFileBytes.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNoFile
	case info.Size() > rules.MaxFileBytes:
		return nil, errTooLarge
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, rules.MaxFileBytes+1))
	if err == nil && len(data) > rules.MaxFileBytes {
		err = errTooLarge
	}
	return data, err
}

// readLock reads rules.lock; without one its data is nil.
func readLock(path string) (rules.File, error) {
	data, err := readRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		return rules.File{Path: path, Name: rules.LockName}, nil
	}
	if err != nil {
		return rules.File{}, packError(path, err)
	}
	return rules.File{Path: path, Name: rules.LockName, Data: append([]byte{}, data...)}, nil
}

// packError says what could not be read, and what to do.
func packError(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		path, err = at.Path, at.Err
	}
	hint := ""
	if errors.Is(err, fs.ErrNotExist) {
		hint = "; give a pack's file, or a folder that holds " + packHead
	}
	return fmt.Errorf("cannot read %s: %w%s", path, err, hint)
}
