package rules

import (
	"fmt"
	"slices"
	"strings"

	"roomline/timeline"
)

// Joining says how the packs of a run are joined.
type Joining struct {
	Now     timeline.Time // by which overrides expire; NoTime: none does
	Partial bool          // some pack of the run did not load: an override of a rule that is not there may be meant for it, and is a warning
}

// Refused is a pack that cannot run with the others, and why.
type Refused struct {
	Pack *Pack
	Err  error // Faults where it is about a place
}

// Join makes the set of a run. What each pack uses has to stand before it ([Library.Packs] is such an
// order). A pack that cannot run with those before it is left out, and so is what uses it; the others
// run. The set is nil if none is left; an error is that no matcher can be made of those that are.
func Join(packs []*Pack, how Joining) (*Set, []Refused, error) {
	var refused []Refused
	for {
		s := &Set{rules: map[string]*Rule{}}
		bad := s.accept(packs, &refused)
		if !bad {
			bad = s.override(how, &refused)
		}
		if bad {
			continue // what was left out may be what another one needs
		}
		if len(s.Packs) == 0 {
			return nil, refused, nil
		}
		return s, refused, s.build()
	}
}

func isRefused(refused []Refused, p *Pack) bool {
	return slices.ContainsFunc(refused, func(r Refused) bool { return r.Pack == p })
}

// accept takes the packs that go together; true if one more is refused.
func (s *Set) accept(packs []*Pack, refused *[]Refused) bool {
	for _, p := range packs {
		if isRefused(*refused, p) {
			continue
		}
		if err := s.fits(p, *refused); err != nil {
			*refused = append(*refused, Refused{p, err})
			return true
		}
		own := *p
		own.Rules, own.Signals = slices.Clone(p.Rules), slices.Clone(p.Signals)
		s.Packs = append(s.Packs, &own)
		for _, r := range p.Rules {
			s.rules[r.ID] = r
		}
	}
	return false
}

// fits says why a pack cannot run with those that were taken.
func (s *Set) fits(p *Pack, refused []Refused) error {
	for _, used := range p.Uses {
		if isRefused(refused, used) {
			return fmt.Errorf("%s, which it uses, does not run", used.Path)
		}
		if !slices.ContainsFunc(s.Packs, func(q *Pack) bool { return q.id == used.id }) {
			return fmt.Errorf("%s, which it uses, is not there", used.Path)
		}
	}
	for _, r := range p.Rules {
		if other := s.rules[r.ID]; other != nil {
			how := "or leave one pack out"
			if strings.HasPrefix(other.pack.Path, "builtin:") {
				how = "leave the shipped packs out with --no-builtin-rules, or tune the shipped rule by an override (docs/rules-packs.md)"
			}
			return fmt.Errorf("rule %q is in pack %s (%s) and in pack %s (%s): rename one, %s", r.ID, other.pack.ID(), other.pack.Path, p.ID(), p.Path, how)
		}
	}
	return nil
}

// override applies all overrides, in the order of the packs; true if a pack is refused for one.
func (s *Set) override(how Joining, refused *[]Refused) bool {
	for _, p := range s.Packs {
		faults := s.overridesOf(p, how)
		if len(faults) == 0 {
			continue
		}
		i := slices.IndexFunc(s.Packs, func(q *Pack) bool { return q == p })
		*refused = append(*refused, Refused{s.Packs[i].original(), faults.sorted()})
		return true
	}
	return false
}

// original is the pack as it was loaded.
func (p *Pack) original() *Pack {
	for _, r := range p.Overrides {
		return r.pack
	}
	return p
}

// overridesOf applies the overrides of one pack.
func (s *Set) overridesOf(p *Pack, how Joining) Faults {
	var faults Faults
	for _, o := range p.Overrides {
		switch {
		case s.rules[o.Rule] == nil && how.Partial:
			s.warn(o, "rule %s is in no pack that runs, so nothing is overridden", o.Rule)
		case s.rules[o.Rule] == nil:
			faults = append(faults, faultAt(o.at, "override of an unknown rule %q%s", o.Rule, didYouMean(o.Rule, s.RuleIDs())))
		case o.expired(how.Now):
			s.warn(o, "the override of %s expired on %s and does not apply (%s)", o.Rule, o.Day, o.Reason)
		default:
			faults = append(faults, s.tune(o)...)
		}
	}
	return faults
}

func (s *Set) warn(o *Override, format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf("%s:%d: ", o.File, o.Line)+fmt.Sprintf(format, args...))
}

// tune puts a changed copy of a rule in its place.
func (s *Set) tune(o *Override) Faults {
	old := s.rules[o.Rule]
	pack := s.Packs[slices.IndexFunc(s.Packs, func(p *Pack) bool { return p.id == old.pack.id })]
	t := &tuner{o: o, r: old.copied(), copies: &signalCopies{}}
	t.apply()
	pack.Rules[slices.Index(pack.Rules, old)] = t.r
	pack.Signals = append(pack.Signals, t.copies.list...)
	s.rules[o.Rule] = t.r
	return t.faults
}
