package main

import (
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules/mql"
	"roomline/timeline"
)

func (a *app) queryCmd() *cobra.Command {
	var ask question
	c := &cobra.Command{
		Use:   "query EXPR PATH...",
		Short: "Evaluates MetricsQL on the recorded samples, and says where the answer is not known",
		Long: "Evaluates an expression over all recorded scrapes (and, as roomline_log:NAME, over the numbers that log lines\n" +
			"print), at every time at which something was scraped. Where no scrape vouches for a value it is unknown, with\n" +
			"the reason; nothing is interpolated. A moment is RFC 3339, a time of day within the window, or `mark NAME`.\n" +
			"--step asks on a grid instead, for drawing; --semantics victoriametrics does so as that server would (docs/metricsql.md).",
		Example: "  roomline query 'sum(sglang:num_running_reqs)' incident/\n  roomline query --at 03:14:30 'rate(sglang:prompt_tokens_total[1m])' incident/",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("which expression? roomline query 'MetricsQL' PATH...")
			}
			if a.onlyPath(args) {
				return usage("query needs an expression before the path: roomline query 'MetricsQL' PATH... (roomline report -o json lists the names under `series`)")
			}
			if err := ask.check(); err != nil {
				return err
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
			return a.query(s, e, ask)
		},
	}
	c.Flags().StringVar(&ask.at, "at", "", "only at this `MOMENT`")
	c.Flags().StringVar(&ask.span, "range", "", "only from `A,B`, both included")
	c.Flags().DurationVar(&ask.step, "step", 0, "on a grid of such `STEPS` (15s), not at scrapes")
	c.Flags().StringVar(&ask.semantics, "semantics", "", "`strict` (what was seen), or victoriametrics: what that server would draw, without coverage")
	return c
}

// question is at which times an expression is asked for, and how.
type question struct {
	at, span, semantics string
	step                time.Duration
}

func (q *question) check() error {
	switch {
	case q.at != "" && q.span != "":
		return usage("--at asks for one moment, --range for a span: give one of them")
	case q.semantics != "" && q.semantics != "strict" && q.semantics != "victoriametrics":
		return usage("--semantics %q: there are strict and victoriametrics", q.semantics)
	case q.at != "" && (q.step != 0 || q.server()):
		return usage("--at asks for one moment, --step and --semantics for a grid: use --range with them")
	case q.step < 0 || q.step > 0 && q.step < time.Millisecond:
		return usage("--step %v: give at least 1ms", q.step)
	}
	return nil
}

func (q *question) server() bool { return q.semantics == "victoriametrics" }

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

func (a *app) query(s *session, e *mql.Expr, ask question) error {
	q := &report.Query{Expr: e.Text(), Names: e.Selectors(), Near: nearSeries(s.inc, e.Selectors())}
	var err error
	if ask.at != "" {
		err = a.queryAt(q, s, e, ask.at)
	} else {
		err = a.queryRange(q, s, e, ask)
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

func (a *app) queryRange(q *report.Query, s *session, e *mql.Expr, ask question) error {
	from, to := timeline.NoTime, timeline.NoTime
	if ask.span != "" {
		lo, hi, ok := strings.Cut(ask.span, ",")
		if !ok {
			return usage("--range %q: give its begin and end with a comma between, as in 03:14:00,03:20:00", ask.span)
		}
		var err error
		if from, err = a.moment("--range", lo, s.inc); err != nil {
			return err
		}
		if to, err = a.moment("--range", hi, s.inc); err != nil {
			return err
		}
		if to < from {
			return usage("--range %q ends before it begins", ask.span)
		}
	}
	targets := report.Targets(s.inc, e)
	q.Server = ask.server()
	q.Grid = e.Range(targets, mql.GapRule{}, mql.Span{From: from, To: to, Hold: report.Hold(targets), Step: ask.step, Server: q.Server, Workers: atOnce})
	return nil
}

// atOnce runs every part of a job in a goroutine of its own.
func atOnce(n int, do func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
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
