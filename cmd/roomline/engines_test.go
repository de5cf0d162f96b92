package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var engineFence = regexp.MustCompile("(?ms)^```(\\w+)(?: (\\S+))?\n(.*?)^```$")

// TestEnginesDoc runs the worked example of docs/engines.md: an engine that no code knows, a pack of some
// thirty lines, and what the commands print. With -update the output in the page is rewritten.
func TestEnginesDoc(t *testing.T) {
	page := readDoc(t, "engines.md")
	path, err := filepath.Abs(filepath.Join("..", "..", "docs", "engines.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	commands := 0
	got := engineFence.ReplaceAllStringFunc(page, func(block string) string {
		m := engineFence.FindStringSubmatch(block)
		if m[1] != "console" {
			if err := os.WriteFile(m[2], []byte(m[3]), 0o600); err != nil {
				t.Fatal(err)
			}
			return block
		}
		commands++
		line, _, _ := strings.Cut(m[3], "\n")
		status, out, stderr := call(context.Background(), strings.Fields(strings.TrimPrefix(line, "$ roomline "))...)
		if status != 0 {
			t.Errorf("%s: exit %d: %s", line, status, stderr)
		}
		return "```console\n" + line + "\n" + out + "```"
	})
	if commands == 0 {
		t.Fatal("the page shows no command")
	}
	if *update && got != page {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != page {
		t.Errorf("docs/engines.md does not show what the commands print (rewrite it with -update and read it):\n%s", got)
	}
}
