package rules

import (
	"slices"

	"roomline/timeline"
)

// alt is one way in which a step may be true (T or U): its moment, where `after` counts from; its
// end, what STEP.end means; the lines or scrapes that show it.
type alt struct {
	value    timeline.Truth
	moment   *timeline.Moment
	end      *timeline.Moment
	hits     []*timeline.Hit // evidence, of a count that is T only the one that completes it
	count    *countOf
	claims   []*claim
	unproven bool // a tie of clocks was accepted
	hit      *timeline.Hit
	reasons  []Missing
}

// lineAlt is an alternative that one line shows, made in one piece: there are very many.
type lineAlt struct {
	alt
	at   timeline.Moment
	line [1]*timeline.Hit
}

func altOf(h *timeline.Hit, value timeline.Truth) *alt {
	a := &lineAlt{at: h.Moment(), line: [1]*timeline.Hit{h}}
	a.alt = alt{value: value, moment: &a.at, hits: a.line[:], hit: h}
	return &a.alt
}

// settleOrder: where one of several scrapes shows a step without a tie, the step does not hang on those that
// needed one.
func settleOrder(alts []*alt) {
	proven := false
	for _, a := range alts {
		proven = proven || a.value == timeline.T && !a.unproven
	}
	for _, a := range alts {
		a.unproven = a.unproven && !proven
	}
}

// endOr is the end, which for most steps is their moment.
func (a *alt) endOr() *timeline.Moment {
	if a.end != nil {
		return a.end
	}
	return a.moment
}

// countOf is what a count that is T rests on.
type countOf struct {
	n     *counter
	i     int // the hit that completes it
	total *total
}

// evidence are the lines that show it. A count may rest on thousands, so they are gathered when they
// are asked for.
func (a *alt) evidence() []*timeline.Hit {
	if a.count != nil {
		return a.count.n.evidence(a.count.i)
	}
	return a.hits
}

func (a *alt) ranks() []string {
	if a.count != nil {
		return a.count.total.by().ranks
	}
	return ranksOf(a.hits)
}

// out is the value of an operator: its alternatives, best first, and what is left without them: U
// if something may be hidden, else F.
type out struct {
	alts      []*alt
	rest      timeline.Truth
	reasons   []Missing
	witnesses int

	united []Missing // all reasons, its own and those of the alternatives, once asked for
	asked  bool
}

func (o *out) value() timeline.Truth {
	v := o.rest
	for _, a := range o.alts {
		v = max(v, a.value)
	}
	return v
}

// why unites all reasons; not to be written to, since many instances of one first step ask.
func (o *out) why() []Missing {
	if !o.asked {
		all := append([]Missing{}, o.reasons...)
		for _, a := range o.alts {
			all = append(all, a.reasons...)
		}
		o.united, o.asked = unique(all), true
	}
	return o.united
}

// unique keeps the first of each (reason, source). A few that differ are returned as they are.
func unique(ms []Missing) []Missing {
	type key struct {
		r Reason
		s string
	}
	if len(ms) <= 8 && !repeats(ms) {
		return slices.Clip(ms)
	}
	seen := make(map[key]bool, len(ms))
	out := ms[:0:0]
	for _, m := range ms {
		if k := (key{m.Reason, m.Source}); !seen[k] {
			seen[k] = true
			out = append(out, m)
		}
	}
	return out
}

// repeats says whether a reason stands twice for one source.
func repeats(ms []Missing) bool {
	for i := range ms {
		for j := range ms[:i] {
			if ms[j].Reason == ms[i].Reason && ms[j].Source == ms[i].Source {
				return true
			}
		}
	}
	return false
}

func why(r Reason, source string) Missing {
	return Missing{Reason: r, Source: source, After: timeline.MinTime, Until: timeline.MaxTime}
}

func whyIn(r Reason, source string, after, until timeline.Time) Missing {
	return Missing{Reason: r, Source: source, After: after, Until: until}
}

// scrapesIn is whyIn of scrapes.
func scrapesIn(r Reason, source string, after, until timeline.Time) Missing {
	m := whyIn(r, source, after, until)
	m.Scrapes = true
	return m
}
