package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules"
)

func (a *app) rulesCmd() *cobra.Command {
	noJSON := func(cmd *cobra.Command, _ []string) error { return a.noJSON(cmd) }
	c := &cobra.Command{
		Use:   "rules",
		Short: "Rule packs: list, show, explain, lint, test, docs, schema, new, lock, import",
		Args:  subcommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(
		&cobra.Command{Use: "list [PACK...]", Short: "Every rule with its severity, title and pack",
			RunE: func(_ *cobra.Command, args []string) error { return a.rulesList(args) }},
		&cobra.Command{Use: "show ID [PACK...]", Short: "A rule as its pack writes it", Args: oneRule, ValidArgsFunction: a.completeRule,
			PreRunE: noJSON, RunE: func(_ *cobra.Command, args []string) error { return a.rulesShow(args[0], args[1:]) }},
		&cobra.Command{Use: "explain ID [PACK...]", Short: "What a rule looks for, in words", Args: oneRule, ValidArgsFunction: a.completeRule,
			PreRunE: noJSON, RunE: func(_ *cobra.Command, args []string) error { return a.rulesExplain(args[0], args[1:]) }},
		&cobra.Command{Use: "lock [PACK...]", Short: "Pins what packs use in rules.lock beside them",
			PreRunE: noJSON, RunE: func(_ *cobra.Command, args []string) error { return a.rulesLock(args) }},
		a.rulesLintCmd(),
		a.rulesTestCmd(),
		a.rulesDocsCmd(),
		a.rulesSchemaCmd(),
		a.rulesNewCmd(),
		a.rulesImportCmd(),
	)
	return c
}

// completeRule offers the ids of rules for the first argument, files for the others.
func (a *app) completeRule(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	a.stderr = io.Discard // a fault of a pack would stand in the middle of what is typed
	set, err := a.loadSet(&session{})
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return set.RuleIDs(), cobra.ShellCompDirectiveNoFileComp
}

func oneRule(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usage("give one rule by its id (roomline rules list names them)")
	}
	return nil
}

// findRule finds a rule in the packs that were named, or those of the run, as overrides made it. Packs of the run that
// cannot be loaded are told, and the others searched.
func (a *app) findRule(id string, paths []string) (*rules.Rule, error) {
	list, err := a.namedPacks(paths)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, p := range list {
		for _, r := range p.Rules {
			if r.ID == id {
				return r, nil
			}
			ids = append(ids, r.ID)
		}
	}
	if len(paths) == 0 && exists(id) {
		return nil, usage("%q is a path: the id of a rule comes first, then the pack (roomline rules list %s names its rules)", id, rules.ShellWord(id))
	}
	return nil, unknownRule(id, ids)
}

func unknownRule(id string, ids []string) error {
	return usage("there is no rule %q%s (roomline rules list names all)", id, didYouMean(id, ids))
}

// rulesList lists every rule of the packs that were named, or of the run.
func (a *app) rulesList(paths []string) error {
	list, err := a.namedPacks(paths)
	if err != nil {
		return err
	}
	return a.write(func(w io.Writer) error {
		if a.f.output == "json" {
			return rulesJSON(w, list)
		}
		return report.RuleTable(w, list, a.style())
	})
}

type jsonRule struct {
	ID         string              `json:"id"`
	Title      string              `json:"title"`
	Severity   string              `json:"severity"`
	Pack       string              `json:"pack"`
	By         []string            `json:"by"`
	Tags       []string            `json:"tags"`
	References []string            `json:"references"`
	Overridden []report.Overridden `json:"overridden"`
}

func rulesJSON(w io.Writer, packs []*rules.Pack) error {
	out := []jsonRule{}
	for _, p := range packs {
		for _, r := range p.Rules {
			out = append(out, jsonRule{r.ID, r.Title, r.Severity, p.ID(), r.By, orEmpty(r.Tags), orEmpty(r.References), report.OverriddenOf(r.Overridden)})
		}
	}
	return report.Indented(w, out)
}

func orEmpty(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// rulesShow writes a rule as it stands in its pack, with what overrides it and the signals that it uses.
func (a *app) rulesShow(id string, paths []string) error {
	r, err := a.findRule(id, paths)
	if err != nil {
		return err
	}
	return a.write(func(w io.Writer) error {
		fmt.Fprintf(w, "# %s, %s:%d\n", r.Pack().ID(), report.Escape(r.File), r.Line)
		io.WriteString(w, excerpt(sourceOf(r.Pack(), r.File), r.Line))
		for _, o := range r.Overridden {
			by := o.Override()
			fmt.Fprintf(w, "\n# overridden by %s, %s:%d\n", report.Escape(o.Pack), report.Escape(by.File), by.Line)
			io.WriteString(w, excerpt(sourceOf(by.Pack(), by.File), by.Line))
		}
		fmt.Fprintln(w, "\n# the signals that it uses")
		for _, s := range usedBy(r) {
			if s.Pack() != r.Pack() {
				fmt.Fprintf(w, "# of %s, %s:%d\n", report.Escape(s.Pack().ID()), report.Escape(s.File), s.Line)
			}
			if s.File != r.File || s.Line != r.Line { // a short form's stands in the rule itself
				io.WriteString(w, excerpt(sourceOf(s.Pack(), s.File), s.Line))
			}
		}
		return nil
	})
}

// sourceOf is the text of a file of a pack.
func sourceOf(p *rules.Pack, file string) []byte {
	for _, f := range p.Files {
		if f.Path == file {
			return f.Data
		}
	}
	return nil
}

// excerpt is the YAML of the item that begins in a line (from 1): up to the next line that is not
// indented deeper. Log text may stand in it, so it is escaped line by line.
func excerpt(src []byte, line int) string {
	lines := strings.Split(string(src), "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	deep := indent(lines[line-1])
	end := line
	for end < len(lines) && (strings.TrimSpace(lines[end]) == "" || indent(lines[end]) > deep) {
		end++
	}
	for end > line && strings.TrimSpace(lines[end-1]) == "" {
		end--
	}
	var b strings.Builder
	for _, l := range lines[line-1 : end] {
		b.WriteString(report.Escape(strings.TrimRight(l, "\r")) + "\n")
	}
	return b.String()
}

func indent(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }

// usedBy lists the signals of a rule, each once.
func usedBy(r *rules.Rule) []*rules.Signal {
	var out []*rules.Signal
	seen := map[*rules.Signal]bool{}
	for _, p := range r.Explain() {
		for _, s := range p.Signals {
			if !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
	}
	return out
}
