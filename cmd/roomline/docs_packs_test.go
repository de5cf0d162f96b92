package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// example is a fenced block of a document: a file by its name, or a console.
type example struct{ kind, name, text string }

var fence = regexp.MustCompile("(?ms)^```(\\w+) ?([^\n]*)\n(.*?)^```$")

func examples(text string) []example {
	var out []example
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		out = append(out, example{m[1], m[2], m[3]})
	}
	return out
}

// What docs/rules-packs.md shows is what happens: its files are written, its commands run, and their
// output is what stands there.
func TestDocsPacks(t *testing.T) {
	list := examples(readDoc(t, "rules-packs.md"))
	t.Chdir(t.TempDir())
	commands := 0
	for _, e := range list {
		switch {
		case e.kind == "console":
			commands += runConsole(t, e.text)
		case e.name == "":
			t.Errorf("a block of %s has no name, so nobody tries it:\n%s", e.kind, e.text)
		case !strings.Contains(e.name, " "): // else it only shows what a command writes
			write(t, e.name, e.text)
		}
	}
	if commands < 8 {
		t.Errorf("only %d commands were found", commands)
	}
}

// runConsole runs the commands of a console and compares what they print; it counts them.
func runConsole(t *testing.T, text string) int {
	t.Helper()
	parts := strings.Split("\n"+text, "\n$ ")[1:]
	for _, p := range parts {
		command, want, _ := strings.Cut(p, "\n")
		words := strings.Fields(command)
		if words[0] == "edit" {
			edit(t, words[1], words[2], words[3])
			continue
		}
		code, out, stderr := call(context.Background(), words[1:]...)
		if out += stderr; code != exitOK {
			out += fmt.Sprintf("[exit %d]\n", code)
		}
		if !alike(strings.TrimRight(want, "\n"), strings.TrimRight(out, "\n")) {
			t.Errorf("$ %s\nshown:\n%s\nprinted:\n%s", command, want, out)
		}
	}
	return len(parts)
}

// edit replaces a text in a file.
func edit(t *testing.T, path, from, to string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Clean(path))
	if err != nil || !strings.Contains(string(b), from) {
		t.Fatalf("%s has no %s: %v", path, from, err)
	}
	write(t, path, strings.ReplaceAll(string(b), from, to))
}

// alike compares a text with what was printed: … in a line stands for anything, a line ... for any
// lines.
func alike(want, got string) bool {
	var pattern strings.Builder
	for _, line := range strings.Split(want, "\n") {
		if line == "..." {
			pattern.WriteString("(?:.*\n)*?")
			continue
		}
		pattern.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*") + "\n")
	}
	return regexp.MustCompile("^" + pattern.String() + "$").MatchString(got + "\n")
}

// write makes a file, and the folders that it lies in.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
