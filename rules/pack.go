package rules

import (
	"time"

	"go.yaml.in/yaml/v3"

	"roomline/rules/match"
	"roomline/rules/mql"
	"roomline/timeline"
)

// Pack is a rule pack as loaded: signals, and rules that relate them in time. Immutable.
type Pack struct {
	Name, Version, Owner, Engine string
	Description                  string
	Path, Hash                   string // Hash: sha256 of its files, hex
	Files                        []File // as they were read, the one with the head first
	Uses                         []*Pack
	Skew                         time.Duration
	Strict                       bool // ties: strict
	MaxGap                       time.Duration
	Server                       bool                // semantics: victoriametrics, where a signal says nothing else
	Ignore                       map[string][]string // entity -> keys that are none
	Idle                         *Signal             // gauge that reads 0 when a process has nothing to do
	Signals                      []*Signal           // in the order of the file, then those of short forms
	Rules                        []*Rule
	Tests                        []*Test
	Lifecycles                   []timeline.Lifecycle // Signal ids are those of SignalOf until a Set gives them theirs
	Overrides                    []*Override
	ShownBy                      []*Signal // signals of which one shows that the engine is there; none: it always is
	Warnings                     []string

	id     string   // of its source
	usedAs []string // the names in `uses`, as Uses
	byName map[string]*Signal
	lists  map[string][]string
	macros map[string]mql.Macro
	moved  []*Signal   // those that lifecycles name
	exprs  []*mql.Expr // all that its rules evaluate
}

// ID is name@version.
func (p *Pack) ID() string { return p.Name + "@" + p.Version }

// Signal gives a signal by name, nil if the pack has none of that name.
func (p *Pack) Signal(name string) *Signal { return p.byName[name] }

// SignalOf is the signal that a move of one of the pack's lifecycles names; it may be one of a pack
// that this one uses.
func (p *Pack) SignalOf(m timeline.Move) *Signal { return p.moved[m.Signal] }

// SignalKind says what a signal is recognised in.
type SignalKind uint8

// Kinds of signals.
const (
	LogSignal SignalKind = iota
	MetricSignal
	ConfigSignal
)

// Signal is one record, one metric condition or one start-up setting that a pack recognises.
type Signal struct {
	Name          string
	Description   string
	Kind          SignalKind
	Role          string
	All, Any, Not []string
	Regex         *match.Regexp
	Captures      []Capture
	Slow          bool
	Emits         timeline.Emits
	Means         timeline.Means

	Expr      *mql.Expr
	By        []string
	Optional  bool
	Fresh     *Signal   // the log signal that shows that the gauge was written
	FreshExpr *mql.Expr // or the expression
	judged    bool      // it has a fresh_by
	MaxGap    time.Duration
	Partial   bool   // its aggregates are over the series that a scrape shows
	semantics string // "": that of its pack

	File string // of the pack, as messages name it
	Line int

	pack   *Pack
	id     timeline.SignalID
	bad    bool              // what it is could not be read
	listed map[string]string // which list its all, any or not is
}

// Pack is the pack that the signal belongs to.
func (s *Signal) Pack() *Pack { return s.pack }

// Capture is a named group of a signal: the first group of Regex, or all of it.
type Capture struct {
	Name  string
	Regex *match.Regexp
}

// Rule relates signals in time.
type Rule struct {
	ID, Title, Severity string
	Description         string
	LooksLike           []string // what it looks like, but is not
	Basis               string   // what it rests on
	Tags, References    []string
	Mitigation          string
	By                  []string
	Strict              bool
	Steps               []*StepDef
	Unless              []*Unless
	Ends                *Signal
	Explains            []Explain
	NotCauseOf          []string
	Let                 map[string]*Let
	Branches            []*Branch
	Exceptions          []Exception
	Overridden          []Overridden // what overrides made of it, in the order in which they were applied
	File                string       // of the pack, as messages name it
	Line                int
	MaxGap              time.Duration

	pack     *Pack
	at       spot // of its id
	notCause *yaml.Node
	order    int
	uses     []stepUses // for each step: which moments later ones name
	shares   int        // from this step on nothing hangs on the anchor
}

// Pack is the pack that the rule belongs to.
func (r *Rule) Pack() *Pack { return r.pack }

// StepDef is one step of a rule; the first is its anchor.
type StepDef struct {
	ID string
	Op *Op
}

// OpKind names an operator.
type OpKind string

// The operators.
const (
	OpEvent     OpKind = "event"
	OpAbsent    OpKind = "absent"
	OpCount     OpKind = "count"
	OpHolds     OpKind = "holds"
	OpFlat      OpKind = "flat"
	OpGrew      OpKind = "grew"
	OpRises     OpKind = "rises"
	OpFalls     OpKind = "falls"
	OpAll       OpKind = "all"
	OpAny       OpKind = "any"
	OpWitnesses OpKind = "witnesses"
)

// Op is one operator with what stands beside it.
type Op struct {
	Kind     OpKind
	Signal   *Signal
	Children []*Op

	For       span // absent, holds, flat, grew
	hasFor    bool
	Proofs    []Proof
	Distinct  string // count
	Min, Max  int    // -1: not given
	Within    span
	hasWithin bool
	Cmp       string // holds
	Value     float64
	Baseline  *Let // instead of Value
	By        float64
	From, To  *momentRef // flat, grew

	Start, During *windowDef
	Same          []string
	strict        *bool

	at       spot // of the operator's name
	needsFor bool // absent without for: a window has to bound it
}

// Proof shows that the emitter ran while it was silent.
type Proof struct {
	Kind   string // source_alive, level_debug, rooms_visible, signal
	Rooms  int
	Signal *Signal
}

// momentRef names a moment: a step's begin or end, a mark, with an offset.
type momentRef struct {
	mark   string
	step   int // index; -1 with a mark
	end    bool
	offset span
	minus  bool
	at     spot
}

// windowDef is a window as written: (after, after + within], (after, until], (before - for, before],
// the span of a step, or a `let`.
type windowDef struct {
	after, until, before *momentRef
	length               span
	hasLength            bool
	step                 int // during: STEP; -1 else
	mark                 string
	let                  *Let
	at                   spot
}

// Let is a derived value or interval.
type Let struct {
	Name     string
	Of       []*Signal // a baseline of these gauges
	Life     string    // {of: room}: the life of the entity
	LastIdle bool
	Mark     string
	Window   *windowDef
}

// Unless makes a rule false for a choice if its event is surely there.
type Unless struct {
	Signal       *Signal
	After, Until *momentRef
	Within       span
	hasWithin    bool
	Same         []string
}

// Explain says that this rule is a cause of another.
type Explain struct {
	Rule   string
	Within time.Duration // 0: any time before
	Same   []string

	at spot
}

// Branch is an ordered sub-explanation. When is nil for the last resort.
type Branch struct {
	Name       string
	When       *Op
	References []string
}

// Test is one test of a pack: logs and series in, expectations out.
type Test struct {
	Name       string
	Start      timeline.Time
	CapturedAt timeline.Time
	Marks      map[string]timeline.Time
	Logs       []TestLog
	Metrics    []TestMetrics
	Mutate     []Mutation // done to logs and metrics before they are read, one after the other
	Expect     []Expect
	Line       int
}

// TestLog is the log of one source; Parts are the files of one rotation, oldest first.
type TestLog struct {
	Source string // prefill@n1
	Parts  []string
}

// TestMetrics is what was scraped of one source, in promtool's notation.
type TestMetrics struct {
	Source   string
	Interval time.Duration
	Series   []string
}

// Expect is what a test expects of one rule; only what is written is held.
type Expect struct {
	Rule         string
	Entity       map[string]string
	Verdict      string
	NotFired     string
	Steps        map[string]string
	Missing      []Missing
	ExplainedBy  []string
	hasExplained bool
	Root, Class  string
	Count        int // -1: not given
	Witnesses    int // -1: not given
	Rooms        int // how many the finding is about; -1: not given
	OrderProven  map[string]bool
	NearMiss     *NearMiss
	Line         int
}
