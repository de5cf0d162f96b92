package timeline

// Truth is one of Kleene's three values; the order F < U < T makes min "and" and max "or".
type Truth uint8

// The three values.
const (
	F Truth = iota // refuted by what was observed
	U              // undecided: something was not observed
	T              // confirmed by what was observed
)

// Not is Kleene's negation.
func (t Truth) Not() Truth { return T - t }

// String is the word of a verdict.
func (t Truth) String() string {
	switch t {
	case F:
		return "refuted"
	case T:
		return "confirmed"
	}
	return "inconclusive"
}
