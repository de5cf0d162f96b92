package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules"
)

// lintFlags are those of `rules lint`.
type lintFlags struct {
	against []string
	strict  bool
}

func (a *app) rulesLintCmd() *cobra.Command {
	var f lintFlags
	c := &cobra.Command{
		Use:   "lint [PACK...]",
		Short: "All faults of packs at once, and what should be looked at",
		Long: "Tells all faults of packs at once, and what is no fault but should be looked at: rules that lack a test,\n" +
			"signals that are slow or never used, steps that can never be, branches that are never reached, literals\n" +
			"that stand in too many records of a sample (--against). docs/rule-tests.md lists what is looked at.",
		RunE: func(cmd *cobra.Command, args []string) error { return a.rulesLint(cmd.Context(), args, &f) },
	}
	c.Flags().StringArrayVar(&f.against, "against", nil, "count in the logs of `PATH` how often the needle of each signal occurs (repeatable)")
	c.Flags().BoolVar(&f.strict, "strict", false, "exit 1 on warnings too, as a release should")
	return c
}

// linted is a pack with what is to be said of it.
type linted struct {
	file    *packFile
	faults  []string
	remarks []rules.Remark
	counted *needleCount // nil without --against, or with faults
}

// rulesLint tells all faults of packs at once, and what is no fault but should be looked at.
func (a *app) rulesLint(ctx context.Context, paths []string, f *lintFlags) error {
	if err := a.f.check(); err != nil {
		return err
	}
	if err := twiceReadable(f.against); err != nil {
		return err
	}
	files, err := a.packFiles(a.packsHere(paths))
	if err != nil {
		return err
	}
	var list []*linted
	faults, warnings := 0, 0
	for i := range files {
		l, err := a.lint(ctx, &files[i], f)
		if err != nil {
			return err
		}
		list = append(list, l)
		faults += len(l.faults)
		warnings += l.warnings()
	}
	if faults > 0 || f.strict && warnings > 0 {
		a.code = exitFailOn
	}
	return a.write(func(w io.Writer) error {
		if a.f.output == "json" {
			return lintJSON(w, list)
		}
		return lintText(w, list)
	})
}

// twiceReadable refuses samples that can be read once only, or that never end: one is read for the signals, and again
// for their needles.
func twiceReadable(paths []string) error {
	for _, path := range paths {
		if path == "-" {
			return usage("--against -: a sample is read twice, which standard input cannot be; write it to a file first")
		}
		if st, err := os.Stat(path); err == nil && !st.IsDir() && !st.Mode().IsRegular() {
			return usage("--against %s: it is a pipe or a device, which cannot be read twice and may never end; write a part of it to a file first", path)
		}
	}
	return nil
}

func (a *app) lint(ctx context.Context, file *packFile, f *lintFlags) (*linted, error) {
	l := &linted{file: file}
	for _, x := range file.faults {
		l.faults = append(l.faults, x.Error())
	}
	if file.pack == nil {
		return l, nil
	}
	for _, x := range file.pack.Warnings {
		l.remarks = append(l.remarks, rules.Remark{Code: "unknown-rule", Text: x})
	}
	l.remarks = append(l.remarks, file.pack.Lint()...)
	set := a.lintJoined(l)
	if len(f.against) > 0 && set != nil {
		var err error
		if l.counted, err = a.countNeedles(ctx, file.pack, set, f.against); err != nil {
			return nil, err
		}
		l.remarks = append(l.remarks, l.counted.remarks()...)
	}
	return l, nil
}

func (l *linted) warnings() int {
	n := 0
	for _, r := range l.remarks {
		if !r.Note {
			n++
		}
	}
	return n
}

func lintText(w io.Writer, list []*linted) error {
	faults, warnings, notes := 0, 0, 0
	for _, l := range list {
		for _, x := range l.faults {
			fmt.Fprintln(w, escapeLines(x))
		}
		for _, r := range l.remarks {
			word := ""
			if r.Note {
				word = "note: "
			}
			fmt.Fprintf(w, "%s: %s%s [%s]\n", place(cmp.Or(r.File, l.file.path), r.Line), word, report.Escape(r.Text), r.Code)
		}
		if l.counted != nil {
			l.counted.table(w)
		}
		faults, warnings, notes = faults+len(l.faults), warnings+l.warnings(), notes+len(l.remarks)-l.warnings()
	}
	_, err := fmt.Fprintf(w, "%s, %s, %s, %s\n", report.Plural(len(list), "pack"), report.Plural(faults, "fault"), report.Plural(warnings, "warning"), report.Plural(notes, "note"))
	return err
}

func place(path string, line int) string {
	if line == 0 {
		return report.Escape(path)
	}
	return fmt.Sprintf("%s:%d", report.Escape(path), line)
}

type (
	jsonLint struct {
		Roomline int            `json:"roomline"`
		Packs    []jsonLintPack `json:"packs"`
	}
	jsonLintPack struct {
		Pack    string       `json:"pack"`
		Path    string       `json:"path"`
		Faults  []string     `json:"faults"`
		Remarks []jsonRemark `json:"remarks"`
		Needles *jsonNeedles `json:"needles"`
	}
	jsonRemark struct {
		Code  string `json:"code"`
		Level string `json:"level"`
		File  string `json:"file"`
		Line  int    `json:"line"`
		Text  string `json:"text"`
	}
)

func lintJSON(w io.Writer, list []*linted) error {
	doc := jsonLint{Roomline: 1, Packs: []jsonLintPack{}}
	for _, l := range list {
		p := jsonLintPack{Path: l.file.path, Faults: orEmpty(l.faults), Remarks: []jsonRemark{}}
		if l.file.pack != nil {
			p.Pack = l.file.pack.ID()
		}
		for _, r := range l.remarks {
			level := "warning"
			if r.Note {
				level = "note"
			}
			p.Remarks = append(p.Remarks, jsonRemark{r.Code, level, cmp.Or(r.File, l.file.path), r.Line, r.Text})
		}
		if l.counted != nil {
			p.Needles = l.counted.json()
		}
		doc.Packs = append(doc.Packs, p)
	}
	return report.Indented(w, doc)
}
