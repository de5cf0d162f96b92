package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"roomline/report"
	"roomline/rules"
	"roomline/rules/packtest"
	"roomline/timeline"
)

// testsText writes a line for each expectation, with what differs under it, and a total at the end.
func testsText(w io.Writer, runs []*packRun, f *testFlags) error {
	b := bufio.NewWriter(w)
	tests, failed, broken := 0, 0, 0
	for _, r := range runs {
		packText(b, r, f)
		if len(runs) > 1 && !f.less {
			fmt.Fprintf(b, "%s: %d tests, %d expectations failed\n", report.Escape(r.file.pack.ID()), len(r.outcomes), r.failed())
		}
		tests, failed, broken = tests+len(r.outcomes), failed+r.failed(), broken+r.broken()
	}
	if len(runs) > 1 {
		fmt.Fprintf(b, "%d packs, ", len(runs))
	}
	fmt.Fprintf(b, "%d tests, %d expectations failed", tests, failed)
	if broken > 0 {
		fmt.Fprintf(b, ", %s broken", report.Plural(broken, "law"))
	}
	b.WriteString("\n")
	return b.Flush()
}

// packText is what came of one pack.
func packText(w io.Writer, r *packRun, f *testFlags) {
	for _, o := range r.outcomes {
		outcomeText(w, r.file, o, f)
	}
	if f.less {
		if r.broken() > 0 {
			lawsText(w, r)
		}
		return
	}
	if len(r.file.pack.Tests) == 0 {
		fmt.Fprintf(w, "%s carries no tests\n", report.Escape(r.file.path))
	} else if len(r.outcomes) == 0 {
		fmt.Fprintf(w, "%s: no test is named like %q, or expects something of such a rule\n", report.Escape(r.file.path), f.run)
	}
	if f.only == nil {
		for _, l := range r.file.pack.Lacking() {
			fmt.Fprintf(w, "lacks %s: no test for %s\n", report.Escape(l.Rule.ID), strings.Join(l.Cases, ", "))
		}
	}
	lawsText(w, r)
}

func outcomeText(w io.Writer, file *packFile, o *packtest.Outcome, f *testFlags) {
	name := report.Escape(o.Test.Name)
	if o.Err != nil {
		fmt.Fprintf(w, "FAIL %s (%s:%d): it could not be run: %s\n", name, report.Escape(file.path), o.Test.Line, escapeLines(o.Err.Error()))
		return
	}
	if len(o.Held) == 0 && !f.less {
		fmt.Fprintf(w, "ok   %s: expects nothing\n", name)
	}
	for i := range o.Held {
		h := &o.Held[i]
		word := "ok  "
		if len(h.Differences) > 0 {
			word = "FAIL"
		} else if f.less {
			continue
		}
		fmt.Fprintf(w, "%s %s: %s\n", word, name, report.Escape(strings.TrimSpace(h.Want.Rule+" "+h.Want.NotFired+h.Want.Verdict)))
		if len(h.Differences) > 0 {
			fmt.Fprintf(w, "     expected at %s:%d\n", report.Escape(file.path), h.Want.Line)
			heldText(w, h)
		}
	}
	if f.got {
		about := map[string]bool{}
		for i := range o.Test.Expect {
			about[o.Test.Expect[i].Rule] = true
		}
		io.WriteString(w, escapeLines(strings.TrimSuffix(packtest.Got(o.Result, about), "\n"))+"\n")
	}
}

// heldText is a diff of what was expected (-) and what was got (+), the steps in between.
func heldText(w io.Writer, h *packtest.Held) {
	stepOf := map[string]packtest.Difference{}
	for _, d := range h.Differences {
		if id, ok := strings.CutPrefix(d.What, "step "); ok {
			stepOf[id] = d
			continue
		}
		fmt.Fprintf(w, "     - %s: %s\n     + %s: %s\n", report.Escape(d.What), report.Escape(d.Want), report.Escape(d.What), report.Escape(d.Got))
	}
	if h.Finding == nil || h.Want.NotFired != "" && h.Quiet != nil {
		return
	}
	fmt.Fprintf(w, "       of %s, step by step:\n", report.Escape(packtest.EntityText(h.Finding.Entity)))
	for i := range h.Finding.Steps {
		s := &h.Finding.Steps[i]
		d, differs := stepOf[s.ID]
		delete(stepOf, s.ID)
		sign := " "
		if differs {
			fmt.Fprintf(w, "     -   %s: %s\n", report.Escape(s.ID), report.Escape(d.Want))
			sign = "+"
		}
		fmt.Fprintf(w, "     %s   %s: %s\n", sign, report.Escape(s.ID), s.Verdict)
		stepText(w, s)
	}
	for _, d := range h.Differences { // steps that the finding does not have
		if id, ok := strings.CutPrefix(d.What, "step "); ok && stepOf[id].What != "" {
			fmt.Fprintf(w, "     -   %s: %s\n     +   %s: no such step in what was found\n", report.Escape(id), report.Escape(d.Want), report.Escape(id))
		}
	}
	if n := h.Finding.NearMiss; n != nil && n.BlockedAt != "" {
		fmt.Fprintf(w, "       blocked at %s%s\n", report.Escape(n.BlockedAt), nearestText(n))
	}
}

// nearestText is the candidate that came nearest, if there is one.
func nearestText(n *rules.NearMiss) string {
	text := strings.TrimSpace(strings.Trim(n.Nearest+", "+n.Distance, ", "))
	if text == "" {
		return ""
	}
	return "; nearest: " + report.Escape(text)
}

// stepText is the evidence of a step, what speaks against it, and why it is open.
func stepText(w io.Writer, s *rules.Step) {
	for i := range s.Evidence {
		fmt.Fprintf(w, "             %s\n", report.Escape(clipped(packtest.EvidenceText(&s.Evidence[i]))))
	}
	for _, x := range s.Against {
		fmt.Fprintf(w, "             against it: %s\n", report.Escape(x.Says))
		for i := range x.Evidence {
			fmt.Fprintf(w, "               %s\n", report.Escape(clipped(packtest.EvidenceText(&x.Evidence[i]))))
		}
	}
	for _, m := range s.Missing {
		fmt.Fprintf(w, "             missing: %s\n", report.Reason(m, report.NewClock(report.Style{}, timeline.Interval{})))
	}
}

func clipped(s string) string {
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + " ..."
	}
	return s
}

// lawsText says how many variants were tried, and what broke a law.
func lawsText(w io.Writer, r *packRun) {
	s := r.suite
	if s == nil {
		return
	}
	for _, b := range s.Broken {
		fmt.Fprintf(w, "BROKEN %s, %s: %s, %s\n     %s\n", b.Law, report.Escape(b.Test.Name), report.Escape(b.Rule), report.Escape(b.What), report.Escape(b.How))
		for _, l := range b.Touched {
			fmt.Fprintf(w, "     | %s\n", report.Escape(clipped(l)))
		}
	}
	all, parts := 0, []string{}
	for _, law := range packtest.LawNames {
		all += s.Variants[law]
		parts = append(parts, fmt.Sprintf("%s %d", law, s.Variants[law]))
	}
	fmt.Fprintf(w, "laws: %d variants of %d confirmed tests (%s), seed %d, in %s: %d broken\n", all, s.Tests, strings.Join(parts, ", "), s.Seed, r.lawsTook.Round(10*time.Millisecond), len(s.Broken))
}

// escapeLines escapes a text of several lines, such as a fault with its caret.
func escapeLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = report.Escape(lines[i])
	}
	return strings.Join(lines, "\n")
}
