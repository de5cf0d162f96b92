package main

import (
	"io"

	"github.com/spf13/cobra"

	"roomline/rules/schema"
)

func (a *app) rulesSchemaCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "JSON Schema of pack files, for editors",
		Long: "Writes the JSON Schema (draft 7) of pack files. A first line of a pack such as\n" +
			"  # yaml-language-server: $schema=roomline-pack.schema.json\n" +
			"gives editors completion, an explanation of each key, and marks under what is misspelt.",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := a.f.check(); err != nil {
				return err
			}
			return a.write(func(w io.Writer) error {
				_, err := w.Write(schema.JSON())
				return err
			})
		},
	}
}
