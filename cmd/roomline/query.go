package main

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules/mql"
	"roomline/timeline"
)

func (a *app) queryCmd() *cobra.Command {
	var at, span string
	c := &cobra.Command{
		Use:   "query EXPR PATH...",
		Short: "Evaluates MetricsQL on the recorded samples, and says where the answer is not known",
		Long: "Evaluates an expression over all recorded scrapes (and, as roomline_log:NAME, over the numbers that log lines\n" +
			"print), at every time at which something was scraped. Where no scrape vouches for a value it is unknown, with\n" +
			"the reason; nothing is interpolated. A moment is RFC 3339, a time of day within the window, or `mark NAME`.",
		Example: "  roomline query 'sum(sglang:num_running_reqs)' incident/\n  roomline query --at 03:14:30 'rate(sglang:prompt_tokens_total[1m])' incident/",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("which expression? roomline query 'MetricsQL' PATH...")
			}
			if a.onlyPath(args) {
				return usage("query needs an expression before the path: roomline query 'MetricsQL' PATH... (roomline report -o json lists the names under `series`)")
			}
			if at != "" && span != "" {
				return usage("--at asks for one moment, --range for a span: give one of them")
			}
			e, err := parseExpr(args[0])
			if err != nil {
				return err
			}
			a.allNumbers = true
			s, err := a.open(cmd.Context(), args[1:])
			if err != nil {
				return err
			}
			defer s.close()
			return a.query(s, e, at, span)
		},
	}
	c.Flags().StringVar(&at, "at", "", "only at this `MOMENT`")
	c.Flags().StringVar(&span, "range", "", "only from `A,B`, both included")
	return c
}

// parseExpr points at what is wrong with an expression.
func parseExpr(text string) (*mql.Expr, error) {
	e, err := mql.Parse(text, nil)
	var bad *mql.Error
	if errors.As(err, &bad) && bad.Column > 0 && !strings.ContainsAny(text, "\n\t") {
		return nil, usage("cannot read the expression: %s\n    %s\n    %s^", bad.Msg, report.Escape(text), strings.Repeat(" ", bad.Column-1))
	}
	if err != nil {
		return nil, usage("cannot read the expression %q: %v", text, err)
	}
	return e, nil
}

func (a *app) query(s *session, e *mql.Expr, at, span string) error {
	q := &report.Query{Expr: e.Text(), Names: e.Selectors(), Near: nearSeries(s.inc, e.Selectors())}
	var err error
	if at != "" {
		err = a.queryAt(q, s, e, at)
	} else {
		err = a.queryRange(q, s, e, span)
	}
	if err != nil {
		return err
	}
	return a.write(func(w io.Writer) error {
		if a.f.output == "json" {
			return report.QueryJSON(w, q)
		}
		return report.QueryText(w, s.document(a), q, a.style())
	})
}

// nearSeries proposes names that exist for those that no target has.
func nearSeries(inc *timeline.Incident, names []string) map[string][]string {
	all := map[string]bool{}
	for i := range inc.Targets {
		for j := range inc.Targets[i].Series {
			all[inc.Targets[i].Series[j].Name] = true
		}
	}
	out := map[string][]string{}
	for _, n := range names {
		if !all[n] {
			out[n] = suggest(n, keys(all))
		}
	}
	return out
}

func (a *app) queryRange(q *report.Query, s *session, e *mql.Expr, span string) error {
	from, to := timeline.NoTime, timeline.NoTime
	if span != "" {
		lo, hi, ok := strings.Cut(span, ",")
		if !ok {
			return usage("--range %q: give its begin and end with a comma between, as in 03:14:00,03:20:00", span)
		}
		var err error
		if from, err = a.moment("--range", lo, s.inc); err != nil {
			return err
		}
		if to, err = a.moment("--range", hi, s.inc); err != nil {
			return err
		}
		if to < from {
			return usage("--range %q ends before it begins", span)
		}
	}
	targets := report.Targets(s.inc, e)
	q.Grid = e.Range(targets, mql.GapRule{}, mql.Span{From: from, To: to, Hold: report.Hold(targets)})
	return nil
}

func (a *app) queryAt(q *report.Query, s *session, e *mql.Expr, at string) error {
	t, err := a.moment("--at", at, s.inc)
	if err != nil {
		return err
	}
	q.At = t
	q.Grid = report.GridAt(s.inc, e, t)
	return nil
}
