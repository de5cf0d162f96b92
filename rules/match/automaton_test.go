package match

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// grammar makes regexps of few letters, so that they do match.
type grammar struct{ *rand.Rand }

func (g grammar) pick(of ...string) string { return of[g.Intn(len(of))] }

func (g grammar) regexp(depth int) string {
	if depth == 0 {
		return g.pick("a", "b", "ab", "é", "1", "_", " ", ":", `\n`, ".", `(?s:.)`, "[^a]", "[^\\n]", "[a1]", `[^"\n]`, `\d`, `\w`, `\W`, `\s`, `\S`,
			"^", "$", `\b`, `\B`, `\A`, `\z`, "(?i:k)", "[é-ü]", `[^é]`, `\pL`, `\x{FFFD}`, `[\x00-\x{10FFFF}]`, "", "[[:^alpha:]]")
	}
	sub := func() string { return g.regexp(g.Intn(depth)) }
	switch g.Intn(9) {
	case 0, 1, 2:
		return sub() + sub()
	case 3:
		return "(?:" + sub() + "|" + sub() + ")"
	case 4:
		return "(?:" + sub() + "|" + sub() + "|" + sub() + ")"
	case 5:
		return "(" + sub() + ")"
	case 6:
		return "(?:" + sub() + ")" + g.pick("*", "+", "?", "*?", "+?", "??")
	case 7:
		return "(?:" + sub() + ")" + g.pick("{1,3}", "{2}", "{0,2}?", "{2,}")
	}
	return sub() + sub() + sub()
}

func (g grammar) text() string {
	var sb strings.Builder
	for range g.Intn(24) {
		sb.WriteString(g.pick("a", "b", "ab", "é", "1", "_", " ", ":", "\n", "\xff", "\xc3", "K", "k", "\u212a", "ü", "漢", "\"", "\ufffd", "\xe2\x82", "\xed\xa0\x80", "\x00"))
	}
	return sb.String()
}

// equal holds the patterns of a regexp against package regexp.
func equal(t testing.TB, start, value *pattern, text []byte) {
	t.Helper()
	re := start.re.Compiled()
	loc := re.FindSubmatchIndex(text)
	want, any := -1, -1
	from, to := -1, -1
	if loc != nil {
		want, any, from, to = loc[0], 0, loc[0], loc[1]
	}
	if len(loc) > 2 {
		from, to = loc[2], loc[3]
	}
	if got := start.start(text, false); got != want {
		t.Errorf("%q in %q: begins at %d, want %d", re, text, got, want)
	}
	if got := start.start(text, true); got != any {
		t.Errorf("%q in %q: match %d, want %d", re, text, got, any)
	}
	if f, o := value.value(text); f != from || o != to {
		t.Errorf("%q in %q: captures %d:%d, want %d:%d", re, text, f, o, from, to)
	}
	if got := start.startIn(view{text: text, of: start}, false); got != want {
		t.Errorf("%q in %q: directly begins at %d, want %d", re, text, got, want)
	}
	if f, o := value.valueIn(view{text: text, of: value}); f != from || o != to {
		t.Errorf("%q in %q: directly captures %d:%d, want %d:%d", re, text, f, o, from, to)
	}
}

func both(re *regexp.Regexp) (start, value *pattern) {
	own := KnownRegexp(re.String())
	return newPattern(own, wantStart), newPattern(own, wantGroup)
}

func TestAutomatonDifferential(t *testing.T) {
	g := grammar{rand.New(rand.NewSource(2))}
	rounds, automata := 6000, 0
	if testing.Short() {
		rounds = 1000
	}
	for range rounds {
		re, err := regexp.Compile(g.pick("", "(?m)", "(?m)^", "^", "(?i)", "(?U)", "(?s)") + g.regexp(1+g.Intn(5)))
		if err != nil {
			continue
		}
		start, value := both(re)
		for range 12 {
			equal(t, start, value, []byte(g.text()))
		}
		if value.engine.Load().automaton != nil {
			automata++
		}
	}
	if automata < rounds/2 {
		t.Errorf("only %d automata of %d regexps", automata, rounds)
	}
}

func FuzzAutomaton(f *testing.F) {
	f.Add(`(?m)^(?:\[[^\]\n]*\][: ]*)*(?:(?:ERROR|INFO):[ \t]+)?Decode batch`, "[a] [b]: INFO: \n[c] Decode batch")
	f.Add(`obj=\((?:[^'"\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")*?\broom=\[?(\d{1,20})`, `obj=(text='room=1 \' "', room=[23`)
	f.Add(`(a)|b(?:(c)|d)*?$`, "bdc\xff")
	f.Fuzz(func(t *testing.T, expr, text string) {
		re, err := regexp.Compile(expr)
		if err != nil || len(expr) > 200 || len(text) > 2000 {
			t.Skip()
		}
		start, value := both(re)
		equal(t, start, value, []byte(text))
	})
}

// TestAutomatonGivesUp: what cannot be an automaton, or gets too large as one, is still right.
func TestAutomatonGivesUp(t *testing.T) {
	long := strings.Repeat("ab", 600) + strings.Repeat("1", 100)
	for name, expr := range map[string]string{
		"too many states":    `(?:a|b)*a(?:a|b){14}`,
		"too many threads":   `a.{1,900}x(\d)|c`,
		"too many registers": `\d{1,60}x|1$`,
		"too many letters":   strings.Join(strings.Split("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", ""), "x|"),
		"too many scripts":   `\pL\pN`,
		"too long":           strings.Repeat(`.{1000}`, 5),
	} {
		start, value := both(regexp.MustCompile(expr))
		g := grammar{rand.New(rand.NewSource(3))}
		for range 40 {
			var sb strings.Builder
			for range 100 {
				sb.WriteString(g.pick("a", "b"))
			}
			equal(t, start, value, []byte(sb.String()))
			equal(t, start, value, []byte(long))
		}
		if value.engine.Load().automaton != nil {
			t.Errorf("%s: still an automaton of %d states", name, len(value.engine.Load().known))
		}
	}
}

// TestAutomatonShared: goroutines build the states of one automaton together.
func TestAutomatonShared(t *testing.T) {
	re := regexp.MustCompile(`(?m)^(?:\[[^\]\n]*\] )*(?:a|b)*?b(?:a|b){6}room=(\d{1,20})`)
	for range 20 {
		start, value := both(re)
		var wg sync.WaitGroup
		for seed := range 8 {
			wg.Go(func() {
				g := grammar{rand.New(rand.NewSource(int64(seed)))}
				for range 50 {
					var sb strings.Builder
					for range 40 {
						sb.WriteString(g.pick("a", "b"))
					}
					equal(t, start, value, fmt.Appendf(nil, "[x] %s\n[y] %sroom=%d", sb.String(), sb.String(), g.Int63()))
				}
			})
		}
		wg.Wait()
	}
}
