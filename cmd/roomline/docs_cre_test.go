package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocsOfCRE runs the example of docs/cre.md: blocks with a path are files, lines with $ are what is run, and what
// follows them is what it writes.
func TestDocsOfCRE(t *testing.T) {
	var consoles []string
	text := readDoc(t, "cre.md")
	t.Chdir(t.TempDir())
	for _, part := range strings.Split(text, "\n```")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		if _, path, ok := strings.Cut(head, " "); ok {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(body+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		} else if head == "console" {
			consoles = append(consoles, body)
		}
	}
	if len(consoles) != 1 {
		t.Fatalf("%d consoles in docs/cre.md", len(consoles))
	}
	for _, command := range strings.Split("\n"+consoles[0], "\n$ ")[1:] {
		line, want, _ := strings.Cut(command, "\n")
		if got := typed(t, strings.Fields(line)); strings.TrimRight(got, "\n") != want {
			t.Errorf("$ %s\ngot:\n%s\nwant:\n%s", line, got, want)
		}
	}
}

func typed(t *testing.T, words []string) string {
	t.Helper()
	if words[0] == "cat" {
		b, err := os.ReadFile(words[1])
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	code, out, stderr := call(context.Background(), words[1:]...)
	if code != exitOK || stderr != "" {
		t.Errorf("%v: exit %d, %s", words, code, stderr)
	}
	return out
}
