package rules

import (
	"regexp"
	"strings"
	"testing"
)

var placeholder = regexp.MustCompile(`\$\{?(\w+)\}?`)

// FuzzFill compares what is put into a text with the pattern that says what a placeholder is.
func FuzzFill(f *testing.F) {
	for _, s := range []string{"room ${room} waited $secs s", "$", "${", "${}", "$$a}", "${a", "a $a}b ${a}${b}", "\xff${a}é$é"} {
		f.Add(s)
	}
	value := func(name string) (string, bool) { return "<" + name + ">", name[0] != 'b' }
	f.Fuzz(func(t *testing.T, text string) {
		want := placeholder.ReplaceAllStringFunc(text, func(m string) string {
			if v, ok := value(strings.Trim(m, "${}")); ok {
				return v
			}
			return m
		})
		if got := join(cut(text), value); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	})
}
