package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roomline/rules"
	"roomline/rules/packs"
)

// TestRulebooks: docs/rules-NAME.md is what `rules docs` writes of each shipped pack.
func TestRulebooks(t *testing.T) {
	for _, full := range packs.Names() {
		name := strings.TrimPrefix(full, rules.BuiltinPrefix)
		code, got, stderr := call(context.Background(), "rules", "docs", full)
		if code != exitOK {
			t.Fatalf("%s: exit status %d: %s", name, code, stderr)
		}
		file := filepath.Join("..", "..", "docs", "rules-"+name+".md")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil || string(want) != got {
			t.Errorf("docs/rules-%s.md is not what the pack says (%v); write it anew: go test ./cmd/roomline -run TestRulebooks -update", name, err)
		}
	}
}
