package rules_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"roomline/rules"
)

const hostileHead = "apiVersion: rules/v1\npack: {name: t, version: 0.1.0}\n"

func repeated(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
	}
	return b.String()
}

// Packs that are made to eat memory or time are refused, with a word on why, for little of either.
// The deadline is no measure of speed: what is bounded stays below a hundredth of it.
func TestHostilePacks(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		name, src string
		want      string
		most      uint64 // bytes that may be allocated
	}{
		{"yaml bomb", hostileHead + "lists:\n  a: &a [xxxxx, xxxxx]\n" + repeated(40, func(i int) string {
			return fmt.Sprintf("  b%d: &b%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat("*"+map[bool]string{true: "a", false: fmt.Sprintf("b%d", i-1)}[i == 0]+", ", 9), ", "))
		}), "are not part of rules/v1", 2 * mb},
		{"ten megabytes", hostileHead + "#" + strings.Repeat("x", 10<<20), "over the limit of", mb},
		{"three megabytes", hostileHead + "#" + strings.Repeat("x", 3<<20), "over the limit of 2097152", mb},
		{"two megabytes of nodes", hostileHead + "lists: {a: [" + strings.Repeat("a,", 1<<20-64) + "a]}\n", "YAML nodes", 900 * mb},
		{"a thousand deep", hostileHead + "signals: " + strings.Repeat("{a: ", 1000) + "1" + strings.Repeat("}", 1000) + "\n", "nested more than 64 deep", 4 * mb},
		{"a thousand deep in lines", hostileHead + "signals:\n" + repeated(1000, func(i int) string { return strings.Repeat(" ", i+1) + "a:\n" }), "nested more than 64 deep", 8 * mb},
		{"a hundred thousand deep", hostileHead + "signals: " + strings.Repeat("[", 100_000), "exceeded max depth", 200 * mb},
		{"regexp of 100 kB", hostileHead + "signals: {a: {log: {all: [aaaaa], regex: '" + strings.Repeat("(a|b)", 20_000) + "'}}}\n", "over the limit of 4096", 4 * mb},
		{"repeat counts", hostileHead + "signals: {a: {log: {all: [aaaaa], regex: '" + strings.Repeat("[a-z]{1000}", 300) + "'}}}\n", "repeat counts are written out", 2 * mb},
		{"repeat counts of repeat counts", hostileHead + "signals: {a: {log: {all: [aaaaa], regex: '((((x{30}){30}){30}){30}){30}'}}}\n", "regex: ", 2 * mb},
		{"many regexps", hostileHead + "signals:\n" + repeated(2000, func(i int) string {
			return fmt.Sprintf("  s%d: {log: {all: [aaaaa], regex: '[a-z]{1000}[a-z]{1000}[a-z]{1000}%d'}}\n", i, i)
		}), "steps of regular expressions", 200 * mb},
		{"a hundred thousand rules", hostileHead + "signals: {s: {log: {all: [aaaaa]}}}\nrules:\n" + repeated(100_000, func(i int) string {
			return fmt.Sprintf(" - {id: r%d, severity: info, pattern: {event: s}}\n", i)
		}), "over the limit of 2097152", mb},
		{"WITH in WITH", hostileHead + "signals: {s: {metric: {expr: 'WITH (t0 = up, " + repeated(60, func(i int) string {
			return fmt.Sprintf("t%d = t%d + t%d, ", i+1, i, i)
		}) + "z = t60) z'}}}\n", "written out", 4 * mb},
		{"many large expressions", hostileHead + "signals:\n" + repeated(500, func(i int) string {
			return fmt.Sprintf("  s%d: {metric: {expr: 'WITH (a = up+up+up+up+up+up, b = a+a+a+a+a+a, c = b+b+b+b+b+b) c+c+c+c+c+c'}}\n", i)
		}), "words of expressions", 400 * mb},
		{"a macro in each place", hostileHead + "macros: {m: {any_series: [" + strings.TrimSuffix(strings.Repeat("aaaa,", 60), ",") + "]}}\nsignals: {s: {metric: {expr: '" + strings.Repeat("$m+", 15_000) + "1'}}}\n", "longer than 65536 bytes", 4 * mb},
		{"series of macros", hostileHead + "macros: {m: {any_series: [" + strings.TrimSuffix(strings.Repeat("aaaa,", 60), ",") + "]}}\nsignals: {s: {metric: {expr: '" + strings.Repeat("$m+", 200) + "1'}}}\n", "written out", 4 * mb},
		{"a list in each signal", hostileHead + "lists: {l: [" + strings.TrimSuffix(strings.Repeat("aaaaaaaa,", 900), ",") + "]}\nsignals:\n" + repeated(5000, func(i int) string {
			return fmt.Sprintf("  s%d: {log: {any: $l}}\n", i)
		}), "literals", 60 * mb},
		{"a rule of ten thousand steps", hostileHead + "signals: {s: {log: {all: [aaaaa]}}}\nrules:\n  - {id: r, severity: info, pattern: {seq: [" + strings.TrimSuffix(strings.Repeat("s,", 10_000), ",") + "]}}\n", "the limit is 64", 30 * mb},
		{"nothing but mistakes", hostileHead + "signals:\n" + repeated(30_000, func(i int) string { return fmt.Sprintf("  s%d: {lgo: {}}\n", i) }), "more faults: mend these first", 300 * mb},
		{"unknown signals", hostileHead + "signals:\n" + repeated(3000, func(i int) string { return fmt.Sprintf("  signal_number_%d: {log: {all: [aaaaa]}}\n", i) }) +
			"rules:\n" + repeated(9000, func(i int) string {
			return fmt.Sprintf("  - {id: r%d, severity: info, pattern: {event: signal_numbre_%d}}\n", i, i)
		}), "more faults: mend these first", 400 * mb},
		{"a NUL byte", hostileHead + "signals: {\x00}\n", "t.yaml:3:11: a NUL byte", mb},
		{"not UTF-8", hostileHead + "# caf\xe9\n", "t.yaml:3:6: byte 0xe9 is not UTF-8", mb},
		{"an escape for terminals", hostileHead + "# \x1b[31m\n", "t.yaml:3:3: the control character U+001B", mb},
		{"UTF-16", "\xff\xfea\x00:\x00 \x001\x00", "t.yaml:1:1: the file is UTF-16", mb},
		{"all blanks", strings.Repeat(" \n", 1<<20), "empty", 400 * mb},
		{"syntax error far down", hostileHead + strings.Repeat("# x\n", 50_000) + "a: b: c\n", "t.yaml:50003:5", 200 * mb},
	} {
		t.Run(c.name, func(t *testing.T) { refused(t, []byte(c.src), c.want, c.most) })
	}
}

// refused holds that a pack is refused in so many words, and that this costs little.
func refused(t *testing.T, src []byte, want string, most uint64) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	p, faults := rules.Load("t.yaml", src)
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	if p != nil {
		t.Fatal("it was loaded")
	}
	text := faults.Error()
	if !strings.Contains(text, want) {
		t.Errorf("not %q: %.600s", want, text)
	}
	if strings.ContainsAny(text, "\x00\x1b") {
		t.Error("the message would reach the terminal")
	}
	used := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d kB, %v, %d faults", used>>10, took, len(faults))
	if used > most {
		t.Errorf("%d MB were allocated to refuse it; %d may be", used>>20, most>>20)
	}
	if took > 2*time.Minute {
		t.Errorf("it took %v", took)
	}
	if len(faults) > 201 || len(text) > 200<<10 {
		t.Errorf("%d faults, %d bytes of them", len(faults), len(text))
	}
}

// What one file may not hold, many may not either: the limits are those of the pack.
func TestHostileFolder(t *testing.T) {
	src := &rules.Source{ID: "d", Path: "d", Files: []rules.File{{Path: "d/pack.yaml", Name: "pack.yaml", Data: []byte(hostileHead + "signals: {s: {log: {all: [aaaaa]}}}\n")}}}
	for f := range 10 {
		name := fmt.Sprintf("r%d.yaml", f)
		src.Files = append(src.Files, rules.File{Path: "d/" + name, Name: name, Data: []byte("rules:\n" + repeated(10_000, func(i int) string {
			return fmt.Sprintf(" - {id: r%d-%d, severity: info, pattern: {event: s}}\n", f, i)
		}))})
	}
	lib := rules.NewLibrary(func(string, string) (*rules.Source, error) { return src, nil })
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := lib.Load("d")
	runtime.ReadMemStats(&after)
	if p != nil || !strings.Contains(err.Error(), "d/r4.yaml:") || !strings.Contains(err.Error(), "more than 400000 YAML nodes") {
		t.Errorf("a hundred thousand rules in ten files: %v", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 600<<20 {
		t.Errorf("%d MB were allocated to refuse it", used>>20)
	}
}

// A BOM and CRLF are what editors write: they are accepted, and places do not move.
func TestEditorsMarks(t *testing.T) {
	good := hostileHead + "signals: {s: {log: {all: [aaaaa]}}}\nrules: [{id: r, severity: info, pattern: {event: s}}]\n"
	for name, src := range map[string]string{"bom": "\ufeff" + good, "crlf": strings.ReplaceAll(good, "\n", "\r\n"), "both": "\ufeff" + strings.ReplaceAll(good, "\n", "\r\n")} {
		if _, faults := rules.Load("t.yaml", []byte(src)); faults != nil {
			t.Errorf("%s: %v", name, faults)
		}
		bad := strings.Replace(src, "event: s", "event: t", 1)
		if _, faults := rules.Load("t.yaml", []byte(bad)); len(faults) != 1 || faults[0].Line != 4 || faults[0].Col != 50 || strings.Contains(faults[0].Text, "\r") {
			t.Errorf("%s: %v", name, faults)
		}
	}
	if _, faults := rules.Load("t.yaml", []byte("\ufeffapiVersin: rules/v1\n")); len(faults) == 0 || faults[0].Col != 1 || strings.HasPrefix(faults[0].Text, "\ufeff") {
		t.Errorf("the first line behind a BOM: %v", faults)
	}
}
