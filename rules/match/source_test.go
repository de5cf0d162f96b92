package match

import (
	"regexp/syntax"
	"testing"
)

// TestSourceOf: what is written parses to what was parsed.
func TestSourceOf(t *testing.T) {
	exprs := []string{
		`a`, `a.b`, `(?s)a.b`, `(?m)^a$`, `^a$`, `\Aa\z`, `a\bb\Bc`, `(a)(?P<n>b)`, `a*b+c?d{2,3}e{2,}f{2}`, `a*?b+?c??d{2,3}?`, `a|bc|`, `(?i)abc|de`, `[^\n\t]*[a-z_é]`, `[^\x00-\x{10FFFF}]`,
		`(?:ab)*c`, `(?:a|b)+`, `\.\[\]\{\}\*`, `(?i:k)x`, `(?m)^(?:\[[^\]\n]*\][: ]*)*(?:(?:ERROR|WARN):[ \t]+)?Prefill (?:bootstrap|transfer) failed`, `''`, `(?:)`, `漢+`, `\d{1,20}\b`, `(?s:.*?) in`,
	}
	for _, e := range exprs {
		want, err := syntax.Parse(e, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		got, err := syntax.Parse(sourceOf(want), syntax.Perl)
		if err != nil {
			t.Errorf("%s is written as %s: %v", e, sourceOf(want), err)
			continue
		}
		if got.String() != want.String() {
			t.Errorf("%s is written as %s, which is %s", e, sourceOf(want), got)
		}
	}
}
