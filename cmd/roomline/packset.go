package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"roomline/report"
	"roomline/rules"
	"roomline/rules/packs"
	"roomline/timeline"
)

// loadSet loads the shipped packs and those of --rules, with all that they use. A bad pack does not
// keep the others from running: the report says which did not run.
func (a *app) loadSet(s *session) (*rules.Set, error) {
	lib := newLibrary()
	lib.Untested = true
	if err := a.loadBuiltin(lib); err != nil {
		return nil, err
	}
	loaded, partial := lib.Packs(), false
	for _, path := range a.f.packs {
		p, err := lib.Load(path)
		if p == nil {
			a.skipPack(s, path, err)
			partial = true
			continue
		}
		loaded = append(loaded, p)
	}
	now, err := a.f.today()
	if err != nil {
		return nil, err
	}
	set, refused, err := rules.Join(rules.WithUses(loaded...), rules.Joining{Now: now, Partial: partial})
	for _, r := range refused {
		a.skipPack(s, r.Pack.Path, r.Err)
	}
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	if set == nil {
		return nil, &exitError{exitUsage, errors.New("no rule pack could be loaded: mend the faults above, or leave out --no-builtin-rules")}
	}
	for _, p := range set.Packs {
		s.warnings = append(s.warnings, p.Warnings...)
	}
	s.warnings = append(s.warnings, set.Warnings...)
	return set, nil
}

// loadBuiltin loads the shipped packs, unless they are left out.
func (a *app) loadBuiltin(lib *rules.Library) error {
	if a.f.noBuiltin {
		return nil
	}
	lib.Prepare(a.each, packs.Names()...)
	for _, name := range packs.Names() {
		if p, err := lib.Load(name); p == nil {
			return &exitError{exitUsage, fmt.Errorf("the shipped pack %s has faults:\n%w", name, err)}
		}
	}
	return nil
}

func (a *app) skipPack(s *session, path string, err error) {
	a.complain(fmt.Errorf("cannot load rule pack %s:\n%s", report.Escape(path), escapeLines(err.Error())))
	why := report.Escape(err.Error())
	var faults rules.Faults
	if errors.As(err, &faults) {
		why = fmt.Sprintf("%s (roomline rules lint %s lists them)", report.Plural(len(faults), "fault"), path)
	}
	text := fmt.Sprintf("rule pack %s did not run: %s", path, why)
	s.warnings, s.notRun = append(s.warnings, text), append(s.notRun, text)
	a.worse(exitPartial)
}

// today is the day by which overrides expire: that of the run, or of --as-of.
func (f *flags) today() (timeline.Time, error) {
	if f.asOf == "" {
		return timeline.FromStd(time.Now()), nil
	}
	day, err := time.Parse(time.DateOnly, f.asOf)
	if err != nil {
		return timeline.NoTime, usage("--as-of %q is no day; write it as 2026-12-31", f.asOf)
	}
	return timeline.FromStd(day), nil
}

// packFile is a pack that was named, with what was read of it.
type packFile struct {
	path   string
	src    *rules.Source
	pack   *rules.Pack // nil: it has faults
	faults rules.Faults
}

// packFiles reads packs from paths; without any those of the run: the shipped ones and --rules.
func (a *app) packFiles(paths []string) ([]packFile, error) {
	return a.packFilesOf(newLibrary(), paths)
}

func (a *app) packFilesOf(lib *rules.Library, paths []string) ([]packFile, error) {
	if len(paths) == 0 {
		paths = a.f.packs
		if !a.f.noBuiltin {
			paths = append(packs.Names(), paths...)
		}
	}
	var out []packFile
	for _, path := range paths {
		p, err := lib.Load(path)
		f := packFile{path: path, src: lib.Source(path), pack: p}
		if p != nil {
			f.path = p.Path
		} else if !errors.As(err, &f.faults) {
			return nil, usage("cannot read rule pack %s: %w", path, err)
		}
		if !slices.ContainsFunc(out, func(o packFile) bool { return o.src == f.src }) {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return nil, usage("there is no rule pack: give one, or leave out --no-builtin-rules")
	}
	return out, nil
}

// join makes the set of a pack with what it uses.
func (f *packFile) join(how rules.Joining) (*rules.Set, error) {
	set, refused, err := rules.Join(rules.WithUses(f.pack), how)
	if len(refused) > 0 {
		err = refused[0].Err
	}
	return set, err
}
