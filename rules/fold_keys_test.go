package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

// TestCountUnderKeys: a few hits of a room among many of others in the same second are neither lost
// when only so many are kept one by one, nor do those that were folded into one of them count as its own.
func TestCountUnderKeys(t *testing.T) {
	var b strings.Builder
	line := func(second int, room byte) {
		fmt.Fprintf(&b, "[2026-05-12 03:14:%02d TP0] event s0 room=%d\n", second, room)
	}
	b.WriteString("[2026-05-12 03:13:00 TP0] INFO: begin\n")
	line(4, 'C')
	for _, r := range []byte("ABAAAABA") {
		line(5, r)
	}
	for i := range 200 {
		line(10+i/5, 'C')
	}
	b.WriteString("[2026-05-12 03:15:00 TP0] INFO: end\n")
	files := map[string]string{"prefill-n1.log": b.String()}
	for _, c := range []struct{ count, want string }{
		{"{event: s0, min: 3, within: 10s}", "65=T 67=T"}, // B was met twice
		{"{event: s0, min: 2, within: 10s}", "65=T 66=T 67=T"},
		{"{event: s0, min: 6, within: 10s}", "65=T 67=T"},
	} {
		pack, faults := rules.Load("p.yaml", []byte(costHead+"  - {id: r, severity: info, title: t, by: [room], pattern: {count: "+c.count+"}}\n"))
		if pack == nil {
			t.Fatal(faults)
		}
		set, err := rules.NewSet(pack)
		if err != nil {
			t.Fatal(err)
		}
		for _, most := range []int{1, 64, 1 << 20} {
			facts := readBundle(t, set, files, ingest.Options{MaxHits: most, Workers: 1})
			best := map[string]timeline.Truth{}
			for _, f := range rules.Judge(set, timeline.Build(facts, &set.Schema)).Findings {
				if room := f.Entity[0].Value; f.Verdict > best[room] {
					best[room] = f.Verdict
				}
			}
			var got []string
			for _, room := range sortedKeys(best) {
				if best[room] == timeline.T {
					got = append(got, room+"=T")
				}
			}
			have := strings.Join(got, " ")
			if most == 1<<20 && have != c.want {
				t.Errorf("%s: %s, want %s", c.count, have, c.want)
			}
			for _, room := range got { // with fewer kept, fewer may be sure, never others
				if !strings.Contains(c.want, room) {
					t.Errorf("%s, %d kept: %s is confirmed, want %s", c.count, most, room, c.want)
				}
			}
			if most == 1 && strings.Contains(c.count, "min: 2") && have != c.want {
				t.Errorf("%s, one kept: %s, want %s", c.count, have, c.want)
			}
		}
	}
}
