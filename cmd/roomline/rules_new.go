package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules/skeleton"
)

func (a *app) rulesNewCmd() *cobra.Command {
	var kind string
	help := "Writes a pack with one commented rule of that ID and its three tests to FILE, by default ID.yaml; - is\nstandard output. As it stands it passes `rules test` and `rules lint`. Kinds:\n"
	for _, k := range skeleton.Kinds {
		help += fmt.Sprintf("  %-9s %s\n", k.Name, k.What)
	}
	c := &cobra.Command{
		Use:   "new ID [FILE]",
		Short: "A commented pack with one rule and its tests, to begin with",
		Long:  strings.TrimSuffix(help, "\n"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return usage("give the id of the rule, such as decode-queue-stuck, and perhaps a file")
			}
			return nil
		},
		PreRunE: func(cmd *cobra.Command, _ []string) error { return a.noJSON(cmd) },
		RunE:    func(_ *cobra.Command, args []string) error { return a.rulesNew(args, kind) },
	}
	c.Flags().StringVar(&kind, "kind", "log", "log, silence, metric or sequence")
	return c
}

// rulesNew writes a pack to begin with; what is there already is never written over.
func (a *app) rulesNew(args []string, kind string) error {
	if err := a.f.check(); err != nil {
		return err
	}
	text, err := skeleton.Pack(args[0], kind)
	if err != nil {
		return usage("%s", report.Escape(err.Error()))
	}
	path := args[0] + ".yaml"
	if len(args) > 1 {
		path = args[1]
	}
	if path == "-" {
		_, err := fmt.Fprint(a.stdout, text)
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return usage("%s is there already, and is left as it is: give another file, or - for standard output", report.Escape(path))
	}
	if err != nil {
		return usage("cannot write the pack: %w; give a file that may be written", err)
	}
	if _, err = f.WriteString(text); err == nil {
		err = f.Close()
	} else {
		f.Close()
	}
	if err != nil {
		return fmt.Errorf("cannot write the pack to %s: %w", path, err)
	}
	_, err = fmt.Fprintf(a.stdout, "wrote %s; try: roomline rules test %s\n", report.Escape(path), report.Escape(path))
	return err
}
