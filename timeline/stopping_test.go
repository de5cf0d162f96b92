package timeline

import (
	"math/rand/v2"
	"reflect"
	"sync/atomic"
	"testing"
)

// TestBuildStopped: a build that is ended gives nothing, whenever that is; one that is not is as any other.
func TestBuildStopped(t *testing.T) {
	build := func(each Each, stop func() bool) *Incident {
		r := rand.New(rand.NewPCG(1, 2))
		f := facts(randomLog(r, "prefill@n1"), randomLog(r, "decode@n2"))
		return BuildWith(f, testSchema(), each, stop)
	}
	asked := 0
	want := build(InTurn, func() bool { asked++; return false })
	if got := build(InTurn, nil); got.Rooms.Len() == 0 || !reflect.DeepEqual(got.Hits, want.Hits) || got.Rooms.Len() != want.Rooms.Len() {
		t.Error("that somebody might have ended it changes what is built")
	}
	if asked == 0 {
		t.Fatal("nobody was asked")
	}
	for k := range asked {
		var n atomic.Int64
		if got := build(atOnce, func() bool { return n.Add(1) > int64(k) }); got != nil {
			t.Errorf("ended after %d of %d questions, it gives an incident", k, asked)
		}
	}
}
