package match

import (
	"fmt"
	"math/rand"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
)

// directRegexp makes a regexp of the parts that direct ones have, most of them in a way that is direct.
func (g grammar) directRegexp() string {
	var sb strings.Builder
	sb.WriteString(g.pick("", "", "", "(?m)^", head, head, head+`[^\s"]+`, head+`[^"]+`, `(?m)^[^\s"]+ `, `(?m)^[a\n]*`, "[ :]", "[^a]", `\b`, "(?i)"))
	sb.WriteString(g.pick("room", "LIT:", "aba", "ab", "(?:room|LIT:b)", `(?:LIT(?: ?\[\d+\])?[.,]|roo)`, `(?:LIT|[ :]room)`, "(LIT|room)", "(room", "é=1"))
	group := g.Intn(3)
	for i := range 1 + g.Intn(5) {
		if i == group {
			sb.WriteString("(")
		}
		sb.WriteString(g.pick("=", `\[?`, " ?", `\d+`, `\d{1,3}`, `[\d.]+`, `(?:\.\d+)?`, `[^\n]*`, `[^\n]{1,4}`, `\S+`, `\w*`, `[^'\s]+`, "a", `\b`, "x*", `(?:ab)?`, `.`, `[^a]+`, `\d+?`, `(?:a|b)`, "LIT", `[é-ü]`, `(?:LIT|room)`, `(?:roo|room)`, `(?:LIT)?`, `(?:room)?(?:LIT)?aba`, `'(?:[^'\\\n]|\\.)*'`, `(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`, `[^\n]*LIT`, `[^\n]*room`, "(?:a(b)?)?", "$",
			`(?:[^'"\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")*?\broom`, `(?:[^'"\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")*?LIT`))
		if i == group {
			sb.WriteString(")")
			group = -1
		}
	}
	if strings.Count(sb.String(), "(") != strings.Count(sb.String(), ")") {
		sb.WriteString(")")
	}
	return sb.String()
}

func (g grammar) directText() string {
	var sb strings.Builder
	for range g.Intn(30) {
		sb.WriteString(g.pick("a", "b", "ab", "room", "room=", "LIT", "LIT:", "LIT: ", "[x] ", "[INFO: ", "INFO: ", "ERROR:", "\n", " ", ":", "1", "23", "4567", ".5", "'", `"`, `\`, `\'`, "'room'", "[", "é", "é=1", "\xff", "_", "x"))
	}
	return sb.String()
}

func TestDirectDifferential(t *testing.T) {
	g := grammar{rand.New(rand.NewSource(6))}
	starts, values := 0, 0
	rounds := 1500
	if testing.Short() {
		rounds = 500
	}
	for range rounds {
		re, err := regexp.Compile(g.directRegexp())
		if err != nil {
			continue
		}
		start, value := both(re)
		for range 20 {
			equal(t, start, value, []byte(g.directText()))
		}
		if start.direct != nil {
			starts++
		}
		if value.direct != nil {
			values++
		}
	}
	if starts < rounds/3 || values < rounds/16 {
		t.Errorf("of %d regexps only %d conditions and %d captures were direct", rounds, starts, values)
	}
}

// TestDirectForms: the forms that packs use most are direct, and those that look like it are not.
func TestDirectForms(t *testing.T) {
	for expr, want := range map[string]bool{
		`room=(\d+)`:                          true,
		`room=(\d{1,20})\b`:                   true,
		`\bbootstrap_room=(\d{1,20})\b`:       false, // what stands before the literal decides
		`room=\[?(\d{1,20})\b`:                true,
		`of ([^\n]{1,160})`:                   true,
		`[ ;:]queue_duration=(\d+(?:\.\d+)?)`: true,
		`duration=(\d{1,8}(?:\.\d+)?) ?ms`:    true,
		`rid='?([^'\s]+)`:                     true,
		`rid=(\d+)5`:                          false, // the digits may have to give one back
		`rid=(\d*)\b`:                         false, // no digit at all may be the way to match
		`rid=([^\n]*) end`:                    false,
		`rid=(\d+?)`:                          false,
		`(?i)rid=(\d+)`:                       false,
		`rid=(\w+)\b`:                         true,
		`rid=([\w-]+)\b`:                      false,
		`Receive: obj=\((?:[^'"\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")*?\broom=\[?(\d{1,20})\b`: true,
	} {
		if got := newDirect(mustParse(expr), wantGroup, false) != nil; got != want {
			t.Errorf("%s: direct %v, want %v", expr, got, want)
		}
	}
}

// TestDirectGivesUp: a text that is made to cost time is left to the automaton, and still right.
func TestDirectGivesUp(t *testing.T) {
	for _, c := range []struct{ expr, text string }{
		{head + `[^\s"]+ - "GET`, "[x] " + strings.Repeat(` - "GET`, 50)},
		{`room=(\d+)\b`, strings.Repeat("room=1x ", 50) + "room=7"},
		{`Receive:` + quotedSource + `\broom=(\d+)`, "Receive:" + strings.Repeat("room=x ", 50) + "'room=5' room=7"},
	} {
		start, value := both(regexp.MustCompile(c.expr))
		equal(t, start, value, []byte(c.text))
		if value.what == wantGroup {
			if _, done := value.directly(&view{text: []byte(c.text), of: value}); done || value.direct == nil {
				t.Errorf("%s: the text was not given up", c.expr)
			}
		}
	}
}

func TestIsHeader(t *testing.T) {
	syntaxes := regexp.MustCompile(`\A(?:` + headerSource + `)\z`)
	g := grammar{rand.New(rand.NewSource(7))}
	for range 20000 {
		var sb strings.Builder
		for range g.Intn(7) {
			sb.WriteString(g.pick("[", "]", "[x]", "[INFO]", " ", ":", "\t", "INFO", "WARN", "WARNING:", "WARN:", "DEBUG: ", "x"))
		}
		if got, want := isHeader([]byte(sb.String()), sb.Len(), sb.Len()), syntaxes.MatchString(sb.String()); got != want {
			t.Fatalf("%q: got %v, want %v", sb.String(), got, want)
		}
	}
}

// TestPackDirect says how many regexps of the shipped pack are direct; most are.
func TestPackDirect(t *testing.T) {
	direct, all := 0, 0
	for _, re := range packRegexps(t) {
		what := wantStart
		if re.NumSubexp() > 0 {
			what = wantGroup
		}
		all++
		if newDirect(mustParse(re.String()), what, what == wantStart) != nil {
			direct++
		} else {
			t.Logf("by automaton: %s", strings.TrimPrefix(re.String(), head))
		}
	}
	t.Log(fmt.Sprint(direct), "of", all)
	if direct < all*2/3 {
		t.Errorf("only %d of %d", direct, all)
	}
}

func FuzzDirect(f *testing.F) {
	f.Add(`room=\[?(\d{1,20})\b`, "room=x room=[12")
	f.Add(`Receive:`+quotedSource+`\broom=(\d+)`, `Receive: 'room=1' "\"" room=2`)
	f.Add(head+`(?:Prefill batch|Decode batch(?: ?\[\d+\])?[.,] #running-req: [1-9])`, "[a] INFO: Decode batch [1], #running-req: 5")
	f.Add(`[ ;:]duration=(\d+(?:\.\d+)?) ?ms`, " duration=12.5ms")
	f.Fuzz(func(t *testing.T, expr, text string) {
		re, err := regexp.Compile(expr)
		if err != nil || len(expr) > 200 || len(text) > 2000 {
			t.Skip()
		}
		if _, err := syntax.Parse(expr, syntax.Perl); err != nil {
			t.Skip()
		}
		start, value := both(re)
		equal(t, start, value, []byte(text))
	})
}
