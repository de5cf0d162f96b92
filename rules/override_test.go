package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

const tunedPack = `
lists: {aborts: ["Aborted by AbortReq.", "KVTransferError"], noise: ["health probe"]}
signals:
  died: {log: {role: prefill, all: ["the worker died"], not: $noise, capture: {user: 'user=(\w+)'}}}
  aborted: {log: {role: prefill, any: $aborts}}
  listed: {log: {role: prefill, all: $aborts}}
  depth: {metric: {role: prefill, expr: 'max by (instance) (depth)', by: [process]}}
  other: {metric: {role: prefill, expr: 'max by (instance) (other)', by: [process]}}
rules:
  - id: shared
    severity: high
    title: the author's title
    mitigation: restart it
    tags: [a]
    references: [r1]
    by: [process]
    pattern:
      seq:
        - died: {event: died}
        - burst: {count: {event: aborted, min: 3, within: 10s}, during: {after: died, within: 1m}}
        - full: {witnesses: [{holds: {signal: depth, op: ">", value: 2, for: 30s}}, {holds: {signal: other, op: ">", value: 5, for: 30s}}], start: {after: died, within: 20s}}
        - more: {rises: {signal: depth, by: 4}, during: {after: died, within: 5m}}
    exceptions: {hosts: {entity: instance}, users: {capture: user, values: [root]}}
  - {id: twin, severity: info, by: [process], pattern: {seq: [{died: died}, {again: listed}]}}
`

// tuned joins the shared pack with one that overrides it.
func tuned(t *testing.T, override string, how rules.Joining) (*rules.Set, []rules.Refused) {
	t.Helper()
	d := disk{"shared.yaml": packText("shared", tunedPack), "team.yaml": packText("team", "overrides:\n  - "+override+"\n")}
	lib := rules.NewLibrary(d.open)
	for _, name := range []string{"team.yaml", "shared.yaml"} { // the order in which they are given does not matter
		if p, err := lib.Load(name); p == nil {
			t.Fatal(err)
		}
	}
	set, refused, err := rules.Join(lib.Packs(), how)
	if err != nil {
		t.Fatal(err)
	}
	return set, refused
}

func prose(r *rules.Rule) string {
	var out []string
	for _, p := range r.Explain() {
		out = append(out, p.ID+": "+p.Text)
	}
	return strings.Join(out, "\n")
}

// Each thing that an override may change changes the rule, says so in words, and leaves other rules
// and the pack as loaded alone.
func TestOverrides(t *testing.T) {
	for _, c := range []struct {
		override, said string
		is             func(r *rules.Rule) bool
	}{
		{`severity: critical`, "severity: critical (was high)", func(r *rules.Rule) bool { return r.Severity == "critical" }},
		{`replace: {title: ours}`, "title replaced", func(r *rules.Rule) bool { return r.Title == "ours" }},
		{`replace: {description: ours, mitigation: call us}`, "mitigation replaced", func(r *rules.Rule) bool { return r.Mitigation == "call us" && r.Description == "ours" }},
		{`replace: {tags: [x, y], references: []}`, "tags: x, y", func(r *rules.Rule) bool { return slices.Equal(r.Tags, []string{"x", "y"}) && len(r.References) == 0 }},
		{`append: {tags: [b], references: [r2]}`, "references + r2", func(r *rules.Rule) bool {
			return slices.Equal(r.Tags, []string{"a", "b"}) && slices.Equal(r.References, []string{"r1", "r2"})
		}},
		{`append: {mitigation: page the owner, description: seen in May}`, `mitigation + "page the owner"`, func(r *rules.Rule) bool {
			return r.Mitigation == "restart it; page the owner" && r.Description == "seen in May"
		}},
		{`replace: {ties: strict, max_gap: 40s}`, "max_gap: 40s (was the pack's)", func(r *rules.Rule) bool { return r.Strict && r.MaxGap == 40*time.Second }},
		{`replace: {steps: {burst: {min: 5, within: 20s}}}`, "burst.min: 5 (was 3)", func(r *rules.Rule) bool {
			return strings.Contains(prose(r), "at least 5 records of aborted within 20s")
		}},
		{`replace: {steps: {burst: {during: {within: 2m}}}}`, "burst.during: 2m (was 1m)", func(r *rules.Rule) bool { return strings.Contains(prose(r), "within 2m") }},
		{`replace: {steps: {full: {for: 45s}}}`, "full.for: 45s (was 30s)", func(r *rules.Rule) bool { return strings.Count(prose(r), "for 45s") == 2 }},
		{`replace: {steps: {full: {value: 9, of: depth}}}`, "full.value of depth: 9 (was 2)", func(r *rules.Rule) bool {
			return strings.Contains(prose(r), "depth > 9") && strings.Contains(prose(r), "other > 5")
		}},
		{`replace: {steps: {full: {start: {within: 25s}}}}`, "full.start: 25s (was 20s)", func(r *rules.Rule) bool { return strings.Count(prose(r), "within 25s") == 2 }},
		{`replace: {steps: {more: {by: 7}}}`, "more.by: 7 (was 4)", func(r *rules.Rule) bool { return strings.Contains(prose(r), "depth rises by 7 or more") }},
		{`append: {not: {died: ["in a drill"]}}`, `not.died + "in a drill"`, func(r *rules.Rule) bool {
			return slices.Equal(r.Steps[0].Op.Signal.Not, []string{"health probe", "in a drill"})
		}},
		{`append: {any: {aborted: ["another wording"]}}`, `any.aborted + "another wording"`, func(r *rules.Rule) bool { return len(r.Steps[1].Op.Signal.Any) == 3 }},
		{`append: {lists: {noise: ["a drill"]}}`, `lists.noise + "a drill"`, func(r *rules.Rule) bool { return len(r.Steps[0].Op.Signal.Not) == 2 }},
		{`append: {exceptions: {hosts: [n7, n8]}}`, "exception hosts + n7, n8", func(r *rules.Rule) bool {
			return len(r.Exceptions[0].Values) == 2 && r.Exceptions[0].Values[1].Value == "n8" && r.Exceptions[0].Values[1].Pack == "team@1.0.0"
		}},
	} {
		set, refused := tuned(t, "{rule: shared, reason: why not, "+c.override+"}", rules.Joining{Now: timeline.NoTime})
		if len(refused) > 0 {
			t.Errorf("%s: %v", c.override, refused[0].Err)
			continue
		}
		r := set.Rule("shared")
		if !c.is(r) {
			t.Errorf("%s: it is not so: %s", c.override, prose(r))
		}
		o := r.Overridden
		if len(o) != 1 || o[0].Pack != "team@1.0.0" || o[0].Reason != "why not" || !slices.Contains(o[0].Changes, c.said) {
			t.Errorf("%s: want %q of %+v", c.override, c.said, o)
		}
		loaded := r.Pack()
		for _, was := range loaded.Rules {
			if was.ID == "shared" && (len(was.Overridden) > 0 || c.is(was)) {
				t.Errorf("%s: the pack as loaded was changed", c.override)
			}
		}
		if twin := set.Rule("twin"); len(twin.Steps[0].Op.Signal.Not) != 1 || len(twin.Overridden) != 0 {
			t.Errorf("%s: another rule was changed", c.override)
		}
	}
}

// What cannot be overridden is a fault of the pack that overrides, at its place; the others run.
func TestOverrideFaults(t *testing.T) {
	for _, c := range []struct{ override, want string }{
		{`{rule: sharde, reason: x, severity: info}`, `4:12: override of an unknown rule "sharde"; did you mean "shared"?`},
		{`{rule: shared, reason: x, replace: {steps: {bursts: {min: 2}}}}`, `4:49: rule "shared" has no step "bursts"; did you mean "burst"?; it has died, burst, full, more`},
		{`{rule: shared, reason: x, replace: {steps: {burst: {value: 2}}}}`, "4:57: step \"burst\" of \"shared\" has no `value` that could be replaced"},
		{`{rule: shared, reason: x, replace: {steps: {full: {value: 2}}}}`, "4:56: step \"full\" of \"shared\" has several `value` (2, 5): say of which signal, with of: SIGNAL"},
		{`{rule: shared, reason: x, append: {not: {diet: ["in a drill"]}}}`, `4:46: rule "shared" uses no signal "diet"; did you mean "died"?`},
		{`{rule: shared, reason: x, append: {any: {died: ["another"]}}}`, "signal \"died\" has no `any`: its first alternative would make it match less"},
		{`{rule: shared, reason: x, append: {any: {aborted: ["abc"]}}}`, `signal "aborted" would have no literal of 4 bytes`},
		{`{rule: shared, reason: x, append: {not: {died: ["died"]}}}`, `signal "died" could never match: what it asks for holds "died"`},
		{`{rule: twin, reason: x, append: {lists: {aborts: ["more"]}}}`, `list "aborts" is what signal "listed" asks for all of`},
		{`{rule: shared, reason: x, append: {lists: {noises: ["more"]}}}`, `rule "shared" uses no list "noises"; did you mean "noise"?`},
		{`{rule: shared, reason: x, append: {exceptions: {host: [n7]}}}`, `4:53: rule "shared" has no exception "host"; it has hosts, users; did you mean "hosts"?`},
		{`{rule: twin, reason: x, append: {exceptions: {host: [n7]}}}`, `rule "twin" has no exception "host"; its author declared none`},
	} {
		set, refused := tuned(t, c.override, rules.Joining{Now: timeline.NoTime})
		if len(refused) != 1 || refused[0].Pack.Name != "team" || !strings.Contains(refused[0].Err.Error(), "team.yaml:") || !strings.Contains(refused[0].Err.Error(), c.want) {
			t.Errorf("%s\nwant %s\ngot  %v", c.override, c.want, refused)
		}
		if set == nil || set.Rule("shared") == nil || len(set.Rule("shared").Overridden) != 0 {
			t.Errorf("%s: the other pack does not run as it is", c.override)
		}
	}
	for _, c := range []struct{ override, want string }{
		{`{rule: shared, reason: x, append: {tags: [a]}, replace: {tags: [b]}}`, `4:40: "tags" is both replaced and appended to`},
		{`{rule: shared, reason: x, replace: {steps: {burst: {min: 0}}}}`, `4:62: min is 0, which no count can be`},
		{`{rule: shared, reason: x, replace: {steps: {full: {for: 0s}}}}`, `4:61: for must be more than nothing`},
		{`{rule: shared, reason: x, replace: {steps: {full: {start: 5s}}}}`, `4:63: window to tune must be a mapping`},
		{`{rule: shared, reason: x, append: {not: {died: []}}}`, `4:46: not of died: give at least one text`},
	} {
		_, err := rules.NewLibrary(disk{"t.yaml": packText("t", "overrides:\n  - "+c.override+"\n")}.open).Load("t.yaml")
		if err == nil || !strings.Contains(err.Error(), "t.yaml:"+c.want) {
			t.Errorf("%s\nwant %s\ngot  %v", c.override, c.want, err)
		}
	}
}

// An override applies to the end of the day that it names, in UTC; later it is a warning.
func TestOverrideExpires(t *testing.T) {
	at := func(s string) timeline.Time {
		v, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return timeline.FromStd(v)
	}
	for _, c := range []struct {
		now     timeline.Time
		applies bool
	}{{timeline.NoTime, true}, {at("2026-12-31T00:00:00Z"), true}, {at("2026-12-31T23:59:59.999999999Z"), true}, {at("2027-01-01T00:00:00Z"), false}} {
		set, _ := tuned(t, "{rule: shared, reason: until the upgrade, severity: info, until: 2026-12-31}", rules.Joining{Now: c.now})
		if got := set.Rule("shared").Severity == "info"; got != c.applies {
			t.Errorf("at %s: applies %t", c.now, got)
		}
		if warned := len(set.Warnings) == 1 && strings.Contains(set.Warnings[0], "team.yaml:4: the override of shared expired on 2026-12-31 and does not apply (until the upgrade)"); warned == c.applies {
			t.Errorf("at %s: %q", c.now, set.Warnings)
		}
	}
}

// Overrides of several packs are applied one after the other, and all are shown.
func TestOverridesAddUp(t *testing.T) {
	d := disk{"shared.yaml": packText("shared", tunedPack),
		"one.yaml": packText("one", "overrides: [{rule: shared, reason: first, severity: info, append: {not: {died: [one drill]}}}]\n"),
		"two.yaml": packText("two", "overrides: [{rule: shared, reason: second, severity: warning, append: {not: {died: [two drills]}}}]\n")}
	lib := rules.NewLibrary(d.open)
	for _, name := range []string{"shared.yaml", "one.yaml", "two.yaml"} {
		if p, err := lib.Load(name); p == nil {
			t.Fatal(err)
		}
	}
	set, err := rules.NewSet(lib.Packs()...)
	if err != nil {
		t.Fatal(err)
	}
	r := set.Rule("shared")
	if r.Severity != "warning" || len(r.Overridden) != 2 || r.Overridden[1].Changes[0] != "severity: warning (was info)" {
		t.Errorf("%s, %+v", r.Severity, r.Overridden)
	}
	if got := r.Steps[0].Op.Signal.Not; !slices.Equal(got, []string{"health probe", "one drill", "two drills"}) {
		t.Errorf("%q", got)
	}
}

// A pack that cannot run takes with it what uses it, and nothing else; if some pack did not load, an
// override that nobody answers to is a warning.
func TestJoinLeavesOut(t *testing.T) {
	d := disk{
		"a.yaml":    packText("a", "signals: {x: {log: {all: [aaaaa]}}}\nrules: [{id: twice, severity: info, pattern: {event: x}}]\n"),
		"b.yaml":    packText("b", "signals: {y: {log: {all: [bbbbb]}}}\nrules: [{id: twice, severity: info, pattern: {event: y}}]\n"),
		"of-b.yaml": packText("of-b", "uses: [b.yaml]\nrules: [{id: of-b, severity: info, pattern: {event: y}}]\n"),
		"o.yaml":    packText("o", "signals: {z: {log: {all: [zzzzz]}}}\nrules: [{id: mine, severity: info, pattern: {event: z}}]\noverrides: [{rule: gone, reason: x, severity: info}]\n"),
	}
	d.pin(t, "of-b.yaml")
	lib := rules.NewLibrary(d.open)
	for _, name := range []string{"a.yaml", "of-b.yaml", "o.yaml"} {
		if p, err := lib.Load(name); p == nil {
			t.Fatal(err)
		}
	}
	set, refused, err := rules.Join(lib.Packs(), rules.Joining{Now: timeline.NoTime, Partial: true})
	if err != nil {
		t.Fatal(err)
	}
	var why []string
	for _, r := range refused {
		why = append(why, r.Pack.Name+": "+r.Err.Error())
	}
	if len(why) != 2 || !strings.Contains(why[0], `b: rule "twice" is in pack a@1.0.0 (a.yaml) and in pack b@1.0.0 (b.yaml)`) || strings.Contains(why[0], "--no-builtin-rules") || why[1] != "of-b: b.yaml, which it uses, does not run" {
		t.Errorf("%q", why)
	}
	if got := set.RuleIDs(); !slices.Equal(got, []string{"twice", "mine"}) {
		t.Errorf("%q", got)
	}
	if len(set.Warnings) != 1 || !strings.Contains(set.Warnings[0], "rule gone is in no pack that runs, so nothing is overridden") {
		t.Errorf("%q", set.Warnings)
	}
	_, refused, _ = rules.Join(lib.Packs(), rules.Joining{Now: timeline.NoTime})
	var faults rules.Faults
	if len(refused) != 3 || !errors.As(refused[2].Err, &faults) || faults[0].Line != 5 {
		t.Errorf("with all packs there, an unknown rule is a fault: %v", refused)
	}
}
