package ingest

import (
	"io"
	"runtime"
	"time"

	"roomline/timeline"
)

// Matcher finds signals in text. Both methods are called from several goroutines at once and must
// keep no reference to a block or a record.
type Matcher interface {
	// Needles appends every occurrence of every needle in a block of whole lines, by ascending Off.
	Needles(dst []timeline.Needle, block []byte) []timeline.Needle
	// Match appends the signals that a whole record is. The needles are those that lie inside it;
	// their Off counts from the begin of the record.
	Match(dst *timeline.Matches, record []byte, needles []timeline.Needle)
}

// Input is one thing to read: a file, a folder, an archive, or "-" for Options.Stdin. What is
// declared with it (by a flag) stands above manifest, content and names.
type Input struct {
	Path                  string
	Role, Instance, Group string
	Zone                  string        // IANA name, +08:00, UTC
	Shift                 time.Duration // added to its stamps
	Kind                  string        // log, scrapes; "" is found out
	Interval              time.Duration // of scrapes; 0 is found out
}

// Progress says how far a scan is. Total is 0 where the size is not known.
type Progress struct {
	Path        string
	Done, Total int64 // bytes of all inputs
}

// Defaults of Options.
const (
	DefaultBlock   = 1 << 20
	DefaultMaxHits = 4096
	DefaultSpool   = 16 << 30
	minBlock       = 64
)

// Options says how to scan. The zero value is useful; without a Matcher there are no hits.
type Options struct {
	Matcher Matcher
	// Tune gives a matcher that finds what Matcher does, made for text like a sample of a file. Its Needles
	// also give where some literals stand, with IDs from alsoFrom on. nil: none.
	Tune    func(sample []byte, also []string) (m Matcher, alsoFrom int32)
	Block   int // bytes per block; from 64 on the facts do not depend on it
	Workers int // 0: one per CPU that may be used (GOMAXPROCS), at most 8
	// MaxHits is how many hits per signal and stream are kept one by one; beyond that they are
	// folded per second into the first and the last with a count.
	MaxHits int
	// CountsOnly says of which signals only counts are asked (freshness, proof): folded sooner.
	CountsOnly func(timeline.SignalID) bool
	// SignalRole says for which role a signal speaks, "" for any. In a stream that is known to be of
	// another one only the first hits of it are kept: they can be no more than a near miss.
	SignalRole func(timeline.SignalID) string
	// Numbers are the fields of batch lines that are kept as gauges; nil: all of them. They cost time,
	// and memory for each second and rank.
	Numbers []string
	// Ready fills in, once it is known what there is to read, what else the scan needs: a Matcher and what belongs
	// to it, which may take as long to make as the files to find. Its error ends the scan.
	Ready        func(*Options) error
	Begins       func(input int64)   // before the first log is read: about how many bytes there are, unpacked; 0 where that is not known. Again where they come to far more
	Folded       func(records int64) // when a log of so many was read, and its hits folded: what that left over may be collected, before more is made of it. Of several logs at the same time
	Progress     func(Progress)
	Now          timeline.Time // for what has no time of its own (stdin); never in facts
	Since, Until timeline.Time // records and scrapes outside are left out; NoTime or 0: no bound
	Stdin        io.Reader
	SpoolBudget  int64 // bytes of archives and stdin kept on disk while they may be read again

	stride int64 // see leastStride; tests make it small
	// Cache keeps what is found in plain logs for the next scan of them; nil: none does. Facts do not
	// depend on it.
	Cache      Cache
	CacheLeast int64 // bytes of a log from which on it is cached
}

// bounded says whether a part of the time was asked for.
func (o *Options) bounded() bool { return o.Since.Known() || o.Until.Known() }

// outside says whether an instant is left out. What has no time is judged elsewhere.
func (o *Options) outside(at timeline.Time) bool {
	return at.Known() && (o.Since.Known() && at < o.Since || o.Until.Known() && at > o.Until)
}

func (o Options) withDefaults() Options {
	if o.Block < minBlock {
		o.Block = DefaultBlock
	}
	if o.Workers <= 0 {
		o.Workers = min(runtime.GOMAXPROCS(0), 8)
	}
	if o.MaxHits <= 0 {
		o.MaxHits = DefaultMaxHits
	}
	if o.SpoolBudget <= 0 {
		o.SpoolBudget = DefaultSpool
	}
	if o.stride == 0 {
		o.stride = leastStride
	}
	if o.CacheLeast <= 0 {
		o.CacheLeast = cacheLeast
	}
	if o.CountsOnly == nil {
		o.CountsOnly = func(timeline.SignalID) bool { return false }
	}
	if o.SignalRole == nil {
		o.SignalRole = func(timeline.SignalID) string { return "" }
	}
	if o.Since == 0 {
		o.Since = timeline.NoTime
	}
	if o.Until == 0 {
		o.Until = timeline.NoTime
	}
	return o
}
