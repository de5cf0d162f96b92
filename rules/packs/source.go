package packs

import (
	"fmt"
	"io/fs"
	"strings"
)

// Source gives the YAML of a shipped pack by the path that its Pack has (builtin:NAME/pack.yaml).
func Source(path string) ([]byte, error) {
	name, ok := strings.CutPrefix(path, "builtin:")
	if !ok {
		return nil, fmt.Errorf("%s is no shipped pack", path)
	}
	src, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("the shipped pack %s cannot be read: %w", name, err)
	}
	return src, nil
}
