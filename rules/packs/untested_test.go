package packs

import (
	"testing"

	"roomline/rules"
)

// A pack that is loaded without its tests is the same pack in all that judges: what is left unread is
// found by lines, and must be the tests and nothing else.
func TestUntestedIsThePackWithoutTests(t *testing.T) {
	for _, name := range Names() {
		load := func(untested bool) *rules.Pack {
			lib := rules.NewLibrary(func(_, name string) (*rules.Source, error) { return Open(name) })
			if lib.Untested = untested; untested { // as a run does: its sections parsed in any order
				lib.Prepare(func(n int, do func(int)) {
					for i := range n {
						do(n - 1 - i)
					}
				}, name, "builtin:none")
			}
			p, err := lib.Load(name)
			if p == nil {
				t.Fatal(err)
			}
			return p
		}
		whole, bare := load(false), load(true)
		if len(whole.Tests) == 0 || len(bare.Tests) != 0 {
			t.Errorf("%s has %d tests, and %d without them", name, len(whole.Tests), len(bare.Tests))
		}
		if whole.Hash != bare.Hash || len(whole.Signals) != len(bare.Signals) || len(whole.Rules) != len(bare.Rules) || len(whole.Lifecycles) != len(bare.Lifecycles) {
			t.Fatalf("%s: %d signals, %d rules, hash %s; without tests %d, %d, %s", name, len(whole.Signals), len(whole.Rules), whole.Hash, len(bare.Signals), len(bare.Rules), bare.Hash)
		}
		for i, s := range whole.Signals {
			if b := bare.Signals[i]; b.Name != s.Name || b.Line != s.Line {
				t.Errorf("%s: signal %s of line %d is %s of line %d without tests", name, s.Name, s.Line, b.Name, b.Line)
			}
		}
		for i, r := range whole.Rules {
			if b := bare.Rules[i]; b.ID != r.ID || b.Line != r.Line || len(b.Steps) != len(r.Steps) {
				t.Errorf("%s: rule %s of line %d is %s of line %d without tests", name, r.ID, r.Line, b.ID, b.Line)
			}
		}
	}
}
