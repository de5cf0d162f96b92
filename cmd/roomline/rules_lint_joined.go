package main

import (
	"errors"
	"slices"

	"roomline/rules"
	"roomline/rules/packs"
)

// lintJoined adds what is wrong of a pack among those that it runs with: what it uses, and, where it
// overrides rules that are not in those, the shipped packs. It gives their set, nil if there is none.
func (a *app) lintJoined(l *linted) *rules.Set {
	list := rules.WithUses(l.file.pack)
	if !overridesOnly(l.file.pack, list) && !a.f.noBuiltin {
		if builtin, err := packs.Builtin(); err == nil {
			list = append(slices.DeleteFunc(builtin, func(p *rules.Pack) bool {
				return slices.ContainsFunc(list, func(q *rules.Pack) bool { return p.Path == q.Path })
			}), list...)
		}
	}
	now, err := a.f.today()
	if err != nil {
		l.faults = append(l.faults, err.Error())
		return nil
	}
	set, refused, err := rules.Join(list, rules.Joining{Now: now})
	if len(refused) > 0 {
		err = refused[0].Err
	}
	var faults rules.Faults
	switch {
	case errors.As(err, &faults):
		for _, f := range faults {
			l.faults = append(l.faults, f.Error())
		}
		return nil
	case err != nil:
		l.faults = append(l.faults, err.Error())
		return nil
	}
	for _, x := range set.Warnings {
		l.remarks = append(l.remarks, rules.Remark{Code: "override", Text: x})
	}
	return set
}

// overridesOnly says whether all rules that a pack overrides are in a list of packs.
func overridesOnly(p *rules.Pack, in []*rules.Pack) bool {
	for _, o := range p.Overrides {
		if !slices.ContainsFunc(in, func(q *rules.Pack) bool {
			return slices.ContainsFunc(q.Rules, func(r *rules.Rule) bool { return r.ID == o.Rule })
		}) {
			return false
		}
	}
	return true
}
