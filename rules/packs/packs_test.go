package packs

import "testing"

// What is shipped loads without a fault or a warning, and comes with tests.
func TestBuiltin(t *testing.T) {
	list, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		for _, w := range p.Warnings {
			t.Errorf("%s: %s", p.ID(), w)
		}
		if len(p.Rules) == 0 || len(p.Tests) == 0 {
			t.Errorf("%s: %d rules, %d tests", p.ID(), len(p.Rules), len(p.Tests))
		}
	}
}
