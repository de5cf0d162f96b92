package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"roomline/rules"
	"roomline/rules/packs"
)

var (
	docHeading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	docExample = regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$")
)

// docPacks gives the examples of a page as packs, by the heading that they stand under. The page leaves
// out the two lines that every pack begins with.
func docPacks(text string) map[string][]string {
	out := map[string][]string{}
	for _, m := range docExample.FindAllStringSubmatchIndex(text, -1) {
		above := docHeading.FindAllStringSubmatch(text[:m[0]], -1)
		title := above[len(above)-1][1]
		out[title] = append(out[title], "apiVersion: rules/v1\npack: {name: example, version: 1.0.0}\n"+text[m[2]:m[3]])
	}
	return out
}

// Each example is a pack that passes its tests and has a case of each kind for each rule.
func TestDocsRulesExamplesRun(t *testing.T) {
	examples := docPacks(readDoc(t, "rules.md"))
	if len(examples) < 10 {
		t.Fatalf("%d examples were found: the page's form has changed", len(examples))
	}
	for title, list := range examples {
		t.Run(title, func(t *testing.T) {
			for _, pack := range list {
				path := filepath.Join(t.TempDir(), "pack.yaml")
				if err := os.WriteFile(path, []byte(pack), 0o600); err != nil {
					t.Fatal(err)
				}
				if code, out, stderr := call(context.Background(), "rules", "test", path); code != exitOK {
					t.Errorf("rules test: exit status %d\n%s%s", code, out, stderr)
				}
				if code, out, stderr := call(context.Background(), "rules", "lint", path); code != exitOK {
					t.Errorf("rules lint: exit status %d\n%s%s", code, out, stderr)
				}
			}
		})
	}
}

// Every operator has a heading with an example under it, every reason a line.
func TestDocsRulesNameEveryOperatorAndReason(t *testing.T) {
	text := readDoc(t, "rules.md")
	var titles []string
	for title := range docPacks(text) {
		titles = append(titles, title)
	}
	all := strings.Join(titles, "\n")
	for _, op := range rules.Operators() {
		if !strings.Contains(all, "`"+op+"`") {
			t.Errorf("docs/rules.md has no example under a heading that names `%s`", op)
		}
	}
	for _, r := range rules.Reasons() {
		if !strings.Contains(text, "`"+string(r)+"`") {
			t.Errorf("docs/rules.md does not name the reason `%s`", r)
		}
	}
}

// Every key that a pack may have stands on one of the pages about packs.
func TestDocsNameEveryPackKey(t *testing.T) {
	text := ""
	for _, page := range []string{"rules.md", "rules-packs.md", "rule-tests.md", "engines.md"} {
		text += readDoc(t, page)
	}
	for part, keys := range rules.Keys() {
		for _, key := range keys {
			if !regexp.MustCompile(`\b` + regexp.QuoteMeta(key) + `\b`).MatchString(text) {
				t.Errorf("no page names the key %q of %s", key, part)
			}
		}
	}
}

// README.md says how many rules are shipped.
func TestReadmeCountsTheRules(t *testing.T) {
	builtin, err := packs.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	sglang, others := 0, 0
	for _, p := range builtin {
		if p.Name == "sglang-pd" {
			sglang += len(p.Rules)
		} else {
			others += len(p.Rules)
		}
	}
	want := fmt.Sprintf("(NIXL and Mooncake) by %d rules, vLLM and Dynamo by %d that", sglang, others)
	if text := readDoc(t, filepath.Join("..", "README.md")); !strings.Contains(text, want) {
		t.Errorf("README.md does not say %q", want)
	}
}
