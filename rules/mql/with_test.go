package mql

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// Templates that double with each level are refused before they are written out, in whatever way
// they double; what is large and does not double is not.
func TestWithIsBounded(t *testing.T) {
	double := func(form string, n int) string {
		var defs []string
		for i := 1; i < n; i++ {
			defs = append(defs, fmt.Sprintf(form, i, i-1, i-1))
		}
		return "WITH (t0 = up, " + strings.Join(defs, ", ") + fmt.Sprintf(") t%d", n-1)
	}
	nested := func(open, arg, shut string, n int) string {
		return strings.Repeat(open, n) + arg + strings.Repeat(shut, n)
	}
	for name, text := range map[string]string{
		"named twice":       double("t%d = t%d + t%d", 40),
		"in a call":         double("t%d = max(t%d, sum(t%d))", 40),
		"in braces":         strings.Replace(double("t%d = {a=\"b\", t%d, t%d}", 40), "t0 = up", `t0 = {x="y"}`, 1),
		"in quotes":         strings.Replace(double("t%d = t%d + t%d", 40), "t0 = up", `t0 = "abcdefgh"`, 1),
		"by its argument":   nested("f(", "up", ")", 40) + "",
		"a known template":  nested("ru(up, ", "up", ")", 60),
		"with in with":      "WITH (a = WITH (b = WITH (c = up+up+up+up+up+up+up+up+up+up) " + strings.Repeat("c+", 99) + "c) " + strings.Repeat("b+", 99) + "b) a + a",
		"upper case":        strings.Replace(double("t%d = t%d + t%d", 40), "WITH", "wItH", 1),
		"function of two":   "WITH (f(x, y) = x + y + x, g(x) = f(x, f(x, x)), h(x) = g(g(g(x)))) h(h(h(h(h(up)))))",
		"comment in it":     strings.Replace(double("t%d = t%d # ) (\n + t%d", 40), "WITH", "# c\nWITH", 1),
		"a quote in quotes": strings.Replace(double("t%d = t%d + t%d", 40), "t0 = up", `t0 = up{x="\")"}`, 1),
	} {
		if name == "by its argument" {
			text = "WITH (f(x) = x + x) " + text
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse(text, nil)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "written out") {
			t.Errorf("%s: %v", name, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
			t.Errorf("%s: %d bytes to refuse it", name, used)
		}
	}
	for name, text := range map[string]string{
		"no template":   strings.Repeat("up + ", 1900) + "up",
		"plain":         `WITH (f = {job="x"}, rate5(m) = rate(m[5m])) sum(rate5(up{f})) / sum(rate5(down{f}))`,
		"nested thrice": "WITH (a = up, b = a + a, c = b + b) c",
	} {
		if _, err := Parse(text, nil); err != nil && strings.Contains(err.Error(), "written out") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Brackets in brackets cost the parser more with each level.
func TestNestingIsBounded(t *testing.T) {
	for _, depth := range []int{deepestNesting, deepestNesting + 1, 30_000} {
		_, err := Parse(strings.Repeat("(", depth)+"up"+strings.Repeat(")", depth), nil)
		if refused := err != nil && strings.Contains(err.Error(), "nested more than"); refused != (depth > deepestNesting) {
			t.Errorf("%d deep: %v", depth, err)
		}
	}
}

// Macros do not make an expression longer than may be written.
func TestMacrosAreBounded(t *testing.T) {
	macros := map[string]Macro{"m": {Expr: strings.Repeat("x", 60<<10)}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Parse(strings.Repeat("$m+", 20_000), macros)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "with its macros it is longer") {
		t.Error(err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes to refuse it", used)
	}
}
