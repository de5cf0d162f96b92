package ingest_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"roomline/ingest"
)

// TestFolded: of each log it is told once how many records were read, when all of it was.
func TestFolded(t *testing.T) {
	dir := t.TempDir()
	var inputs []ingest.Input
	for name, records := range map[string]int{"prefill.log": 3000, "decode.log": 500} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, bytes.Repeat([]byte("[2026-05-12 03:10:00 TP0] INFO: step\n"), records), 0o600); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, ingest.Input{Path: path})
	}
	var one sync.Mutex
	var told []int64
	folded := func(records int64) {
		one.Lock()
		defer one.Unlock()
		told = append(told, records)
	}
	_, texts, err := ingest.Scan(context.Background(), inputs, ingest.Options{Block: 64 << 10, Folded: folded})
	if err != nil {
		t.Fatal(err)
	}
	texts.Close()
	if slices.Sort(told); !slices.Equal(told, []int64{500, 3000}) {
		t.Errorf("told %d", told)
	}
}
