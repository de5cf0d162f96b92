package rules

import "roomline/timeline"

// Result is what one run of the judge gives.
type Result struct {
	Findings   []Finding  // confirmed, inconclusive, then refuted; roots first; ids F1, F2, ...
	Suppressed []Finding  // what exceptions of their rules suppressed, in the same order; ids S1, S2, ...
	NotFired   []NotFired // one for each rule without an instance, in rule order
	Next       []string   // the next commands to run to be able to judge what could not be
	Warnings   []string
}

// Root says whether a finding is where an incident began.
type Root string

// A root is "yes" only if every possible explainer is excluded.
const (
	RootYes     Root = "yes"
	RootNo      Root = "no"
	RootUnknown Root = "unknown"
)

// Severities, most severe first.
var Severities = []string{"critical", "high", "warning", "info"}

// KV is one key of an entity.
type KV struct{ Key, Value string }

// Finding is one instance of a rule, copies and repetitions folded into it, among all that was found. It is small: a
// result has ten thousand, whose numbers a new one moves.
type Finding struct {
	ID string // F1
	*Standing
	*Shown
}

// Standing is how a finding stands among the others. Results of one [Judging] share what did not change of it.
type Standing struct {
	Root                  Root
	Uncaused              bool     // no rule names a cause of this one: then it is a root because nobody looked for more
	Explains, ExplainedBy []string // finding ids
	Ranks                 []string
	Count                 int // anchors folded into it
}

// Shown is what is reported of an instance by itself, whatever else was found. There may be ten thousand, of which a new
// line changes one: results of one [Judging] share those that did not change, so what a caller fills in (the text of
// evidence) stands in all of them.
type Shown struct {
	Rule       string
	Pack       string // name@version
	Severity   string
	Verdict    timeline.Truth
	Final      bool // live: no future event can change it
	Entity     []KV // the keys of the rule's `by`, in its order
	Title      string
	Span       timeline.Interval // begin of the anchor to the end of its last step; Hi may be MaxTime (open)
	Anchor     timeline.Moment
	Steps      []Step
	Classify   *Class // nil without `classify`
	Branches   []Class
	Rooms      []string // ids of the rooms that it is about
	Witnesses  int      // branches of its `witnesses` step that are T; 0 without one
	Mitigation string
	References []string
	Tags       []string
	NearMiss   *NearMiss // for every finding that is not confirmed
	PackHash   string    // sha256 of the pack
	Overridden []Overridden
	Excepted   *Excepted // nil but for what is suppressed
	Readings   []string  // of its signals that count for more than what was surely seen: SIGNAL: in which reading
}

// Step is one step of a finding, or its `unless`.
type Step struct {
	ID          string
	Verdict     timeline.Truth
	OrderProven bool // false: a tie of clocks was accepted
	Evidence    []Evidence
	Missing     []Missing       // why it is undecided
	Against     []Contradiction // what refutes it
}

// Each goes through all evidence of a step, for it and against it.
func (s *Step) Each(visit func(*Evidence)) {
	for i := range s.Evidence {
		visit(&s.Evidence[i])
	}
	for i := range s.Against {
		for k := range s.Against[i].Evidence {
			visit(&s.Against[i].Evidence[k])
		}
	}
}

// Evidence is a record (Hit) or a claim about a series (Claim).
type Evidence struct {
	Hit    *timeline.Hit
	Source string // path of the record's source
	Text   string // filled in by whoever can read it, at most 4 KiB
	Claim  *Claim
}

// Claim says what a series did at the scrapes from From to To, or (Silence) that logs which cover
// (From, To] hold no record of a signal; To is NoTime where the span has no end.
type Claim struct {
	Silence    bool
	Series     string // name and labels, or the process for an aggregate; of a silence processes and signal
	Expr       string
	From, To   timeline.Time
	Samples    int
	LargestGap int64  // ms
	Value      string // at To
	Seen, Of   int    // series that an aggregate is over at the scrape that lacks most, of those that it should be; both 0: all
}

// Reason is why something is undecided.
type Reason string

// The reasons.
const (
	NoSource          Reason = "no_source"
	SourceStartsLate  Reason = "source_starts_late"
	SourceEnded       Reason = "source_ended"
	LogGap            Reason = "log_gap"
	ScrapeGap         Reason = "scrape_gap"
	SeriesAbsent      Reason = "series_absent"
	SeriesReset       Reason = "series_reset"
	Frozen            Reason = "frozen"
	LevelOff          Reason = "level_off"
	EmitOnce          Reason = "emit_once"
	RoomLinesDisabled Reason = "room_lines_disabled"
	OrderAmbiguous    Reason = "order_ambiguous"
	TimeUncertain     Reason = "time_uncertain"
	ZoneUnknown       Reason = "zone_unknown"
	EntityUnknown     Reason = "entity_unknown"
	WindowOpen        Reason = "window_open"
	LifeEnded         Reason = "life_ended"
	ProofMissing      Reason = "proof_missing"
	Conflict          Reason = "conflict"
	Capped            Reason = "capped"
	RecordTruncated   Reason = "record_truncated"
	Late              Reason = "late"
	Interrupted       Reason = "interrupted" // of a rule: judging was ended before it was judged
)

// Missing says what was not observed, where, and what would have closed it.
type Missing struct {
	Reason       Reason
	Source       string        // a process (prefill@n1) or a path
	After, Until timeline.Time // ends of time where not bounded
	Remedy       string
	Scrapes      bool   // it is scrapes that are missing, not a log
	Engine       bool   // it is all of an engine, Source being the name of its pack
	Series       string // of SeriesAbsent: the names that were looked for, one a line; of an expression for names =~"..."
}

// Class is a branch of `classify`.
type Class struct {
	Name    string
	Verdict timeline.Truth
}

// NearMiss is how near a rule came.
type NearMiss struct {
	BlockedAt string   // the first step that is not confirmed, of a refuted finding the first that is refuted
	Lacks     []string // signals of that step
	Nearest   string   // the closest rejected candidate
	Distance  string   // 2.1 s outside the window; room 2 is not room 1
	Others    []Candidate
}

// Candidate is one that was rejected for another reason than the nearest one.
type Candidate struct {
	Nearest  string // where it stands
	Distance string
}

// NotFired is a rule without an instance.
type NotFired struct {
	Rule, Pack string
	Severity   string
	Title      string
	Observed   bool // true: clear; false: not_observed
	Overridden []Overridden
	Coverage   float64 // share of the incident's window in which its anchor could have been seen
	Missing    []Missing
	NearMiss   *NearMiss
	NoEngine   bool // nothing that was given is of the engine that the pack is about
}

// Verdict is the word of `not_fired`.
func (n *NotFired) Verdict() string {
	if n.Observed {
		return "clear"
	}
	return "not_observed"
}
