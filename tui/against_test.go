package tui

import (
	"strings"
	"testing"

	"roomline/rules"
	"roomline/timeline"
	"roomline/tui/cells"
)

// What refutes a step stands under it: in words, and the record that shows it, which can be opened.
func TestAgainst(t *testing.T) {
	d := fixture(3, 0)
	f := &d.Result.Findings[0]
	broke := f.Steps[0].Evidence[:1]
	f.Steps = []rules.Step{{ID: "silent", Verdict: timeline.F, Against: []rules.Contradiction{{Says: "no 60s of silence: batch was printed 4.0 s into its window", Evidence: broke}}},
		{ID: "heard", Verdict: timeline.F, Against: []rules.Contradiction{{Says: "it did not happen", Evidence: []rules.Evidence{{Claim: &rules.Claim{Silence: true, Series: "prefill@n1 health", From: hms(14, 8, 0), To: hms(14, 9, 0)}}}}}}}
	p := show(d, 120, 40, cells.Caps{NoColor: true}, "enter")
	text := strip(p.frame)
	for _, want := range []string{"silent: refuted", "against it: no 60s of silence: batch was printed 4.0 s into its window", "heard: did not happen", "nothing printed from 14:08:00 to 14:09:00"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "against it: it did not happen") {
		t.Errorf("that nothing happened is said twice:\n%s", text)
	}
	opens := false
	for _, row := range p.scene.findingBody(p.st) {
		opens = opens || row.hit == broke[0].Hit
	}
	if !opens {
		t.Error("the record that broke the silence cannot be opened")
	}
}
