package report

import (
	"strings"
	"testing"

	"roomline/timeline"
)

// TestGuessesOfSharedFile: of a log that is one of several in its file no flag is shown that would be for all of them.
func TestGuessesOfSharedFile(t *testing.T) {
	p := newPrinter(&strings.Builder{}, fixture(), Style{})
	p.inc.Sources = []timeline.Source{{Path: "s.log#0", Role: "unknown", Instance: "0", ZoneFrom: "assumed"}, {Path: "s.log#1", Role: "decode", RoleFrom: "name 1"}, {Path: "my decode.log", Role: "decode", Instance: "my", RoleFrom: "name my"}}
	first := strings.Join(p.guesses(&p.inc.Sources[0]), "\n")
	for _, must := range []string{"write this one into a file of its own", "{path: s.log, zone: ZONE} in a roomline.yaml beside it corrects"} {
		if !strings.Contains(first, must) {
			t.Errorf("no %q in %s", must, first)
		}
	}
	if strings.Contains(first, "s.log#0") {
		t.Error(first)
	}
	if got := p.guesses(&p.inc.Sources[2]); len(got) != 1 || !strings.Contains(got[0], "ROLE@my='my decode.log' corrects it") {
		t.Error(got)
	}
}
