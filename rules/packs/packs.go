// Package packs holds the rule packs that Roomline ships with, as embedded YAML.
//
// It gives: [Builtin], the packs of a run without --no-builtin-rules, loaded. A pack carries its own
// tests. It reads no files; a fault in a shipped pack is a bug that the package's tests find.
//
// Concurrency: every call loads anew, since a pack belongs to one rules.Set. The packs are loaded side by
// side, since each takes some milliseconds and a run that looks at a small incident takes a few tens.
package packs

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"roomline/rules"
)

//go:embed all:sglang-pd all:vllm all:dynamo
var files embed.FS

// names are the shipped packs, in the order in which they count: of rooms that two of them know, the
// states of the first are shown.
var names = []string{"sglang-pd", "vllm", "dynamo"}

// Builtin loads the shipped packs.
func Builtin() ([]*rules.Pack, error) {
	out, faults := make([]*rules.Pack, len(names)), make([]error, len(names))
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() { out[i], faults[i] = load(name) })
	}
	all.Wait()
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return out, nil
}

func load(name string) (*rules.Pack, error) {
	path := name + "/pack.yaml"
	src, err := fs.ReadFile(files, path)
	if err != nil {
		return nil, fmt.Errorf("the shipped pack %s cannot be read: %w", name, err)
	}
	p, faults := rules.Load("builtin:"+path, src)
	if p == nil {
		return nil, fmt.Errorf("the shipped pack %s has faults:\n%w", name, faults)
	}
	return p, nil
}
