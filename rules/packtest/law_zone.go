package packtest

import (
	"fmt"
	"slices"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

// zones sets the clock of one source off by whole hours, as a host in another zone is whose stamps do not
// name theirs: by enough to leave it without overlap with the others, else nobody could tell. Sources whose zone is
// told are left alone, and tests that say when they were captured: there it would be another moment.
func zones(before *verdicts) []*variant {
	var out []*variant
	done := map[string]bool{}
	if before.c.CapturedAt.Known() {
		return nil
	}
	span := time.Duration(before.inc.Window.Hi - before.inc.Window.Lo)
	for i := range before.inc.Streams {
		st := &before.inc.Streams[i]
		for _, src := range st.Sources {
			p := before.places[src]
			if !st.Assumed || p.Log < 0 || done[before.c.Logs[p.Log].Source] {
				continue
			}
			source := before.c.Logs[p.Log].Source
			done[source] = true
			for _, h := range []int{1, -1, 8, -8} {
				if by := time.Duration(h) * time.Hour; span > max(by, -by) {
					continue
				}
				out = append(out, zoneVariant(before.c, source, time.Duration(h)*time.Hour))
			}
		}
	}
	return out
}

func zoneVariant(c *Case, source string, by time.Duration) *variant {
	then := shifted(c, source, by)
	return &variant{law: LawZone, then: then, how: fmt.Sprintf("the stamps of %s are %+d h off", source, by/time.Hour), held: offZone}
}

// offZone: the same verdict, or inconclusive since the zone is in doubt.
func offZone(before, after *verdicts) []difference {
	out := lost(before, after, true)
	for i := range before.all {
		x := &before.all[i]
		for _, y := range after.at(x) {
			if x.Verdict != timeline.U && y.Verdict == timeline.U && !doubtsZone(y) {
				out = append(out, difference{x.Rule, x.Verdict.String() + " -> inconclusive, missing " + missingText(y.Reasons) + ", and no zone_unknown"})
			}
		}
	}
	return out
}

func doubtsZone(x *anchored) bool {
	return slices.ContainsFunc(x.Reasons, func(m rules.Missing) bool { return m.Reason == rules.ZoneUnknown })
}
