package rules

import (
	"regexp"
	"time"

	"roomline/timeline"
)

// MutationKind names what a test does to its own logs and scrapes before they are read.
type MutationKind string

// The mutations.
const (
	MutateDropSamples  MutationKind = "drop_samples"
	MutateTruncate     MutationKind = "truncate"
	MutateShuffle      MutationKind = "shuffle"
	MutateSkew         MutationKind = "skew"
	MutateRenameSeries MutationKind = "rename_series"
	MutateLevelOff     MutationKind = "level_off"
	MutateDuplicate    MutationKind = "duplicate"
)

// Mutation is one entry of a test's `mutate`, as written; docs/rule-tests.md says what each does. Fields
// that its kind does not have are zero.
type Mutation struct {
	Kind   MutationKind
	Source string // role@instance as in the test; "" for all
	Line   int    // in the pack file

	After, Before, Until timeline.Time // NoTime: not given
	Lines                int           // truncate: keep the first N, of -N the last
	Every                int           // drop_samples: each Nth scrape; 1 if not given
	As                   string        // drop_samples: failed, gone; duplicate: file, lines, excerpt
	Of                   string        // skew, truncate: logs, scrapes, all
	Series               *regexp.Regexp
	From, To             string        // rename_series
	Within               time.Duration // shuffle; 0: the whole log
	By                   time.Duration // skew
	Seed                 uint64        // shuffle
	Match                *regexp.Regexp
	Rooms                int // level_off: what stays visible of rooms, -1 if not given
}
