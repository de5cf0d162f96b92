package main

import (
	"io"

	"roomline/report"
)

// rulesExplain says in words what a rule looks for.
func (a *app) rulesExplain(id string, paths []string) error {
	rule, err := a.findRule(id, paths)
	if err != nil {
		return err
	}
	return a.write(func(w io.Writer) error { return report.Explain(w, rule, a.style()) })
}
