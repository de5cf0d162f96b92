package main

import (
	"io"

	"github.com/spf13/cobra"

	"roomline/report"
)

func (a *app) sourcesCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "sources PATH...",
		Short: "How each file was read: format, role and what told it, zone, coverage, unparsed lines",
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.open(cmd.Context(), args)
			if err != nil {
				return err
			}
			defer s.close()
			return a.write(func(w io.Writer) error {
				if a.f.output == "json" {
					return report.SourcesJSON(w, s.document(a))
				}
				return report.Sources(w, s.document(a), a.style())
			})
		},
	}
}
