package packtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"roomline/rules"
)

// othersText names whom the findings of a rule are of, where none is of whom the test expects.
func othersText(want *rules.Expect, res *rules.Result) string {
	const most = 3
	var of []string
	n := 0
	for i := range res.Findings {
		f := &res.Findings[i]
		if f.Rule != want.Rule {
			continue
		}
		if n++; n <= most {
			of = append(of, fmt.Sprintf("%s (%s)", EntityText(f.Entity), f.Verdict))
		}
	}
	switch {
	case n == 0:
		return ""
	case n > most:
		of = append(of, fmt.Sprintf("%d more", n-most))
	}
	var sought []rules.KV
	for _, k := range slices.Sorted(maps.Keys(want.Entity)) {
		sought = append(sought, rules.KV{Key: k, Value: want.Entity[k]})
	}
	return " of " + EntityText(sought) + "; the rule has it of " + strings.Join(of, "; ")
}

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

// EntityText is what a finding is about: process prefill@n1, room 7.
func EntityText(entity []rules.KV) string {
	var parts []string
	for _, kv := range entity {
		parts = append(parts, kv.Key+" "+kv.Value)
	}
	return strings.Join(parts, ", ")
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
func quietText(n *rules.NotFired) string {
	if n == nil {
		return ""
	}
	return "; it is " + n.Verdict() + ", missing " + missingText(n.Missing)
}
