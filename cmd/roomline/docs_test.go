package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func readDoc(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestDocsNameEveryCommandAndFlag(t *testing.T) {
	text := readDoc(t, "cli.md")
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if !strings.Contains(text, c.Name()) {
			t.Errorf("docs/cli.md does not name the command %s", c.CommandPath())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" && !strings.Contains(text, "--"+f.Name) {
				t.Errorf("docs/cli.md does not name --%s of %s", f.Name, c.CommandPath())
			}
		})
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit((&app{}).root())
}

// Every key that a report has is described.
func TestDocsNameEveryKey(t *testing.T) {
	text := readDoc(t, "json.md")
	dir := t.TempDir()
	log := "[2026-05-12 03:14:09 TP0] Prefill transfer failed for request rank=0 req.rid='p1' req.bootstrap_room=4100000000000000001 with exception KVTransferError(bootstrap_room=4100000000000000001): Aborted by AbortReq.\n" +
		"Exception in thread Thread-2 (bootstrap_thread):\nAssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?\n"
	if err := os.WriteFile(filepath.Join(dir, "prefill.log"), []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	_, out, stderr := call(context.Background(), "report", "-o", "json", dir)
	var doc map[string]any
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	own := []string{"labels", "entity", "sides", "by_state"} // their keys are data
	var visit func(any)
	visit = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				visit(x)
			}
		case map[string]any:
			for k, x := range v {
				if !strings.Contains(text, "`"+k+"`") {
					t.Errorf("docs/json.md does not name `%s`", k)
				}
				if !slices.Contains(own, k) {
					visit(x)
				}
			}
		}
	}
	visit(doc)
}
