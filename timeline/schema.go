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
	Sparse     bool // rules look at a few of its hits, near others: who judges once may leave them packed until then
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
