package report

import "roomline/timeline"

type (
	jsonRooms struct {
		Total   int            `json:"total"`
		ByState map[string]int `json:"by_state"`
		List    []jsonRoom     `json:"list"`
	}
	jsonRoom struct {
		Room     string              `json:"room"`
		State    string              `json:"state"`
		Reason   string              `json:"reason"`
		First    when                `json:"first"`
		Last     when                `json:"last"`
		AgeMS    *int64              `json:"age_ms"`
		Open     bool                `json:"open"`
		Attempts int                 `json:"attempts"`
		Sides    map[string]jsonSide `json:"sides"`
		Findings []string            `json:"findings"`
	}
	jsonSide struct {
		Instance string        `json:"instance"`
		Segments []jsonSegment `json:"segments"`
	}
	jsonSegment struct {
		State string `json:"state"`
		After when   `json:"after"`
		Until when   `json:"until"`
		How   string `json:"how"`
	}
)

func roomsOf(d *Document) jsonRooms {
	out := jsonRooms{Total: len(d.Incident.Rooms), ByState: map[string]int{}, List: []jsonRoom{}}
	in := FindingsByRoom(d)
	for i := range d.Incident.Rooms {
		r := &d.Incident.Rooms[i]
		out.ByState[r.State]++
		if d.AllRooms || r.Open || r.State == "Failed" || len(in[r.ID]) > 0 {
			out.List = append(out.List, roomOf(d.Incident, r, in[r.ID]))
		}
	}
	return out
}

// FindingsByRoom gives the ids of the findings that each room is in.
func FindingsByRoom(d *Document) map[string][]string {
	out := map[string][]string{}
	for i := range d.Result.Findings {
		f := &d.Result.Findings[i]
		for _, r := range f.Rooms {
			out[r] = append(out[r], f.ID)
		}
	}
	return out
}

// Age is how long a room lived, or lives at the end of the window while it is open; false where
// that is not known.
func Age(inc *timeline.Incident, r *timeline.Room) (ns timeline.Time, ok bool) {
	end := r.Last
	if r.Open && inc.Window.Hi.Known() {
		end = max(end, inc.Window.Hi)
	}
	if !r.First.Known() || !end.Known() {
		return 0, false
	}
	return end - r.First, true
}

func roomOf(inc *timeline.Incident, r *timeline.Room, findings []string) jsonRoom {
	out := jsonRoom{Room: r.ID, State: r.State, Reason: r.Reason, First: when(r.First), Last: when(r.Last), Open: r.Open, Attempts: r.Attempts,
		Sides: map[string]jsonSide{}, Findings: list(findings)}
	if age, ok := Age(inc, r); ok {
		ms := int64(age) / 1e6
		out.AgeMS = &ms
	}
	for _, s := range r.Sides {
		side := jsonSide{Instance: s.Instance, Segments: []jsonSegment{}}
		for _, g := range s.Segments {
			side.Segments = append(side.Segments, jsonSegment{g.State, when(g.After), when(g.Until), g.How})
		}
		out.Sides[s.Role] = side
	}
	return out
}
