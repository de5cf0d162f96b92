package timeline

// SignalID is the index of a signal in [Schema.Signals].
type SignalID int32

// Schema is what the builder and the judge must know of the loaded packs: their signals, how
// entities move, what to ignore. Packs give it; engines are known by packs, not by code.
type Schema struct {
	Signals    []SignalDef
	Lifecycles []Lifecycle
}

// SignalDef describes a log signal (metric signals have no hits and only hold their place).
type SignalDef struct {
	Pack, Name string
	Role       string   // "" is any
	Captures   []string // names, in the order of Hit.Caps
	Emits      Emits
	Means      Means
	HasNot     bool // its `not` cannot be shown of a record that is cut
	Deferred   bool // no rule reads its hits one by one: they stay packed
}

// Capture is the index of a captured name, -1 if the signal has none of that name.
func (s *SignalDef) Capture(name string) int {
	for i, c := range s.Captures {
		if c == name {
			return i
		}
	}
	return -1
}

// EmitKind says what the silence of a signal is worth.
type EmitKind uint8

// How often a program prints the line of a signal.
const (
	EmitAlways EmitKind = iota
	EmitOncePerProcess
	EmitDebugOnly
	EmitSampled
	EmitRoomsVisible // only at visibility of at least Emits.Rooms
)

// Emits is the `emits` of a signal.
type Emits struct {
	Kind  EmitKind
	Rooms int
}

// MeanKind says what a signal shows of its process.
type MeanKind uint8

// What a line can show of its process.
const (
	MeansNothing MeanKind = iota
	MeansStart            // a new life begins; printed once per start-up
	MeansExit
	MeansDebugOn
	MeansRoomsVisible // visibility of at least Means.Rooms
	MeansLogLevel     // the first capture is the log level that the process was started with
)

// Means is the `means` of a signal.
type Means struct {
	Kind  MeanKind
	Rooms int
}

// Lifecycle says how an entity moves from state to state on its sides.
type Lifecycle struct {
	Pack   string
	Entity string   // "room"
	States []string // in order, slowest first
	Final  []string
	Moves  []Move
	Ignore []string // keys that are no entity (room "0")
}

// Move is one line of a lifecycle: a hit of Signal moves the entity to State on Side.
type Move struct {
	Signal SignalID
	Side   string // "prefill", "decode", or "$name" of a capture
	State  string // "" with Segments
	// Before: the entity had been in this state for so many seconds (a capture, "$secs", or a number).
	Before        string
	BeforeSeconds string
	Segments      []SegmentDef // back-dated, the last one ends at the hit
}

// SegmentDef is a back-dated segment: its length stands in a capture or is a number, milliseconds.
type SegmentDef struct {
	State string
	MS    string
}

// IsFinal says whether a state ends the life of the entity.
func (l *Lifecycle) IsFinal(state string) bool {
	for _, f := range l.Final {
		if f == state {
			return true
		}
	}
	return false
}
