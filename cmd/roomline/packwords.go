package main

import (
	"maps"
	"slices"
	"strings"

	"roomline/rules"
)

// keys are those of a map, sorted.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// sorted joins names in one order, each once; through a map, if there is one.
func sorted(list []string, through map[string]string) string {
	out := slices.Clone(list)
	for i := range out {
		if through != nil {
			out[i] = through[out[i]]
		}
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), ", ")
}

func className(f *rules.Finding) string {
	if f.Classify == nil {
		return ""
	}
	return f.Classify.Name
}

func entityText(f *rules.Finding) string {
	var parts []string
	for _, kv := range f.Entity {
		parts = append(parts, kv.Key+" "+kv.Value)
	}
	return strings.Join(parts, ", ")
}

// stepsText is the verdict of each step, and what is missing.
func stepsText(f *rules.Finding) string {
	var parts []string
	var missing []rules.Missing
	for i := range f.Steps {
		parts = append(parts, f.Steps[i].ID+" "+f.Steps[i].Verdict.String())
		missing = append(missing, f.Steps[i].Missing...)
	}
	text := strings.Join(parts, ", ")
	if len(missing) > 0 {
		text += "; missing " + missingText(missing)
	}
	return text
}

func missingText(list []rules.Missing) string {
	var parts []string
	for _, m := range list {
		parts = append(parts, strings.TrimSpace(string(m.Reason)+" "+m.Source))
	}
	slices.Sort(parts)
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(slices.Compact(parts), ", ")
}

// quietText is the verdict of a rule that did not fire.
func quietText(rule string, res *rules.Result) string {
	for i := range res.NotFired {
		if n := &res.NotFired[i]; n.Rule == rule {
			return "; it is " + n.Verdict() + ", missing " + missingText(n.Missing)
		}
	}
	return ""
}
