package main

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	docFile    = regexp.MustCompile("(?ms)^```yaml (\\S+)\n(.*?)^```$")
	docConsole = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
)

// TestRuleTestsDoc runs what docs/rule-tests.md shows: its files are written, its commands run in their order. A line that
// ends in ... stands for any such line.
func TestRuleTestsDoc(t *testing.T) {
	text := readDoc(t, "rule-tests.md")
	t.Chdir(t.TempDir())
	files := docFile.FindAllStringSubmatch(text, -1)
	for _, f := range files {
		if err := os.WriteFile(f[1], []byte(f[2]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ran := 0
	for _, block := range docConsole.FindAllStringSubmatch(text, -1) {
		for _, part := range strings.Split(block[1], "$ roomline ")[1:] {
			line, want, _ := strings.Cut(part, "\n")
			_, got, stderr := call(context.Background(), words(line)...)
			if ran++; !sameLines(want, got) {
				t.Errorf("roomline %s\ngot:\n%s%s\nwant:\n%s", line, got, stderr, want)
			}
		}
	}
	if len(files) == 0 || ran < 5 {
		t.Errorf("%d files, %d commands", len(files), ran)
	}
	for _, f := range files { // all of it passes, the laws too
		code, got, stderr := call(context.Background(), "rules", "test", "--metamorphic", f[1])
		if code != exitOK || strings.Contains(got, "lacks ") || !strings.Contains(got, ": 0 broken") {
			t.Errorf("%s: exit status %d\n%s%s", f[1], code, got, stderr)
		}
		if code, got, _ := call(context.Background(), "rules", "lint", "--strict", f[1]); code != exitOK {
			t.Errorf("%s: exit status %d of lint\n%s", f[1], code, got)
		}
	}
}

// words splits a line as a shell does, single quotes understood.
func words(line string) []string {
	var out []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}

func sameLines(want, got string) bool {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for len(a) > 0 {
		if strings.HasSuffix(a[0], "...") { // any number of such lines
			prefix := strings.TrimSuffix(a[0], "...")
			for len(b) > 0 && strings.HasPrefix(b[0], prefix) {
				b = b[1:]
			}
			a = a[1:]
			continue
		}
		if len(b) == 0 || a[0] != b[0] {
			return false
		}
		a, b = a[1:], b[1:]
	}
	return len(b) == 0
}
