package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"roomline/rules"
)

// TestDifferPacks: the random packs that .ci/run holds against the reference load without a fault.
func TestDifferPacks(t *testing.T) {
	paths, err := filepath.Glob("testdata/differ/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no packs: %v", err)
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pack, faults := rules.Load(path, src)
		if pack == nil || len(faults) > 0 {
			t.Fatalf("%s: %v", path, faults)
		}
		if _, err := rules.NewSet(pack); err != nil {
			t.Error(err)
		}
	}
}
