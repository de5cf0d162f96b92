package rules

import (
	"time"

	"go.yaml.in/yaml/v3"
)

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

// notCauseAt is where one of its not_cause_of stands.
func (r *Rule) notCauseAt(i int) *yaml.Node {
	if n := r.notCause; n.Kind != yaml.SequenceNode || i >= len(n.Content) {
		return n
	}
	return r.notCause.Content[i]
}
