package timeline

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// lines writes the records of a room: second and stream of each.
func lines(r *Room) string {
	var out []string
	for _, h := range r.Hits {
		out = append(out, fmt.Sprintf("%s/%d", rel(h.Lo), h.Stream))
	}
	return fmt.Sprint(out)
}

// TestRoomLines: signals come one after the other, rooms mixed; each room gets its own lines, all of
// them, in time order.
func TestRoomLines(t *testing.T) {
	inc := build(prefill(hit(1, sigReceived, "b"), hit(2, sigReceived, "a"), hit(3, sigSeen, "a", ""), hit(9, sigFinished, "a")),
		decode(hit(8, sigDecFinished, "a"), hit(3, sigSeen, "a", ""), hit(1, sigDecReceived, "c")))
	equal(t, "rooms", inc.Rooms.Len(), 3)
	equal(t, "a", lines(room(t, inc, "a")), "[2/1 3/1 3/2 8/2 9/1]")
	equal(t, "b", lines(room(t, inc, "b")), "[1/1]")
	equal(t, "c", lines(room(t, inc, "c")), "[1/2]")
	equal(t, "last", room(t, inc, "a").Last, sec(9))
}

func TestRoomsAreSorted(t *testing.T) {
	inc := build(prefill(hit(5, sigReceived, "b"), hit(5, sigReceived, "a"), hit(3, sigReceived, "z")), decode(hit(9, sigTimeout, "late", "8")))
	var ids []string
	for _, r := range inc.Rooms.All() {
		ids = append(ids, r.ID)
		equal(t, "found by its id", inc.Room(r.ID).ID, r.ID)
	}
	equal(t, "by begin, then id", fmt.Sprint(ids), "[late z a b]")
	equal(t, "no such room", inc.Room("none"), nil)
}

func TestNoRoom(t *testing.T) {
	for _, c := range []struct {
		name string
		h    Hit
	}{
		{"an ignored id", hit(1, sigReceived, "0")},
		{"no id was captured", hit(1, sigReceived, "")},
		{"the signal has no id", hit(1, sigDebug, "7")},
		{"a misfit", hit(1, sigDecReceived, "7")},
	} {
		equal(t, c.name, build(prefill(c.h)).Rooms.Len(), 0)
	}
}

// TestRoomIDsAreText: a room has up to 19 digits; two that one float could not tell apart are two.
func TestRoomIDsAreText(t *testing.T) {
	inc := build(prefill(hit(1, sigReceived, "9223372036854775806"), hit(1, sigReceived, "9223372036854775807"), hit(1, sigReceived, "07"), hit(1, sigReceived, "7")))
	equal(t, "rooms", inc.Rooms.Len(), 4)
}

// TestRoomsOfLongLogs: rooms have all their lines, and no others, of logs of several chunks, whether captured values
// are numbered in common or by each log.
func TestRoomsOfLongLogs(t *testing.T) {
	const n, rooms = 2*chunkRows + 17, 7
	for _, common := range []bool{true, false} {
		tuples := &Tuples{}
		long := func(base string, sig SignalID, shift int) Stream {
			if !common {
				tuples = &Tuples{}
			}
			s := log(base)
			s.Log = &HitLog{Tuples: tuples}
			s.Log.NextFile(0, 0)
			for i := range n {
				id := tuples.Add([]byte(fmt.Sprint(1+(i+shift)%rooms)), []Span{{From: 0, To: 1}}, 1)
				s.Log.AppendRaw(&RawHit{Interval: span(float64(i)), Pos: Pos(10 * i), N: 1, Stamped: true, Signal: sig, Tuple: id})
			}
			return reach(s, 0, n)
		}
		inc := build(long("prefill@n1", sigReceived, 0), long("decode@n2", sigDecReceived, 3))
		equal(t, "rooms", inc.Rooms.Len(), rooms)
		sum := 0
		for id := range rooms {
			r := room(t, inc, fmt.Sprint(1+id))
			for _, h := range r.Hits {
				if shift := []int{0, 3}[h.Stream-1]; (int((h.Lo-sec(0))/Second)+shift)%rooms != id {
					t.Fatalf("common %t: room %s has the line at %s of stream %d", common, r.ID, rel(h.Lo), h.Stream)
				}
			}
			sum += len(r.Hits)
		}
		equal(t, "lines", sum, 2*n)
	}
}

// TestRoomOfExcerpt: the lines of a grep beside the full log are not counted twice.
func TestRoomOfExcerpt(t *testing.T) {
	inc := build(prefill(hit(1, sigReceived, "1"), hit(2, sigFailed, "1", "x")), prefill(hit(2, sigFailed, "1", "x")))
	equal(t, "lines", lines(room(t, inc, "1")), "[1/1 2/1]")
}

// Each room is found by its id, and none by one that is only like it.
func TestRoomIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	table, at := &roomTable{}, map[string]int32{}
	for i := range int32(3000) {
		n := 1 + r.Uint64()>>(1+r.IntN(60)) // more than 19 digits are a name
		for _, have := at[idOf(n)]; have; _, have = at[idOf(n)] {
			n = r.Uint64() >> 1
		}
		at[idOf(n)] = i
		table.keys = append(table.keys, n)
	}
	table.named, table.names = make([]bool, len(table.keys)+1), []string{"007"}
	table.named[len(table.keys)] = true
	at["007"] = int32(len(table.keys))
	table.keys = append(table.keys, 0) // place of its name, which is no number
	for id, want := range at {
		if got, ok := table.find(id); !ok || got != want {
			t.Fatalf("room %s is %d %v, want %d", id, got, ok, want)
		}
	}
	for range 3000 {
		id := idOf(r.Uint64() >> 1)
		if _, have := at[id]; have {
			continue
		}
		if got, ok := table.find(id); ok {
			t.Fatalf("room %s, of which there is none, is %d", id, got)
		}
	}
	for _, id := range []string{"", "00", "07", "-1", "0", "18446744073709551616"} {
		if got, ok := table.find(id); ok {
			t.Errorf("room %q, of which there is none, is %d", id, got)
		}
	}
}
