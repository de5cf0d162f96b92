package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

// costHead is what the rules of this file stand on.
const costHead = `apiVersion: rules/v1
pack: {name: cost, version: 1.0.0, owner: tests}
signals:
  s0: {log: {role: prefill, all: ["event s0"], capture: {room: 'room=(\d+)'}}}
  s1: {log: {role: prefill, all: ["event s1"]}}
  s2: {log: {role: prefill, all: ["event s2"]}}
  s3: {log: {role: prefill, all: ["event s3"]}}
  s4: {log: {role: prefill, all: ["event s4"]}}
  never: {log: {role: prefill, all: ["event that never happens"]}}
rules:
`

// costLog prints lines of each signal in turn, so many a second.
func costLog(lines, perSecond, signals int) string {
	var b strings.Builder
	begin := historyBegin.Std()
	for i := range lines {
		at := begin.Add(time.Duration(i/perSecond) * time.Second)
		fmt.Fprintf(&b, "[%s TP%d] event s%d room=%d\n", at.Format(time.DateTime), i%2, i%signals, i%977+1)
	}
	return b.String()
}

func costIncident(t testing.TB, rule string, files map[string]string) (*rules.Set, *timeline.Incident) {
	t.Helper()
	pack, faults := rules.Load("cost.yaml", []byte(costHead+rule))
	if pack == nil {
		t.Fatal(faults)
	}
	set, err := rules.NewSet(pack)
	if err != nil {
		t.Fatal(err)
	}
	facts := readBundle(t, set, files, ingest.Options{MaxHits: 1 << 20, Workers: 1})
	return set, timeline.Build(facts, &set.Schema)
}

// growth is what a rule costs over one log, and over one of the same density four times as long.
func growth(t *testing.T, rule string, files func(times int) map[string]string) (ops, looks [2]int) {
	t.Helper()
	for i, times := range []int{1, 4} {
		set, inc := costIncident(t, rule, files(times))
		_, ops[i], looks[i] = rules.Cost(set, inc)
	}
	t.Logf("operators %d, %d; hits looked at %d, %d", ops[0], ops[1], looks[0], looks[1])
	return ops, looks
}

func oneLog(lines, perSecond, signals int) func(int) map[string]string {
	return func(times int) map[string]string {
		return map[string]string{"prefill-n1.log": costLog(lines*times, perSecond, signals),
			"roomline.yaml": "version: 1\nsources:\n  - {path: prefill-n1.log, role: prefill, instance: n1, group: g0, zone: UTC}\n"}
	}
}
