package packtest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roomline/ingest"
	"roomline/rules"
	"roomline/rules/packtest"
	"roomline/timeline"
)

// head is a pack of a record and a silence, to which each test adds its own.
const head = `apiVersion: rules/v1
pack: {name: p, version: 0.0.1}
signals:
  boom: {log: {all: ["went boom"]}}
  work: {log: {all: ["Decode batch"]}}
  debug: {log: {all: ["got info room="], capture: {room: 'room=(\d+)'}}, emits: debug_only, means: debug_on}
  seen: {log: {all: ["Receive: obj"], capture: {room: 'room=(\d+)'}}, emits: {rooms_visible: 2}, means: {rooms_visible: 2}}
  queue: {metric: {expr: 'max by (instance) (queue)'}}
rules:
  - {id: quiet, title: t, severity: high, by: [process], mitigation: m, pattern: {seq: [{began: {event: boom}}, {silent: {absent: {event: work, for: 30s, proof: [source_alive]}, start: {after: began, within: 30s}}}]}}
  - {id: full, title: t, severity: high, by: [process], mitigation: m, pattern: {seq: [{began: {event: boom}}, {long: {holds: {signal: queue, op: ">", value: 2, for: 20s}, start: {after: began, within: 30s}}}]}}
tests:
`

func load(t *testing.T, tests string) *rules.Pack {
	t.Helper()
	p, faults := rules.Load("p.yaml", []byte(head+tests))
	if p == nil {
		t.Fatal(faults)
	}
	return p
}

// runner reads what it is given, through a function that may spoil it.
func runner(t *testing.T, p *rules.Pack, spoil func(name, text string) string) *packtest.Runner {
	t.Helper()
	set, err := rules.NewSet(p)
	if err != nil {
		t.Fatal(err)
	}
	return &packtest.Runner{Set: set, Pack: p, Read: func(c *packtest.Case) (*timeline.Facts, error) {
		dir := t.TempDir()
		files, _ := c.Bundle()
		for name, text := range files {
			if spoil != nil {
				text = spoil(name, text)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				return nil, err
			}
		}
		facts, texts, err := ingest.Scan(context.Background(), []ingest.Input{{Path: dir}}, ingest.Options{Matcher: set.Matcher, Since: timeline.NoTime, Until: timeline.NoTime})
		if err != nil {
			return nil, err
		}
		texts.Close()
		for i := range facts.Sources {
			facts.Sources[i].Path = filepath.Base(facts.Sources[i].Path)
		}
		for i := range facts.Streams {
			facts.Streams[i].Name = filepath.Base(facts.Streams[i].Name)
		}
		return facts, nil
	}}
}

// body is a test whose log and scrapes mutations work on.
const body = `  - name: x
    start: 2026-05-12T03:14:00Z
    logs:
      decode@n1: |
        [2026-05-12 03:14:00] server_args=ServerArgs(log_level='debug')
        [2026-05-12 03:14:01] it went boom
          and a second line
        [2026-05-12 03:14:02] got info room=7
        [2026-05-12 03:14:02] Receive: obj room=7
        [2026-05-12 03:14:50] alive
    metrics:
      decode@n1: {interval: 10s, series: ['queue{r="0"} 3x5', 'other 1x5']}
    mutate: [%s]
    expect: [{rule: quiet, verdict: confirmed}]
`

// TestMutations: what each mutation leaves of the log and of the scrapes.
func TestMutations(t *testing.T) {
	for _, x := range []struct{ mutate, log, scrapes string }{
		{"{truncate: {lines: 2}}", "S B", "qo qo qo qo qo qo"},
		{"{truncate: {lines: -2}}", "R A", "qo qo qo qo qo qo"},
		{"{truncate: {after: +2s, of: logs}}", "S B 2 D R", "qo qo qo qo qo qo"},
		{"{truncate: {before: '2026-05-12T03:14:02Z', source: decode@n1}}", "D R A", "qo qo qo qo qo"},
		{"{truncate: {after: +20s, of: scrapes}}", "S B 2 D R A", "qo qo qo"},
		{"{drop_samples: {after: +10s, until: +30s}}", "S B 2 D R A", "qo qo ! ! qo qo"},
		{"{drop_samples: {every: 2, as: gone}}", "S B 2 D R A", "qo qo qo"},
		{"{drop_samples: {series: '^queue', until: +0s}}", "S B 2 D R A", "o qo qo qo qo qo"},
		{"{rename_series: {from: queue, to: zueue}}", "S B 2 D R A", "zo zo zo zo zo zo"},
		{"level_off", "s B 2 R A", "qo qo qo qo qo qo"},
		{"{level_off: {rooms_visible: 1}}", "S B 2 D A", "qo qo qo qo qo qo"},
		{"{duplicate: {as: lines}}", "S S B 2 B 2 D D R R A A", "qo qo qo qo qo qo"},
		{"{duplicate: {}}", "S B 2 D R A|S B 2 D R A", "qo qo qo qo qo qo"},
		{"{duplicate: {as: excerpt, match: boom}}", "S B 2 D R A|B 2", "qo qo qo qo qo qo"},
		{"{truncate: {lines: 3}}, {duplicate: {as: lines}}", "S S B 2 B 2", "qo qo qo qo qo qo"},
	} {
		p := load(t, fmt.Sprintf(body, x.mutate))
		c, err := packtest.New(p.Tests[0], p)
		if err != nil {
			t.Errorf("%s: %v", x.mutate, err)
			continue
		}
		if log, scrapes := brief(c); log != x.log || scrapes != x.scrapes {
			t.Errorf("%s: got %q and %q, want %q and %q", x.mutate, log, scrapes, x.log, x.scrapes)
		}
	}
}

// brief is a letter for each line, and for each series of each scrape.
func brief(c *packtest.Case) (log, scrapes string) {
	var logs, list []string
	for _, l := range c.Logs {
		var b []string
		for _, f := range l.Files {
			for _, x := range f.Lines {
				for _, k := range []struct{ text, letter string }{{"log_level='info'", "s"}, {"server_args", "S"}, {"boom", "B"}, {"second", "2"}, {"got info", "D"}, {"Receive", "R"}, {"alive", "A"}} {
					if strings.Contains(x.Text, k.text) {
						b = append(b, k.letter)
						break
					}
				}
			}
		}
		logs = append(logs, strings.Join(b, " "))
	}
	for _, s := range c.Targets[0].Scrapes {
		text := ""
		for _, x := range s.Samples {
			text += x.Series[:1]
		}
		if s.Failed {
			text = "!"
		}
		list = append(list, text)
	}
	return strings.Join(logs, "|"), strings.Join(list, " ")
}

// TestShuffle: records move whole; within a span none passes one that is further away; the seed decides.
func TestShuffle(t *testing.T) {
	orders := map[string]bool{}
	for seed := range 8 {
		p := load(t, fmt.Sprintf(body, fmt.Sprintf("{shuffle: {seed: %d}}", seed+1)))
		c, err := packtest.New(p.Tests[0], p)
		if err != nil {
			t.Fatal(err)
		}
		log, _ := brief(c)
		orders[log] = true
		if !strings.Contains(log, "B 2") || len(log) != len("S B 2 D R A") {
			t.Errorf("seed %d: %s", seed+1, log)
		}
		again, _ := packtest.New(p.Tests[0], p)
		if other, _ := brief(again); other != log {
			t.Errorf("seed %d: %s, and then %s", seed+1, log, other)
		}
		near := load(t, fmt.Sprintf(body, fmt.Sprintf("{shuffle: {seed: %d, within: 5s}}", seed+1)))
		if c, err := packtest.New(near.Tests[0], near); err == nil {
			if log, _ := brief(c); !strings.HasSuffix(log, " A") {
				t.Errorf("within 5 s the last line moved by 48 s: %s", log)
			}
		}
	}
	if len(orders) < 3 {
		t.Errorf("eight seeds gave %v", orders)
	}
}

// TestSkew: a clock that is ahead is read so.
func TestSkew(t *testing.T) {
	p := load(t, fmt.Sprintf(body, "{skew: {by: -3s}}, {skew: {by: 1m, of: scrapes}}"))
	c, err := packtest.New(p.Tests[0], p)
	if err != nil {
		t.Fatal(err)
	}
	files, _ := c.Bundle()
	if !strings.Contains(files["roomline.yaml"], "shift: -3s") || !strings.HasPrefix(files["m0.prom"], "# scraped_at 2026-05-12T03:15:00Z") {
		t.Errorf("%s\n%s", files["roomline.yaml"], files["m0.prom"])
	}
}

// TestMutationsThatDoNothing are errors: the test would not test what it says.
func TestMutationsThatDoNothing(t *testing.T) {
	for _, m := range []string{"{truncate: {lines: 99}}", "{truncate: {after: +1h}}", "{drop_samples: {series: nosuch}}", "{rename_series: {from: nosuch, to: b}}", "{skew: {by: 0s}}",
		"{level_off: {rooms_visible: 3}}", "{duplicate: {as: excerpt, match: nosuch}}"} {
		p := load(t, fmt.Sprintf(body, m))
		if _, err := packtest.New(p.Tests[0], p); err == nil || !strings.Contains(err.Error(), "changes nothing") {
			t.Errorf("%s: %v", m, err)
		}
	}
}

// TestMutationFaults: each mistake is told where it stands, with what was meant.
func TestMutationFaults(t *testing.T) {
	for m, want := range map[string]string{
		"{trunkate: {lines: 2}}":                    `did you mean "truncate"`,
		"{truncate: {line: 2}}":                     `did you mean "lines"`,
		"{truncate: {}}":                            "needs one of lines",
		"{truncate: {lines: 2, after: +1s}}":        "needs one of lines",
		"{truncate: {lines: 0}}":                    "must not be 0",
		"{truncate: {lines: 1, of: scrapes}}":       "lines are those of logs",
		"{truncate: {lines: 1, source: decode@n2}}": `no source "decode@n2"; did you mean "decode@n1"`,
		"{drop_samples: {every: 0}}":                "1 or more",
		"{drop_samples: {as: vanished}}":            "failed, gone",
		"{drop_samples: {series: queue, as: gone}}": "whole scrapes",
		"{drop_samples: {series: '('}}":             "RE2",
		"{drop_samples: {after: yesterday}}":        "no time",
		"{skew: {}}":                                "needs by",
		"{skew: {by: fast}}":                        "no duration",
		"{rename_series: {from: a}}":                "from and to",
		"{level_off: {rooms_visible: 9}}":           "0 (failures)",
		"{duplicate: {as: excerpt}}":                "needs match",
		"{duplicate: {match: x}}":                   "needs match",
		"{shuffle: {within: soon}}":                 "no duration",
		"shufle":                                    `did you mean "shuffle"`,
		"{truncate: {lines: 2}, skew: {by: 1s}}":    "a mutation",
	} {
		_, faults := rules.Load("p.yaml", []byte(head+fmt.Sprintf(body, m)))
		if faults == nil || !strings.Contains(faults.Error(), want) {
			t.Errorf("%s: %v; want %q", m, faults, want)
		}
	}
}

// TestRun: what does not hold is told step by step, with the lines that were seen.
func TestRun(t *testing.T) {
	p := load(t, strings.Replace(fmt.Sprintf(body, ""), "verdict: confirmed}]", "verdict: refuted, steps: {silent: refuted, nosuch: confirmed}, missing: [{reason: frozen}], rooms: 3}, {rule: full, not_fired: clear}]", 1))
	o := runner(t, p, nil).Run(p.Tests[0])
	if o.Err != nil || o.Failed() != 2 {
		t.Fatalf("%v, %d failed", o.Err, o.Failed())
	}
	want := map[string]packtest.Difference{}
	for _, d := range o.Held[0].Differences {
		want[d.What] = d
	}
	for _, d := range []packtest.Difference{{What: "verdict", Want: "refuted", Got: "confirmed"}, {What: "step silent", Want: "refuted", Got: "confirmed"}, {What: "step nosuch", Want: "confirmed", Got: "none"},
		{What: "missing", Want: "frozen", Got: "nothing"}, {What: "rooms", Want: "3", Got: "0"}} {
		if want[d.What] != d {
			t.Errorf("%s: got %v, want %v", d.What, want[d.What], d)
		}
	}
	if text := o.Held[0].Finding.Steps[0].Evidence[0].Text; !strings.HasPrefix(text, "[2026-05-12 03:14:01] it went boom") {
		t.Errorf("the evidence reads %q", text)
	}
	if d := o.Held[1].Differences; len(d) != 1 || d[0].What != "not_fired" || !strings.HasPrefix(d[0].Got, "a finding, confirmed") {
		t.Errorf("%v", d)
	}
}

// TestRunOfAnother: where the finding is of somebody else than the test expects, it says of whom.
func TestRunOfAnother(t *testing.T) {
	p := load(t, strings.Replace(fmt.Sprintf(body, ""), "verdict: confirmed}]", "entity: {process: decode@n9}, verdict: confirmed}]", 1))
	o := runner(t, p, nil).Run(p.Tests[0])
	if o.Err != nil || o.Failed() != 1 {
		t.Fatalf("%v, %d failed", o.Err, o.Failed())
	}
	if d := o.Held[0].Differences; len(d) != 1 || d[0].Got != "none of process decode@n9; the rule has it of process decode@n1 (confirmed)" {
		t.Errorf("%q", d)
	}
}

// TestRunErrors: a test that cannot be run fails, and says why.
func TestRunErrors(t *testing.T) {
	p := load(t, fmt.Sprintf(body, "{truncate: {lines: 99}}"))
	if o := runner(t, p, nil).Run(p.Tests[0]); o.Err == nil || o.Failed() != 1 {
		t.Errorf("%v, %d", o.Err, o.Failed())
	}
	r := &packtest.Runner{Set: nil, Pack: p, Read: func(*packtest.Case) (*timeline.Facts, error) { return nil, errors.New("the disk is gone") }}
	p = load(t, fmt.Sprintf(body, ""))
	if o := r.Run(p.Tests[0]); o.Err == nil || !strings.Contains(o.Err.Error(), "the disk is gone") {
		t.Errorf("%v", o.Err)
	}
}

// TestSources: a test has only sources that an incident can have.
func TestSources(t *testing.T) {
	for _, source := range []string{"unified@n1", "decode", "decode@", "@n1"} {
		p := load(t, "  - {name: x, logs: {'"+source+"': \"[2026-05-12 03:14:00] a\"}, expect: [{rule: quiet, not_fired: clear}]}\n")
		if _, err := packtest.New(p.Tests[0], p); err == nil || !strings.Contains(err.Error(), "write role@instance") {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// TestGot: what was got, put into the pack as `expect`, holds.
func TestGot(t *testing.T) {
	p := load(t, fmt.Sprintf(body, ""))
	o := runner(t, p, nil).Run(p.Tests[0])
	text := fmt.Sprintf(body, "")
	i := strings.Index(text, "    expect:")
	p = load(t, text[:i]+packtest.Got(o.Result, map[string]bool{"quiet": true, "full": true}))
	o = runner(t, p, nil).Run(p.Tests[0])
	if o.Failed() != 0 || len(o.Held) != 2 {
		t.Errorf("%d of %d failed: %v", o.Failed(), len(o.Held), o.Held)
	}
}

// TestZoneOfUnless: what an `unless` looks at may be hours off, and it says so as a step does.
func TestZoneOfUnless(t *testing.T) {
	byGroup := strings.Replace(head, "rules:\n", "rules:\n  - {id: alone, title: t, severity: info, by: [group], mitigation: m, pattern: {seq: [{hit: boom}]}, unless: {event: seen, after: hit, within: 30s}}\n", 1)
	p, faults := rules.Load("p.yaml", []byte(byGroup+`  - name: pair
    logs:
      decode@n1: |
        [2026-05-12 03:14:00] Decode batch 1
        [2026-05-12 03:14:01] it went boom
        [2026-05-12 03:15:50] alive
      prefill@n2: |
        [2026-05-12 03:14:00] Prefill
        [2026-05-12 03:15:50] alive
    mutate: [{skew: {source: prefill@n2, by: 8h}}]
    expect: [{rule: alone, verdict: inconclusive, missing: [{reason: zone_unknown}]}]
`))
	if p == nil {
		t.Fatal(faults)
	}
	if got := runner(t, p, nil).Run(p.Tests[0]); got.Err != nil || got.Failed() > 0 {
		t.Errorf("%v %+v", got.Err, got.Held)
	}
}

// TestNumbersOfEitherKind: where no scrape shows a series, the numbers of the log count, for each rule that asks.
func TestNumbersOfEitherKind(t *testing.T) {
	line := "        [2026-05-12 03:14:%d0 TP0] Decode batch. #running-req: 1, #queue-req: 5\n"
	log := ""
	for i := range 5 {
		log += fmt.Sprintf(line, i)
	}
	p, faults := rules.Load("p.yaml", []byte(`apiVersion: rules/v1
pack: {name: p, version: 1.0.0, owner: o}
signals:
  queue: {metric: {role: decode, expr: 'sglang:num_queue_reqs or roomline_log:queue_req', by: [process]}}
rules:
  - {id: one, title: t, severity: info, pattern: {holds: {signal: queue, op: ">=", value: 3, for: 20s}}}
  - {id: two, title: t, severity: info, pattern: {holds: {signal: queue, op: ">=", value: 4, for: 20s}}}
tests:
  - name: only the log has it
    start: 2026-05-12T03:14:00Z
    logs:
      decode@p0: |
`+log+`    metrics: {decode@p0: {interval: 10s, series: ['sglang:token_usage{tp_rank="0"} 3x5']}}
    expect: [{rule: one, verdict: confirmed}, {rule: two, verdict: confirmed}]
`))
	if p == nil {
		t.Fatal(faults)
	}
	if got := runner(t, p, nil).Run(p.Tests[0]); got.Err != nil || got.Failed() > 0 {
		t.Errorf("%v %+v", got.Err, got.Held)
	}
}
