package tui

import (
	"strings"
	"testing"

	"roomline/rules"
)

// A finding that rests on more than what was surely seen says so above its evidence, and of how many series.
func TestReadings(t *testing.T) {
	var b bodyRows
	readingRows(&b, nil)
	if len(b) > 0 {
		t.Errorf("%v where nothing is read otherwise", b)
	}
	readingRows(&b, []string{"queue: over the series that a scrape shows"})
	if len(b) != 2 || b[1].text != "queue: over the series that a scrape shows" {
		t.Errorf("%+v", b)
	}
	row := new(scene).evidenceRow(rules.Evidence{Claim: &rules.Claim{Series: "prefill@p0 queue", Expr: "sum(queue)", Samples: 5, Value: "4", Seen: 7, Of: 8}})
	if !strings.HasSuffix(row.text, ", over 7 of 8 series") {
		t.Error(row.text)
	}
}
