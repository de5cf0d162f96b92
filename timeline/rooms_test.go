package timeline

import "testing"

func prefill(hits ...Hit) Stream { return log("prefill@n1", hits...) }
func decode(hits ...Hit) Stream  { return log("decode@n2", hits...) }

func TestAttempts(t *testing.T) {
	for _, c := range []struct {
		name     string
		s        Stream
		attempts int
		bars     string
	}{
		{"retried after Failed", prefill(hit(1, sigReceived, "1"), hit(5, sigFailed, "1", "x"), hit(9, sigReceived, "1")), 2, "prefill Bootstrapping[9,]"},
		{"seen again after Success", prefill(hit(5, sigFinished, "1"), hit(9, sigReceived, "1"), hit(12, sigFinished, "1")), 2,
			"prefill Bootstrapping[9,12] Success[12,12]"},
		{"Success after Failed", prefill(hit(5, sigFailed, "1", "x"), hit(9, sigFinished, "1")), 2, "prefill Success[9,9]"},
		{"retried twice", prefill(hit(1, sigFailed, "1", "x"), hit(3, sigReceived, "1"), hit(4, sigFailed, "1", "x"), hit(6, sigReceived, "1")), 3,
			"prefill Bootstrapping[6,]"},
		{"the ranks repeat Failed", prefill(hit(5, sigFailed, "1", "x"), hit(5, sigFailed, "1", "x"), hit(6, sigFailed, "1", "x")), 1, "prefill Failed[5,5]"},
		{"the ranks repeat Success", prefill(hit(5, sigFinished, "1"), hit(6, sigFinished, "1")), 1, "prefill Success[5,5]"},
		{"a rank disagrees in the same second", prefill(hit(5, sigFailed, "1", "x"), hit(5, sigFinished, "1")), 1, "prefill Failed[5,5]"},
		{"Failed after Success is its end", prefill(hit(5, sigFinished, "1"), hit(9, sigFailed, "1", "x")), 1, "prefill Success[5,5] Failed[9,9]"},
		{"only mentioned after its end", prefill(hit(5, sigFailed, "1", "x"), hit(9, sigSeen, "1", "")), 1, "prefill Failed[5,5]"},
	} {
		r := room(t, build(c.s), "1")
		equal(t, c.name, r.Attempts, c.attempts)
		equal(t, c.name, bars(r), c.bars)
	}
}

// TestAttemptIsOfTheSide: that one side ended is no end of the other one; both begin again together.
func TestAttemptIsOfTheSide(t *testing.T) {
	inc := build(prefill(hit(1, sigReceived, "1"), hit(5, sigFinished, "1")), decode(hit(2, sigDecReceived, "1"), hit(7, sigDecFinished, "1")))
	equal(t, "prefill ends first", room(t, inc, "1").Attempts, 1)

	inc = build(prefill(hit(5, sigFailed, "1", "x"), hit(9, sigReceived, "1")), decode(hit(5, sigDecFailed, "1", "y"), hit(9, sigDecReceived, "1")))
	equal(t, "both are retried", room(t, inc, "1").Attempts, 2)
	equal(t, "both are retried", bars(room(t, inc, "1")), "prefill Bootstrapping[9,]; decode Bootstrapping[9,]")
}

// TestRetryInOneSecond: both sides begin again in one second, decode never said that it ended.
func TestRetryInOneSecond(t *testing.T) {
	p := func() Stream { return prefill(hit(5, sigFailed, "1", "x"), hit(9, sigReceived, "1")) }
	d := func() Stream { return decode(hit(1, sigDecReceived, "1"), hit(9, sigDecReceived, "1")) }
	want := "prefill Bootstrapping[9,]; decode Bootstrapping[9,]"
	equal(t, "prefill log first", bars(room(t, build(p(), d()), "1")), want)
	equal(t, "decode log first", bars(room(t, build(d(), p()), "1")), want)
}

func TestBackDated(t *testing.T) {
	for _, c := range []struct {
		name, first, bars string
		s                 Stream
	}{
		{"before, in seconds", "0.5", "decode WaitingForInput[0.5,300] Failed[300,300]", decode(hit(300, sigTimeout, "1", "299.5"))},
		{"segments, in milliseconds", "1", "decode Bootstrapping[1,4] WaitingForInput[4,10] Success[10,10]", decode(hit(10, sigStats, "1", "decode", "3000", "6000"))},
		{"a length is missing", "4", "decode WaitingForInput[4,10] Success[10,10]", decode(hit(10, sigStats, "1", "decode", "", "6000"))},
		{"no time at all", "10", "decode WaitingForInput[10,10] Failed[10,10]", decode(hit(10, sigTimeout, "1", "0"))},
		{"no number", "10", "decode Failed[10,10]", decode(hit(10, sigTimeout, "1", "soon"))},
		{"negative", "10", "decode Failed[10,10]", decode(hit(10, sigTimeout, "1", "-5"))},
		{"not a number", "10", "decode Failed[10,10]", decode(hit(10, sigTimeout, "1", "NaN"))},
		{"infinite", "10", "decode Failed[10,10]", decode(hit(10, sigTimeout, "1", "Inf"))},
		{"longer than the clock goes back", "10", "decode Failed[10,10]", decode(hit(10, sigTimeout, "1", "10000000000"))},
	} {
		r := room(t, build(c.s), "1")
		equal(t, c.name, bars(r), c.bars)
		equal(t, c.name+": first", rel(r.First), c.first)
	}
}

// TestTwoSignalsInOneRecord: a failure line is also a timeout line; the duration comes first, and
// the record stands in the room once.
func TestTwoSignalsInOneRecord(t *testing.T) {
	for _, s := range []Stream{
		decode(hit(300, sigDecFailed, "1", "late"), same(hit(300, sigTimeout, "1", "300"))),
		decode(hit(300, sigTimeout, "1", "300"), same(hit(300, sigDecFailed, "1", "late"))),
	} {
		r := room(t, build(s), "1")
		equal(t, "bars", bars(r), "decode WaitingForInput[0,300] Failed[300,300]")
		equal(t, "records", len(r.Hits), 1)
		equal(t, "reason", r.Reason, "late")
		equal(t, "attempts", r.Attempts, 1)
	}
}

// TestRanksRepeatDurations: each rank says how long it waited, or only one of them does; the bar is
// one all the same.
func TestRanksRepeatDurations(t *testing.T) {
	want := "decode WaitingForInput[0,300] Failed[300,300]"
	for _, c := range []struct {
		name string
		s    Stream
	}{
		{"in one second", decode(hit(300, sigTimeout, "1", "300"), hit(300, sigTimeout, "1", "300"))},
		{"a second later", decode(hit(300, sigTimeout, "1", "300"), hit(301, sigTimeout, "1", "300"))},
		{"another rank is first", decode(hit(300, sigDecFailed, "1", "another rank"), hit(300, sigTimeout, "1", "300"))},
	} {
		equal(t, c.name, bars(room(t, build(c.s), "1")), want)
	}
}

// TestStateBesideSegments: the state that a move names counts, also where it has durations.
func TestStateBesideSegments(t *testing.T) {
	schema := testSchema()
	moves := schema.Lifecycles[0].Moves
	moves[len(moves)-1].State = "Failed"
	r := room(t, Build(facts(decode(hit(10, sigStats, "1", "decode", "", "6000"))), schema), "1")
	equal(t, "bars", bars(r), "decode WaitingForInput[4,10] Failed[10,10]")
}

// TestNoLifecycle: without one there are no rooms, and nothing else is lost.
func TestNoLifecycle(t *testing.T) {
	schema := testSchema()
	schema.Lifecycles[0].Entity = "session"
	inc := Build(facts(prefill(hit(1, sigReceived, "1"))), schema)
	equal(t, "rooms", inc.Rooms.Len(), 0)
	equal(t, "hits", len(inc.Hits[sigReceived]), 1)
}

// TestPacksShareRooms: the moves of a second pack count too, the states are those of the first; what
// moves another entity moves no room.
func TestPacksShareRooms(t *testing.T) {
	schema := testSchema()
	more := Lifecycle{Entity: "room", States: []string{"Other"}, Moves: []Move{{Signal: sigSeen, Side: "decode", State: "Transferring"}}}
	session := Lifecycle{Entity: "session", Moves: []Move{{Signal: sigDecReceived, Side: "decode", State: "Success"}}}
	schema.Lifecycles = []Lifecycle{session, schema.Lifecycles[0], more}
	inc := Build(facts(decode(hit(1, sigDecReceived, "1"), hit(4, sigSeen, "1", ""))), schema)
	equal(t, "bars", bars(room(t, inc, "1")), "decode Bootstrapping[1,4] Transferring[4,]")
	equal(t, "states", inc.Lifecycle.States[0], "Bootstrapping")
}
