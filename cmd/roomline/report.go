package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules"
	"roomline/timeline"
)

func (a *app) reportCmd() *cobra.Command {
	brief := false
	c := &cobra.Command{
		Use:   "report PATH...",
		Short: "Findings, rooms and sources of an incident, as text or JSON",
		Example: "  roomline report incident/\n  roomline report --brief incident/\n" +
			"  roomline report --source prefill@n1=prefill.log --scrape prefill@n1=metrics/ -o json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if brief && a.f.output != "text" {
				return usage("--brief writes text: leave out -o %s", a.f.output)
			}
			draw := report.Text
			if brief {
				draw = report.Brief
			}
			return a.writeReport(cmd.Context(), args, draw)
		},
	}
	c.Flags().BoolVar(&brief, "brief", false, "only the summary: what began it, what follows, what could not be seen, what to run next")
	return c
}

func (a *app) runReport(ctx context.Context, paths []string) error {
	return a.writeReport(ctx, paths, report.Text)
}

// writeReport reads and judges an incident, and writes it as JSON or as a text that is drawn so.
func (a *app) writeReport(ctx context.Context, paths []string, draw func(io.Writer, *report.Document, report.Style) error) error {
	a.quoting = a.f.output == "text"
	s, err := a.open(ctx, paths)
	if err != nil {
		return err
	}
	defer s.close()
	doc := s.document(a)
	if a.quoting {
		s.fillTexts(report.Quoted(doc, a.style()))
	}
	err = a.write(func(w io.Writer) error {
		if a.f.output == "json" {
			return report.JSON(w, doc)
		}
		return draw(w, doc, a.style())
	})
	if err != nil {
		return err
	}
	if a.failsOn(s.res) {
		a.code = exitFailOn
	}
	return nil
}

// failsOn says whether --fail-on is met.
func (a *app) failsOn(res *rules.Result) bool {
	if a.f.failOn == "" {
		return false
	}
	limit := slices.Index(rules.Severities, a.f.failOn)
	for i := range res.Findings {
		f := &res.Findings[i]
		switch {
		case a.f.failOn == "inconclusive" && f.Verdict != timeline.F:
			return true
		case f.Verdict != timeline.T:
		case a.f.failOn == "confirmed", limit >= 0 && slices.Index(rules.Severities, f.Severity) <= limit:
			return true
		}
	}
	return false
}

// write gives the output, to --output or stdout, buffered.
func (a *app) write(draw func(io.Writer) error) (failed error) {
	out := a.stdout
	if a.f.file != "" {
		f, err := os.Create(a.f.file)
		if err != nil {
			return fmt.Errorf("cannot write the report: %w; give --output a file that may be written", err)
		}
		defer func() { failed = errors.Join(failed, f.Close()) }() // a full disk may show only here
		out = f
	}
	b := bufio.NewWriterSize(out, 64<<10)
	if err := draw(b); err != nil {
		return err
	}
	return b.Flush()
}
