package packs

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"roomline/rules"
)

// head is the file of a folder that holds the head of its pack; it stands before the others.
const head = "pack.yaml"

// Open gives the source of a shipped pack by its name, builtin:NAME.
func Open(name string) (*rules.Source, error) {
	dir, ok := strings.CutPrefix(name, rules.BuiltinPrefix)
	if !ok {
		return nil, fmt.Errorf("%s is no shipped pack: their names begin with %s", name, rules.BuiltinPrefix)
	}
	if !slices.Contains(names, dir) {
		return nil, fmt.Errorf("there is no shipped pack %s; there are %s", name, strings.Join(Names(), ", "))
	}
	src := &rules.Source{ID: name, Path: name + "/" + head}
	list, err := fs.Glob(files, dir+"/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("the shipped pack %s cannot be read: %w", name, err)
	}
	for _, path := range list {
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return nil, fmt.Errorf("the shipped pack %s cannot be read: %w", name, err)
		}
		f := rules.File{Path: rules.BuiltinPrefix + path, Name: strings.TrimPrefix(path, dir+"/"), Data: data}
		if f.Name == head {
			src.Files = slices.Insert(src.Files, 0, f)
		} else {
			src.Files = append(src.Files, f)
		}
	}
	return src, nil
}
