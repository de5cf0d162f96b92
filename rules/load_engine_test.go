package rules_test

import (
	"strings"
	"testing"

	"roomline/rules"
)

const enginePack = `apiVersion: rules/v1
pack: {name: tiny, version: 0.1.0, owner: me, shown_by: SHOWN}
lifecycles:
  room:
    states: [Queued, Done, Lost]
    final: [Done, Lost]
    failed: FAILED
    flags: FLAGS
    moves:
      - {signal: queued, state: Queued}
signals:
  queued: {log: {all: ["queued id="], capture: {room: 'id=(\S+)'}}}
  up: {metric: {expr: up}}
rules:
  - {id: r, severity: info, title: r, by: [process], pattern: {seq: [{a: {event: queued}}]}}
`

func loadEngine(shown, failed, flags string) (*rules.Pack, rules.Faults) {
	return rules.Load("pack.yaml", []byte(strings.NewReplacer("SHOWN", shown, "FAILED", failed, "FLAGS", flags).Replace(enginePack)))
}

// TestLoadEngine: what a pack tells of its engine.
func TestLoadEngine(t *testing.T) {
	p, faults := loadEngine("[queued, up]", "[Lost]", "{1: --ended, 3: '-v 9'}")
	if p == nil {
		t.Fatal(faults)
	}
	lc := &p.Lifecycles[0]
	if !lc.Fails("Lost") || lc.Fails("Done") || lc.Flags != [4]string{1: "--ended", 3: "-v 9"} || len(p.ShownBy) != 2 {
		t.Errorf("lifecycle %+v, shown by %d signals", lc, len(p.ShownBy))
	}
	for _, c := range []struct{ shown, failed, flags, want string }{
		{"[quued]", "[Lost]", "{}", `2:58: unknown signal "quued"; did you mean "queued"`},
		{"queued", "[Queued]", "{}", `failed state "Queued" is not in ` + "`final`"},
		{"queued", "[Lst]", "{}", `did you mean "Lost"`},
		{"queued", "[Lost]", "{4: x}", `not for "4"`},
		{"queued", "[Lost]", "{debug: x}", `not for "debug"`},
	} {
		p, faults := loadEngine(c.shown, c.failed, c.flags)
		if p != nil || len(faults) != 1 || !strings.Contains(faults.Error(), c.want) {
			t.Errorf("%+v: %v", c, faults)
		}
	}
}
