package ingest_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"roomline/ingest"
)

// TestReady: what a scan needs is asked for once, when the files are known and none is read yet; without it there
// are no facts.
func TestReady(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.log")
	if err := os.WriteFile(path, []byte("[2026-05-12 03:10:00 TP0] Decode batch, #running-req: 9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	asked, begun := 0, false
	opt := ingest.Options{
		Begins: func(int64) { begun = true },
		Ready: func(o *ingest.Options) error {
			if asked++; begun {
				t.Error("asked when reading had begun")
			}
			o.Numbers = []string{}
			return nil
		},
	}
	facts, texts, err := ingest.Scan(context.Background(), []ingest.Input{{Path: path}}, opt)
	if err != nil || asked != 1 || len(facts.Sources) != 1 {
		t.Fatalf("asked %d times: %v", asked, err)
	}
	texts.Close()
	failed := errors.New("no rules")
	opt.Ready = func(*ingest.Options) error { return failed }
	if facts, _, err := ingest.Scan(context.Background(), []ingest.Input{{Path: path}}, opt); facts != nil || !errors.Is(err, failed) {
		t.Errorf("facts %v, %v", facts, err)
	}
}
