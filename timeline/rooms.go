package timeline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// unknownState is the state of a room that no line tells.
const unknownState = "unknown"

// step is one thing that a line shows of a room: a state of a side, or only that it was there.
type step struct {
	hit    *Hit
	side   string
	state  string // "" where the line moves nothing
	before []Segment
	reason string
}

// buildRooms replays what the lines show of each room through the lifecycle of the packs.
func (inc *Incident) buildRooms() {
	moves := inc.roomMoves()
	if inc.Lifecycle == nil {
		return
	}
	steps := map[string][]step{}
	for sig := range inc.Hits {
		def := &inc.Schema.Signals[sig]
		c := def.Capture(inc.Lifecycle.Entity)
		if c < 0 {
			continue
		}
		for _, h := range inc.Hits[sig] {
			if id, ok := h.Cap(c); ok {
				steps[id] = append(steps[id], inc.stepsOf(def, h, moves[SignalID(sig)])...)
			}
		}
	}
	for id, s := range steps {
		if !slices.Contains(inc.Lifecycle.Ignore, id) {
			inc.Rooms = append(inc.Rooms, inc.room(id, s))
		}
	}
	slices.SortFunc(inc.Rooms, func(a, b Room) int { return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.ID, b.ID)) })
	for i := range inc.Rooms {
		inc.rooms[inc.Rooms[i].ID] = i
	}
}

// roomMoves joins the moves of all packs for rooms; the first pack's states are the ones shown.
func (inc *Incident) roomMoves() map[SignalID][]Move {
	out := map[SignalID][]Move{}
	for i := range inc.Schema.Lifecycles {
		lc := &inc.Schema.Lifecycles[i]
		if lc.Entity != "room" {
			continue
		}
		if inc.Lifecycle == nil {
			inc.Lifecycle = lc
		}
		for _, m := range lc.Moves {
			out[m.Signal] = append(out[m.Signal], m)
		}
	}
	return out
}

func (inc *Incident) stepsOf(def *SignalDef, h *Hit, moves []Move) []step {
	reason, _ := h.Cap(def.Capture("reason"))
	if len(moves) == 0 {
		return []step{{hit: h, side: inc.Processes[h.Process].Role, reason: reason}}
	}
	out := make([]step, 0, len(moves))
	for _, m := range moves {
		s := step{hit: h, side: Value(m.Side, def, h), state: m.State, reason: reason}
		s.before = BackDated(m, def, h)
		if s.state == "" && len(m.Segments) > 0 {
			s.state = inc.afterSegments()
		}
		out = append(out, s)
	}
	return out
}

// afterSegments is the state that a line with durations alone ends in: durations are printed when
// all went well.
func (inc *Incident) afterSegments() string {
	if slices.Contains(inc.Lifecycle.States, "Success") {
		return "Success"
	}
	return ""
}

// Value is a literal or, as $name, what the hit captured.
func Value(text string, def *SignalDef, h *Hit) string {
	if !strings.HasPrefix(text, "$") {
		return text
	}
	v, _ := h.Cap(def.Capture(strings.Trim(text, "${}")))
	return v
}

func number(text string, def *SignalDef, h *Hit) (float64, bool) {
	v, err := strconv.ParseFloat(Value(text, def, h), 64)
	return v, err == nil && v >= 0 && v < 1e12
}

// BackDated are the segments that a duration in the line tells: they end at the line.
func BackDated(m Move, def *SignalDef, h *Hit) []Segment {
	var out []Segment
	if m.Before != "" {
		if secs, ok := number(m.BeforeSeconds, def, h); ok {
			out = append(out, Segment{State: m.Before, After: h.Lo.Add(-time.Duration(secs * 1e9)), Until: h.Lo, How: "duration"})
		}
	}
	end := h.Lo
	for i := len(m.Segments) - 1; i >= 0; i-- {
		ms, ok := number(m.Segments[i].MS, def, h)
		if !ok {
			continue
		}
		begin := end.Add(-time.Duration(ms * 1e6))
		out = append(out, Segment{State: m.Segments[i].State, After: begin, Until: end, How: "duration"})
		end = begin
	}
	slices.Reverse(out)
	return out
}

// room replays the steps of one room.
func (inc *Incident) room(id string, steps []step) Room {
	slices.SortStableFunc(steps, func(a, b step) int {
		return cmp.Or(cmp.Compare(a.hit.Lo, b.hit.Lo), cmp.Compare(a.hit.Stream, b.hit.Stream), cmp.Compare(a.hit.Pos, b.hit.Pos))
	})
	r := Room{ID: id, Attempts: 1, First: MaxTime, Last: MinTime}
	latest := inc.attempts(steps, &r)
	for _, s := range steps {
		if len(r.Hits) == 0 || !SameRecord(r.Hits[len(r.Hits)-1].Moment(), s.hit.Moment()) {
			r.Hits = append(r.Hits, s.hit)
		}
		r.First, r.Last = min(r.First, s.hit.Lo), max(r.Last, s.hit.Lo)
		for _, b := range s.before {
			r.First = min(r.First, b.After)
		}
	}
	inc.sides(&r, latest)
	r.Reason = reasonOf(latest, inc.Lifecycle)
	return r
}

// attempts finds where the room began again: a side that shows it after its final state, or
// Success after Failed. What the other ranks repeat in the same second is no new attempt.
func (inc *Incident) attempts(steps []step, r *Room) []step {
	type end struct {
		at    Time
		state string
	}
	ended := map[string]end{}
	from := 0
	for i, s := range steps {
		if s.state == "" {
			continue
		}
		e, over := ended[s.side]
		final := inc.Lifecycle.IsFinal(s.state)
		if over && s.hit.Lo > e.at && (!final || s.state != e.state && e.state == "Failed") {
			r.Attempts++
			from = i
			clear(ended)
		}
		if final {
			ended[s.side] = end{s.hit.Lo, s.state}
		}
	}
	return steps[from:]
}
