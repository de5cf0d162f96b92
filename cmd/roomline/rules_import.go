package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules"
	"roomline/rules/cre"
	"roomline/rules/packtest"
)

func (a *app) rulesImportCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "import",
		Short: "Carries rules of other tools over into a pack",
		Args:  subcommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	o := cre.Options{}
	from := &cobra.Command{
		Use:   "cre DIR",
		Short: "Rules of the Common Reliability Enumerations",
		Long: "Reads the CRE rules below DIR and writes a pack of rules/v1 to --output, or to standard output. What could not be\n" +
			"carried over is listed for each rule, with its place and the reason; a test.log beside a rule becomes its test.\n" +
			"docs/cre.md tells what each construct becomes.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("give one folder with CRE rules, or one file: roomline rules import cre DIR --output PACK.yaml")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.importCRE(cmd.Context(), args[0], o) },
	}
	from.Flags().StringVar(&o.Name, "name", "cre", "`NAME` of the pack")
	from.Flags().StringVar(&o.Version, "pack-version", "1.0.0", "`VERSION` of the pack")
	c.AddCommand(from)
	return c
}

// importCRE writes the pack, and lists what it does not hold: on standard output beside --output, else on
// standard error.
func (a *app) importCRE(ctx context.Context, dir string, o cre.Options) error {
	if err := a.f.check(); err != nil {
		return err
	}
	if a.f.output == "json" && a.f.file == "" {
		return usage("the pack is YAML: with -o json, which lists what was carried over, give --output PACK.yaml")
	}
	files, notes, err := readCRE(dir)
	if err != nil {
		return usage("cannot read the CRE rules in %s: %v; give a folder with CRE rules, or one file", dir, err)
	}
	o.Owner, o.From = "imported", filepath.Base(filepath.Clean(dir))
	res := cre.Import(files, o)
	res.Files = append(notes, res.Files...)
	for i := range res.Rules {
		a.tryTest(ctx, res, &res.Rules[i])
	}
	if err := a.writeImported(res); err != nil {
		return err
	}
	if res.Count(cre.Out) > 0 || anyLeftOut(res.Files) {
		a.worse(exitPartial)
	}
	return nil
}

func (a *app) writeImported(res *cre.Result) error {
	list := func(w io.Writer) error {
		if a.f.output == "json" {
			return importJSON(w, res)
		}
		return importText(w, res, a.f.file)
	}
	pack := res.Pack()
	if pack == "" {
		if err := list(a.stderr); err != nil {
			return err
		}
		return usage("no rule could be carried over, so no pack is written")
	}
	if _, faults := rules.Load("the pack", []byte(pack)); faults != nil {
		return usage("the pack of all rules cannot be loaded; import the folders below one by one:\n%w", faults[:1])
	}
	if err := a.write(func(w io.Writer) error { _, err := io.WriteString(w, pack); return err }); err != nil {
		return err
	}
	if a.f.file == "" {
		return list(a.stderr)
	}
	return list(a.stdout)
}

// tryTest runs the test that was made of a log. What the author saw in it and the rule does not is told, and does
// not stand in the pack as a test that fails.
func (a *app) tryTest(ctx context.Context, res *cre.Result, r *cre.Rule) {
	if r.Test == "" {
		return
	}
	p, faults := rules.Load(r.File, []byte(res.Alone(r)))
	if p == nil {
		r.DropTest(faults[0].Message)
		return
	}
	set, err := rules.NewSet(p)
	if err != nil {
		r.DropTest(err.Error())
		return
	}
	runner := packtest.Runner{Set: set, Pack: p, Read: a.reader(ctx, set, false)}
	o := runner.Run(p.Tests[0])
	if o.Err != nil {
		r.DropTest(o.Err.Error())
		return
	}
	var bad []string
	for _, d := range o.Held[0].Differences {
		bad = append(bad, fmt.Sprintf("%s: expected %s, got %s", d.What, d.Want, d.Got))
	}
	if bad != nil {
		r.DropTest(strings.Join(bad, "; "))
	}
}

func anyLeftOut(list []cre.Note) bool {
	for _, n := range list {
		if n.Effect == cre.LeftOut {
			return true
		}
	}
	return false
}

// importText lists what was not carried over, then the sums.
func importText(w io.Writer, res *cre.Result, pack string) error {
	for _, n := range res.Files {
		fmt.Fprintf(w, "%s: %s: %s: %s\n", report.Escape(n.Place()), n.Effect, report.Escape(n.What), report.Escape(n.Why))
	}
	tests, notes := 0, 0
	for i := range res.Rules {
		if notes += len(res.Rules[i].Notes); res.Rules[i].Test != "" {
			tests++
		}
	}
	if notes > manyNotes {
		notesByReason(w, res)
	} else {
		notesByRule(w, res)
	}
	_, err := fmt.Fprintf(w, "%s: %d carried over, %d in part, %d left out; %s from logs beside them\n", report.Plural(len(res.Rules), "rule"),
		res.Count(cre.Carried), res.Count(cre.Part), res.Count(cre.Out), report.Plural(tests, "test"))
	if pack != "" && err == nil {
		_, err = fmt.Fprintf(w, "to use them: roomline report --rules %s PATH...\n", report.Escape(pack))
	}
	return err
}

// manyNotes are more than anybody reads one by one: then each reason is told once, with the rules that it concerns.
const manyNotes = 40

func notesByRule(w io.Writer, res *cre.Result) {
	for i := range res.Rules {
		r := &res.Rules[i]
		if len(r.Notes) == 0 {
			continue
		}
		fmt.Fprintf(w, "%s  %s\n", report.Escape(idOf(r)), r.State)
		for _, n := range r.Notes {
			fmt.Fprintf(w, "  %s: %s: %s: %s\n", report.Escape(n.Place()), n.Effect, report.Escape(n.What), report.Escape(n.Why))
		}
	}
}

func idOf(r *cre.Rule) string { return cmp.Or(r.ID, "(a rule without an id)") }

// notesByReason tells each reason once, the gravest effects first, then those that concern most.
func notesByReason(w io.Writer, res *cre.Result) {
	type reason struct {
		effect cre.Effect
		why    string
		rules  []string
		first  cre.Note
	}
	var list []*reason
	at := map[string]*reason{}
	for i := range res.Rules {
		for _, n := range res.Rules[i].Notes {
			key := string(n.Effect) + "\x00" + n.Why
			if at[key] == nil {
				at[key] = &reason{effect: n.Effect, why: n.Why, first: n}
				list = append(list, at[key])
			}
			if x, id := at[key], idOf(&res.Rules[i]); !slices.Contains(x.rules, id) {
				x.rules = append(x.rules, id)
			}
		}
	}
	grave := []cre.Effect{cre.LeftOut, cre.InPart, cre.NoTest, cre.Slow}
	slices.SortStableFunc(list, func(a, b *reason) int {
		return cmp.Or(cmp.Compare(slices.Index(grave, a.effect), slices.Index(grave, b.effect)), cmp.Compare(len(b.rules), len(a.rules)))
	})
	for _, x := range list {
		named := x.rules[:min(3, len(x.rules))]
		text := strings.Join(named, ", ")
		if more := len(x.rules) - len(named); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		fmt.Fprintf(w, "%s: %s: %s: %s\n  %s, first at %s\n", x.effect, report.Plural(len(x.rules), "rule"), report.Escape(x.first.What), report.Escape(x.why), report.Escape(text), report.Escape(x.first.Place()))
	}
	fmt.Fprintln(w, "these are many, so each reason is told once; --output PACK.yaml -o json lists them by rule")
}
