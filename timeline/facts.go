package timeline

import "time"

// Facts is what was read: the output of package ingest, the input of [Build]. Counts are 64 bit
// and exact; what was dropped, capped, guessed or unreadable is said in Source.Notes and Warnings.
type Facts struct {
	Sources    []Source // in the order given; Source.Stream and Source.Target point into the lists below
	Streams    []Stream // ID = index + 1
	Targets    []Target
	Marks      map[string]Time
	CapturedAt Time    // of the bundle; NoTime if not told
	Tuples     *Tuples // what the logs of all streams captured; nil where hits are given one by one
	Warnings   []string
}

// SourceID is the index of a source in Facts.Sources.
type SourceID int32

// Source is one file of one stream, or the file or folder of one scrape target: an entry of
// `sources` (docs/json.md).
type Source struct {
	Path            string // as given, below a folder joined to it; bundle.tar.gz!prefill.log; "-"; path#unit
	Kind            string // log, scrapes, mixed; "" only beside an Error
	Format          string // sglang, gateway, vllm, ... prometheus, openmetrics
	Wrapper         string // journald, docker, cri, ... joined by "+" from the outside in
	Role            string // prefill, decode, router, client, unknown
	Instance, Group string
	RoleFrom        string // flag, manifest, else what decided in a few words
	Records, Lines  int64
	Bytes           int64 // decompressed content
	Unparsed        int64 // lines that no format took and that continue no record
	UnparsedSamples []string
	Zone, ZoneFrom  string        // of its stamps; flag, manifest, offset, wrapper, format or assumed
	Shift           time.Duration // added to its stamps
	Resolution      time.Duration // of its stamps: a second where they have no decimals
	First, Last     Time          // Lo of the earliest and of the latest stamp
	Ranks           []string
	Error           string   // why it could not be read, and what to do
	Notes           []string // what was guessed, capped or left out
	Repeats         []Repeat // what makes up a fifth of its lines or more, most lines first; at most 3
	Stream          StreamID // 0 for scrapes
	Target          int      // index in Facts.Targets, -1 for logs
}

// Stream is one ordered sequence of records: a file, the files of one rotation, a unit of a
// journal, a container, a task. Zone, role, resolution and coverage belong to it.
type Stream struct {
	ID              StreamID
	Name            string     // path of its newest file, with #unit where a file holds several streams
	Sources         []SourceID // its files, oldest first
	Role            string     // unknown where nothing decides
	Instance, Group string
	RoleFrom        string
	Life            int      // restart number + 1 where the envelope tells it, else 0
	Missing         bool     // listed in a manifest, but nothing of it is there
	Captured        Time     // coverage goes on until here; NoTime if not told or the size does not fit
	Stamped         bool     // it has at least one header with a time
	First, Last     Interval // of the earliest and of the latest stamp, in whatever order they stand
	Opening         Interval // the first stamp in byte order
	MultiRank       bool     // headers carry two or more rank tags: a line may stand a second late (P24)
	Holes           []Hole
	Beats           []Beat
	Activity        []Activity
	Gauges          []Gauge
	Hits            []Hit // in byte order; where Log is not nil, Build fills in those that somebody asks for one by one
	Log             *HitLog
	// Assumed: nothing tells the zone of its stamps; they were taken as UTC.
	Assumed bool

	// Set by Build.
	Process    ProcessID
	Clock      ClockID
	Back       Time      // how far a stamp lies at most before one in front of it
	Slack      Time      // what edges and holes reach further where several ranks write (P24)
	Begin, End Time      // coverage, slack taken off: (Begin, End]; only with Stamped
	ExcerptOf  StreamID  // its every hit stands in that stream: not asked for coverage, never counted twice
	sparse     [][]int32 // rows of Log that stayed packed until somebody looks at them, by SignalID
}

// Hole is where something of a stream is missing: a rotation segment, a suppression marker, a run
// of unreadable lines. It reaches from Lo of the header before it to Hi of the header after it, the
// hull of both (P06), without the slack of several ranks, which the builder adds.
type Hole struct {
	Pos Pos // records before it have a smaller one, records behind it this or a greater one
	Interval
	Why string // rotation, marker, unparsed, reconnect
}

// Beat shows that the process of a stream printed something: the first and the last record of each
// second, stamped ones and those without a header apart.
type Beat struct {
	Interval
	Pos          Pos
	Stamped, Cut bool
}

// Level is how severe a record is. SGLang prints none: then it comes from the message's template.
type Level uint8

// Levels, least severe first.
const (
	LevelUnknown Level = iota
	LevelDebug
	LevelInfo
	LevelWarning
	LevelError
	LevelCritical
	Levels int = iota
)

// Activity counts the records of one second of a stream.
type Activity struct {
	At    Time           // begin of the second
	Count [Levels]uint32 // stays at the most, which a note of its source says
}

// Gauge is a number that log lines print (#running-req: 12): one rollup per second and rank.
type Gauge struct {
	Field  string    // running_req: the name of the series is roomline_log:running_req
	Rank   string    // "TP0", "" for none
	At     []Time    // begin of the record's stamp, ascending
	Last   []float64 // of each second: what was written last
	Writes int64     // how many lines wrote it
}

// Ref leads back to the bytes of a record or of a line in it.
type Ref struct {
	Source SourceID
	Length int32  // bytes of content from Offset that hold the whole record
	Offset int64  // in the decompressed content of the source's file
	Line   int64  // 1 is the first
	Hash   uint64 // of the record's text as matched; 0 is none
}

// Hit is one record that is a signal, or several of one second folded into one where only counts
// are kept. A long log has many: the fields stand in an order that leaves no holes between them, and what
// the judge asks of each, when and of which process it is, lies in the first 64 bytes.
type Hit struct {
	Interval
	Pos    Pos
	Signal SignalID
	Stream StreamID
	N      int32 // records that it stands for, 1 if one; the others lie between it and the next hit

	// Set by Build: of which process, and of which life at the least and at the most (P25).
	Process      ProcessID
	Life, Latest int32
	Clock        ClockID

	Has          uint32 // bit i: Caps[i] was captured
	Stamped, Cut bool   // see Moment; Cut also of a stamped record that touches a hole
	Sure         bool   // set by Build: not cut, or nothing that a cut could hide matters to the signal

	Tuple TupleID  // of a hit that is read from a log without Caps: what they are
	Caps  []string // may end before the last capture, where those behind took no part
	Rank  string   // "DP0 TP0", "" for none
	Ref   Ref

	// Lines tell apart the lines of a record of several; nil of one line, which Ref.Hash tells.
	Lines *RecordLines

	// RestUntil, set by Build, bounds the N-1 records that are folded into it: they lie behind it,
	// before this position, in the same second. 0 if N is 1.
	RestUntil Pos
}

// RecordLines are the hashes of the lines of a record, made as Ref.Hash is.
type RecordLines struct {
	Hit uint64   // of the line that was hit
	All []uint64 // at most [MaxRecordLines]
}

// MaxRecordLines is how many lines of a record are told apart.
const MaxRecordLines = 256

// Target is one scraped endpoint: every attempt with its time, also those that failed.
type Target struct {
	Role, Instance, Group string
	RoleFrom              string
	Source                SourceID
	Interval              time.Duration // declared; 0 if not
	Missing               bool
	Scrapes               []Scrape // ascending
	Series                []Series // sorted by name, then labels
	Logged                bool     // not scraped: written by the batch lines of one rank of a log (no gap between batches)
	Stream                StreamID // of a logged target

	// Set by Build.
	Process ProcessID
	Clock   ClockID
}

// Scrape is one attempt. OK: it gave samples that could be read to the end. A logged target has
// many and no detail of any: there ScrapeDetail is nil, and its fields must not be asked for.
type Scrape struct {
	At Time
	OK bool
	*ScrapeDetail
}

// ScrapeDetail is how a scrape was read.
type ScrapeDetail struct {
	TimeFrom string // sample, comment, name, mtime
	Error    string
	Ref      Ref
	BadLines int
}

// Absent is the value of a series at a scrape that lacks it: a NaN that no text can spell.
// Compare with [IsAbsent], never with ==.
var Absent = absent()

// Label is one label of a series.
type Label struct{ Name, Value string }

// Series is one series of a target, one value for each scrape ([Absent] where it lacks it).
type Series struct {
	Name    string
	Labels  []Label // sorted by name, with the stamped role, instance, group (own ones are exported_*)
	Type    string  // counter, gauge, histogram, summary, unknown
	Values  []float64
	Samples int64 // written ones, NaN too
	Created Time  // of OpenMetrics _created; NoTime if not told
}
