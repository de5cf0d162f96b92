package rules_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roomline/rules"
)

// folder opens a folder of testdata as a pack.
func folder(t *testing.T, dir string) *rules.Source {
	t.Helper()
	src := &rules.Source{ID: dir, Path: dir}
	for _, pattern := range []string{"pack.yaml", "[^p]*.yaml"} {
		list, err := filepath.Glob(filepath.Join("testdata", dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range list {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Base(path)
			src.Files = append(src.Files, rules.File{Path: dir + "/" + name, Name: name, Data: data})
		}
	}
	return src
}

func loadFolder(t *testing.T, dir string) (*rules.Pack, error) {
	t.Helper()
	return rules.NewLibrary(func(string, string) (*rules.Source, error) { return folder(t, dir), nil }).Load(dir)
}

func TestMistakesGolden(t *testing.T) {
	_, err := loadFolder(t, "mistakes")
	golden(t, "testdata/mistakes/faults.golden", err.Error()+"\n")
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *edgeUpdate {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update writes it anew):\n%s", path, got)
	}
}

// mistakes says where each mistake of testdata/mistakes stands, and what has to be read there.
var mistakes = []struct{ place, hint string }{
	{`pack.yaml:4:40`, `did you mean "owner"`},
	{`pack.yaml:5:26`, `1m30s, 500ms, 2d`},
	{`pack.yaml:5:38`, `did you mean "strict"`},
	{`pack.yaml:6:1`, `did you mean "signals"`},
	{`pack.yaml:8:36`, `an empty entry in list aborts`},
	{`pack.yaml:11:3`, `macro "nothing" needs either any_series or expr`},
	{`pack.yaml:13:10`, `did you mean "ignore"`},
	{`pack.yaml:17:13`, `did you mean "Failed"`},
	{`pack.yaml:19:48`, `did you mean "Transferring"`},
	{`pack.yaml:20:9`, `it moves none`},
	{`pack.yaml:21:95`, `signal "failed" captures no "sec"`},
	{`pack.yaml:23:22`, `did you mean "prefill"`},
	{`pack.yaml:28:3`, `the first is in line 23`},
	{`pack.yaml:29:22`, `true if that is meant`},
	{`pack.yaml:30:39`, `true if that is meant`},
	{`pack.yaml:31:48`, `no look-around, no back-references`},
	{`pack.yaml:32:48`, "put what must not be there into `not`, and what must into `all`"},
	{`pack.yaml:33:23`, `did you mean "aborts"`},
	{`pack.yaml:34:67`, `what it asks for holds "died", which it forbids`},
	{`pack.yaml:35:3`, `signal "nothing" needs exactly one of log, metric, config`},
	{`pack.yaml:36:46`, `did you mean "once_per_process"`},
	{`pack.yaml:38:46`, `it may be start, exit, debug_on`},
	{`pack.yaml:39:66`, `rooms_visible is 0 (failures), 1 (finished), 2 (received) or 3 (every step`},
	{`pack.yaml:40:46`, `did you mean "queue"`},
	{`pack.yaml:41:52`, `want ",", ")"`},
	{`pack.yaml:42:33`, `function holt_winters is not available offline; there are absent_over_time, `},
	{`pack.yaml:43:50`, `did you mean "died"`},
	{`pack.yaml:44:48`, `optional must be true or false, not the text "perhaps"`},
	{`pack.yaml:45:3`, `config signal "setting" needs key and value`},
	{`pack.yaml:47:12`, `that whoever reads a report can judge it`},
	{`pack.yaml:48:12`, `give severity, replace or append`},
	{`pack.yaml:49:42`, `2026-12-31, the last one on which the override applies`},
	{`pack.yaml:49:64`, `did you mean "critical"`},
	{`pack.yaml:50:45`, `it stands beside replace, not in it`},
	{`pack.yaml:51:44`, `did you mean "exceptions"`},
	{`rules.yaml:1:1`, `"pack" stands in pack.yaml only, for the whole pack`},
	{`rules.yaml:3:3`, `the first is at mistakes/pack.yaml:24`},
	{`rules.yaml:6:10`, `the first is at mistakes/rules.yaml:5`},
	{`rules.yaml:7:28`, `did you mean "high"`},
	{`rules.yaml:8:10`, `one of critical, high, warning, info`},
	{`rules.yaml:9:5`, `a rule needs an id`},
	{`rules.yaml:10:10`, "rule \"no-steps\" has neither `pattern` nor `when`"},
	{`rules.yaml:11:59`, `did you mean "failed"`},
	{`rules.yaml:12:54`, `did you mean "count"`},
	{`rules.yaml:13:66`, `use all, any or witnesses`},
	{`rules.yaml:14:55`, `signal "gauge" is a metric signal, where a log signal is needed`},
	{`rules.yaml:15:45`, `title must be a string, not a list`},
	{`rules.yaml:16:73`, `a second step may hold the other`},
	{`rules.yaml:17:45`, `count needs min or max: how many`},
	{`rules.yaml:18:66`, `it cannot be counted`},
	{`rules.yaml:19:81`, `did you mean "room"`},
	{`rules.yaml:20:47`, `begin with an event`},
	{`rules.yaml:21:42`, `no record of it is known to be of one room and the step can never match`},
	{`rules.yaml:28:58`, `name "first" instead`},
	{`rules.yaml:29:50`, `step "early" names "late", which is not before it`},
	{`rules.yaml:30:49`, `did you mean "first"`},
	{`rules.yaml:31:64`, `1m30s, 500ms, 2d`},
	{`rules.yaml:32:42`, `the step can never match`},
	{`rules.yaml:33:44`, `a window takes within or until, not both`},
	{`rules.yaml:34:24`, `no record of it is known to be of one room and the step can never match`},
	{`rules.yaml:35:37`, `no step may wait for it`},
	{`rules.yaml:36:60`, `did you mean "source_alive"`},
	{`rules.yaml:37:47`, `did you mean "<="`},
	{`rules.yaml:38:58`, "value \"$base\" names no `let` of rule \"windows\""},
	{`rules.yaml:39:19`, `grew needs from and to, or for (with start`},
	{`rules.yaml:45:16`, `did you mean "windows"`},
	{`rules.yaml:46:16`, `rule "causes" explains itself`},
	{`rules.yaml:47:20`, `rule "causes" is no cause of "nobody-knows", which is no rule of this pack or one that it uses`},
	{`rules.yaml:48:14`, `did you mean "event"`},
	{`rules.yaml:49:19`, `did you mean "died"`},
	{`rules.yaml:50:57`, `the branch "a" stands twice in classify`},
	{`rules.yaml:51:34`, "it may be process, instance, group, or what stands in its `by`"},
	{`rules.yaml:51:58`, `no signal of the first step of "causes" captures "user"`},
	{`rules.yaml:52:46`, "a metric condition needs an operator: name the signal under `signals`, then pattern: {holds: {signal: .., op: .., value: .., for: ..}}"},
	{`rules.yaml:53:38`, "`when` is the short form of a pattern"},
	{`rules.yaml:54:56`, `true if that is meant`},
	{`rules.yaml:57:5`, `did you mean "let"`},
	{`rules.yaml:58:22`, `did you mean "room"`},
	{`rules.yaml:58:54`, `last_idle needs entities: {process: {idle: SIGNAL}}`},
	{`rules.yaml:58:91`, `during is last_idle, mark NAME, or a window`},
	{`rules.yaml:59:62`, `did you mean "life"`},
	{`rules.yaml:59:74`, `rises needs by: how much`},
	{`rules.yaml:59:112`, `flat takes counter`},
	{`rules.yaml:59:135`, `one of ==, !=, >, >=, <, <=`},
	{`rules.yaml:63:12`, `2026-05-12T03:14:00Z`},
	{`rules.yaml:64:15`, `metrics of prefill@n1 need an interval`},
	{`rules.yaml:66:16`, `did you mean "windows"`},
	{`rules.yaml:66:33`, `did you mean "confirmed"`},
	{`rules.yaml:67:36`, `it may be clear, not_observed`},
	{`rules.yaml:67:50`, `count must be a whole number, not the text "many"`},
}

// Every mistake of a pack is told at once, each at its line and column, with what was probably meant;
// and nothing is told that is no mistake.
func TestMistakes(t *testing.T) {
	_, err := loadFolder(t, "mistakes")
	var faults rules.Faults
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	left := map[string][]string{}
	for _, f := range faults {
		place := fmt.Sprintf("%s:%d:%d", filepath.Base(f.File), f.Line, f.Col)
		left[place] = append(left[place], f.Message)
	}
	for _, m := range mistakes {
		i := slices.IndexFunc(left[m.place], func(s string) bool { return strings.Contains(s, m.hint) })
		if i < 0 {
			t.Errorf("%s: nothing says %q: %q", m.place, m.hint, left[m.place])
			continue
		}
		left[m.place] = slices.Delete(left[m.place], i, i+1)
	}
	for place, more := range left {
		for _, s := range more {
			t.Errorf("%s: %s: this is no mistake of the table", place, s)
		}
	}
}

// The caret stands below the character that the column names.
func TestFaultCaret(t *testing.T) {
	_, err := loadFolder(t, "mistakes")
	var faults rules.Faults
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	for _, f := range faults {
		lines := strings.Split(f.Error(), "\n")
		if len(lines) != 3 || strings.IndexByte(lines[2], '^') != f.Col-1+4 && len(f.Text) <= 160 || f.Col > len([]rune(f.Text))+1 {
			t.Errorf("%s", f.Error())
		}
	}
	long := rules.Fault{File: "x", Line: 1, Col: 301, Text: strings.Repeat("ä", 300) + "!" + strings.Repeat("b", 300), Message: "m"}
	lines := strings.Split(long.Error(), "\n")
	if at := []rune(lines[1]); at[len([]rune(lines[2]))-1] != '!' {
		t.Errorf("the caret of a long line is astray:\n%s", long.Error())
	}
}

// What is no YAML at all is told where it stops to be, too.
func TestSyntaxMistakes(t *testing.T) {
	const head = "apiVersion: rules/v1\npack: {name: t, version: 0.1.0}\n"
	for _, c := range []struct{ name, src, place, hint string }{
		{"tab", head + "signals:\n\tdied: {log: {all: [aaaaa]}}\n", "4:1", "a tab cannot indent in YAML: use spaces"},
		{"tab behind blanks", head + "signals:\n  died:\n  \tlog: {all: [aaaaa]}\n", "5:3", "a tab cannot indent"},
		{"alias", head + "lists: {a: [x]}\nsignals: {d: {log: {all: *a}}}\n", "4:27", "aliases are not part of rules/v1"},
		{"anchor", head + "lists: {a: &here [xxxxx]}\n", "3:12", "anchors (&here) are not part of rules/v1: use lists and macros"},
		{"merge key", head + "signals: {a: &a {log: {all: [aaaaa]}}, b: {<<: *a}}\n", "3:14", "anchors (&a)"},
		{"tag", head + "signals: {a: {log: {all: [!!binary aaaaa]}}}\n", "3:27", "tags (!!binary)"},
		{"colon in a text", head + "rules:\n  - {id: a, severity: info, pattern: {event: a}}\n  - title: KV: lost\n", "5:14", "must stand in quotes"},
		{"escape in double quotes", head + "signals: {a: {log: {all: [aaaaa], regex: \"\\d+\"}}}\n", "3:43", "use single quotes for a regular expression"},
		{"open bracket", head + "signals: {a: {log: {all: [aaaaa}}}\n", "3:26", "this bracket is not closed"},
		{"open quote", head + "signals: {a: {log: {all: ['aaaaa]}}}\n", "3:27", "a quote is not closed"},
		{"at sign", head + "signals: {a: {log: {all: [@aaaaa]}}}\n", "3:27", "must stand in quotes"},
		{"dedent", head + "rules:\n    - id: a\n      severity: info\n   - id: b\n", "6:4", "look at the indentation"},
		{"second document", head + "---\nrules: []\n", "3:1", "a second document begins here"},
		{"a list", "- a\n", "0:0", "a pack is a mapping"},
		{"empty", "", "0:0", "the file is empty"},
		{"another version", "apiVersion: rules/v2\npack: {name: t, version: 0.1.0}\n", "1:13", "this version reads rules/v1"},
		{"no head", "apiVersion: rules/v1\n", "1:1", "the pack has no `pack: {name, version, owner}`"},
		{"exceptions at the top", head + "exceptions: {a: 1}\n", "3:1", "a rule declares its exceptions"},
		{"a step named as an operator", head + "signals: {d: {log: {all: [aaaaa]}}}\nrules:\n  - {id: a, severity: info, pattern: {seq: [{d: {event: d}}, {absent: {absent: {event: d, for: 5s}, start: {after: d, within: 5s}}}]}}\n", "5:63", `"absent" is an operator and cannot be the name of a step`},
		{"a step without its dash", head + "signals: {d: {log: {all: [aaaaa]}}}\nrules:\n  - id: a\n    severity: info\n    pattern: {seq: [{one: {event: d}, two: {event: d}}]}\n", "7:22", "each behind a dash: - one: {...}"},
		{"same of a rule", head + "signals: {d: {log: {all: [aaaaa]}}}\nrules:\n  - {id: a, severity: info, same: [room], pattern: {event: d}}\n", "5:29", "it stands beside an operator: {event: SIGNAL, same: [room]}"},
	} {
		_, faults := rules.Load("t.yaml", []byte(c.src))
		if len(faults) == 0 {
			t.Errorf("%s: it was loaded", c.name)
			continue
		}
		if f := faults[0]; fmt.Sprintf("%d:%d", f.Line, f.Col) != c.place || !strings.Contains(f.Message, c.hint) {
			t.Errorf("%s: want %s and %q:\n%s", c.name, c.place, c.hint, f.Error())
		}
	}
}
