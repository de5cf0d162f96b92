package model

import "time"

// Truth is what really happened, whatever the logs show of it. A zero moment means: never.
type Truth struct {
	Rooms          []*RoomTruth
	Deaths         []ThreadDeath // bootstrap threads
	Asserts        []RoomEvent   // transfer workers that met a room that was gone, once per room
	TransferErrors []RoomEvent   // transfers that failed on prefill
	SessionFailed  []RoomEvent   // the rooms on which a Mooncake session was blacklisted
	SessionDead    []RoomEvent   // the rooms that were refused for it later
	Aborts         []RoomEvent   // rooms whose abort a scheduler made public, per side
	Hangups        []RoomEvent   // clients that hung up
	Timeouts       []RoomEvent   // rooms that decode gave up
	Orphans        []RoomEvent   // entries left in prefill's in-flight queue for ever
	Polls          []RoomEvent   // rooms of which an unexpected poll state was printed
	Gone           []RoomEvent   // requests whose output came after their state was deleted
	Desync         []ProcEvent   // the ranks of a process stopped in different collectives
	Watchdogs      []ThreadDeath
	Crashes        []ProcEvent // a process went down
	HealthFailures []ProcEvent
	Inflight       []GaugePoint // every write of prefill's in-flight gauge
}

// RoomTruth is one request.
type RoomTruth struct {
	Room, Session   string
	Prefill, Decode Proc
	PrefillRanks    []int
	OnPrefill       Side
	OnDecode        Side
	Demand          bool // asked by a client, not by a monitor
}

// Side is what one side did with a room.
type Side struct {
	Received, Bootstrapped, Transferred, Aborted, Failed, Timeout, Finished time.Duration
	State                                                                   string // the last KVPoll state
}

// RoomEvent, ProcEvent, ThreadDeath and GaugePoint are moments.
type RoomEvent struct {
	Room string
	Proc Proc
	At   time.Duration
}

type ProcEvent struct {
	Proc Proc
	At   time.Duration
}

type ThreadDeath struct {
	Proc  Proc
	Rank  int
	At    time.Duration
	Frame string // what it read
}

type GaugePoint struct {
	Proc  Proc
	Value int
	At    time.Duration
}

func (r *room) side(n int) *Side {
	if n == prefillSide {
		return &r.truth.OnPrefill
	}
	return &r.truth.OnDecode
}

func set(t *time.Duration, now time.Duration) {
	if *t == 0 {
		*t = now
	}
}
