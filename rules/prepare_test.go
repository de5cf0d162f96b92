package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestSections: the sections of each shipped pack, parsed one by one, are the file parsed as a whole.
func TestSections(t *testing.T) {
	files, err := filepath.Glob("packs/*/*.yaml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d packs: %v", len(files), err)
	}
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, untested := range []bool{false, true} {
			text := src
			if untested {
				text = withoutTests(src)
			}
			want, _, msg := parseYAML(text)
			if msg != "" {
				t.Fatal(path, msg)
			}
			list := (&prepared{}).sections(0, src, untested)
			if len(list) < 2 {
				t.Errorf("%s is not cut", path)
			}
			for _, s := range list {
				s.parse()
			}
			got := joined(list)
			if got == nil {
				t.Fatalf("%s: a section does not parse", path)
			}
			sameNode(t, path, got, want)
		}
	}
}

func sameNode(t *testing.T, path string, got, want *yaml.Node) {
	t.Helper()
	show := func(n *yaml.Node) string {
		return fmt.Sprintf("%d:%d kind %d style %d %s %q of %d", n.Line, n.Column, n.Kind, n.Style, n.Tag, n.Value, len(n.Content))
	}
	if show(got) != show(want) {
		t.Fatalf("%s: %s, want %s", path, show(got), show(want))
	}
	for i := range want.Content {
		sameNode(t, path, got.Content[i], want.Content[i])
	}
}

// TestSectionsThatAreNone: what is not laid out like a shipped pack, or has faults, is left to who loads it.
func TestSectionsThatAreNone(t *testing.T) {
	long := strings.Repeat("# long\n", leastSection)
	for _, src := range []string{"a: [1,\n" + long + "b, 2]\n", "a: 1\n" + long + "b: [\n", "a: 1\n" + long + "- b\n" + long + "c: 2\n", long + "word\n", "a: 1\n" + long + "b: 2\n---\nc: 3\n"} {
		list := (&prepared{}).sections(0, []byte(src), false)
		for _, s := range list {
			s.parse()
		}
		if joined(list) != nil {
			t.Errorf("%.10q... became a mapping", src)
		}
	}
}
