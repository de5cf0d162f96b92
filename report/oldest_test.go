package report

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"roomline/timeline"
)

// A list cut short is the head of the whole one, however many rooms have the same age or none.
func TestOldestFirstCutShort(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{0, 1, 900, 5000} {
		rooms := make([]timeline.Room, n)
		for i := range rooms {
			b := timeline.RoomBrief{State: "Seen", First: timeline.Time(r.IntN(40)) * timeline.Second, Last: 50 * timeline.Second}
			if r.IntN(10) == 0 {
				b.First = timeline.NoTime
			}
			rooms[i] = timeline.Room{ID: strconv.Itoa(r.IntN(1 << 40)), RoomBrief: b}
		}
		inc := &timeline.Incident{Rooms: timeline.RoomsOf(rooms)}
		odd := func(i int) bool { return i%3 > 0 }
		all, of := OldestFirst(inc, n, odd)
		for _, most := range []int{0, 1, 12, 700} {
			got, ofToo := OldestFirst(inc, most, odd)
			if want := all[:min(most, len(all))]; !slices.Equal(got, want) || ofToo != of {
				t.Errorf("%d of %d rooms: %v, want %v; of %d, want %d", most, n, got, want, ofToo, of)
			}
		}
		if n > 0 && (inc.Rooms.States()["Seen"] != n || len(inc.Rooms.States()) != 1) {
			t.Errorf("states of %d rooms: %v", n, inc.Rooms.States())
		}
	}
}
