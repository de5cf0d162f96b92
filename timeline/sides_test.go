package timeline

import "testing"

func TestSides(t *testing.T) {
	for _, c := range []struct {
		name, state, bars string
		open              bool
		streams           []Stream
	}{
		{"both sides, prefill first", "Success", "prefill Bootstrapping[1,5] Success[5,5]; decode Bootstrapping[2,7] Success[7,7]", false,
			[]Stream{decode(hit(2, sigDecReceived, "1"), hit(7, sigDecFinished, "1")), prefill(hit(1, sigReceived, "1"), hit(5, sigFinished, "1"))}},
		{"a transfer that one side saw done is done", "Success", "prefill Success[5,5]; decode Bootstrapping[2,]", false,
			[]Stream{decode(hit(2, sigDecReceived, "1")), prefill(hit(5, sigFinished, "1"))}},
		{"unless the other side showed it later", "Bootstrapping", "prefill Success[5,5]; decode Bootstrapping[8,]", true,
			[]Stream{decode(hit(8, sigDecReceived, "1")), prefill(hit(5, sigFinished, "1"))}},
		{"a Failed wins over a slower side", "Failed", "prefill Bootstrapping[1,]; decode Failed[7,7]", false,
			[]Stream{decode(hit(7, sigDecFailed, "1", "x")), prefill(hit(1, sigReceived, "1"))}},
		{"a side that is only mentioned", "Bootstrapping", "prefill Bootstrapping[1,]; decode", true,
			[]Stream{decode(hit(7, sigSeen, "1", "")), prefill(hit(1, sigReceived, "1"))}},
		{"no line tells a state", "unknown", "decode", false, []Stream{decode(hit(7, sigSeen, "1", ""))}},
		{"no side is known", "unknown", "", false, []Stream{log("unknown@n1", hit(7, sigSeen, "1", ""))}},
		{"the line names no side", "Success", "", false, []Stream{log("unknown@n1", hit(7, sigStats, "1", "", "1", "1"))}},
		{"other roles come last", "Bootstrapping", "prefill Bootstrapping[1,]; decode; client; router", true,
			[]Stream{log("router@n1", hit(1, sigSeen, "1", "")), log("client@n1", hit(1, sigSeen, "1", "")), decode(hit(7, sigSeen, "1", "")), prefill(hit(1, sigReceived, "1"))}},
	} {
		r := room(t, build(c.streams...), "1")
		equal(t, c.name, bars(r), c.bars)
		equal(t, c.name, r.State, c.state)
		equal(t, c.name+": open", r.Open, c.open)
	}
}

func TestSegments(t *testing.T) {
	for _, c := range []struct {
		name, bars string
		s          Stream
	}{
		{"from line to line", "prefill Bootstrapping[1,3] WaitingForInput[3,9] Success[9,9]",
			prefill(hit(1, sigReceived, "1"), hit(3, sigBooted, "1"), hit(9, sigFinished, "1"))},
		{"what has not ended is open", "prefill Bootstrapping[1,3] WaitingForInput[3,]", prefill(hit(1, sigReceived, "1"), hit(3, sigBooted, "1"))},
		{"a state said twice is one", "prefill Bootstrapping[1,]", prefill(hit(1, sigReceived, "1"), hit(2, sigReceived, "1"))},
		{"a span that lines show is not drawn twice", "prefill Bootstrapping[1,4] WaitingForInput[4,10] Success[10,10]",
			prefill(hit(1, sigReceived, "1"), hit(10, sigStats, "1", "prefill", "3500", "6000"))},
		{"a duration within what lines show", "prefill Bootstrapping[1,7] Bootstrapping[7,8] WaitingForInput[8,10] Success[10,10]",
			prefill(hit(1, sigReceived, "1"), hit(10, sigStats, "1", "prefill", "1000", "2000"))},
		{"a duration ends the state before", "prefill Bootstrapping[1,4] WaitingForInput[4,10] Success[10,10]",
			prefill(hit(1, sigReceived, "1"), hit(10, sigStats, "1", "prefill", "", "6000"))},
	} {
		equal(t, c.name, bars(room(t, build(c.s), "1")), c.bars)
	}
}

func TestSegmentsSayHow(t *testing.T) {
	side := room(t, build(prefill(hit(10, sigStats, "1", "prefill", "", "6000"))), "1").Sides[0]
	equal(t, "a number in a line", side.Segments[0].How, "duration")
	equal(t, "the line", side.Segments[1].How, "log")
	equal(t, "instance", side.Instance, "n1")
}

// TestSideInstance: a gateway that tells of a side is not that side's instance.
func TestSideInstance(t *testing.T) {
	streams := []Stream{log("unknown@gw", hit(1, sigStats, "1", "decode", "", "")), decode(hit(2, sigDecFinished, "1"))}
	equal(t, "its own process", room(t, build(streams...), "1").Sides[0].Instance, "n2")
	equal(t, "who tells of it", room(t, build(log("unknown@gw", hit(1, sigStats, "1", "decode", "", ""))), "1").Sides[0].Instance, "gw")
}

// TestOpenAfterEnd: a rank that is slower than one which ended in the same second leaves the room
// open, so its segment must be open too.
func TestOpenAfterEnd(t *testing.T) {
	r := room(t, build(prefill(hit(5, sigFinished, "1"), hit(5, sigBooted, "1"))), "1")
	equal(t, "state", r.State, "WaitingForInput")
	equal(t, "open", r.Open, true)
	equal(t, "bars", bars(r), "prefill WaitingForInput[5,]")
}

// TestReason: the rank where it began says what happened, the others that a rank failed.
func TestReason(t *testing.T) {
	for _, c := range []struct {
		name, want string
		s          Stream
	}{
		{"one", "disk", prefill(hit(5, sigFailed, "1", "disk"))},
		{"none", "", prefill(hit(5, sigFailed, "1", ""))},
		{"the text that is repeated least", "disk", prefill(hit(5, sigFailed, "1", "another rank"), hit(5, sigFailed, "1", "disk"), hit(5, sigFailed, "1", "another rank"))},
		{"a rank prints a second late", "disk", prefill(hit(5, sigFailed, "1", "another rank"), hit(6, sigFailed, "1", "disk"), hit(6, sigFailed, "1", "another rank"))},
		{"later than that is an aftermath", "disk", prefill(hit(5, sigFailed, "1", "disk"), hit(5, sigFailed, "1", "disk"), hit(7, sigFailed, "1", "client gone"))},
		{"of the latest attempt", "", prefill(hit(5, sigFailed, "1", "disk"), hit(9, sigReceived, "1"))},
		{"of a line that moves nothing", "broken", prefill(hit(5, sigSeen, "1", "broken"), hit(9, sigFailed, "1", "later"))},
	} {
		equal(t, c.name, room(t, build(c.s), "1").Reason, c.want)
	}
}

// TestReasonOfBothSides: both sides fail in one second with a text of their own; which one is shown
// must not hang on the order of the files.
func TestReasonOfBothSides(t *testing.T) {
	p, d := prefill(hit(5, sigFailed, "1", "x")), decode(hit(5, sigDecFailed, "1", "y"))
	equal(t, "decode log first", room(t, build(d, p), "1").Reason, room(t, build(p, d), "1").Reason)
}
