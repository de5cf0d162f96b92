package model

import "time"

// Load is who asks.
type Load struct {
	Crowds   []Crowd
	Arrivals []Arrivals
	// Cancels: at each, one client that still waits for its first token hangs up, unless one did so less than CancelGap ago.
	Cancels   []time.Duration
	CancelGap time.Duration
	Direct    []Direct
}

// Direct is a client or a monitor that asks a server itself, past the router, so that its requests have no room.
type Direct struct {
	Role        Role
	From, Until time.Duration
	Gap         [2]time.Duration
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
	Quotes       []string // what a prompt may be about; empty: nothing that a log would show
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
