package rules

import (
	"regexp"
	"time"

	"roomline/rules/mql"
	"roomline/timeline"
)

// Pack is a rule pack as loaded: signals, and rules that relate them in time. Immutable.
type Pack struct {
	Name, Version, Owner, Engine string
	Path, Hash                   string // Hash: sha256 of the file, hex
	Skew                         time.Duration
	Strict                       bool // ties: strict
	MaxGap                       time.Duration
	Ignore                       map[string][]string // entity -> keys that are none
	Idle                         *Signal             // gauge that reads 0 when a process has nothing to do
	Signals                      []*Signal           // in the order of the file, then those of short forms
	Rules                        []*Rule
	Tests                        []*Test
	Lifecycles                   []timeline.Lifecycle // Signal ids as in Signals of this pack until a Set gives them theirs
	ShownBy                      []*Signal            // signals of which one shows that the engine is there; none: it always is
	Warnings                     []string

	byName map[string]*Signal
	exprs  []*mql.Expr // all that its rules evaluate
}

// ID is name@version.
func (p *Pack) ID() string { return p.Name + "@" + p.Version }

// Signal gives a signal by name, nil if the pack has none of that name.
func (p *Pack) Signal(name string) *Signal { return p.byName[name] }

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
	Kind          SignalKind
	Role          string
	All, Any, Not []string
	Regex         *regexp.Regexp
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

	Line  int // in the pack file
	pack  *Pack
	id    timeline.SignalID
	fresh string // name of Fresh until it is resolved
}

// Capture is a named group of a signal: the first group of Regex, or all of it.
type Capture struct {
	Name  string
	Regex *regexp.Regexp
}

// Rule relates signals in time.
type Rule struct {
	ID, Title, Severity string
	Description         string
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
	Line                int
	MaxGap              time.Duration

	pack  *Pack
	order int
	uses  []stepUses // for each step: which moments later ones name
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
	Mutate     []string
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
	OrderProven  map[string]bool
	NearMiss     *NearMiss
	Line         int
}
