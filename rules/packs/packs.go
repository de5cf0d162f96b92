// Package packs holds the rule packs that Roomline ships with, as embedded YAML.
//
// It gives: [Builtin], the packs of a run without --no-builtin-rules, loaded. A pack carries its own
// tests. It reads no files; a fault in a shipped pack is a bug that the package's tests find.
//
// Concurrency: every call loads anew, since a pack belongs to one rules.Set.
package packs

import (
	"embed"
	"fmt"
	"io/fs"

	"roomline/rules"
)

//go:embed all:sglang-pd all:vllm all:dynamo
var files embed.FS

// names are the shipped packs, in the order in which they are loaded.
var names = []string{"sglang-pd", "vllm", "dynamo"}

// Builtin loads the shipped packs.
func Builtin() ([]*rules.Pack, error) {
	var out []*rules.Pack
	for _, name := range names {
		path := name + "/pack.yaml"
		src, err := fs.ReadFile(files, path)
		if err != nil {
			return nil, fmt.Errorf("the shipped pack %s cannot be read: %w", name, err)
		}
		p, faults := rules.Load("builtin:"+path, src)
		if p == nil {
			return nil, fmt.Errorf("the shipped pack %s has faults:\n%w", name, faults)
		}
		out = append(out, p)
	}
	return out, nil
}
