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
	DecodePool     int           // tokens that a decode group has KV for; 0: it never fills
	DecodePolling  int           // forwards between two looks at the transfer queue (--disaggregation-decode-polling-interval); 0: none is waited for
	PP             int           // pipeline stages of a prefill; 0: one
	Heartbeat      time.Duration // period of decode's heartbeat_checker; 0: a build whose NIXL has none
	DecodeEvery    int           // decode forwards between two batch lines (--decode-log-interval)
	WaitingTimeout time.Duration // SGLANG_DISAGGREGATION_WAITING_TIMEOUT
	Watchdog       time.Duration // --watchdog-timeout

	HealthEvery    time.Duration   // period of the monitor that asks each server's health
	HealthConstant bool            // /health says 200 without asking a scheduler
	ScrapeEvery    time.Duration   // 0: only ScrapeAt
	ScrapeFrom     time.Duration   // the first periodic scrape
	ScrapeAt       []time.Duration // scrapes taken by hand
	ScrapeLoss     float64         // part of the scrapes that time out

	Restarts []Restart
	Teardown time.Duration // from then on the servers are stopped, one after the other; 0: never
	Duration time.Duration
	Bugs     Bugs
	Load     Load
}

// Restart is a planned one of a prefill: SIGTERM at At, the new process begins after Stay.
type Restart struct {
	Prefill  int
	At, Stay time.Duration
}
