package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"roomline/ingest"
	"roomline/report"
	"roomline/timeline"
)

// misspeltCommand refuses a first argument that is no path, but nearly a command: else the report
// would only say that there is no such file.
func misspeltCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || exists(args[0]) {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && slip(args[0], c.Name()) {
			names = append(names, c.Name())
		}
	}
	if len(names) == 0 {
		return nil
	}
	return usage("there is no file, folder or command %q; did you mean the command %s?", report.Escape(args[0]), nearest(args[0], names)[0])
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// onlyPath says whether a command that needs something before its paths was given a path alone.
func (a *app) onlyPath(args []string) bool {
	return len(args) == 1 && len(a.f.sources)+len(a.f.scrapes) == 0 && exists(args[0])
}

// tellUnread says on stderr what could not be read, one line a source: whoever writes the report to a
// file should learn of it too.
func (a *app) tellUnread(inc *timeline.Incident) {
	left := 0
	for i := range inc.Sources {
		s := &inc.Sources[i]
		if s.Error == "" {
			continue
		}
		if ingest.IsInterrupted(s.Error) {
			left++
			continue
		}
		text := s.Error
		if !strings.HasPrefix(text, s.Path) {
			text = s.Path + ": " + text
		}
		if !strings.ContainsAny(strings.TrimPrefix(text, s.Path), ";.") {
			text += "; check the file, or give it again"
		}
		a.complain(errors.New(report.Escape(text)))
	}
	if left > 0 {
		a.complain(fmt.Errorf("interrupted: %d of %d sources were not read to their end", left, len(inc.Sources)))
	}
}

// errFound ends a search at the first file that can be read.
var errFound = errors.New("found")

// nothingReadable says whether no input holds a file that can be opened. It opens what it finds first
// only, since the screens should be there at once.
func nothingReadable(inputs []ingest.Input) bool {
	for _, in := range inputs {
		if in.Path == "-" {
			return false
		}
		err := filepath.WalkDir(followed(in.Path), func(at string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return nil // what cannot be listed holds nothing that can be read
			}
			if readable(at) {
				return errFound
			}
			return nil
		})
		if errors.Is(err, errFound) {
			return false
		}
	}
	return true
}

// followed is the folder that a link leads to, as reading follows those that are given.
func followed(path string) string {
	if at, err := filepath.EvalSymlinks(path); err == nil {
		return at
	}
	return path
}

// readable: a pipe is not opened, since that would wait for its writer and take from it.
func readable(path string) bool {
	st, err := os.Stat(path)
	if err != nil {
		return false
	}
	if !st.Mode().IsRegular() {
		return !st.IsDir() // as a reader does: a link to a folder inside of one is not followed
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// noJSON refuses -o json where a command has no such form: text under that flag would be taken for JSON.
func (a *app) noJSON(cmd *cobra.Command) error {
	if a.f.output != "json" {
		return nil
	}
	return usage("%s has no JSON form: leave out -o json (ROOMLINE_FORMAT, if it is set there)", strings.TrimPrefix(cmd.CommandPath(), "roomline "))
}

// subcommand refuses what is none, with those that are.
func subcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	what := strings.TrimPrefix(cmd.CommandPath(), "roomline ")
	return usage("%s %q is unknown: it may be %s%s", what, report.Escape(args[0]), strings.Join(names, ", "), didYouMean(args[0], names))
}

// strictCompletion makes `completion SHELL` refuse a shell that is not known; the library shows its
// help and calls that a success.
func strictCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = subcommand
			c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// knownRole refuses a role that no rule could ever ask for.
func knownRole(role string) error {
	if slices.Contains(roles, role) {
		return nil
	}
	return fmt.Errorf("the role %q is unknown: it may be %s%s", role, strings.Join(roles, ", "), didYouMean(role, roles))
}

var roles = []string{"prefill", "decode", "router", "client", "unknown"}
