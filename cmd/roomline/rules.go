package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules"
	"roomline/rules/packs"
)

func (a *app) rulesCmd() *cobra.Command {
	noJSON := func(cmd *cobra.Command, _ []string) error { return a.noJSON(cmd) }
	c := &cobra.Command{
		Use:   "rules",
		Short: "Rule packs: list, show, explain, lint, test",
		Args:  subcommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(
		&cobra.Command{Use: "list", Short: "Every rule with its severity, title and pack", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return a.rulesList() }},
		&cobra.Command{Use: "show ID", Short: "A rule as its pack writes it", Args: oneRule, ValidArgsFunction: a.completeRule,
			PreRunE: noJSON, RunE: func(_ *cobra.Command, args []string) error { return a.rulesShow(args[0]) }},
		&cobra.Command{Use: "explain ID", Short: "What a rule looks for, in words", Args: oneRule, ValidArgsFunction: a.completeRule,
			PreRunE: noJSON, RunE: func(_ *cobra.Command, args []string) error { return a.rulesExplain(args[0]) }},
		a.rulesLintCmd(),
		a.rulesTestCmd(),
	)
	return c
}

// completeRule offers the ids of rules for the first argument, files for the others.
func (a *app) completeRule(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	set, err := a.loadSet(&session{})
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return set.RuleIDs(), cobra.ShellCompDirectiveNoFileComp
}

func oneRule(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage("give one rule by its id (roomline rules list names them)")
	}
	return nil
}

// packFile is a pack with its source.
type packFile struct {
	path   string
	src    []byte
	pack   *rules.Pack // nil: it has faults
	faults rules.Faults
}

// packFiles reads packs from paths; without any those of the run: the shipped ones and --rules.
func (a *app) packFiles(paths []string) ([]packFile, error) {
	var out []packFile
	if len(paths) == 0 {
		paths = a.f.packs
		if !a.f.noBuiltin {
			builtin, err := packs.Builtin()
			if err != nil {
				return nil, &exitError{exitUsage, err}
			}
			for _, p := range builtin {
				src, err := packs.Source(p.Path)
				if err != nil {
					return nil, &exitError{exitUsage, err}
				}
				out = append(out, packFile{path: p.Path, src: src, pack: p})
			}
		}
	}
	for _, path := range paths {
		file, src, err := readPack(path)
		if err != nil {
			return nil, usage("cannot read rule pack %s: %v; give a pack's file, or a folder that holds pack.yaml", path, err)
		}
		f := packFile{path: file, src: src}
		f.pack, f.faults = rules.Load(file, src)
		out = append(out, f)
	}
	if len(out) == 0 {
		return nil, usage("there is no rule pack: give one, or leave out --no-builtin-rules")
	}
	return out, nil
}

// findRule finds a rule in the packs of the run. Packs with faults are told, and the others searched.
func (a *app) findRule(id string) (*packFile, *rules.Rule, error) {
	if err := a.f.check(); err != nil {
		return nil, nil, err
	}
	files, err := a.packFiles(nil)
	if err != nil {
		return nil, nil, err
	}
	var ids []string
	for i := range files {
		if files[i].pack == nil {
			a.complain(fmt.Errorf("cannot load rule pack %s:\n%w", files[i].path, files[i].faults))
			a.worse(exitPartial)
			continue
		}
		for _, r := range files[i].pack.Rules {
			if r.ID == id {
				return &files[i], r, nil
			}
			ids = append(ids, r.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil, usage("no rule pack could be loaded: mend the faults above, or leave out --no-builtin-rules")
	}
	return nil, nil, unknownRule(id, ids)
}

func unknownRule(id string, ids []string) error {
	return usage("there is no rule %q%s (roomline rules list names all)", id, didYouMean(id, ids))
}

// rulesList lists every rule of the run.
func (a *app) rulesList() error {
	if err := a.f.check(); err != nil {
		return err
	}
	set, err := a.loadSet(&session{})
	if err != nil {
		return err
	}
	return a.write(func(w io.Writer) error {
		if a.f.output == "json" {
			return rulesJSON(w, set)
		}
		return report.RuleTable(w, set.Packs, a.style())
	})
}

type jsonRule struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Severity   string   `json:"severity"`
	Pack       string   `json:"pack"`
	By         []string `json:"by"`
	Tags       []string `json:"tags"`
	References []string `json:"references"`
}

func rulesJSON(w io.Writer, set *rules.Set) error {
	out := []jsonRule{}
	for _, p := range set.Packs {
		for _, r := range p.Rules {
			out = append(out, jsonRule{r.ID, r.Title, r.Severity, p.ID(), r.By, orEmpty(r.Tags), orEmpty(r.References)})
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

// rulesShow writes a rule as it stands in its pack, with the signals that it uses.
func (a *app) rulesShow(id string) error {
	file, rule, err := a.findRule(id)
	if err != nil {
		return err
	}
	return a.write(func(w io.Writer) error {
		fmt.Fprintf(w, "# %s, %s:%d\n", file.pack.ID(), report.Escape(file.path), rule.Line)
		io.WriteString(w, excerpt(file.src, rule.Line))
		fmt.Fprintln(w, "\n# the signals that it uses")
		for _, s := range usedBy(rule) {
			if s.Line != rule.Line { // a short form's stands in the rule itself
				io.WriteString(w, excerpt(file.src, s.Line))
			}
		}
		return nil
	})
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

// readPack reads a pack's file, or pack.yaml in a folder.
func readPack(path string) (file string, src []byte, err error) {
	file = path
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		file = path + string(os.PathSeparator) + "pack.yaml"
	}
	f, err := os.Open(file)
	if err != nil {
		return file, nil, err
	}
	defer f.Close()
	src, err = io.ReadAll(io.LimitReader(f, 16<<20))
	return file, src, err
}
