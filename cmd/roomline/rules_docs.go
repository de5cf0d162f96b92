package main

import (
	"io"

	"github.com/spf13/cobra"

	"roomline/report"
)

func (a *app) rulesDocsCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "docs [PACK...]",
		Short:   "The reference of packs as Markdown",
		PreRunE: func(cmd *cobra.Command, _ []string) error { return a.noJSON(cmd) },
		RunE:    func(_ *cobra.Command, args []string) error { return a.rulesDocs(args) },
	}
}

// rulesDocs writes the reference of packs, one after the other.
func (a *app) rulesDocs(paths []string) error {
	if err := a.f.check(); err != nil {
		return err
	}
	files, err := a.packFiles(paths)
	if err != nil {
		return err
	}
	for i := range files {
		if files[i].pack == nil {
			return usage("cannot load rule pack %s:\n%s", report.Escape(files[i].path), escapeLines(files[i].faults.Error()))
		}
	}
	return a.write(func(w io.Writer) error {
		for i := range files {
			if err := report.Rulebook(w, files[i].pack); err != nil {
				return err
			}
		}
		return nil
	})
}
