package rules_test

import (
	"strings"
	"testing"

	"roomline/rules"
	"roomline/timeline"
)

// loadClauses are what the language says of packs, sentence by sentence, each with packs that keep to it
// (want "") and packs that do not. What it says of verdicts is held by the tests of the judge, what of
// whole runs by cmd/roomline/testdata/script (e10_misspelt_keys, packs_*).
var loadClauses = []struct{ says, rest, want string }{
	{"a pack has these keys and no other", "defaults: {}\nentities: {}\nlists: {}\nmacros: {}\nlifecycles: {}\nsignals: {}\nrules: []\noverrides: []\nuses: []\ntests: []\n", ""},
	{"a pack has these keys and no other", "include: x\n", `3:1: unknown key "include" in pack file`},
	{"all, any, not are literals, one or several", "signals: {a: {log: {all: one literal}}, b: {log: {any: [one way, another], not: [v, w], all: [text]}}}\n", ""},
	{"regex is RE2", `signals: {a: {log: {all: [text], regex: '(?i)te+xt\b'}}}` + "\n", ""},
	{"regex is RE2", `signals: {a: {log: {all: [text], regex: '(a)\1'}}}` + "\n", `3:45: regex: invalid escape sequence: \1`},
	{"regex is RE2", `signals: {a: {log: {all: [text], regex: 'a(?<!b)'}}}` + "\n", `3:43: regex: RE2 has no look-around`},
	{"capture names groups", `signals: {a: {log: {all: [text], capture: {room: 'room=(\d+)'}}}}` + "\n", ""},
	{"capture names groups", `signals: {a: {log: {all: [text], capture: {room: ''}}}}` + "\n", `3:44: capture "room" has no expression`},
	{"capture names groups", `signals: {a: {log: {all: [text], capture: {room: 'room=('}}}}` + "\n", `3:51: capture room: a ( is not closed`},
	{"a needle has four bytes", "signals: {a: {log: {all: [abcd]}}}\n", ""},
	{"a needle has four bytes", "signals: {a: {log: {all: [abc]}}}\n", `3:26: signal "a" has no literal of 4 bytes`},
	{"a needle has four bytes", "signals: {a: {log: {all: [é, ü]}}}\n", `3:26: signal "a" has no literal`},
	{"a needle has four bytes", "signals: {a: {log: {all: [éü]}}}\n", ""},
	{"a needle lies inside one line", `signals: {a: {log: {all: ["ab\ncd\nef"]}}}` + "\n", `3:26: signal "a" has no literal of 4 bytes inside one line`},
	{"a needle lies inside one line", `signals: {a: {log: {all: ["ab\nefgh"]}}}` + "\n", `3:26: signal "a" has no literal of 4 bytes inside one line`},
	{"a needle lies inside one line", `signals: {a: {log: {all: ["ab\ncd", efgh]}}}` + "\n", ""},
	{"one of all is enough", "signals: {a: {log: {all: [ab, abcd], any: [x, y]}}}\n", ""},
	{"each alternative of any has a needle", "signals: {a: {log: {any: [abcd, efgh]}}}\n", ""},
	{"each alternative of any has a needle", "signals: {a: {log: {any: [abcd, efg]}}}\n", `3:33: the alternative "efg" has no literal`},
	{"each alternative of any has a needle", `signals: {a: {log: {any: [abcd, "ef\nghij"]}}}` + "\n", `3:33: the alternative`},
	{"each alternative of any has a needle", `signals: {a: {log: {any: [abcd, "ef\ngh"]}}}` + "\n", `3:33: the alternative`},
	{"a signal without any literal has none", "signals: {a: {log: {regex: 'abcd'}}}\n", `3:11: signal "a" has no literal`},
	{"slow: true does without", "signals: {a: {log: {regex: 'abcd', slow: true}}}\n", ""},
	{"what a list holds is as if it stood there", "lists: {l: [abc]}\nsignals: {a: {log: {any: $l}}}\n", `4:26: the alternative "abc"`},
	{"expr is MetricsQL", "signals: {m: {metric: {expr: 'max by (instance) (rate(a_total[1m]))', by: [process]}}}\n", ""},
	{"expr is MetricsQL", "signals: {m: {metric: {expr: 'max('}}}\n", `3:35: expr: `},
	{"a metric has an expr", "signals: {m: {metric: {role: prefill}}}\n", `3:23: a metric signal needs an expression`},
	{"WITH templates expand", "signals: {m: {metric: {expr: 'WITH (q(x) = max by (instance) (x)) q(a) + q(b)'}}}\n", ""},
	{"macros expand", "macros: {q: {any_series: [new_name, old_name]}, r: 'sum(rate(x[1m]))'}\nsignals: {m: {metric: {expr: 'max($q{a=\"b\"}) + $r'}}}\n", ""},
	{"macros expand", "signals: {m: {metric: {expr: 'max($q)'}}}\n", `3:35: expr: unknown macro $q`},
	{"fresh_by names a signal", "signals: {b: {log: {all: [batch]}}, m: {metric: {expr: x, fresh_by: b}}}\n", ""},
	{"fresh_by names a signal", "signals: {m: {metric: {expr: x, fresh_by: b}}}\n", `3:43: unknown signal "b"`},
	{"fresh_by names a signal", "signals: {n: {metric: {expr: x}}, m: {metric: {expr: x, fresh_by: n}}}\n", `3:67: signal "n" is a metric signal, where a log signal is needed`},
	{"fresh_by is an expression", "signals: {m: {metric: {expr: x, fresh_by: 'changes(y[1m]) > 0'}}}\n", ""},
	{"fresh_by is an expression", "signals: {m: {metric: {expr: x, fresh_by: 'changes(y[1m] > 0'}}}\n", `fresh_by: `},
	{"max_gap is of a signal, a rule or the defaults", "defaults: {scrape: {max_gap: 30s}}\nsignals: {m: {metric: {expr: x, max_gap: 1m}}}\nrules: [{id: r, severity: info, max_gap: 2m, pattern: {holds: {signal: m, op: \">\", value: 1, for: 1s}}}]\n", ""},
	{"semantics is strict or that of VictoriaMetrics", "defaults: {scrape: {semantics: victoriametrics}}\nsignals: {m: {metric: {expr: 'rate(x[1m])', semantics: strict}}, n: {metric: {expr: x, semantics: victoriametrics}}}\n", ""},
	{"semantics is strict or that of VictoriaMetrics", "signals: {m: {metric: {expr: x, semantics: vicotriametrics}}}\n", `3:44: semantics is "vicotriametrics"; it may be strict, victoriametrics; did you mean "victoriametrics"?`},
	{"partial is of an aggregate", "signals: {m: {metric: {expr: 'sum(x)', partial: true}}, n: {metric: {expr: x, partial: false}}}\n", ""},
	{"partial is of an aggregate", "signals: {m: {metric: {expr: x, partial: true}}}\n", `3:42: partial is about the series of an aggregate, and the expression has none`},
	{"partial is of an aggregate", "signals: {m: {metric: {expr: 'sum(x)', partial: true, semantics: victoriametrics}}}\n", `3:49: a server's aggregates are over the series that are there already`},
	{"emits is one of these", "signals: {a: {log: {all: [text]}, emits: always}, b: {log: {all: [text]}, emits: once_per_process}, c: {log: {all: [text]}, emits: debug_only}, d: {log: {all: [text]}, emits: sampled}, e: {log: {all: [text]}, emits: {rooms_visible: 2}}}\n", ""},
	{"emits is one of these", "signals: {a: {log: {all: [text]}, emits: sometimes}}\n", `3:42: emits is "sometimes"; it may be always, once_per_process, debug_only, sampled`},
	{"emits is one of these", "signals: {a: {log: {all: [text]}, emits: {rooms: 2}}}\n", `3:42: expected {rooms_visible: N}`},
	{"emits is of log signals", "signals: {m: {metric: {expr: x}, emits: sampled}}\n", `3:34: only log signals have "emits"`},
	{"what is printed once, or sampled, is never counted", "signals: {a: {log: {all: [text]}, emits: sampled}}\nrules: [{id: r, severity: info, pattern: {count: {event: a, min: 2, within: 1s}}}]\n", `4:58: "a" is printed once per process, or sampled: it cannot be counted`},
	{"its silence never proves anything", "signals: {x: {log: {all: [text]}}, a: {log: {all: [text]}, emits: once_per_process}}\nrules: [{id: r, severity: info, pattern: {seq: [{s: x}, {t: {absent: {event: a, for: 1s}}}]}}]\n", `4:78: the silence of "a" never proves anything`},
	{"means is one of these", "signals: {a: {log: {all: [text]}, means: start}, b: {log: {all: [text]}, means: exit}, c: {log: {all: [text]}, means: debug_on}, d: {log: {all: [text]}, means: {rooms_visible: 2}}}\n", ""},
	{"means is one of these", "signals: {a: {log: {all: [text]}, means: strat}}\n", `3:42: means is "strat"; it may be start, exit, debug_on; did you mean "start"?`},
	{"means is of log signals", "signals: {m: {metric: {expr: x}, means: start}}\n", `3:34: only log signals have "means"`},
	{"rooms_visible is 0 to 3", "signals: {a: {log: {all: [text]}, means: {rooms_visible: 4}}}\n", `3:58: rooms_visible is 0 (failures), 1 (finished), 2 (received) or 3 (every step)`},
	{"config is a setting", "signals: {c: {config: {role: prefill, key: disaggregation_mode, value: prefill}}}\nrules: [{id: r, severity: info, pattern: {event: c}}]\n", ""},
	{"config is a setting", "signals: {c: {config: {value: prefill}}}\n", `3:11: config signal "c" needs key and value`},
	{"a signal is one of log, metric, config", "signals: {c: {config: {key: a, value: b}, log: {all: [text]}}}\n", `3:11: signal "c" needs exactly one of log, metric, config`},
	{"a role is known, or the pack's own", "signals: {a: {log: {role: frontend, all: [text]}}}\n", ""},
	{"a role is known, or the pack's own", "signals: {a: {log: {role: decoed, all: [text]}}}\n", `3:27: unknown role "decoed"; did you mean "decode"?`},
	{"the short form is one grep, its step is hit", "signals: {x: {log: {all: [text]}}}\nrules: [{id: x-1, severity: high, title: t, when: {log: {role: prefill, all: [text]}}, by: [process], unless: {event: x, after: hit, within: 5s}}]\n", ""},
	{"the short form is one grep, its step is hit", "rules: [{id: x-1, severity: high, when: {metric: {expr: x}}}]\n", `3:42: a metric condition needs an operator`},
	{"a pack adds entities", "entities: {session: {ignore: [none]}}\nsignals: {a: {log: {all: [text], capture: {session: 's=(\\w+)'}}}}\nrules: [{id: r, severity: info, by: [session], pattern: {event: a}}]\n", ""},
	{"idle names a gauge of the process", "entities: {process: {idle: m}}\nsignals: {m: {metric: {expr: x}}}\n", ""},
	{"idle names a gauge of the process", "entities: {room: {idle: m}}\nsignals: {m: {metric: {expr: x}}}\n", `3:19: idle is of process`},
	{"idle names a gauge of the process", "entities: {process: {idle: a}}\nsignals: {a: {log: {all: [text]}}}\n", `3:28: signal "a" is a log signal, where a metric signal is needed`},
	{"a lifecycle has states, final ones, and moves", "signals: {a: {log: {all: [text], capture: {room: 'r=(\\d+)', secs: 's=(\\d+)', type: 't=(\\w+)', ms: 'm=(\\d+)'}}}}\nlifecycles: {room: {states: [A, B, C], final: [C], moves: [{signal: a, side: prefill, state: B}, {signal: a, side: decode, state: C, before: {state: A, seconds: '$secs'}}, {signal: a, side: '$type', segments: [{state: A, ms: '$ms'}]}]}}\n", ""},
	{"a lifecycle has states, final ones, and moves", "signals: {a: {log: {all: [text], capture: {room: 'r=(\\d+)'}}}}\nlifecycles: {room: {states: [A, B], final: [B], moves: [{signal: a, side: prefill, state: D}]}}\n", `4:91: state is "D"; it may be A, B`},
	{"a lifecycle has states, final ones, and moves", "signals: {a: {log: {all: [text], capture: {room: 'r=(\\d+)'}}}}\nlifecycles: {room: {states: [A, B], final: [B], moves: [{signal: a, side: '$kind', state: A}]}}\n", `4:75: signal "a" captures no "kind"`},
	{"a lifecycle has states, final ones, and moves", "signals: {a: {log: {all: [text], capture: {room: 'r=(\\d+)'}}}}\nlifecycles: {room: {states: [A, B], final: [B], moves: [{signal: a, side: prefill}]}}\n", `4:57: a move needs a state, or segments`},
	{"the life of a room is a let", "signals: {a: {log: {all: [text], capture: {room: 'r=(\\d+)'}}}}\nlifecycles: {room: {states: [A], final: [A], moves: [{signal: a, side: prefill, state: A}]}}\nrules: [{id: r, severity: info, by: [room], let: {life: {of: room}}, pattern: {seq: [{s: a}, {t: {event: a, during: life}}]}}]\n", ""},
	{"the life of a room is a let", "signals: {a: {log: {all: [text]}}}\nrules: [{id: r, severity: info, let: {life: {of: room}}, pattern: {event: a}}]\n", `4:50: "room" is no lifecycle`},
}

// TestClauses holds what the language says of packs.
func TestClausesOfPacks(t *testing.T) {
	for _, c := range loadClauses {
		p, faults := rules.Load("t.yaml", []byte(packText("t", c.rest)))
		switch {
		case c.want == "" && p == nil:
			t.Errorf("%s:\n%s\n%v", c.says, c.rest, faults)
		case c.want != "" && (p != nil || !strings.Contains(faults.Error(), c.want)):
			t.Errorf("%s:\n%s\nwant %s\ngot  %v", c.says, c.rest, c.want, faults)
		case c.want != "" && len(faults) > 1:
			t.Errorf("%s:\n%s\none mistake is told %d times: %v", c.says, c.rest, len(faults), faults)
		}
		if p != nil {
			if _, err := rules.NewSet(p); err != nil {
				t.Errorf("%s: %v", c.says, err)
			}
		}
	}
}

// What a signal says of its process, and what its silence is worth, reaches the schema.
func TestSignalsReachTheSchema(t *testing.T) {
	p, faults := rules.Load("t.yaml", []byte(packText("t", `entities: {room: {ignore: ["0"]}}
signals:
  a: {log: {role: prefill, all: [text], not: [v], capture: {room: 'r=(\d+)'}}, emits: {rooms_visible: 2}, means: start}
  b: {log: {role: decode, all: [text]}, emits: debug_only, means: debug_on}
  c: {log: {all: [text]}, emits: sampled, means: exit}
  d: {log: {all: [text]}, emits: once_per_process, means: {rooms_visible: 3}}
  e: {log: {all: [text]}}
rules: [{id: short, severity: info, when: {log: {role: prefill, all: [text]}}}]
`)))
	if p == nil {
		t.Fatal(faults)
	}
	set, err := rules.NewSet(p)
	if err != nil {
		t.Fatal(err)
	}
	want := []timeline.SignalDef{
		{Name: "a", Role: "prefill", Emits: timeline.Emits{Kind: timeline.EmitRoomsVisible, Rooms: 2}, Means: timeline.Means{Kind: timeline.MeansStart}, HasNot: true},
		{Name: "b", Role: "decode", Emits: timeline.Emits{Kind: timeline.EmitDebugOnly}, Means: timeline.Means{Kind: timeline.MeansDebugOn}},
		{Name: "c", Emits: timeline.Emits{Kind: timeline.EmitSampled}, Means: timeline.Means{Kind: timeline.MeansExit}},
		{Name: "d", Emits: timeline.Emits{Kind: timeline.EmitOncePerProcess}, Means: timeline.Means{Kind: timeline.MeansRoomsVisible, Rooms: 3}},
		{Name: "e"},
		{Name: ".short", Role: "prefill"},
	}
	for i, w := range want {
		if g := set.Schema.Signals[i]; g.Name != w.Name || g.Role != w.Role || g.Emits != w.Emits || g.Means != w.Means || g.HasNot != w.HasNot || g.Pack != "t" {
			t.Errorf("%+v, want %+v", g, w)
		}
	}
	if r := set.Rule("short"); len(r.Steps) != 1 || r.Steps[0].ID != "hit" || r.By[0] != "process" {
		t.Errorf("the short form: %+v", r)
	}
}
