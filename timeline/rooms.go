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
	lines := inc.roomLines()
	inc.Rooms = make([]Room, 0, len(lines.ids))
	var steps []step
	for i, id := range lines.ids {
		steps = steps[:0]
		for _, h := range lines.of(i) {
			steps = inc.appendSteps(steps, h, moves[h.Signal])
		}
		backDatedFirst(steps)
		inc.Rooms = append(inc.Rooms, inc.room(id, lines.of(i), steps))
	}
	slices.SortFunc(inc.Rooms, func(a, b Room) int { return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.ID, b.ID)) })
	for i := range inc.Rooms {
		inc.rooms[inc.Rooms[i].ID] = i
	}
}

// roomMoves joins the moves of all packs for rooms; the first pack's states are the ones shown.
func (inc *Incident) roomMoves() [][]Move {
	out := make([][]Move, len(inc.Hits))
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

// appendSteps adds what a line shows of a room.
func (inc *Incident) appendSteps(dst []step, h *Hit, moves []Move) []step {
	def := &inc.Schema.Signals[h.Signal]
	reason, _ := h.Cap(def.Capture("reason"))
	if len(moves) == 0 {
		return append(dst, step{hit: h, side: inc.Processes[h.Process].Role, reason: reason})
	}
	for _, m := range moves {
		s := step{hit: h, side: Value(m.Side, def, h), state: m.State, reason: reason}
		s.before = BackDated(m, def, h)
		if s.state == "" && len(m.Segments) > 0 {
			s.state = inc.afterSegments()
		}
		dst = append(dst, s)
	}
	return dst
}

// backDatedFirst puts what a record tells of the time before it in front of what else it shows.
func backDatedFirst(steps []step) {
	for i := 1; i < len(steps); i++ {
		for j := i; j > 0 && len(steps[j].before) > 0 && len(steps[j-1].before) == 0 && SameRecord(steps[j].hit.Moment(), steps[j-1].hit.Moment()); j-- {
			steps[j], steps[j-1] = steps[j-1], steps[j]
		}
	}
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
		if secs, ok := number(m.BeforeSeconds, def, h); ok && secs < 1e9 { // 31 years; more is no duration, and too many nanoseconds
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

// room replays the steps of one room. It keeps the lines, of which a record stands there once.
func (inc *Incident) room(id string, lines []*Hit, steps []step) Room {
	r := Room{ID: id, Attempts: 1, First: MaxTime, Last: MinTime}
	latest := inc.attempts(steps, &r)
	r.Hits = slices.Clip(slices.CompactFunc(lines, func(a, b *Hit) bool { return SameRecord(a.Moment(), b.Moment()) }))
	for _, s := range steps {
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
	if len(steps) < 2 {
		return steps
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
			was := from
			for from = i; from > was && steps[from-1].hit.Lo == s.hit.Lo && !inc.Lifecycle.IsFinal(steps[from-1].state); from-- {
			}
			clear(ended)
		}
		if final {
			ended[s.side] = end{s.hit.Lo, s.state}
		}
	}
	return steps[from:]
}
