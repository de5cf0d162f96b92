package model

import (
	"strings"
	"time"
)

// pipeline is what a prefill group has behind its first pipeline stage. Each later stage is a process of its own for each
// tensor-parallel rank and runs every batch a little later; the first one's queues stand for all, but for what a bug leaves.
type pipeline struct {
	gauges    []Gauges // of the later stages
	strays    []int    // rooms that a later stage holds for ever
	differing int      // rooms that were aborted on some stages only
	hung      bool     // the stages wait for each other
}

func newPipeline(stages int) pipeline {
	later := max(stages, 1) - 1
	return pipeline{gauges: make([]Gauges, later), strays: make([]int, later)}
}

// stageLog writes as a rank of a later stage does.
func (g *prefillGroup) stageLog(later, rank int, level Level, body any) {
	if !g.p.down {
		g.p.w.sink.Log(Record{At: g.p.w.now, Proc: g.p.proc, Rank: rank, Stage: later + 1, Level: level, Body: body})
	}
}

// reportStages has the later stages print the batch. Stages that wait for each other never come to it.
func (g *prefillGroup) reportStages(line PrefillBatch) {
	if g.pipe.differing > 0 {
		g.pipe.hung = true
		g.p.w.truth.Diverged = append(g.p.w.truth.Diverged, ProcEvent{g.p.proc, g.p.w.now})
		return
	}
	for i, strays := range g.pipe.strays {
		own := line
		own.Bootstrap += strays
		g.pipe.gauges[i] = g.gauges
		g.pipe.gauges[i].Bootstrap += strays
		g.p.w.after(time.Duration(i+1)*2*time.Millisecond, func() {
			if !g.over {
				g.stageLog(i, g.ranks[0].tp, Info, own)
			}
		})
	}
}

// failStages fails a room on the later stages too, unless a bug makes one of them keep it.
func (g *prefillGroup) failStages(r *room, what string, level Level) {
	bugs := g.p.w.cfg.Bugs
	aborted := what == "Prefill bootstrap" && strings.HasPrefix(r.reason[0], "Aborted by")
	for i := range g.pipe.strays {
		switch {
		case aborted && bugs.StageOrphans:
			g.pipe.strays[i]++
			g.p.w.truth.StageOrphans = append(g.p.w.truth.StageOrphans, RoomEvent{r.id, g.p.proc, g.p.w.now})
			continue
		case aborted && bugs.DivergeAt > 0 && g.p.w.now >= bugs.DivergeAt && g.p.w.dice.IntN(2) == 0:
			g.pipe.differing++
			continue
		}
		for n, k := range g.ranks {
			g.stageLog(i, k.tp, level, Failure{what + " failed", k.tp, r.rid[prefillSide], r.id, r.reason[n], false})
		}
	}
}

// idleStages writes the gauges of the stages that hold nothing.
func (g *prefillGroup) idleStages() {
	for i, strays := range g.pipe.strays {
		if strays == 0 {
			g.pipe.gauges[i] = g.gauges
		}
	}
}
