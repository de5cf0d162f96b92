package rules

import (
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// TestSharedFile: --source takes a file as a whole, so that of a log that shares its file no hint names path#unit, which
// nothing could open, or gives all logs of the file one role.
func TestSharedFile(t *testing.T) {
	inc := &timeline.Incident{Sources: []timeline.Source{{Path: "d/j x.log#a"}, {Path: "d/j x.log#b"}, {Path: "d/s.log"}},
		Streams: []timeline.Stream{{ID: 1, Name: "d/j x.log#a", Role: "decode", Instance: "a"}, {ID: 2, Name: "d/s.log", Role: "decode", Instance: "s"}}}
	shared, sole := timeline.ZoneDoubt{Stream: 1, Shift: -8 * time.Hour, Why: "why"}, timeline.ZoneDoubt{Stream: 2, Shift: -15 * time.Minute, Why: "why"}
	if got, want := ShiftOf(inc, shared), `{path: "j x.log", shift: -8h} in a roomline.yaml beside it`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got, want := ShiftOf(inc, sole), "--source decode@s,shift=-15m=d/s.log"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	inc.Zones = []timeline.ZoneDoubt{sole}
	if got := shiftCommand(inc); !strings.HasPrefix(got, "roomline report --source decode@s,") {
		t.Error(got)
	}
	inc.Zones = append(inc.Zones, shared)
	if got := shiftCommand(inc); got != "" {
		t.Errorf("a command moves what no flag can: %s", got)
	}
}
