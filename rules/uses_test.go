package rules_test

import (
	"crypto/sha256"
	"fmt"
	"path"
	"strings"
	"testing"

	"roomline/rules"
)

// disk is packs by path; what a pack uses is found from its folder. A path that ends in / is a folder.
type disk map[string]string

func (d disk) open(from, name string) (*rules.Source, error) {
	at := name
	if from != "" {
		at = path.Join(path.Dir(strings.TrimSuffix(from, "/")), name)
	}
	src := &rules.Source{ID: at, Path: at, Lock: rules.File{Path: path.Join(path.Dir(at), rules.LockName)}}
	if text, ok := d[src.Lock.Path]; ok {
		src.Lock.Data = []byte(text)
	}
	text, ok := d[at]
	if !ok {
		return nil, fmt.Errorf("cannot read %s: no such file", at)
	}
	src.Files = []rules.File{{Path: at, Name: path.Base(at), Data: []byte(text)}}
	return src, nil
}

// pin writes rules.lock beside a pack.
func (d disk) pin(t *testing.T, name string) {
	t.Helper()
	lib := rules.NewLibrary(d.open)
	lib.Unlocked = true
	p, err := lib.Load(name)
	if p == nil {
		t.Fatal(err)
	}
	at := path.Join(path.Dir(name), rules.LockName)
	old, faults := rules.ReadLock(rules.File{Path: at, Data: []byte(d[at])})
	if d[at] == "" {
		old, faults = nil, nil
	}
	if faults != nil {
		t.Fatal(faults)
	}
	d[at] = string(rules.WriteLock(old, lib.Pins(p)))
}

func packText(name, rest string) string {
	return "apiVersion: rules/v1\npack: {name: " + name + ", version: 1.0.0}\n" + rest
}

const sharedPack = `
entities: {room: {ignore: ["0"]}}
lists: {aborts: ["Aborted by AbortReq.", "KVTransferError"]}
macros: {depth: {any_series: [queue_depth, queue_len]}}
lifecycles:
  room:
    states: [Open, Failed]
    final: [Failed]
    moves: [{signal: aborted, side: prefill, state: Failed}]
signals:
  aborted: {log: {role: prefill, any: $aborts, capture: {room: 'room=(\d+)'}}}
  batch: {log: {role: prefill, all: ["Prefill batch"]}}
rules:
  - {id: room-aborted, severity: high, title: aborted, by: [room], pattern: {event: aborted}}
`

const teamPack = `uses: [../shared/pack.yaml]
signals:
  stuck: {metric: {role: prefill, expr: 'max by (instance) ($depth)', fresh_by: batch}}
  own: {log: {all: ["our own line"], not: $aborts, capture: {room: 'r=(\d+)'}}}
lifecycles:
  session: {states: [On], final: [On], moves: [{signal: shared/aborted, side: prefill, state: On}]}
rules:
  - id: team
    severity: info
    by: [room]
    let: {life: {of: room}}
    pattern: {seq: [{a: own}, {b: {event: shared/aborted, during: life}}]}
    explains: [{rule: room-aborted}]
tests:
  - {name: of both, expect: [{rule: room-aborted, not_fired: not_observed}]}
`

// What a used pack has is there by its name: signals, lists, macros, lifecycles, entities, rules.
func TestUses(t *testing.T) {
	d := disk{"shared/pack.yaml": packText("shared", sharedPack), "team/pack.yaml": packText("team", strings.Replace(teamPack, "{room: 'r=(\\d+)'}", "{room: 'r=(\\d+)', session: 's=(\\d+)'}", 1))}
	d["team/pack.yaml"] = strings.Replace(d["team/pack.yaml"], "  session: {states: [On], final: [On], moves: [{signal: shared/aborted, side: prefill, state: On}]}\n", "  room: {states: [On], final: [On], moves: [{signal: shared/aborted, side: prefill, state: On}]}\n", 1)
	d.pin(t, "team/pack.yaml")
	lib := rules.NewLibrary(d.open)
	p, err := lib.Load("team/pack.yaml")
	if p == nil {
		t.Fatal(err)
	}
	if got := lib.Packs(); len(got) != 2 || got[0].Name != "shared" || p.Uses[0] != got[0] {
		t.Errorf("what is used has to stand first: %v", got)
	}
	if p.Ignore["room"][0] != "0" || p.Signal("stuck").Fresh != p.Uses[0].Signal("batch") || len(p.Signal("own").Not) != 2 {
		t.Error("entities, fresh_by and lists do not reach")
	}
	set, err := rules.NewSet(lib.Packs()...)
	if err != nil {
		t.Fatal(err)
	}
	if set.Rule("team") == nil || set.Rule("room-aborted") == nil || len(set.Schema.Lifecycles) != 2 {
		t.Error("a used pack runs with the one that uses it")
	}
	shared := set.Schema.Lifecycles[0].Moves[0].Signal
	if other := set.Schema.Lifecycles[1].Moves[0].Signal; other != shared || set.Schema.Signals[shared].Name != "aborted" {
		t.Errorf("a move names a signal of a used pack: %d, %d", shared, other)
	}
	if _, err := rules.NewSet(p); err == nil || !strings.Contains(err.Error(), "is not there") {
		t.Errorf("without what it uses: %v", err)
	}
}

// Names that are in no pack, in several, or in one that is not used.
func TestUsesNames(t *testing.T) {
	d := disk{
		"a.yaml": packText("a", "signals: {x: {log: {all: [aaaaa]}}, only_a: {log: {all: [aaaaa]}}}\nlists: {l: [aaaaa]}\nmacros: {m: up}\nrules: [{id: ra, severity: info, pattern: {event: x}}]\n"),
		"b.yaml": packText("b", "signals: {x: {log: {all: [bbbbb]}}}\nlists: {l: [bbbbb]}\nmacros: {m: down}\n"),
		"c.yaml": packText("c", "uses: [a.yaml]\nsignals: {of_c: {log: {all: [ccccc]}}}\n"),
	}
	d.pin(t, "c.yaml")
	for _, c := range []struct{ text, want string }{
		{"uses: [a.yaml, b.yaml]\nrules: [{id: r, severity: info, pattern: {event: x}}]\n", `4:50: signal "x" is in several packs that this one uses: write a/x or b/x`},
		{"uses: [a.yaml, b.yaml]\nrules: [{id: r, severity: info, pattern: {event: b/x}}]\n", ""},
		{"uses: [a.yaml, b.yaml]\nsignals: {x: {log: {all: [zzzzz]}}}\nrules: [{id: r, severity: info, pattern: {event: x}}]\n", ""},
		{"uses: [a.yaml, b.yaml]\nsignals: {y: {log: {any: $l}}}\n", `4:26: list "l" is in several packs that this one uses: write a/l or b/l`},
		{"uses: [a.yaml, b.yaml]\nsignals: {y: {log: {any: $b/l}}}\n", ""},
		{"uses: [a.yaml, b.yaml]\nsignals: {y: {metric: {expr: max($m)}}}\n", `4:30: macro $m is in several packs that this one uses: define it in this pack`},
		{"uses: [a.yaml, b.yaml]\nmacros: {m: up}\nsignals: {y: {metric: {expr: max($m)}}}\n", ""},
		{"uses: [c.yaml]\nrules: [{id: r, severity: info, pattern: {event: only_a}}]\n", `4:50: unknown signal "only_a"; the pack a has one of that name, but this pack does not use it: name it in ` + "`uses`"},
		{"uses: [c.yaml]\nrules: [{id: r, severity: info, pattern: {event: of_c}, explains: [{rule: ra}]}]\n", `4:75: rule "r" explains "ra", which is no rule of this pack or one that it uses; the pack a has it`},
		{"uses: [a.yaml]\nrules: [{id: r, severity: info, pattern: {event: only_b}}]\n", `4:50: unknown signal "only_b"; did you mean "only_a"?`},
		{"uses: [nowhere.yaml]\n", `3:8: cannot use nowhere.yaml: cannot read nowhere.yaml: no such file`},
		{"uses: [a.yaml, a.yaml]\n", `3:16: a.yaml stands twice in uses; the first is in line 3`},
		{"uses: a.yaml\n", `3:7: uses must be a list, not the text "a.yaml"`},
		{"uses: [{path: a.yaml}]\n", `3:8: an entry of uses must be a string`},
	} {
		d["t.yaml"] = packText("t", c.text)
		delete(d, "rules.lock")
		lib := rules.NewLibrary(d.open)
		lib.Unlocked = true
		p, err := lib.Load("t.yaml")
		if (p != nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), "t.yaml:"+c.want) {
			t.Errorf("%s\nwant %s\ngot  %v", c.text, c.want, err)
		}
	}
}

// Two packs may use the same third one; a circle is named, link by link.
func TestUsesDiamondAndCircle(t *testing.T) {
	d := disk{
		"top.yaml":   packText("top", "uses: [left.yaml, right.yaml]\n"),
		"left.yaml":  packText("left", "uses: [base.yaml]\nrules: [{id: l, severity: info, pattern: {event: b}}]\n"),
		"right.yaml": packText("right", "uses: [sub/../base.yaml]\nrules: [{id: r, severity: info, pattern: {event: b}}]\n"),
		"base.yaml":  packText("base", "signals: {b: {log: {all: [bbbbb]}}}\n"),
	}
	for _, name := range []string{"left.yaml", "right.yaml", "top.yaml"} {
		d.pin(t, name)
	}
	lib := rules.NewLibrary(d.open)
	if p, err := lib.Load("top.yaml"); p == nil {
		t.Fatal(err)
	}
	if got := lib.Packs(); len(got) != 4 || got[0].Name != "base" || got[3].Name != "top" {
		t.Errorf("each pack once, behind what it uses: %d", len(got))
	}
	if _, err := rules.NewSet(lib.Packs()...); err != nil {
		t.Error(err)
	}
	d["base.yaml"] = packText("base", "uses: [left.yaml]\n")
	lib = rules.NewLibrary(d.open)
	lib.Unlocked = true
	_, err := lib.Load("top.yaml")
	if err == nil || !strings.Contains(err.Error(), "base.yaml:3:8: uses go round in a circle: left.yaml uses base.yaml uses left.yaml") {
		t.Errorf("a circle: %v", err)
	}
	if !strings.Contains(err.Error(), "top.yaml:3:8: left.yaml, which this pack uses, did not load (") {
		t.Errorf("who uses the circle is not told why it does not load: %v", err)
	}
	d["self.yaml"] = packText("self", "uses: [self.yaml]\n")
	if _, err := rules.NewLibrary(d.open).Load("self.yaml"); err == nil || !strings.Contains(err.Error(), "self.yaml uses self.yaml") {
		t.Errorf("a pack that uses itself: %v", err)
	}
}

// A changed hash says which pack, what was expected and found, and what to run; also of a pack that a
// used one uses, while the lock beside that one was renewed.
func TestLock(t *testing.T) {
	d := disk{
		"team/t.yaml": packText("t", "uses: [../lib/l.yaml]\n"),
		"lib/l.yaml":  packText("l", "uses: [../base/b.yaml]\n"),
		"base/b.yaml": packText("b", "signals: {b: {log: {all: [bbbbb]}}}\n"),
	}
	fails := func(want ...string) {
		t.Helper()
		_, err := rules.NewLibrary(d.open).Load("team/t.yaml")
		for _, w := range want {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("want %q, got %v", w, err)
			}
		}
		if len(want) == 0 && err != nil {
			t.Error(err)
		}
	}
	fails("team/t.yaml:3:8: ../lib/l.yaml is not pinned: there is no rules.lock beside this pack", "roomline rules lock team/t.yaml")
	d.pin(t, "lib/l.yaml")
	d.pin(t, "team/t.yaml")
	fails()
	before := fmt.Sprintf("%x", sha256.Sum256([]byte(d["base/b.yaml"])))
	d["base/b.yaml"] += "# changed\n"
	after := fmt.Sprintf("%x", sha256.Sum256([]byte(d["base/b.yaml"])))
	changed := "base/b.yaml changed: %s expects sha256 " + before + ", found " + after + "; look at what changed, then run: roomline rules lock %s"
	fails("lib/l.yaml:3:8: "+fmt.Sprintf(changed, "lib/rules.lock", "lib/l.yaml"), "lib/l.yaml, which this pack uses, did not load (1 fault, below)")
	d.pin(t, "lib/l.yaml")
	fails("team/t.yaml:3:8: " + fmt.Sprintf(changed, "team/rules.lock", "team/t.yaml"))
	d.pin(t, "team/t.yaml")
	fails()
	if !strings.Contains(d["team/rules.lock"], "'../lib/l.yaml > ../base/b.yaml'") {
		t.Errorf("the lock pins what is used in turn:\n%s", d["team/rules.lock"])
	}
	d["team/rules.lock"] = "version: 1\npacks: [{path: x, sha256: beef}]\n"
	fails("team/rules.lock:2:9: an entry is {path, sha256, pack}")
	d["team/rules.lock"] = "version: 2\npacks: []\n"
	fails("team/rules.lock:1:10: this version reads rules.lock of version 1")
}

// Packs in one folder share the lock: what one pins stays when another is pinned.
func TestLockIsShared(t *testing.T) {
	d := disk{"a.yaml": packText("a", "uses: [x.yaml]\n"), "b.yaml": packText("b", "uses: [y.yaml]\n"), "x.yaml": packText("x", ""), "y.yaml": packText("y", "")}
	d.pin(t, "a.yaml")
	d.pin(t, "b.yaml")
	for _, name := range []string{"a.yaml", "b.yaml"} {
		if _, err := rules.NewLibrary(d.open).Load(name); err != nil {
			t.Error(err)
		}
	}
	old := d["rules.lock"]
	if d.pin(t, "a.yaml"); d["rules.lock"] != old {
		t.Error("pinned again it is the same")
	}
}

// The hash of a pack is what sha256sum says: of one file its own, of several that of the list.
func TestHash(t *testing.T) {
	one := rules.Source{Files: []rules.File{{Name: "pack.yaml", Data: []byte("abc")}}}
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte("abc"))); one.Hash() != want {
		t.Errorf("%s, want %s", one.Hash(), want)
	}
	sum := func(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s))) }
	two := rules.Source{Files: []rules.File{{Name: "pack.yaml", Data: []byte("abc")}, {Name: "a.yaml", Data: []byte("x")}}}
	if want := sum(sum("x") + "  a.yaml\n" + sum("abc") + "  pack.yaml\n"); two.Hash() != want {
		t.Errorf("%s, want %s", two.Hash(), want)
	}
	renamed := rules.Source{Files: []rules.File{{Name: "pack.yaml", Data: []byte("abc")}, {Name: "b.yaml", Data: []byte("x")}}}
	if renamed.Hash() == two.Hash() {
		t.Error("a name is part of the hash")
	}
}
