package main

import (
	"testing"

	"roomline/ingest"
)

// TestAgain: what this run was given stands for the dots of a command, and for none that belong to a name.
func TestAgain(t *testing.T) {
	a := &app{}
	inputs := []ingest.Input{{Path: "it's $(x)"}, {Path: "-v"}}
	for _, x := range []struct{ cmd, want string }{
		{"roomline report --scrape p@0=PATH ... # no", `roomline report --scrape p@0=PATH 'it'\''s $(x)' ./-v # no`},
		{`roomline report --scrape 'p@a ... # '\''b\'=PATH ... # no p@a ... # b`, `roomline report --scrape 'p@a ... # '\''b\'=PATH 'it'\''s $(x)' ./-v # no p@a ... # b`},
		{"curl ... # no", "curl ... # no"},
	} {
		if got := a.again([]string{x.cmd}, inputs)[0]; got != x.want {
			t.Errorf("got  %s\nwant %s", got, x.want)
		}
	}
}
