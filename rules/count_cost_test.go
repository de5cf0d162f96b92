package rules_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestCostOfCount: a count whose width holds the whole log costs a few looks at each hit, not one at
// every pair of them.
func TestCostOfCount(t *testing.T) {
	holes := func(times int) map[string]string {
		files := oneLog(1500, 3, 1)(times)
		lines := strings.SplitAfter(files["prefill-n1.log"], "\n")
		for i := 100; i < len(lines); i += 500 {
			lines[i] = "-- Suppressed 7 messages\n"
		}
		files["prefill-n1.log"] = strings.Join(lines, "")
		return files
	}
	processes := func(times int) map[string]string {
		files := map[string]string{}
		manifest := "version: 1\nsources:\n"
		for i := range 4 {
			files[fmt.Sprintf("prefill-n%d.log", i)] = costLog(400*times, 3, 1)
			manifest += fmt.Sprintf("  - {path: prefill-n%d.log, role: prefill, instance: n%d, group: g0, zone: UTC}\n", i, i)
		}
		files["roomline.yaml"] = manifest
		return files
	}
	for _, c := range []struct {
		name, count, by string
		files           func(int) map[string]string
		more            int // times the looks of a log of a quarter of its length
		each            int // looks at most for each hit
	}{
		{"records", "{event: s0, min: 3, within: 24h}", "process", oneLog(1500, 3, 1), 5, 30},
		{"keys", "{event: s0, distinct: room, min: 3, within: 24h}", "process", oneLog(1500, 3, 1), 5, 30},
		{"keys that are too few", "{event: s0, distinct: room, min: 2000, within: 24h}", "process", oneLog(1500, 3, 1), 5, 30},
		{"a narrow width", "{event: s0, min: 3, within: 5s}", "process", oneLog(1500, 3, 1), 5, 30},
		{"four clocks", "{event: s0, distinct: room, min: 3, within: 24h}", "group", processes, 5, 80},
		// three hits behind each hole look back beyond it
		{"behind holes", "{event: s0, min: 3, within: 24h}", "process", holes, 16, 60},
	} {
		t.Run(c.name, func(t *testing.T) {
			rule := "  - {id: r, severity: info, title: t, by: [" + c.by + "], pattern: {count: " + c.count + "}}\n"
			_, looks := growth(t, rule, c.files)
			if looks[0] == 0 || looks[1] > c.more*looks[0] {
				t.Errorf("four times the hits cost %d looks for %d", looks[1], looks[0])
			}
			if most := c.each * 6400; looks[1] > most {
				t.Errorf("%d looks at 6000 hits, more than %d", looks[1], most)
			}
		})
	}
}
