package main

import (
	"testing"

	"roomline/rules"
)

// TestNearestText: where nothing came near, nothing is said to be nearest.
func TestNearestText(t *testing.T) {
	for want, n := range map[string]rules.NearMiss{"": {}, "; nearest: a.log:7": {Nearest: "a.log:7"}, "; nearest: a.log:7, 2.0 s too late": {Nearest: "a.log:7", Distance: "2.0 s too late"}} {
		if got := nearestText(&n); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
