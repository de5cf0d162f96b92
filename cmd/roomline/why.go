package main

import (
	"io"
	"slices"

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
		Example:           "  roomline why nixl-wedge incident/\n  roomline why decode-waiting-timeout --room 8827 incident/",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("which rule? give its id, then the paths: roomline why RULE PATH... (roomline rules list names them)")
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
	if room != "" {
		r, err := findRoom(s.inc, room)
		if err != nil {
			return err
		}
		room = r.ID
	}
	q := whyOf(s, id, room)
	return a.write(func(w io.Writer) error {
		if a.f.output == "json" {
			return report.WhyJSON(w, q)
		}
		return report.WhyText(w, s.document(a), q, a.style())
	})
}

// knownRule: a misspelt rule is told before anything is read.
func knownRule(set *rules.Set, id string) error {
	if set.Rule(id) != nil {
		return nil
	}
	return unknownRule(id, set.RuleIDs())
}

// whyOf picks what the judge said of one rule, and of one room if there is one.
func whyOf(s *session, id, room string) *report.Why {
	q := &report.Why{Rule: s.set.Rule(id), Room: room}
	for i := range s.res.Findings {
		f := &s.res.Findings[i]
		switch {
		case f.Rule != id:
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
