package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"roomline/report"
	"roomline/rules"
)

// namedPacks are the packs that a command about rules was given, each as it is among what it uses; without any, all
// of the run.
func (a *app) namedPacks(paths []string) ([]*rules.Pack, error) {
	if err := a.f.check(); err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		set, err := a.loadSet(&session{})
		if err != nil {
			return nil, err
		}
		return set.Packs, nil
	}
	files, err := a.packFiles(paths)
	if err != nil {
		return nil, err
	}
	var out []*rules.Pack
	for i := range files {
		set, err := a.setOf(&files[i])
		if err != nil {
			return nil, err
		}
		for _, p := range set.Packs {
			if p.Path == files[i].pack.Path {
				out = append(out, p)
			}
		}
	}
	return out, nil
}

// startOfPack tells a file that is a pack by itself.
var startOfPack = regexp.MustCompile(`(?m)^apiVersion: *["']?rules/`)

// packsHere are the packs of the folder that a command is run in, where none was named: its author means those, not
// the shipped ones. It says on stderr which it took.
func (a *app) packsHere(paths []string) []string {
	if len(paths)+len(a.f.packs) > 0 {
		return paths
	}
	here := packsIn(".")
	if len(here) == 0 {
		if a.f.noBuiltin {
			return nil
		}
		a.complain(errors.New("no pack was named, and this folder has none (*.yaml): these are the shipped ones"))
		return nil
	}
	names := make([]string, len(here))
	for i, p := range here {
		names[i] = report.Escape(p)
	}
	a.complain(fmt.Errorf("no pack was named: this folder's %s taken (name a shipped one as %sNAME)", isAre(names), rules.BuiltinPrefix))
	return here
}

func isAre(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return strings.Join(names, ", ") + " are"
}

// packsIn are the packs of a folder: the folder itself where it holds the head of one, else each file that is one.
func packsIn(dir string) []string {
	if info, err := os.Stat(filepath.Join(dir, packHead)); err == nil && info.Mode().IsRegular() {
		if list, _ := filepath.Glob(filepath.Join(dir, "*.yaml")); len(list) == 1 || allParts(list) {
			return []string{dir}
		}
	}
	list, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil
	}
	var out []string
	for _, path := range list {
		if isPack(path) {
			out = append(out, path)
		}
	}
	return out
}

// allParts says whether no file but the head of a folder is a pack by itself.
func allParts(list []string) bool {
	for _, path := range list {
		if filepath.Base(path) != packHead && isPack(path) {
			return false
		}
	}
	return true
}

func isPack(path string) bool {
	text, err := readRegular(path)
	return err == nil && startOfPack.Match(text)
}
