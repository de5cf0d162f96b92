package schema_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"roomline/rules"
	"roomline/rules/schema"
)

// notOfPacks are parts that the loader reads from other files than packs.
var notOfPacks = []string{"lock file", "pin"}

// TestKeys: the schema has the parts and keys that the loader takes, no more and no fewer.
func TestKeys(t *testing.T) {
	have := schema.Keys()
	for name, keys := range rules.Keys() {
		if slices.Contains(notOfPacks, name) {
			continue
		}
		got, ok := have[name]
		if !ok {
			t.Errorf("the loader has a part %q (%s), the schema has none: describe it in rules/schema/parts*.go", name, strings.Join(keys, " "))
			continue
		}
		sort.Strings(keys)
		sort.Strings(got)
		if !slices.Equal(keys, got) {
			t.Errorf("part %q: the loader takes %v, the schema %v", name, keys, got)
		}
	}
	for name := range have {
		if _, ok := rules.Keys()[name]; !ok {
			t.Errorf("the schema has a part %q, the loader none", name)
		}
	}
}

// TestEveryKeyIsExplained: what an editor shows beside a key says something.
func TestEveryKeyIsExplained(t *testing.T) {
	for name, docs := range schema.Docs() {
		for key, doc := range docs {
			if len(doc) < 5 {
				t.Errorf("%s.%s is explained by %q", name, key, doc)
			}
		}
	}
}

// compiled is the schema in a stock validator, checked against the meta schema of draft 7.
func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.JSON()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("pack.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("pack.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPacksAreValid: the shipped packs, those of tests and the example of the language.
func TestPacksAreValid(t *testing.T) {
	s := compiled(t)
	var files []string
	for _, pattern := range []string{"../packs/*/*.yaml", "../testdata/law/pack.yaml", "../testdata/bench/pack.yaml", "../../../shared/design/rules-example.yaml"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	if len(files) < 3 {
		t.Fatalf("found only %v", files)
	}
	for _, f := range files {
		if filepath.Base(f) == rules.LockName {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(value(t, src)); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// TestMistakes: what the loader refuses the schema refuses too, at the same place.
func TestMistakes(t *testing.T) {
	s := compiled(t)
	for _, x := range []struct{ name, old, new, at string }{
		{"a misspelt key of the file", "signals:", "signls:", ""},
		{"a misspelt key of a rule", "severity: high", "severty: high", "/rules/0"},
		{"a severity that is none", "severity: high", "severity: hihg", "/rules/0/severity"},
		{"a misspelt key of a log", "role: prefill", "rolle: prefill", "/signals/boom/log"},
		{"a signal of two kinds", "    emits: always", "    emits: always\n    config: {key: a, value: b}", "/signals/boom"},
		{"emits of no kind", "emits: always", "emits: sometimes", "/signals/boom/emits"},
		{"rooms visible to degree 7", "emits: always", "emits: {rooms_visible: 7}", "/signals/boom/emits/rooms_visible"},
		{"an operator that is none", "{holds:", "{hold:", "/rules/0/pattern/seq/1/full"},
		{"a comparison that is none", `op: ">"`, `op: "=>"`, "/rules/0/pattern/seq/1/full/holds/op"},
		{"a duration that is none", "for: 10s", "for: 10 secs", "/rules/0/pattern/seq/1/full/holds/for"},
		{"a value that is no number", "value: 2", "value: two", "/rules/0/pattern/seq/1/full/holds/value"},
		{"a misspelt key of a window", "within: 10s", "withn: 10s", "/rules/0/pattern/seq/1/full/start"},
		{"an operator beside seq", "    pattern:\n", "    pattern:\n      event: boom\n", "/rules/0/pattern"},
		{"a verdict that is none", "verdict: confirmed", "verdict: confirmd", "/tests/0/expect/0/verdict"},
		{"a mutation that is none", "- truncate:", "- trunkate:", "/tests/0/mutate/0"},
		{"a mutation without its key", "lines: 2", "line: 2", "/tests/0/mutate/0/truncate"},
		{"an override without a reason", "reason: ours is slower", "until: 2026-12-31", "/overrides/0"},
		{"a rule that joins by itself", "    severity: high", "    severity: high\n    same: [room]", "/rules/0"},
		{"a misspelt key of a pack", "shown_by:", "shownby:", "/pack"},
		{"a misspelt key of a lifecycle", "failed:", "faild:", "/lifecycles/room"},
		{"a flag of no degree", "flags: {2:", "flags: {4:", "/lifecycles/room/flags"},
		{"another version", "rules/v1", "rules/v2", "/apiVersion"},
	} {
		if strings.Count(whole, x.old) == 0 {
			t.Fatalf("%s: %q does not stand in the pack", x.name, x.old)
		}
		src := []byte(strings.Replace(whole, x.old, x.new, 1))
		err := s.Validate(value(t, src))
		if err == nil {
			t.Errorf("%s: the schema takes it", x.name)
			continue
		}
		if places := leaves(err.(*jsonschema.ValidationError)); !slices.Contains(places, x.at) {
			t.Errorf("%s: refused at %q, not at %q: %v", x.name, places, x.at, err)
		}
		if p, _ := rules.Load("pack.yaml", src); p != nil {
			t.Errorf("%s: the loader takes it", x.name)
		}
	}
	if err := s.Validate(value(t, []byte(whole))); err != nil {
		t.Errorf("the pack itself: %v", err)
	}
}

const whole = `apiVersion: rules/v1
pack: {name: mine, version: 0.1.0, owner: me, shown_by: [boom]}
lifecycles:
  room:
    states: [Begun, Failed]
    final: [Failed]
    failed: [Failed]
    flags: {2: '--log-requests'}
    moves:
      - {signal: boom, state: Failed}
signals:
  boom:
    log: {role: prefill, all: ["something went boom"], capture: {room: 'room=(\d+)'}}
    emits: always
  queue:
    metric: {role: prefill, expr: 'max by (instance) (queue)', by: [process]}
rules:
  - id: it-went-boom
    title: it went boom on ${process}
    severity: high
    pattern:
      seq:
        - boom: {event: boom}
        - full: {holds: {signal: queue, op: ">", value: 2, for: 10s}, start: {after: boom, within: 10s}}
overrides:
  - {rule: other, severity: info, reason: ours is slower}
tests:
  - name: boom
    start: 2026-05-12T03:14:00Z
    logs:
      prefill@n1: |
        [2026-05-12 03:14:01] something went boom
        [2026-05-12 03:14:40] alive
        [2026-05-12 03:14:50] alive
    metrics:
      prefill@n1: {interval: 5s, series: ['queue 3x6']}
    mutate:
      - truncate: {source: prefill@n1, lines: 2}
    expect:
      - {rule: it-went-boom, entity: {process: prefill@n1}, verdict: confirmed, steps: {full: confirmed}}
`

// leaves are the places at which something is wrong.
func leaves(e *jsonschema.ValidationError) []string {
	if len(e.Causes) == 0 {
		at := ""
		for _, p := range e.InstanceLocation {
			at += "/" + p
		}
		return []string{at}
	}
	var out []string
	for _, c := range e.Causes {
		out = append(out, leaves(c)...)
	}
	return out
}

// value reads YAML as the language servers of editors do, by the core schema of YAML 1.2: a time is a string.
func value(t *testing.T, src []byte) any {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal(src, &doc); err != nil {
		t.Fatal(err)
	}
	return of(doc.Content[0])
}

func of(n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		out := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			out[n.Content[i].Value] = of(n.Content[i+1])
		}
		return out
	case yaml.SequenceNode:
		out := []any{}
		for _, c := range n.Content {
			out = append(out, of(c))
		}
		return out
	}
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true"
	case "!!int", "!!float":
		if f, err := strconv.ParseFloat(n.Value, 64); err == nil {
			return f
		}
	}
	return n.Value
}
