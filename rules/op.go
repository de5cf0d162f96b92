package rules

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

// inherit gives branches what stands beside their operator, unless they have their own.
func (op *Op) inherit() {
	for _, c := range op.Children {
		if c.Start == nil {
			c.Start = op.Start
		}
		if c.During == nil {
			c.During = op.During
		}
		if c.Same == nil {
			c.Same = op.Same
		}
		if c.strict == nil {
			c.strict = op.strict
		}
		c.inherit()
	}
}
