package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"roomline/rules/cre"
)

// Limits of a folder of rules.
const (
	maxCREFile  = 8 << 20
	maxCREFiles = 5_000
	maxCREAll   = 64 << 20
)

// creFolder collects the rule files below a folder.
type creFolder struct {
	dir   string
	files []cre.File
	notes []cre.Note
	bytes int64
	in    map[string]int // rule files by folder
}

// readCRE reads the rule files below a folder, in the order of their names, each with the log beside it. Hidden
// folders are not entered, links not followed.
func readCRE(dir string) ([]cre.File, []cre.Note, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, nil, err
	}
	c := &creFolder{dir: dir, in: map[string]int{}}
	if !info.IsDir() {
		c.dir = filepath.Dir(dir)
		c.add(dir, info.Mode())
	} else if err := filepath.WalkDir(dir, c.visit); err != nil {
		return nil, nil, err
	}
	if len(c.files) == 0 && len(c.notes) == 0 {
		return nil, nil, fmt.Errorf("it holds no .yaml or .yml file")
	}
	for i := range c.files {
		c.log(&c.files[i])
	}
	return c.files, c.notes, nil
}

func (c *creFolder) visit(path string, d fs.DirEntry, err error) error {
	switch {
	case err != nil && path == c.dir:
		return err
	case err != nil:
		c.skip(path, err.Error())
	case d.IsDir() && path != c.dir && strings.HasPrefix(d.Name(), "."):
		return fs.SkipDir
	case !d.IsDir() && (filepath.Ext(path) == ".yaml" || filepath.Ext(path) == ".yml"):
		c.add(path, d.Type())
	}
	return nil
}

func (c *creFolder) skip(path, why string) {
	c.notes = append(c.notes, cre.Note{File: c.name(path), Effect: cre.LeftOut, What: "the file", Why: why})
}

// name is a path below the folder.
func (c *creFolder) name(path string) string {
	if rel, err := filepath.Rel(c.dir, path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}

func (c *creFolder) add(path string, mode fs.FileMode) {
	if !mode.IsRegular() {
		c.skip(path, "it is no plain file (links are not followed)")
		return
	}
	if len(c.files) >= maxCREFiles {
		if len(c.files) == maxCREFiles {
			c.skip(path, fmt.Sprintf("it and what comes after it: there are more than %d files", maxCREFiles))
		}
		return
	}
	src, err := readUpTo(path, maxCREFile)
	switch c.bytes += int64(len(src)); {
	case err != nil:
		c.skip(path, err.Error())
	case c.bytes > maxCREAll:
		c.skip(path, fmt.Sprintf("the files before it hold %d MiB already, the limit; import the folders below one by one", maxCREAll>>20))
	default:
		c.in[filepath.Dir(path)]++
		c.files = append(c.files, cre.File{Path: c.name(path), Src: src})
	}
}

// log finds the log beside a file that is alone in its folder.
func (c *creFolder) log(f *cre.File) {
	dir := filepath.Dir(filepath.Join(c.dir, filepath.FromSlash(f.Path)))
	path := filepath.Join(dir, "test.log")
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	if c.in[dir] > 1 {
		n := cre.Note{File: c.name(path), Effect: cre.NoTest, What: "the log", Why: "several rule files lie beside it, and it does not tell which it shows"}
		if !slices.Contains(c.notes, n) {
			c.notes = append(c.notes, n)
		}
		return
	}
	src, err := readUpTo(path, maxCREFile)
	if err != nil {
		c.notes = append(c.notes, cre.Note{File: c.name(path), Effect: cre.NoTest, What: "the log", Why: err.Error()})
		return
	}
	f.LogPath, f.Log = c.name(path), src
}

func readUpTo(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(src)) > limit {
		return nil, fmt.Errorf("it is larger than %d MiB", limit>>20)
	}
	return src, err
}
