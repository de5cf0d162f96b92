package rules

import "roomline/timeline"

// deferHits finds the log signals whose hits no rule reads one by one: those that only move rooms or
// show how much of rooms is visible. A long log has a million of them, so they stay packed. So do those, until they
// are looked at, that rules only look for near others: all but anchors and ends.
func (s *Set) deferHits() {
	used, all := map[*Signal]bool{}, map[*Signal]bool{}
	for _, p := range s.Packs {
		for _, sig := range p.usedSignals() {
			used[sig] = true
		}
		for _, r := range p.Rules {
			anchors, _ := anchorSignals(r.Steps[0].Op)
			for _, sig := range append(anchors, r.Ends) {
				all[sig] = true
			}
		}
	}
	for _, sig := range s.signals {
		def := &s.Schema.Signals[sig.id]
		quiet := def.Means.Kind == timeline.MeansNothing || def.Means.Kind == timeline.MeansRoomsVisible
		packed := sig.Kind == LogSignal && quiet && def.Emits.Kind != timeline.EmitDebugOnly
		def.Deferred, def.Sparse = packed && !used[sig], packed && used[sig] && !all[sig]
	}
}

// usedSignals are those that rules or metric signals name.
func (p *Pack) usedSignals() []*Signal {
	var out []*Signal
	for _, r := range p.Rules {
		for _, st := range r.Steps {
			out = st.Op.allSignals(out)
		}
		for _, b := range r.Branches {
			if b.When != nil {
				out = b.When.allSignals(out)
			}
		}
		for _, u := range r.Unless {
			out = append(out, u.Signal)
		}
		for _, l := range r.Let {
			out = append(out, l.Of...)
		}
		out = append(out, r.Ends)
	}
	for _, sig := range p.Signals {
		out = append(out, sig.Fresh)
	}
	return append(append(out, p.ShownBy...), p.Idle)
}
