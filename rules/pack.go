package rules

import (
	"time"

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

// rule gives a rule of the pack by id, nil if it has none.
func (p *Pack) rule(id string) *Rule {
	for _, r := range p.Rules {
		if r.ID == id {
			return r
		}
	}
	return nil
}
