package rules

import (
	"cmp"
	"fmt"
	"slices"
)

// Remark is something in a pack that is no fault, but should be looked at.
type Remark struct {
	Code string // missing-case, unused-signal, unreachable-step, ...: stays as it is from release to release
	Note bool   // it may well be meant; else a warning
	File string // of the pack, as it was given
	Line int    // 0: it is about no line
	Text string
}

// Lint looks a pack over: rules that lack a test, signals that are slow or never used, steps that cannot
// happen, branches that are never reached, what a prompt could spell. In the order of the file's lines.
func (p *Pack) Lint() []Remark {
	l := &linter{pack: p}
	for _, k := range p.Lacking() {
		for _, c := range k.Cases {
			l.warn("missing-case", k.Rule, "rule %s has no test for %s", k.Rule.ID, c)
		}
	}
	l.signals()
	for _, r := range p.Rules {
		l.words(r)
		l.reach(r)
		l.shadows(r)
		l.neverConfirmed(r)
	}
	slices.SortStableFunc(l.out, func(a, b Remark) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code))
	})
	return l.out
}

type linter struct {
	pack *Pack
	out  []Remark
}

func (l *linter) warn(code string, at spotted, format string, args ...any) {
	l.out = append(l.out, Remark{Code: code, File: at.file(), Line: at.line(), Text: fmt.Sprintf(format, args...)})
}

func (l *linter) note(code string, at spotted, format string, args ...any) {
	l.out = append(l.out, Remark{Code: code, Note: true, File: at.file(), Line: at.line(), Text: fmt.Sprintf(format, args...)})
}

// spotted is what stands somewhere in a pack.
type spotted interface {
	file() string
	line() int
}

func (r *Rule) file() string   { return r.File }
func (r *Rule) line() int      { return r.Line }
func (s *Signal) file() string { return s.File }
func (s *Signal) line() int    { return s.Line }

// words: who reads a finding wants to know what to do, and where to read on.
func (l *linter) words(r *Rule) {
	if r.Mitigation == "" {
		l.warn("no-mitigation", r, "rule %s has no mitigation: say what to do at three in the morning", r.ID)
	}
	if len(r.References) == 0 {
		l.note("no-references", r, "rule %s has no references: name the issue, change or page that it rests on", r.ID)
	}
	for _, text := range []string{r.Title, r.Mitigation} {
		for _, part := range cut(text) {
			if part.name != "" && !r.knows(part.name) {
				l.warn("unknown-value", r, "rule %s writes %s, which its anchor does not capture: it will stand there as it is written", r.ID, part.text)
			}
		}
	}
}

// knows says whether a text may name a value: a key of the rule, or a capture of its anchor.
func (r *Rule) knows(name string) bool {
	if slices.Contains(append([]string{"process", "instance", "group"}, r.By...), name) {
		return true
	}
	for _, s := range r.Steps[0].Op.allSignals(nil) {
		if s.capture(name) >= 0 {
			return true
		}
	}
	return false
}

// neverConfirmed: what can be shown neither way keeps a rule open for ever.
func (l *linter) neverConfirmed(r *Rule) {
	for _, u := range r.Unless {
		if u.Signal != nil && u.Signal.neverSilent() {
			l.warn("never-confirmed", r, "rule %s can never be confirmed: the silence of %s, which its `unless` needs, proves nothing (it is printed once, or sampled)", r.ID, u.Signal.Name)
		}
		for _, s := range r.Steps {
			if u.Signal != nil && s.Op.Kind == OpEvent && s.Op.Signal == u.Signal && (u.After == nil || u.After.step < 0) {
				l.warn("contradiction", r, "rule %s wants %s in step %s, and is false if it is there: its `unless` has no `after`", r.ID, u.Signal.Name, s.ID)
			}
		}
	}
	for _, s := range r.Steps {
		eachOp(s.Op, func(op *Op) {
			for _, p := range op.Proofs {
				if op.Kind == OpAbsent && p.Signal != nil && p.Signal == op.Signal {
					l.warn("contradiction", r, "step %s of rule %s wants the silence of %s, shown by a record of it", s.ID, r.ID, op.Signal.Name)
				}
			}
		})
	}
}

func eachOp(op *Op, f func(*Op)) {
	f(op)
	for _, c := range op.Children {
		eachOp(c, f)
	}
}
