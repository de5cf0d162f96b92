package scenario

import (
	"cmp"
	"slices"
	"time"

	"roomline/cmd/pdlab/model"
)

// stillness is a part of a run in which a process had rooms open and did no work.
type stillness struct {
	proc     model.Proc
	from, to time.Duration
}

// silent is how long that must last to be called one.
const silent = 60 * time.Second

// silences are the spans of at least that length in which somebody waited for a process and it ran no batch but probes'.
func silences(p Plan, t *model.Truth) []stillness {
	var out []stillness
	for i := range p.Config.Prefills {
		out = append(out, still(p, t, model.Proc{Role: model.PrefillRole, Index: i})...)
	}
	for i := range p.Config.Decodes {
		out = append(out, still(p, t, model.Proc{Role: model.DecodeRole, Index: i})...)
	}
	return out
}

func still(p Plan, t *model.Truth, proc model.Proc) []stillness {
	worked := []time.Duration{}
	for _, w := range t.Worked {
		if w.Proc == proc {
			worked = append(worked, w.At)
		}
	}
	worked = append(worked, p.Config.Duration)
	slices.Sort(worked)
	open := waits(p, t, proc)
	var out []stillness
	last := time.Duration(0)
	for _, at := range worked {
		for _, o := range open {
			if from, to := max(last, o.from), min(at, o.to); to-from >= silent {
				out = append(out, stillness{proc, from, to})
			}
		}
		last = at
	}
	return out
}

// waits are the spans in which a process held at least one room, joined where they overlap.
func waits(p Plan, t *model.Truth, proc model.Proc) []stillness {
	var all []stillness
	for _, r := range t.Rooms {
		for _, side := range []struct {
			proc model.Proc
			model.Side
		}{{r.Prefill, r.OnPrefill}, {r.Decode, r.OnDecode}} {
			if side.proc != proc || side.Received == 0 {
				continue
			}
			end := p.Config.Duration
			for _, at := range []time.Duration{side.Finished, side.Failed, side.Aborted} {
				if at > 0 {
					end = min(end, at)
				}
			}
			all = append(all, stillness{proc, side.Received, end})
		}
	}
	slices.SortFunc(all, func(a, b stillness) int { return cmp.Compare(a.from, b.from) })
	var out []stillness
	for _, s := range all {
		if n := len(out); n > 0 && s.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, s.to)
			continue
		}
		out = append(out, s)
	}
	return out
}
