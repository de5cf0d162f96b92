package timeline

import (
	"cmp"
	"slices"
)

// sides builds the state bars of both sides and the state of the room from the steps of its latest
// attempt.
func (inc *Incident) sides(r *Room, steps []step) {
	var names []string
	for _, s := range steps {
		if s.side != "" && s.side != unknownState && !slices.Contains(names, s.side) {
			names = append(names, s.side)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(sideOrder(a), sideOrder(b)), cmp.Compare(a, b)) })
	r.State = unknownState
	for _, name := range names {
		own := ofSide(steps, name)
		side := Side{Role: name, Instance: inc.sideInstance(own), Segments: slices.Clip(inc.segments(own))}
		r.Sides = append(r.Sides, side)
		if n := len(side.Segments); n > 0 {
			r.State = inc.worse(r.State, side.Segments[n-1].State)
		}
	}
	if len(names) == 0 {
		for _, s := range steps {
			if s.state != "" {
				r.State = inc.worse(r.State, s.state)
			}
		}
	}
	if transferred(r.Sides) {
		r.State = success
	}
	r.Open = r.State != unknownState && !inc.Lifecycle.IsFinal(r.State)
}

// ofSide gives the steps of one side; mostly a room has one.
func ofSide(steps []step, name string) []step {
	if !slices.ContainsFunc(steps, func(s step) bool { return s.side != name }) {
		return steps
	}
	return slices.DeleteFunc(slices.Clone(steps), func(s step) bool { return s.side != name })
}

// success is the final state in which the transfer is done.
const success = "Success"

// transferred says whether one side saw the transfer done and no side showed anything later, so that
// what the other side printed last, perhaps only that it took the request, is over.
func transferred(sides []Side) bool {
	done := MinTime
	for _, s := range sides {
		if n := len(s.Segments); n > 0 && s.Segments[n-1].State == success {
			done = max(done, s.Segments[n-1].After)
		}
	}
	for _, s := range sides {
		if n := len(s.Segments); n > 0 && s.Segments[n-1].State != success && s.Segments[n-1].After > done {
			return false
		}
		if n := len(s.Segments); n > 0 && s.Segments[n-1].State == "Failed" {
			return false
		}
	}
	return done != MinTime
}

func sideOrder(name string) int {
	return map[string]int{"prefill": -2, "decode": -1}[name]
}

func (inc *Incident) sideInstance(steps []step) string {
	for _, s := range steps {
		if p := &inc.Processes[s.hit.Process]; p.Role == s.side {
			return p.Instance
		}
	}
	return inc.Processes[steps[0].hit.Process].Instance
}

// worse is the state of a room of which two sides (or ranks) show these: a Failed wins, else the
// slowest.
func (inc *Incident) worse(a, b string) string {
	if a == unknownState || a == "" {
		return b
	}
	if a == "Failed" || b == "Failed" {
		return "Failed"
	}
	if slices.Index(inc.Lifecycle.States, b) < slices.Index(inc.Lifecycle.States, a) {
		return b
	}
	return a
}

// segments is the state bar of one side: back-dated spans where a duration tells, else from line to
// line; an end state is a segment without length, and what has not ended is open.
func (inc *Incident) segments(steps []step) []Segment {
	var out []Segment
	for _, s := range steps {
		if s.state == "" {
			continue
		}
		out = inc.backDate(out, s)
		if n := len(out); n > 0 && inc.Lifecycle.IsFinal(out[n-1].State) && out[n-1].After == s.hit.Lo {
			if out[n-1].State = inc.worse(out[n-1].State, s.state); !inc.Lifecycle.IsFinal(out[n-1].State) {
				out[n-1].Until = MaxTime
			}
			continue
		}
		if n := len(out); n > 0 && out[n-1].State == s.state {
			continue
		}
		seg := Segment{State: s.state, After: s.hit.Lo, Until: MaxTime, How: "log"}
		if inc.Lifecycle.IsFinal(s.state) {
			seg.Until = seg.After
		}
		out = appendSegment(out, seg)
	}
	return out
}

// backDate draws what a step tells of the time before it: in front of an end that another rank has
// shown already, and once.
func (inc *Incident) backDate(out []Segment, s step) []Segment {
	n := len(out)
	if n == 0 || len(s.before) == 0 || !inc.Lifecycle.IsFinal(out[n-1].State) || !inc.Lifecycle.IsFinal(s.state) {
		for _, b := range s.before {
			out = appendSegment(out, b)
		}
		return out
	}
	if slices.ContainsFunc(out, func(g Segment) bool { return g.How == "duration" }) {
		return out
	}
	end := out[n-1]
	out = out[:n-1]
	for _, b := range s.before {
		b.After, b.Until = min(b.After, end.After), min(b.Until, end.After)
		out = appendSegment(out, b)
	}
	return append(out, end)
}

// appendSegment ends the segment before where the new one begins; a back-dated span that a line
// already shows is not drawn twice.
func appendSegment(out []Segment, seg Segment) []Segment {
	n := len(out)
	if n == 0 {
		return append(out, seg)
	}
	last := &out[n-1]
	if last.State == seg.State && seg.How == "duration" && last.After >= seg.After-Second {
		last.Until = seg.Until
		return out
	}
	if last.Until > seg.After {
		last.Until = max(seg.After, last.After)
	}
	return append(out, seg)
}

// reasonOf is the text of the failure, of the rank where it began: of the earliest second, the text
// that is repeated least, since the other ranks print one and the same line.
func reasonOf(steps []step, lc *Lifecycle) string {
	first := MaxTime
	count := map[string]int{}
	for _, s := range steps {
		if s.reason != "" && (s.state == "" || s.state == "Failed" || !lc.IsFinal(s.state)) {
			first = min(first, s.hit.Lo)
		}
	}
	for _, s := range steps {
		if s.reason != "" && s.hit.Lo <= first+Second {
			count[s.reason]++
		}
	}
	var best *step
	for i := range steps {
		s := &steps[i]
		if s.reason != "" && s.hit.Lo <= first+Second && (best == nil || worthier(s, best, count)) {
			best = s
		}
	}
	if best == nil {
		return ""
	}
	return best.reason
}

// worthier says which of two reasons to show: the one repeated least, else prefill's, else that of
// the process that comes first; never that of the file that was read first.
func worthier(a, b *step, count map[string]int) bool {
	return cmp.Or(cmp.Compare(count[a.reason], count[b.reason]), cmp.Compare(sideOrder(a.side), sideOrder(b.side)),
		cmp.Compare(a.hit.Process, b.hit.Process), cmp.Compare(a.hit.Pos, b.hit.Pos)) < 0
}
