package main

import (
	"fmt"
	"io"
	"strings"

	"roomline/report"
	"roomline/rules"
	"roomline/timeline"
)

// rulesLint tells all faults of packs at once, and what is no fault but should be looked at.
func (a *app) rulesLint(paths []string) error {
	if err := a.f.check(); err != nil {
		return err
	}
	files, err := a.packFiles(paths)
	if err != nil {
		return err
	}
	faults := 0
	err = a.write(func(w io.Writer) error {
		for i := range files {
			faults += lint(w, &files[i])
		}
		fmt.Fprintf(w, "%s, %s\n", report.Plural(len(files), "pack"), report.Plural(faults, "fault"))
		return nil
	})
	if faults > 0 {
		a.code = exitFailOn
	}
	return err
}

// lint writes what is to be said of a pack and counts its faults.
func lint(w io.Writer, f *packFile) int {
	for _, x := range f.faults {
		fmt.Fprintln(w, escapeLines(x.Error()))
	}
	if f.pack == nil {
		return len(f.faults)
	}
	for _, x := range f.pack.Warnings {
		fmt.Fprintf(w, "%s: %s\n", report.Escape(f.path), report.Escape(x))
	}
	for _, s := range lacking(f.pack) {
		fmt.Fprintf(w, "%s:%d: rule %s has no test for %s\n", report.Escape(f.path), s.rule.Line, report.Escape(s.rule.ID), strings.Join(s.lacks, ", "))
	}
	for _, s := range f.pack.Signals {
		if s.Slow {
			fmt.Fprintf(w, "%s:%d: signal %s is slow: every record is tried against it\n", report.Escape(f.path), s.Line, report.Escape(s.Name))
		}
	}
	for _, s := range unused(f.pack) {
		fmt.Fprintf(w, "%s:%d: signal %s is never used\n", report.Escape(f.path), s.Line, report.Escape(s.Name))
	}
	if _, err := rules.NewSet(f.pack); err != nil {
		fmt.Fprintf(w, "%s: %s\n", report.Escape(f.path), report.Escape(err.Error()))
		return 1
	}
	return 0
}

// escapeLines escapes a text of several lines, such as a fault with its caret.
func escapeLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = report.Escape(lines[i])
	}
	return strings.Join(lines, "\n")
}

type lackingRule struct {
	rule  *rules.Rule
	lacks []string
}

// lacking names the rules that lack one of the three cases: one that fires, one that surely does
// not, one where something was not observed.
func lacking(p *rules.Pack) []lackingRule {
	have := map[string]map[string]bool{}
	for _, t := range p.Tests {
		for _, e := range t.Expect {
			if have[e.Rule] == nil {
				have[e.Rule] = map[string]bool{}
			}
			have[e.Rule][e.Verdict] = true
			have[e.Rule][e.NotFired] = true
		}
	}
	var out []lackingRule
	for _, r := range p.Rules {
		h := have[r.ID]
		var lacks []string
		if !h["confirmed"] {
			lacks = append(lacks, "confirmed")
		}
		if !h["refuted"] && !h["clear"] {
			lacks = append(lacks, "refuted or clear")
		}
		if !h["inconclusive"] && !h["not_observed"] {
			lacks = append(lacks, "inconclusive or not observed")
		}
		if lacks != nil {
			out = append(out, lackingRule{r, lacks})
		}
	}
	return out
}

// unused lists the signals that nothing asks for: no rule, no lifecycle, no freshness, no meaning.
func unused(p *rules.Pack) []*rules.Signal {
	used := map[*rules.Signal]bool{p.Idle: true}
	for _, s := range p.ShownBy {
		used[s] = true
	}
	for _, r := range p.Rules {
		for _, s := range usedBy(r) {
			used[s] = true
		}
		for _, l := range r.Let {
			for _, s := range l.Of {
				used[s] = true
			}
		}
	}
	for _, lc := range p.Lifecycles {
		for _, m := range lc.Moves {
			used[p.Signals[m.Signal]] = true
		}
	}
	for _, s := range p.Signals {
		used[s.Fresh] = true
	}
	var out []*rules.Signal
	for _, s := range p.Signals {
		if !used[s] && s.Means.Kind == timeline.MeansNothing {
			out = append(out, s)
		}
	}
	return out
}
