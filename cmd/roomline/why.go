package main

import (
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules"
)

func (a *app) whyCmd() *cobra.Command {
	var room string
	c := &cobra.Command{
		Use:               "why RULE PATH...",
		Short:             "Why a rule did or did not fire: steps, evidence, nearest candidate, what is missing",
		ValidArgsFunction: a.completeRule,
		Long:              "Says why a rule did or did not fire. RULE is its id, or the id of a finding of this incident (F1, F2 ...):\nthen of its rule that finding alone is shown.",
		Example:           "  roomline why nixl-wedge incident/\n  roomline why F4 incident/\n  roomline why decode-waiting-timeout --room 8827 incident/",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("which rule? give its id, then the paths: roomline why RULE PATH... (roomline rules list names them)")
			}
			if a.onlyPath(args) {
				return usage("why needs a rule before the path: roomline why RULE PATH... (roomline rules list shows the rules)")
			}
			return a.why(cmd, args[0], room, args[1:])
		},
	}
	c.Flags().StringVar(&room, "room", "", "only findings about this room (`ID`, or its beginning or end)")
	return c
}

func (a *app) why(cmd *cobra.Command, id, room string, paths []string) error {
	s, err := a.openFor(cmd.Context(), paths, func(set *rules.Set) error { return knownRule(set, id) })
	if err != nil {
		return err
	}
	defer s.close()
	rule, only, err := ruleOf(s, id)
	if err != nil {
		return err
	}
	if room != "" {
		r, err := findRoom(s.inc, room)
		if err != nil {
			return err
		}
		room = r.ID
	}
	if only != nil && room != "" && !slices.Contains(only.Rooms, room) {
		return usage("%s is not about room %s: leave out --room, or ask for the rule: roomline why %s --room %s PATH...", only.ID, room, rule, room)
	}
	q := whyOf(s, rule, room, only)
	return a.write(func(w io.Writer) error {
		if a.f.output == "json" {
			return report.WhyJSON(w, q)
		}
		return report.WhyText(w, s.document(a), q, a.style())
	})
}

// knownRule: a misspelt rule is told before anything is read.
func knownRule(set *rules.Set, id string) error {
	if set.Rule(id) != nil || findingID.MatchString(id) {
		return nil
	}
	return unknownRule(id, set.RuleIDs())
}

// findingID is what findings are called; which there are is known once the incident was judged.
var findingID = regexp.MustCompile(`^[FfSs][1-9][0-9]*$`)

// ruleOf is the rule that was asked for, or the finding whose id was given instead with its rule.
func ruleOf(s *session, id string) (string, *rules.Finding, error) {
	if s.set.Rule(id) != nil {
		return id, nil, nil
	}
	n := len(s.res.Findings)
	for _, f := range allFindings(s.res) {
		if strings.EqualFold(f.ID, id) {
			return f.Rule, f, nil
		}
	}
	if n == 0 {
		return "", nil, usage("there is no finding %s: this incident has none (roomline rules list shows the rules)", id)
	}
	return "", nil, usage("there is no finding %s: this incident has %s to %s (roomline report PATH lists them)", id, s.res.Findings[0].ID, s.res.Findings[n-1].ID)
}

// allFindings are those that are listed and those that exceptions suppressed.
func allFindings(res *rules.Result) []*rules.Finding {
	var out []*rules.Finding
	for _, list := range [][]rules.Finding{res.Findings, res.Suppressed} {
		for i := range list {
			out = append(out, &list[i])
		}
	}
	return out
}

// whyOf picks what the judge said of one rule, of one room or one finding of it if there is one.
func whyOf(s *session, id, room string, only *rules.Finding) *report.Why {
	q := &report.Why{Rule: s.set.Rule(id), Room: room}
	for _, f := range allFindings(s.res) {
		switch {
		case f.Rule != id:
		case only != nil && f != only:
			q.More++
		case room == "" || slices.Contains(f.Rooms, room):
			q.Findings = append(q.Findings, f)
		default:
			q.Others++
		}
	}
	for i := range s.res.NotFired {
		if s.res.NotFired[i].Rule == id {
			q.Quiet = &s.res.NotFired[i]
		}
	}
	return q
}
