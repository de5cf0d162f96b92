package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roomline/rules/match"
	"roomline/timeline"
)

// Set is the packs of one run, with the schema that package timeline builds with and the matcher
// that package ingest scans with. Immutable.
type Set struct {
	Packs   []*Pack
	Schema  timeline.Schema
	Matcher *match.Matcher

	logLevel timeline.SignalID // server_args dump with log_level, captured as "level"
	rules    map[string]*Rule
}

// NewSet joins packs: it numbers their signals and builds one matcher for all of them. A rule id
// that two packs share is an error that names both.
func NewSet(packs ...*Pack) (*Set, error) {
	s := &Set{Packs: packs, rules: map[string]*Rule{}}
	var signals []match.Signal
	for _, p := range packs {
		offset := timeline.SignalID(len(s.Schema.Signals))
		for _, sig := range p.Signals {
			sig.id = timeline.SignalID(len(s.Schema.Signals))
			s.Schema.Signals = append(s.Schema.Signals, sig.def())
			if sig.Kind != MetricSignal {
				signals = append(signals, sig.matcher(p))
			}
		}
		for _, lc := range p.Lifecycles {
			s.Schema.Lifecycles = append(s.Schema.Lifecycles, renumber(lc, offset))
		}
		for _, r := range p.Rules {
			if other := s.rules[r.ID]; other != nil {
				return nil, fmt.Errorf("rule %q is in pack %s (%s) and in pack %s (%s): rename one, or leave one pack out with --no-builtin-rules", r.ID, other.pack.ID(), other.pack.Path, p.ID(), p.Path)
			}
			s.rules[r.ID] = r
		}
	}
	s.deferHits()
	signals = append(signals, s.levelSignal())
	m, err := match.New(signals)
	if err != nil {
		return nil, fmt.Errorf("cannot build the matcher of %d signals: %w", len(signals), err)
	}
	s.Matcher = m
	return s, nil
}

// Rule gives a rule by id, nil if no pack has it.
func (s *Set) Rule(id string) *Rule { return s.rules[id] }

// RuleIDs lists the ids of all rules, in the order of the packs.
func (s *Set) RuleIDs() []string {
	var out []string
	for _, p := range s.Packs {
		for _, r := range p.Rules {
			out = append(out, r.ID)
		}
	}
	return out
}

func (sig *Signal) def() timeline.SignalDef {
	d := timeline.SignalDef{Pack: sig.pack.Name, Name: sig.Name, Role: sig.Role, Emits: sig.Emits, Means: sig.Means, HasNot: len(sig.Not) > 0}
	for _, c := range sig.Captures {
		d.Captures = append(d.Captures, c.Name)
	}
	return d
}

func (sig *Signal) matcher(p *Pack) match.Signal {
	m := match.Signal{ID: sig.id, All: sig.All, Any: sig.Any, Not: sig.Not, Regex: sig.Regex, Slow: sig.Slow}
	for i, c := range sig.Captures {
		m.Captures = append(m.Captures, match.Capture{Name: c.Name, Regex: c.Regex})
		for _, v := range p.Ignore[c.Name] {
			if m.Ignore == nil {
				m.Ignore = map[int]map[string]bool{}
			}
			if m.Ignore[i] == nil {
				m.Ignore[i] = map[string]bool{}
			}
			m.Ignore[i][v] = true
		}
	}
	return m
}

func renumber(lc timeline.Lifecycle, offset timeline.SignalID) timeline.Lifecycle {
	moves := make([]timeline.Move, len(lc.Moves))
	for i, m := range lc.Moves {
		m.Signal += offset
		moves[i] = m
	}
	lc.Moves = moves
	return lc
}

// levelSignal is known without a pack: the start-up dump tells the log level of any SGLang process.
func (s *Set) levelSignal() match.Signal {
	s.logLevel = timeline.SignalID(len(s.Schema.Signals))
	s.Schema.Signals = append(s.Schema.Signals, timeline.SignalDef{Name: ".log_level", Captures: []string{"level"},
		Means: timeline.Means{Kind: timeline.MeansLogLevel}})
	return match.Signal{ID: s.logLevel, All: []string{"server_args="}, Regex: logLevelText, Captures: []match.Capture{{Name: "level", Regex: logLevelText}}}
}

// SignalRole says for which role a signal speaks, "" for any.
func (s *Set) SignalRole(id timeline.SignalID) string { return s.Schema.Signals[id].Role }

// LogNumbers are the fields of log lines (roomline_log:FIELD) that some rule reads, sorted; nil if that
// cannot be told, since an expression picks series by more than their name.
func (s *Set) LogNumbers() []string {
	out := []string{}
	for _, p := range s.Packs {
		for _, e := range p.exprs {
			for _, name := range e.Selectors() {
				field, logged := strings.CutPrefix(name, loggedPrefix)
				switch {
				case mayBeLogged(name):
					return nil
				case logged && !slices.Contains(out, field):
					out = append(out, field)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

// mayBeLogged says whether a selector without a plain name may pick numbers of log lines.
func mayBeLogged(selector string) bool {
	quoted, isRegex := strings.CutPrefix(selector, "=~")
	if !isRegex {
		return strings.Contains(selector, "{")
	}
	text, err := strconv.Unquote(quoted)
	if err != nil {
		return true
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return true
	}
	prefix, _ := re.LiteralPrefix()
	return strings.HasPrefix(loggedPrefix, prefix) || strings.HasPrefix(prefix, loggedPrefix)
}

// CountsOnly says whether a signal is used only for freshness, as a proof, under absent or count:
// then counts per second are kept of it, and a few hits with their lines.
func (s *Set) CountsOnly(id timeline.SignalID) bool {
	for _, p := range s.Packs {
		for _, sig := range p.Signals {
			if sig.id == id {
				return !sig.needsHits(p)
			}
		}
	}
	return false
}

func (sig *Signal) needsHits(p *Pack) bool {
	if sig.Means.Kind != timeline.MeansNothing {
		return true
	}
	for _, lc := range p.Lifecycles {
		for _, m := range lc.Moves {
			if p.Signals[m.Signal] == sig {
				return true
			}
		}
	}
	for _, r := range p.Rules {
		if r.Ends == sig || usesEvent(r, sig) || usesKey(r, sig) {
			return true
		}
	}
	return false
}

// usesKey says whether a rule asks for the keys that a signal captures: those hits are not alike.
func usesKey(r *Rule, sig *Signal) bool {
	asks := func(op *Op) bool { return op != nil && op.usesKey(sig, r.By) }
	return slices.ContainsFunc(r.Steps, func(s *StepDef) bool { return asks(s.Op) }) ||
		slices.ContainsFunc(r.Branches, func(b *Branch) bool { return asks(b.When) })
}

func (op *Op) usesKey(sig *Signal, by []string) bool {
	if len(op.Same) > 0 {
		by = op.Same
	}
	for _, c := range op.Children {
		if c.usesKey(sig, by) {
			return true
		}
	}
	uses := op.Signal == sig || slices.ContainsFunc(op.Proofs, func(p Proof) bool { return p.Signal == sig })
	return uses && (op.Distinct != "" || slices.ContainsFunc(by, func(e string) bool { return isEntity(e) && sig.capture(e) >= 0 }))
}

func usesEvent(r *Rule, sig *Signal) bool {
	for _, u := range r.Unless {
		if u.Signal == sig {
			return true
		}
	}
	for _, s := range r.Steps {
		if s.Op.usesEvent(sig) {
			return true
		}
	}
	for _, b := range r.Branches {
		if b.When != nil && b.When.usesEvent(sig) {
			return true
		}
	}
	return false
}

func (op *Op) usesEvent(sig *Signal) bool {
	if op.Kind == OpEvent && op.Signal == sig {
		return true
	}
	for _, c := range op.Children {
		if c.usesEvent(sig) {
			return true
		}
	}
	return false
}
