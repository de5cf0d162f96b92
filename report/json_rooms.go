package report

import (
	"strconv"

	"roomline/timeline"
)

type (
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

// rooms writes the rooms: all that are open, failed or in a finding, the others only if asked for.
func (j *jsonWriter) rooms(d *Document) {
	var shown []*timeline.Room
	in, rooms := FindingsByRoom(d), &d.Incident.Rooms
	for i := range rooms.Len() {
		if d.AllRooms || rooms.Open(i) || d.Incident.Lifecycle.Fails(rooms.State(i)) || len(in[rooms.ID(i)]) > 0 {
			shown = append(shown, rooms.At(i))
		}
	}
	j.raw(",\n\"rooms\": ")
	j.roomsObject(d, shown)
}

func (j *jsonWriter) roomsObject(d *Document, shown []*timeline.Room) {
	states, in := map[string]int{}, FindingsByRoom(d)
	for i := range d.Incident.Rooms.Len() {
		states[d.Incident.Rooms.State(i)]++
	}
	j.raw("{\"total\": " + strconv.Itoa(d.Incident.Rooms.Len()) + ", \"by_state\": ")
	j.value(states)
	j.raw(", \"list\": [")
	j.first = true
	for _, r := range shown {
		j.entry(roomOf(d.Incident, r, in[r.ID]))
	}
	j.raw("]}")
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
func Age(inc *timeline.Incident, r timeline.RoomBrief) (ns timeline.Time, ok bool) {
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
	if age, ok := Age(inc, r.RoomBrief); ok {
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
