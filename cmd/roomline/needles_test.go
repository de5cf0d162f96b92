package main

import (
	"strings"
	"testing"

	"roomline/rules"
)

// TestNeedlesUnheld: a needle that no record holds is named, since a typing error looks like that.
func TestNeedlesUnheld(t *testing.T) {
	row := func(name, needle string, n int64) needleRow {
		return needleRow{signal: &rules.Signal{Name: name}, needle: needle, candidates: n, hits: n}
	}
	c := &needleCount{records: 9, rows: []needleRow{row("seen", "Decode batch", 5), row("quoted", "\u201cDecode batch\u201d", 0)}}
	var b strings.Builder
	c.table(&b)
	if want := "  in no record: quoted (\"\u201cDecode batch\u201d\")\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("%q does not end with %q", b.String(), want)
	}
}
