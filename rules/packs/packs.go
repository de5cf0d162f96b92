// Package packs holds the rule packs that Roomline ships with, as embedded YAML.
//
// It gives: [Builtin], the packs of a run without --no-builtin-rules, loaded, and [Open], their
// sources, so that other packs can use them as builtin:NAME. A pack carries its own tests. It reads
// nothing from disk; a fault in a shipped pack is a bug that the package's tests find.
//
// Concurrency: every call loads anew, since a pack belongs to one rules.Set.
package packs

import (
	"embed"
	"fmt"
	"slices"

	"roomline/rules"
)

//go:embed all:sglang-pd all:vllm all:dynamo
var files embed.FS

// names are the shipped packs, in the order in which they count: of rooms that two of them know, the
// states of the first are shown.
var names = []string{"sglang-pd", "vllm", "dynamo"}

// Names are what [Open] knows: builtin:NAME.
func Names() []string {
	var out []string
	for _, n := range names {
		out = append(out, rules.BuiltinPrefix+n)
	}
	return out
}

// Builtin loads the shipped packs, each behind those that it uses.
func Builtin() ([]*rules.Pack, error) {
	lib := rules.NewLibrary(func(_, name string) (*rules.Source, error) { return Open(name) })
	for _, name := range Names() {
		if p, err := lib.Load(name); p == nil {
			return nil, fmt.Errorf("the shipped pack %s has faults:\n%w", name, err)
		}
	}
	return slices.Clone(lib.Packs()), nil
}
