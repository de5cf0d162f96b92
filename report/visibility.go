package report

import (
	"fmt"
	"slices"
	"strings"

	"roomline/timeline"
)

// Visibility says which rooms the logs can show at all: a count of rooms is worth nothing without. What
// would show more is known by the pack of the engine.
func Visibility(inc *timeline.Incident) string {
	type gap struct {
		degree int
		flags  [4]string
		names  []string
	}
	var gaps []*gap
	asked := false
	for i := range inc.Processes {
		p := &inc.Processes[i]
		if len(p.Streams) == 0 || p.Role != "prefill" && p.Role != "decode" && p.Role != "unknown" {
			continue
		}
		asked = true
		g := &gap{degree: 3, flags: flagsOf(inc, p)}
		for _, l := range p.Lives {
			g.degree = min(g.degree, l.RoomsVisible)
		}
		at := slices.IndexFunc(gaps, func(o *gap) bool { return o.degree == g.degree && o.flags == g.flags })
		if at < 0 {
			at, gaps = len(gaps), append(gaps, g)
		}
		gaps[at].names = append(gaps[at].names, Escape(p.Base()))
	}
	if !asked {
		return "no log of a prefill or decode process was given: none are visible"
	}
	slices.SortStableFunc(gaps, func(a, b *gap) int { return a.degree - b.degree })
	var out []string
	for _, g := range gaps {
		if g.degree < 3 {
			out = append(out, visibleWords(g.degree, shortList(g.names), g.flags))
		}
	}
	return strings.Join(out, "; ")
}

func flagsOf(inc *timeline.Incident, p *timeline.Process) [4]string {
	lc := p.Lifecycle
	if lc == nil {
		lc = inc.Lifecycle
	}
	if lc == nil {
		return [4]string{}
	}
	return lc.Flags
}

// visibleWords say for a degree of visibility what it leaves out.
func visibleWords(degree int, names string, flags [4]string) string {
	var more []string
	for _, f := range flags[degree+1 : max(degree+1, 3)] {
		if f != "" {
			more = append(more, f)
		}
	}
	start := ""
	if len(more) > 0 {
		start = "; start with " + strings.Join(more, " / ") + " to see all"
	}
	switch degree {
	case 0:
		return "only failures are visible on " + names + " at its log level" + start
	case 1:
		return "only rooms that ended are visible on " + names + start
	}
	need := ""
	if flags[3] != "" {
		need = " (those need " + flags[3] + ")"
	}
	return "rooms are visible on " + names + " from when they were received, but not each of their steps" + need
}

func shortList(names []string) string {
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), len(names)-3)
	}
	return strings.Join(names, ", ")
}
