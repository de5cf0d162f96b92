package model

import "time"

// Backends that move the KV cache.
const (
	NIXL     = "nixl"
	Mooncake = "mooncake"
)

// Config is one run: how large the cluster is, what is wrong with it, who uses it, who looks at it.
type Config struct {
	Seed     uint64
	Backend  string // NIXL or Mooncake
	Prefills int    // instances of each role
	Decodes  int
	Ranks    int // tensor-parallel ranks of an instance
	DP       int // data-parallel groups of an instance; Ranks is a multiple of it
	PageSize int // tokens; a health probe's prompt is padded to one page

	PrefillRate    int           // tokens a second of one prefill group
	NIC            float64       // bytes a second of one transfer worker
	Slots          int           // requests that a decode group holds KV for
	DecodeEvery    int           // decode forwards between two batch lines (--decode-log-interval)
	WaitingTimeout time.Duration // SGLANG_DISAGGREGATION_WAITING_TIMEOUT
	Watchdog       time.Duration // --watchdog-timeout

	HealthEvery time.Duration   // period of the monitor that asks each server's health
	ScrapeEvery time.Duration   // 0: only ScrapeAt
	ScrapeFrom  time.Duration   // the first periodic scrape
	ScrapeAt    []time.Duration // scrapes taken by hand

	Duration time.Duration
	Bugs     Bugs
	Load     Load
}

// Bugs are behaviours of the real thing that can be switched on.
type Bugs struct {
	// NoAbortHandler: the prefill bootstrap thread knows no ABORT frame and dies of one.
	NoAbortHandler bool
	// WorkerAssert: a transfer worker insists that it knows the room of a chunk; without it such a chunk is skipped.
	WorkerAssert bool
	// DecodeOnlyAborts: a client that hangs up is noticed by decode alone; prefill learns of it by ABORT frames.
	DecodeOnlyAborts bool
	// Orphans: so many rooms at most, aborted while they wait for or are in a prefill batch, are never removed from the
	// in-flight queue: the manager has failed them, the scheduler's poll goes on to treat them as undone.
	Orphans int
	// FailTransfers: so many transfers end in a NIXL error on rank 0, one at most each FailEvery from FailFrom on.
	// Decode is never told.
	FailTransfers       int
	FailFrom, FailEvery time.Duration
	// SessionFailsAt: from then on the link to rank 0 of decode-0 is broken; Mooncake blacklists that session for ever.
	SessionFailsAt time.Duration
	// DesyncAt: at the first decode forward after it the ranks of decode-0 enter different collectives and none returns.
	DesyncAt time.Duration
}

// Load is who asks.
type Load struct {
	Crowds   []Crowd
	Arrivals []Arrivals
	// Cancels: at each, one client that still waits for its first token hangs up, unless one did so less than CancelGap ago.
	Cancels   []time.Duration
	CancelGap time.Duration
}

// Crowd is an agent with parallel sessions: each asks, reads the answer, thinks, asks again.
type Crowd struct {
	Name         string
	Sessions     int
	From, Ramp   time.Duration // sessions begin between From and From+Ramp
	Until        time.Duration // no new question after it; 0: none
	KillAt       time.Duration // the whole agent is killed; 0: never
	Rounds       int           // questions of one session; 0: no limit
	Prompt       [2]int        // tokens, least and most
	Output       [2]int
	MaxContext   int // tokens of a prompt with what was said before; a session that would go beyond begins anew
	Think        [2]time.Duration
	Patience     time.Duration // a client gives up after it; 0: never
	RetryBackoff [2]time.Duration
}

// Arrivals are single users that come one by one.
type Arrivals struct {
	Name        string
	From, Until time.Duration
	Gap         [2]time.Duration
	Prompt      [2]int
	Output      [2]int
	Patience    []time.Duration // drawn from these
}
