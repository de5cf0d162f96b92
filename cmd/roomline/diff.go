package main

import (
	"io"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/timeline"
)

func (a *app) diffCmd() *cobra.Command {
	var at []string
	var all bool
	c := &cobra.Command{
		Use:   "diff --at T1 --at T2 PATH...",
		Short: "The state at two moments side by side: gauges, what counters counted, rooms by state",
		Long: "Compares two moments: every gauge and what every counter counted between them, as the last scrape (or log line)\n" +
			"at or before each moment showed it, and rooms by state. What no scrape vouches for at a moment is \"not observed\".\n" +
			"A moment is RFC 3339, a time of day within the window, or `mark NAME`.",
		Example: "  roomline diff --at 03:13:00 --at 03:20:00 incident/\n  roomline diff --at 'mark baseline' --at 'mark look' incident/",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(at) != 2 {
				return usage("diff compares two moments: give --at twice, as in roomline diff --at 03:13:00 --at 03:20:00 PATH...")
			}
			s, err := a.open(cmd.Context(), args)
			if err != nil {
				return err
			}
			defer s.close()
			return a.diff(s, at, all)
		},
	}
	c.Flags().StringArrayVar(&at, "at", nil, "a `MOMENT`: RFC 3339, HH:MM:SS, or mark NAME (twice)")
	c.Flags().BoolVar(&all, "all", false, "also what is equal at both moments, and the buckets of histograms")
	return c
}

func (a *app) diff(s *session, at []string, all bool) error {
	var times [2]timeline.Time
	for i := range times {
		t, err := a.moment("--at", at[i], s.inc)
		if err != nil {
			return err
		}
		times[i] = t
	}
	d := report.NewDiff(s.inc, times)
	return a.write(func(w io.Writer) error {
		if a.f.output == "json" {
			return report.DiffJSON(w, d)
		}
		return report.DiffText(w, s.document(a), d, all, a.style())
	})
}
