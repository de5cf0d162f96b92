package model

import "time"

// Truth is what really happened, whatever the logs show of it. A zero moment means: never.
type Truth struct {
	Rooms          []*RoomTruth
	Deaths         []ThreadDeath
	Asserts        []RoomEvent // transfer workers that met a room that was gone, once per room
	TransferErrors []RoomEvent // transfers that failed on prefill
	SessionFailed  []RoomEvent // the rooms on which a Mooncake session was blacklisted
	SessionDead    []RoomEvent // the rooms that were refused for it later
	Aborts         []RoomEvent // rooms whose abort a scheduler made public, per side
	Hangups        []RoomEvent // clients that hung up
	Timeouts       []RoomEvent // rooms that decode gave up
	Orphans        []RoomEvent // entries left in prefill's in-flight queue for ever
	Polls          []RoomEvent // rooms of which an unexpected poll state was printed
	Gone           []RoomEvent // requests whose output came after their state was deleted
	Desync         []ProcEvent // the ranks of a process stopped in different collectives
	Watchdogs      []ThreadDeath
	Crashes        []ProcEvent // a process went down
	HealthFailures []ProcEvent
	Inflight       []GaugePoint // every write of prefill's in-flight gauge
	Transferred    []Took       // KV that arrived, of rooms whose decode finished
	BootTimeouts   []RoomEvent  // rooms that prefill gave up
	BootFailures   []ProcEvent  // each bootstrap that failed there, for whatever reason
	Corrupted      []RoomEvent  // rooms that were given the metadata of another
	NotReady       []RoomEvent  // rooms whose metadata went between the gate and the commit
	Cuts           []RoomEvent  // rooms of which prefill sent fewer pages than it had
	Lost           []PeerLost   // prefills that decode took for gone
	Retractions    []ProcEvent
	Starved        []Spell      // no room is admitted to decode while its pool is full
	Unreachable    []ProcEvent  // bootstrap servers that decode asked in vain
	Foreign        []ProcEvent  // frames that a hardened thread dropped
	Leaks          []ProcEvent  // idle checks that missed tokens
	Refused        []ProcEvent  // requests for which the router had no worker
	Direct         []ProcEvent  // requests without a room
	Stops          []ProcEvent  // processes that were asked to stop
	Restarted      []ProcEvent  // processes that were started again, at that moment
	Stale          []RoomEvent  // rooms whose frames went to the port of a process that is gone
	Diverged       []ProcEvent  // pipelines whose stages wait for each other
	StageOrphans   []RoomEvent  // rooms that later pipeline stages hold for ever
	Batches        []Batch      // of prefill, as its first stage reports them
	GaugeWrites    []GaugePoint // of decode: all that it holds
	Hung           []ProcEvent  // a process of one rank that never finishes a batch
	Worked         []ProcEvent  // each batch and each decode report: real work
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

// RoomEvent is something that happened to a room on a process.
type RoomEvent struct {
	Room string
	Proc Proc
	At   time.Duration
}

// ProcEvent is something that happened to a process.
type ProcEvent struct {
	Proc Proc
	At   time.Duration
}

// ThreadDeath: Frame is what a bootstrap thread read; Guard says that the assertion of NIXL's guard ended it.
type ThreadDeath struct {
	Proc   Proc
	Rank   int
	At     time.Duration
	Thread string
	Frame  string
	Guard  bool
}

// Batch is a prefill batch: a probe's alone, or with real work in it, and who waits for a bootstrap then.
type Batch struct {
	Proc      Proc
	At        time.Duration
	Probe     bool
	Bootstrap int
}

// Took is how long the KV of a room took to arrive.
type Took struct {
	Room string
	Took time.Duration
}

// PeerLost is a prefill that decode took for gone, with the rooms that it failed for it.
type PeerLost struct {
	Proc, Peer Proc
	At         time.Duration
	Rooms      int
}

// Spell is a span of one process.
type Spell struct {
	Proc     Proc
	From, To time.Duration
}

// GaugePoint is one write of a gauge.
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
