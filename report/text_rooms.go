package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"roomline/timeline"
)

// listed is how many rooms the report lists.
const listed = 12

// rooms counts rooms by state, says how much of rooms is visible at all, and lists the oldest of
// those that are open, failed or in a finding.
func (p *printer) rooms() {
	p.section("ROOMS", Visibility(p.inc))
	if p.inc.Rooms.Len() == 0 {
		p.line("  no line is about a room")
		return
	}
	p.para(2, "", Plural(p.inc.Rooms.Len(), "room")+": "+Escape(states(p.inc)))
	in := FindingsByRoom(p.d)
	rooms := &p.inc.Rooms
	most := listed
	if p.d.AllRooms {
		most = rooms.Len()
	}
	shown, of := OldestFirst(p.inc, most, func(i int) bool {
		return p.d.AllRooms || rooms.Open(i) || p.inc.Lifecycle.Fails(rooms.State(i)) || len(in[rooms.ID(i)]) > 0
	})
	p.roomTable(roomsAs(p.inc, shown), in)
	p.more(2, of-len(shown), "roomline rooms lists all")
}

// OldestFirst picks rooms, of that many, and orders the first ones by age; those without one come last.
func OldestFirst(inc *timeline.Incident, most int, pick func(i int) bool) (list []int, of int) {
	ages := make([]timeline.Time, inc.Rooms.Len())
	older := func(a, b int) int {
		if c := cmp.Compare(ages[b], ages[a]); c != 0 {
			return c
		}
		return strings.Compare(inc.Rooms.ID(a), inc.Rooms.ID(b))
	}
	least := timeline.Time(-1) // the age of the last one that may still be listed
	for i := range ages {
		if !pick(i) {
			continue
		}
		of++
		if ages[i] = ageOf(inc, i); ages[i] < least {
			continue
		}
		if list = append(list, i); len(list) >= 2*most+1024 { // what is too young for the list need not be kept
			slices.SortFunc(list, older)
			list = list[:most]
			if most > 0 {
				least = ages[list[most-1]]
			}
		}
	}
	slices.SortFunc(list, older)
	return list[:min(len(list), most)], of
}

// ageOf is the age of room i, -1 where nobody knows it.
func ageOf(inc *timeline.Incident, i int) timeline.Time {
	if age, ok := Age(inc, inc.Rooms.Brief(i)); ok {
		return age
	}
	return -1
}

func roomsAs(inc *timeline.Incident, list []int) []*timeline.Room {
	out := make([]*timeline.Room, len(list))
	for i, k := range list {
		out[i] = inc.Rooms.At(k)
	}
	return out
}

// states divides the rooms: 7 WaitingForInput, 7 Failed; in the order of the lifecycle.
func states(inc *timeline.Incident) string {
	n := inc.Rooms.States()
	names := slices.Collect(maps.Keys(n))
	order := func(s string) int {
		if inc.Lifecycle == nil || !slices.Contains(inc.Lifecycle.States, s) {
			return 1 << 20
		}
		return slices.Index(inc.Lifecycle.States, s)
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := order(a) - order(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for i, s := range names {
		names[i] = fmt.Sprintf("%s %s", Grouped(int64(n[s])), s)
	}
	return strings.Join(names, ", ")
}

// Rooms writes rooms as a table, in the order given, under the words on visibility.
func Rooms(w io.Writer, d *Document, list []*timeline.Room, s Style) error {
	p := newPrinter(w, d, s)
	p.para(0, "", fmt.Sprintf("%d of %s: %s", len(list), Plural(p.inc.Rooms.Len(), "room"), Escape(states(p.inc))))
	if v := Visibility(p.inc); v != "" {
		p.para(0, p.s.paint(yellow, "▲"), v)
	}
	p.roomTable(list, FindingsByRoom(d))
	return p.w.Flush()
}

// roomTable is one line for each room.
func (p *printer) roomTable(list []*timeline.Room, in map[string][]string) {
	if len(list) == 0 {
		return
	}
	sides := sidesOf(list...)
	t := table{head: []string{"ROOM", "STATE", "AGE", "FIRST (" + p.clock.ZoneName() + ")"}, right: map[int]bool{2: true}, under: true}
	for _, side := range sides {
		t.head = append(t.head, Escape(strings.ToUpper(side)))
	}
	t.head = append(t.head, "FINDINGS", "REASON")
	for _, r := range list {
		age := "?"
		if a, ok := Age(p.inc, r.RoomBrief); ok {
			age = Duration(timeDuration(a))
		}
		state := Escape(r.State)
		if r.Open {
			state += " (open)"
		}
		if r.Attempts > 1 {
			state += fmt.Sprintf(", attempt %d", r.Attempts)
		}
		cells := []string{Escape(r.ID), state, age, p.clock.At(r.First)}
		for _, side := range sides {
			cells = append(cells, instanceOn(r, side))
		}
		t.add(append(cells, few(in[r.ID], 2), Escape(r.Reason))...)
	}
	t.write(p, 2)
}

// instanceOn names where a room was seen on a side.
func instanceOn(r *timeline.Room, role string) string {
	for _, s := range r.Sides {
		if s.Role == role {
			return Escape(orElse(s.Instance, "seen"))
		}
	}
	return "–"
}

// few is the first n of a list.
func few(list []string, n int) string {
	if len(list) > n {
		return strings.Join(list[:n], " ") + "…"
	}
	return strings.Join(list, " ")
}
