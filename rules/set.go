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
	Packs    []*Pack // with the rules as overrides made them
	Schema   timeline.Schema
	Matcher  *match.Matcher
	Warnings []string // overrides that do not apply

	logLevel   timeline.SignalID // server_args dump with log_level, captured as "level"
	rules      map[string]*Rule
	signals    []*Signal          // by id
	explainers map[string][]*Rule // of the rule with that id
	hits       map[*Signal]bool   // rules read its hits one by one
}

// NewSet joins packs: it numbers their signals and builds one matcher for all of them. A rule id
// that two packs share is an error that names both. No override has expired.
func NewSet(packs ...*Pack) (*Set, error) {
	s, refused, err := Join(packs, Joining{Now: timeline.NoTime})
	if len(refused) > 0 {
		return nil, refused[0].Err
	}
	return s, err
}

// build numbers the signals of packs whose rules are final, and makes the matcher.
func (s *Set) build() error {
	var signals []match.Signal
	for _, p := range s.Packs {
		for _, sig := range p.Signals {
			sig.id = timeline.SignalID(len(s.Schema.Signals))
			s.Schema.Signals, s.signals = append(s.Schema.Signals, sig.def()), append(s.signals, sig)
			if sig.Kind != MetricSignal {
				signals = append(signals, sig.matcher(sig.pack))
			}
		}
	}
	for _, p := range s.Packs {
		for _, lc := range p.Lifecycles {
			s.Schema.Lifecycles = append(s.Schema.Lifecycles, p.renumber(lc))
		}
	}
	s.findExplainers()
	s.findHits()
	s.deferHits()
	signals = append(signals, s.levelSignal())
	m, err := match.New(signals)
	if err != nil {
		return fmt.Errorf("cannot build the matcher of %d signals: %w", len(signals), err)
	}
	s.Matcher = m
	return nil
}

// findExplainers notes which rules may be causes of which: those of the same pack, or of one that
// uses the pack of the effect.
func (s *Set) findExplainers() {
	s.explainers = map[string][]*Rule{}
	for _, p := range s.Packs {
		for _, r := range p.Rules {
			for _, e := range r.Explains {
				if effect := s.rules[e.Rule]; effect != nil && r.pack.uses(effect.pack) {
					s.explainers[e.Rule] = append(s.explainers[e.Rule], r)
				}
			}
		}
	}
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

func (p *Pack) renumber(lc timeline.Lifecycle) timeline.Lifecycle {
	moves := make([]timeline.Move, len(lc.Moves))
	for i, m := range lc.Moves {
		m.Signal = p.SignalOf(m).id
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
	return int(id) < len(s.signals) && !s.hits[s.signals[id]]
}

// findHits notes the signals of which something asks for the hits.
func (s *Set) findHits() {
	s.hits = map[*Signal]bool{}
	for _, sig := range s.signals {
		s.hits[sig] = sig.Means.Kind != timeline.MeansNothing
	}
	for _, p := range s.Packs {
		for _, sig := range p.moved {
			s.hits[sig] = true
		}
		for _, r := range p.Rules {
			s.hits[r.Ends] = true
			for _, u := range r.Unless {
				s.hits[u.Signal] = true
			}
			r.operators(func(op *Op) {
				if op.Kind == OpEvent {
					s.hits[op.Signal] = true
				}
				s.findKeyed(op, r.By)
			})
		}
	}
}

// findKeyed notes the signals of an operator whose captured keys it asks for: hits with keys are not alike.
func (s *Set) findKeyed(op *Op, by []string) {
	if len(op.Same) > 0 {
		by = op.Same
	}
	note := func(sig *Signal) {
		if sig != nil && (op.Distinct != "" || slices.ContainsFunc(by, func(e string) bool { return isEntity(e) && sig.capture(e) >= 0 })) {
			s.hits[sig] = true
		}
	}
	note(op.Signal)
	for _, p := range op.Proofs {
		note(p.Signal)
	}
}
