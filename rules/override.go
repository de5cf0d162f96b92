package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"roomline/timeline"
)

// Override tunes a rule of any pack that is loaded with the one that it stands in.
type Override struct {
	Rule, Severity string // Severity: "" leaves it
	Reason         string
	Until          timeline.Time // the first instant at which it no longer applies; NoTime: it always does
	Day            string        // Until as it is written
	File           string
	Line           int

	pack    *Pack
	at      spot // of the rule's id
	changes []change
}

// Pack is the pack that the override stands in.
func (o *Override) Pack() *Pack { return o.pack }

// change is one thing that an override changes: replace.title, append.not.SIGNAL, replace.steps.STEP.for.
type change struct {
	path  []string
	texts []string
	span  span
	value float64
	at    spot
	step  spot // its name, where a step is tuned
}

func (c *change) name() string { return strings.Join(c.path[1:], ".") }

// Overridden is what one override made of a rule.
type Overridden struct {
	Pack    string   // name@version of the pack that the override stands in
	Reason  string   // as given there
	Until   string   // the last day on which it applies; "" for ever
	Changes []string // in words: severity: high (was critical)

	by *Override
}

// Override is where it stands.
func (o Overridden) Override() *Override { return o.by }

// Exception is a field by which others may except findings of a rule: an entity of the finding, or a
// capture of the record that its first step found.
type Exception struct {
	Name, Entity, Capture, Description string
	Values                             []ExceptionValue
}

// ExceptionValue is one value that is excepted, and who gave it.
type ExceptionValue struct{ Value, Pack, Reason string }

// tuner applies one override to a copy of a rule.
type tuner struct {
	o      *Override
	r      *Rule
	copies *signalCopies
	words  []string
	faults Faults
}

// expired says whether an override no longer applies at a time; where none is known it applies.
func (o *Override) expired(now timeline.Time) bool {
	return now.Known() && o.Until.Known() && now >= o.Until
}

func (t *tuner) fault(c *change, format string, args ...any) {
	t.faults = append(t.faults, faultAt(c.at, format, args...))
}

func (t *tuner) say(format string, args ...any) {
	t.words = append(t.words, fmt.Sprintf(format, args...))
}

// apply changes the copy of the rule and notes on it what was changed.
func (t *tuner) apply() {
	if s := t.o.Severity; s != "" && s != t.r.Severity {
		t.say("severity: %s (was %s)", s, t.r.Severity)
		t.r.Severity = s
	}
	for i := range t.o.changes {
		t.change(&t.o.changes[i])
	}
	t.r.Overridden = append(slices.Clone(t.r.Overridden), Overridden{Pack: t.o.pack.ID(), Reason: t.o.Reason, Until: t.o.Day, Changes: t.words, by: t.o})
}

func (t *tuner) change(c *change) {
	switch c.path[0] + " " + c.path[1] {
	case "replace title":
		t.text(c, &t.r.Title)
	case "replace description":
		t.text(c, &t.r.Description)
	case "replace mitigation":
		t.text(c, &t.r.Mitigation)
	case "replace tags":
		t.list(c, &t.r.Tags)
	case "replace references":
		t.list(c, &t.r.References)
	case "replace ties":
		t.r.Strict = c.texts[0] == "strict"
		t.say("ties: %s", c.texts[0])
	case "replace max_gap":
		t.say("max_gap: %s (was %s)", ShortDuration(c.span.fixed), orWord(t.r.MaxGap))
		t.r.MaxGap = c.span.fixed
	case "replace steps":
		t.step(c)
	case "append description":
		t.more(c, &t.r.Description)
	case "append mitigation":
		t.more(c, &t.r.Mitigation)
	case "append tags":
		t.join(c, &t.r.Tags)
	case "append references":
		t.join(c, &t.r.References)
	case "append not", "append any", "append lists":
		t.literals(c)
	case "append exceptions":
		t.except(c)
	}
}

func orWord(d time.Duration) string {
	if d == 0 {
		return "the pack's"
	}
	return ShortDuration(d)
}

func (t *tuner) text(c *change, to *string) {
	t.say("%s replaced", c.name())
	*to = c.texts[0]
}

func (t *tuner) list(c *change, to *[]string) {
	t.say("%s: %s", c.name(), strings.Join(c.texts, ", "))
	*to = c.texts
}

// more puts a text behind the author's.
func (t *tuner) more(c *change, to *string) {
	t.say("%s + %q", c.name(), c.texts[0])
	*to = strings.TrimPrefix(*to+"; "+c.texts[0], "; ")
}

func (t *tuner) join(c *change, to *[]string) {
	t.say("%s + %s", c.name(), strings.Join(c.texts, ", "))
	*to = append(slices.Clone(*to), c.texts...)
}

// except adds values to a field that the author declared.
func (t *tuner) except(c *change) {
	name := c.path[2]
	i := slices.IndexFunc(t.r.Exceptions, func(e Exception) bool { return e.Name == name })
	if i < 0 {
		var have []string
		for _, e := range t.r.Exceptions {
			have = append(have, e.Name)
		}
		hint := "; its author declared none"
		if len(have) > 0 {
			hint = "; it has " + strings.Join(have, ", ") + didYouMean(name, have)
		}
		t.fault(c, "rule %q has no exception %q%s", t.r.ID, name, hint)
		return
	}
	t.r.Exceptions = slices.Clone(t.r.Exceptions)
	e := &t.r.Exceptions[i]
	e.Values = slices.Clone(e.Values)
	for _, v := range c.texts {
		e.Values = append(e.Values, ExceptionValue{v, t.o.pack.ID(), t.o.Reason})
	}
	t.say("exception %s + %s", name, strings.Join(c.texts, ", "))
}

// literals adds to what the signals of the rule look for or forbid. Other rules keep the signals as
// they are: the rule gets copies.
func (t *tuner) literals(c *change) {
	field, name := c.path[1], c.path[2]
	n := 0
	for _, s := range t.r.logSignals() {
		switch {
		case field == "lists":
			n += t.grow(c, s, s.listed["any"] == name, s.listed["not"] == name)
			if s.listed["all"] == name {
				t.fault(c, "list %q is what signal %q asks for all of: adding to it would make it match less", name, s.Name)
				return
			}
		case s.Name == name || strings.TrimPrefix(s.Name, ".") == name || t.r.stepOf(s) == name:
			n += t.grow(c, s, field == "any", field == "not")
		}
	}
	if n > 0 {
		t.say("%s + %s", c.name(), quotedList(c.texts))
		return
	}
	if len(t.faults) == 0 {
		what := "signal"
		if field == "lists" {
			what = "list"
		}
		t.fault(c, "rule %q uses no %s %q%s", t.r.ID, what, name, didYouMean(name, t.r.tunable(field)))
	}
}

// grow puts a copy of a signal with more literals in its place.
func (t *tuner) grow(c *change, s *Signal, any, not bool) int {
	if !any && !not {
		return 0
	}
	if any && len(s.Any) == 0 {
		t.fault(c, "signal %q has no `any`: its first alternative would make it match less", s.Name)
		return 0
	}
	to := t.copies.of(s)
	if any {
		to.Any = append(slices.Clone(to.Any), c.texts...)
	}
	if not {
		to.Not = append(slices.Clone(to.Not), c.texts...)
	}
	if !to.Slow && len(to.Needles()) == 0 {
		t.fault(c, "signal %q would have no literal of %d bytes inside one line any more: give longer ones", s.Name, minNeedle)
	}
	for _, n := range to.Not {
		if slices.ContainsFunc(to.All, func(a string) bool { return strings.Contains(a, n) }) {
			t.fault(c, "signal %q could never match: what it asks for holds %q", s.Name, clip(n))
		}
	}
	t.r.replaceSignal(s, to)
	return 1
}

func quotedList(list []string) string {
	var out []string
	for _, s := range list {
		out = append(out, strconv.Quote(s))
	}
	return strings.Join(out, ", ")
}
