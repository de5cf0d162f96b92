package match

import (
	"regexp"
	"strings"
	"testing"
)

// TestParseRegexp: what parses compiles, and what package regexp refuses is refused in its words.
func TestParseRegexp(t *testing.T) {
	for _, text := range []string{`room=(\d+)`, `a{1000}`, `(a{10}){100}`, `(a{1000}){1000}`, `a{1001}`, `(?=x)`, `a(`, `[b-a]`, `a**`, `\8`, `(?P<n>a)(?P<n>b)`, "\xff",
		strings.Repeat("(", 1000) + strings.Repeat(")", 1000), strings.Repeat("(", 1001) + strings.Repeat(")", 1001), strings.Repeat(`\pL`, 1000), `((\pL{100}){10}){10}`} {
		want, refused := regexp.Compile(text)
		got, err := ParseRegexp(text)
		switch {
		case (err == nil) != (refused == nil) || err != nil && err.Error() != refused.Error():
			t.Errorf("%.40q: %v, where package regexp says %v", text, err, refused)
		case err == nil && (got.Compiled().String() != want.String() || got.Tree().MaxCap() != want.NumSubexp()):
			t.Errorf("%.40q became %.40q with %d groups", text, got.Compiled(), got.Tree().MaxCap())
		}
	}
}

// TestRegexpOnce: a regexp is compiled only when somebody asks, and then once; a part of one has a text by then.
func TestRegexpOnce(t *testing.T) {
	r, err := ParseRegexp(`a|b`)
	if err != nil || r.compiled != nil {
		t.Fatalf("compiled as it was parsed: %v %v", r, err)
	}
	if first := r.Compiled(); r.Compiled() != first || KnownRegexp(`a|b`).Tree().String() != r.Tree().String() {
		t.Error("compiled twice, or another tree")
	}
	part := regexpOf("", mustParse(`x(?:ab|cd)y`).Sub[1])
	if got := part.Compiled(); !got.MatchString("cd") || got.MatchString("cx") {
		t.Errorf("a part became %s", got)
	}
}
