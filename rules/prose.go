package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Prose says in words what a rule looks for: one sentence for each step, then its exclusions, end and
// causes.
type Prose struct {
	ID, Text      string
	Refuted, Open string    // of steps and kinds: what shows that it is not so, what leaves it undecided; "" for none
	Signals       []*Signal // that the sentence speaks of, each once
	Step          bool      // it is a step: it is judged, and part of the verdict
}

// Explain says what the rule looks for, step by step, in the order in which it is judged.
func (r *Rule) Explain() []Prose {
	var out []Prose
	for i, s := range r.Steps {
		text := r.op(s.Op)
		if i == 0 {
			text += " (the anchor: without it there is no finding)"
		}
		p := Prose{ID: s.ID, Text: text, Refuted: r.refuted(s.Op), Open: r.open(s.Op), Signals: s.Op.allSignals(nil), Step: true}
		switch {
		case i == 0:
			p.Refuted, p.Open = "", ""
		case unbounded(s.Op) && s.Op.Kind != OpAbsent:
			p.Refuted = "never: it may still come, since it has no window"
		}
		out = append(out, p)
	}
	for _, u := range r.Unless {
		out = append(out, Prose{ID: "unless", Text: "a record of " + u.Signal.Name + r.between(u.After, u.Until, u.Within, u.hasWithin) + sameText(u.Same) + " makes it false",
			Open: strings.Join(openReasons(&Op{Kind: OpEvent, Signal: u.Signal}), "; "), Signals: []*Signal{u.Signal}})
	}
	if r.Ends != nil {
		out = append(out, Prose{ID: "ends", Text: "a record of " + r.Ends.Name + " ends what was found; it does not refute it", Signals: []*Signal{r.Ends}})
	}
	for _, b := range r.Branches {
		p := Prose{ID: "kind " + b.Name, Text: "if nothing above it is so"}
		if b.When != nil {
			p.Text, p.Signals = r.op(b.When), b.When.allSignals(nil)
			p.Refuted, p.Open = r.refuted(b.When), r.open(b.When)
		}
		out = append(out, p)
	}
	return out
}

// op is one operator in words.
func (r *Rule) op(op *Op) string {
	text := r.opHead(op)
	if op.Kind != OpAll && op.Kind != OpAny && op.Kind != OpWitnesses {
		text += r.windowText(op.Start) + r.windowText(op.During) + sameText(op.Same)
	}
	if len(op.Proofs) > 0 {
		text += ", shown by " + proofText(op.Proofs)
	}
	return text
}

func (r *Rule) opHead(op *Op) string {
	switch op.Kind {
	case OpEvent:
		return "a record of " + op.Signal.Name
	case OpAbsent:
		return "no record of " + op.Signal.Name + forText(op.For, op.hasFor)
	case OpCount:
		return r.countText(op)
	case OpHolds:
		value := strconv.FormatFloat(op.Value, 'g', -1, 64)
		if op.Baseline != nil {
			value = "its baseline " + op.Baseline.Name
		}
		return fmt.Sprintf("%s %s %s at every scrape%s", op.Signal.Name, op.Cmp, value, forText(op.For, op.hasFor))
	case OpFlat:
		return op.Signal.Name + " does not move" + forText(op.For, op.hasFor) + r.fromTo(op)
	case OpGrew:
		return fmt.Sprintf("%s grows by %g or more%s%s", op.Signal.Name, op.By, forText(op.For, op.hasFor), r.fromTo(op))
	case OpRises, OpFalls:
		return fmt.Sprintf("%s %s by %g or more", op.Signal.Name, op.Kind, op.By)
	}
	return r.several(op)
}

// several is all, any or witnesses with their branches.
func (r *Rule) several(op *Op) string {
	word := map[OpKind]string{OpAll: "all of", OpAny: "any of", OpWitnesses: "independent witnesses of one fact:"}[op.Kind]
	parts := make([]string, len(op.Children))
	for i, c := range op.Children {
		parts[i] = "(" + r.op(c) + ")"
	}
	return word + " " + strings.Join(parts, ", ")
}

func (r *Rule) countText(op *Op) string {
	text := "at least " + strconv.Itoa(op.Min)
	if op.Max >= 0 {
		text = "at most " + strconv.Itoa(op.Max)
	}
	if op.Distinct != "" {
		text += " different " + op.Distinct + " in"
	}
	text += " records of " + op.Signal.Name
	if op.hasWithin {
		text += " within " + op.Within.words()
	}
	return text
}

func forText(s span, has bool) string {
	if !has {
		return ""
	}
	return " for " + s.words()
}

// words is the span as written in packs: 5m, ${secs}s.
func (s span) words() string {
	if s.template != "" {
		return s.template
	}
	return ShortDuration(s.fixed)
}

func (r *Rule) fromTo(op *Op) string {
	if op.From == nil || op.To == nil {
		return ""
	}
	return " from " + r.momentText(op.From) + " to " + r.momentText(op.To)
}

// momentText is the begin or end of a step, or a mark, with its offset.
func (r *Rule) momentText(m *momentRef) string {
	text := "mark " + m.mark
	if m.step >= 0 && m.step < len(r.Steps) {
		text = r.Steps[m.step].ID
		if m.end {
			text = "the end of " + text
		}
	}
	offset := m.offset.words()
	switch {
	case m.offset == (span{}):
		return text
	case m.minus:
		return offset + " before " + text
	}
	return offset + " after " + text
}

// windowText is where a step is looked for.
func (r *Rule) windowText(w *windowDef) string {
	switch {
	case w == nil:
		return ""
	case w.let != nil:
		return ", during " + w.let.Name
	case w.before != nil:
		return ", in the " + w.length.words() + " before " + r.momentText(w.before)
	case w.after != nil:
		return r.between(w.after, w.until, w.length, w.hasLength)
	case w.mark != "":
		return ", at mark " + w.mark
	case w.step >= 0:
		return ", during " + r.Steps[w.step].ID
	}
	return ""
}

func (r *Rule) between(after, until *momentRef, within span, hasWithin bool) string {
	text := ""
	if after != nil {
		text += ", after " + r.momentText(after)
	}
	if until != nil {
		text += ", until " + r.momentText(until)
	}
	if hasWithin {
		text += ", within " + within.words()
	}
	return text
}

func sameText(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	return ", of the same " + strings.Join(keys, " and ")
}

func proofText(proofs []Proof) string {
	var parts []string
	for _, p := range proofs {
		switch p.Kind {
		case "source_alive":
			parts = append(parts, "a later record of the process")
		case "level_debug":
			parts = append(parts, "DEBUG being on")
		case "rooms_visible":
			parts = append(parts, fmt.Sprintf("rooms being visible to degree %d", p.Rooms))
		default:
			parts = append(parts, "a record of "+p.Signal.Name+" meanwhile")
		}
	}
	return strings.Join(parts, " and ")
}

// allSignals adds the signals of an operator and its branches, each once.
func (op *Op) allSignals(out []*Signal) []*Signal {
	add := func(s *Signal) {
		if s != nil && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	add(op.Signal)
	for _, p := range op.Proofs {
		add(p.Signal)
	}
	if op.Baseline != nil {
		for _, s := range op.Baseline.Of {
			add(s)
		}
	}
	for _, c := range op.Children {
		out = c.allSignals(out)
	}
	return out
}
