package tui

import (
	"fmt"
	"strconv"
	"strings"

	"roomline/rules"
	"roomline/timeline"
	"roomline/tui/cells"
)

// missingRows say what was not observed and which command closes it.
func missingRows(b *bodyRows, f *rules.Finding) {
	first := true
	for k := range f.Steps {
		for _, m := range f.Steps[k].Missing {
			if first {
				b.section("What is missing", "")
				first = false
			}
			missingRow(b, strconv.Itoa(k+1)+" "+f.Steps[k].ID, m)
		}
	}
}

func missingRow(b *bodyRows, of string, m rules.Missing) {
	text := join("  ", of, string(m.Reason), m.Source, between(m.After, m.Until))
	at := int64(0)
	if m.After.Known() {
		at = int64(m.After)
	}
	*b = append(*b, bodyRow{glyph: '?', style: cells.Yellow, text: text, at: at, indent: 1})
	if m.Remedy != "" {
		*b = append(*b, bodyRow{glyph: '→', style: cells.Cyan, text: m.Remedy, indent: 3})
	}
}

func between(a, z timeline.Time) string {
	if !a.Known() && !z.Known() {
		return ""
	}
	return clock(int64(a)) + "–" + clock(int64(z))
}

func nearRows(b *bodyRows, n *rules.NearMiss) {
	if n == nil {
		return
	}
	b.section("Near miss", "")
	b.plain(join("  ", "stopped at "+n.BlockedAt, lacks(n), n.Distance))
	if n.Nearest != "" {
		b.plain("nearest: " + n.Nearest)
	}
}

func lacks(n *rules.NearMiss) string {
	if len(n.Lacks) == 0 {
		return ""
	}
	if quiet, ok := strings.CutPrefix(n.Lacks[0], "no "); ok && len(n.Lacks) == 1 {
		return "needs silence of " + quiet
	}
	return "lacks " + strings.Join(n.Lacks, ", ")
}

// notFiredBody says why a rule has no instance.
func (s *scene) notFiredBody(n *rules.NotFired) bodyRows {
	var b bodyRows
	b.section(n.Verdict(), "")
	b.plain(fmt.Sprintf("its anchor could have been seen in %.0f%% of the window", n.Coverage*100))
	nearRows(&b, n.NearMiss)
	if len(n.Missing) > 0 {
		b.section("What is missing", "")
		for _, m := range n.Missing {
			missingRow(&b, "", m)
		}
	}
	b.section("Ask for more", "")
	b.plain("roomline why " + n.Rule)
	return b
}
