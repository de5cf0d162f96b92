package timeline

import (
	"context"
	"errors"
	"time"
)

// Incident is the assembled picture: immutable, made by [Build].
type Incident struct {
	Schema  *Schema
	Sources []Source
	Streams []Stream
	Targets []Target // scraped ones first, then logged ones

	Processes []Process  // sorted by role, instance
	Rooms     Rooms      // sorted by begin of what is known of them, then id
	Lifecycle *Lifecycle // of the engines that are there; nil if no pack knows rooms

	// Hits of each signal that count (role fits, excerpts and copies left out), in time order:
	// by Lo, stream, position. Index: SignalID. Those of deferred signals are given by HitsOf
	// alone, those of sparse ones also by SparseHits.
	Hits [][]*Hit
	// Misfits are hits in a source of another known role (near miss role_mismatch).
	Misfits [][]*Hit

	Marks      map[string]Time
	CapturedAt Time
	// Window is the hull of all that was covered: from the earliest Hi of a first stamp or first
	// scrape to the latest Lo of a last stamp, captured_at or last scrape.
	Window Interval
	// Skews are estimates of clock differences from rooms seen on both sides; shown, applied only
	// when asked.
	Skews []Skew
	// Zones are streams whose assumed zone seems wrong, with the shift that would mend it.
	Zones    []ZoneDoubt
	Warnings []string

	clocks   map[string]ClockID
	stopping Stopping
	sparing  bool // the hits of sparse signals stay packed
	tuples   *Tuples
}

// ProcessID is the index of a process in Incident.Processes.
type ProcessID int32

// Process is role + instance; its lives run from start-up to exit or next start-up.
type Process struct {
	Role, Instance, Group string
	RoleFrom              string
	Streams               []StreamID
	Targets               []int    // scraped targets, indexes in Incident.Targets
	Starts                []Moment // begin of life 2, 3, ...
	Exits                 []Moment
	Clock                 ClockID
	Lives                 []Life
	Lifecycle             *Lifecycle // that of the pack of most of its lines; nil if they are of none that knows rooms
}

// Life is what is known of one life of a process.
type Life struct {
	Debug        Truth // DEBUG was shown on (T), shown off (F), not shown (U)
	RoomsVisible int   // 0 failures, 1 finished, 2 received, 3 every step
}

// Base is the name without a life: prefill@n1.
func (p *Process) Base() string { return p.Role + "@" + p.Instance }

// Name is the name of a life: prefill@n1, later ones prefill@n1/2.
func (p *Process) Name(life int) string { return LifeName(p.Base(), life) }

// Room is one request's KV transfer, both sides.
type Room struct {
	RoomBrief
	ID       string
	Reason   string // text of the failure, of the rank where it began
	Attempts int
	Sides    []Side // of the latest attempt; prefill first
	// Lifecycles are those of the packs whose lines are about it, in the order of the packs.
	Lifecycles []*Lifecycle
	Hits       []*Hit // every record about it, in time order
}

// RoomBrief is what is kept of each room.
type RoomBrief struct {
	State string // the lifecycle's word; "unknown" where no line tells
	First Time   // begin of its first state, back-dated where a duration tells
	Last  Time   // Lo of the last record about it
	Open  bool   // its last state is not final
}

// Side is what one side showed of a room.
type Side struct {
	Role      string
	Instance  string
	Segments  []Segment
	Lifecycle *Lifecycle // that its states are of
}

// Segment is a span in one state. How: log (a line says so), duration (back-dated by a number in a
// line), inferred. Until is MaxTime while it is open.
type Segment struct {
	State        string
	After, Until Time
	How          string
}

// Skew is an estimate of how much process B's clock is ahead of A's.
type Skew struct {
	A, B   string
	By     time.Duration
	Within time.Duration // half the width of what the pairs allow
	Pairs  int
}

// ZoneDoubt says that shifting a source by whole hours or quarters would make it overlap with the
// others (Overlap: the share of its span that would), while as read it does not.
type ZoneDoubt struct {
	Stream  StreamID
	Shift   time.Duration
	Overlap float64
	Why     string
}

// Texts fetches the text behind a [Ref], checked against its hash. An error says what is no longer
// available. Any goroutine may call it, several at once.
type Texts interface {
	Text(Ref) (string, error)
}

// LogLine is one record as the scan assembled it, whether a rule pack knows it or not.
type LogLine struct {
	At      Interval // of its header; of one without a header as wide as what its neighbours leave open
	Stamped bool
	// Order is where it stands among the lines of other streams, and Stream.Activity counts it in that
	// second: begin of its own stamp, else of the stamp before it; NoTime before the first stamp.
	Order  Time
	Pos    Pos
	Source SourceID
	Line   int64 // of its first line in the source's file, 1 is the first
	Level  Level
	Rank   string // "DP0 TP0", "" for none
	Text   string // unwrapped and cleaned, lines separated by LF, cut where the scan cut it
}

// ErrMoreLines comes with lines where there were more than were asked for.
var ErrMoreLines = errors.New("there are more records than were asked for")

// Logs reads the records of a stream again. Any goroutine may call it, several at once.
type Logs interface {
	// Lines gives the records that begin at positions in [from, to), in byte order: the first of them, at
	// most limit, or, if limit is negative, the last of them, at most -limit. [ErrMoreLines] says that
	// there are more. Any other error says what is no longer available; lines that could be read come
	// with it.
	Lines(ctx context.Context, stream StreamID, from, to Pos, limit int) ([]LogLine, error)
}
