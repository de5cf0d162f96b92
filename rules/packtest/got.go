package packtest

import (
	"fmt"
	"strconv"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// Got writes what was judged as an `expect` block, to be read, corrected and put into the pack: the findings
// of rules, and the rules of `about` that did not fire.
func Got(res *rules.Result, about map[string]bool) string {
	var b strings.Builder
	b.WriteString("    expect:\n")
	ruleOf := map[string]string{}
	for i := range res.Findings {
		ruleOf[res.Findings[i].ID] = res.Findings[i].Rule
	}
	for i := range res.Findings {
		b.WriteString("      - " + flow(gotFinding(&res.Findings[i], ruleOf)) + "\n")
	}
	for i := range res.NotFired {
		n := &res.NotFired[i]
		if about[n.Rule] {
			pairs := append([]string{"rule: " + quoted(n.Rule), "not_fired: " + n.Verdict()}, gotMissing(n.Missing)...)
			b.WriteString("      - " + flow(pairs) + "\n")
		}
	}
	return b.String()
}

func flow(pairs []string) string { return "{" + strings.Join(pairs, ", ") + "}" }

func gotFinding(f *rules.Finding, ruleOf map[string]string) []string {
	entity, steps, unproven := []string{}, []string{}, []string{}
	var missing []rules.Missing
	for _, kv := range f.Entity {
		entity = append(entity, kv.Key+": "+quoted(kv.Value))
	}
	for i := range f.Steps {
		steps = append(steps, quoted(f.Steps[i].ID)+": "+f.Steps[i].Verdict.String())
		missing = append(missing, f.Steps[i].Missing...)
		if s := &f.Steps[i]; s.Verdict == timeline.T && !s.OrderProven { // that it is proven goes without saying
			unproven = append(unproven, quoted(s.ID)+": false")
		}
	}
	pairs := []string{"rule: " + quoted(f.Rule), "entity: " + flow(entity), "verdict: " + f.Verdict.String(), "steps: " + flow(steps)}
	if len(unproven) > 0 {
		pairs = append(pairs, "order_proven: "+flow(unproven))
	}
	pairs = append(pairs, gotMissing(missing)...)
	if c := className(f); c != "" {
		pairs = append(pairs, "class: "+quoted(c))
	}
	pairs = append(pairs, "root: "+strconv.Quote(string(f.Root)))
	if len(f.ExplainedBy) > 0 {
		pairs = append(pairs, "explained_by: ["+sorted(f.ExplainedBy, ruleOf)+"]")
	}
	return append(pairs, fmt.Sprintf("count: %d", f.Count))
}

func gotMissing(list []rules.Missing) []string {
	var out []string
	seen := map[string]bool{}
	for _, m := range list {
		text := "{reason: " + string(m.Reason)
		if m.Source != "" {
			text += ", source: " + quoted(m.Source)
		}
		if text += "}"; !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	if out == nil {
		return nil
	}
	return []string{"missing: [" + strings.Join(out, ", ") + "]"}
}

// quoted is a YAML scalar: words as they are, the rest in quotes, so that a number stays a string.
func quoted(s string) string {
	plain := s != "" && s[0] != '-' && (s[0] < '0' || s[0] > '9')
	for _, c := range s {
		plain = plain && (c == '-' || c == '_' || c == '@' || c == '/' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z')
	}
	switch s {
	case "yes", "no", "on", "off", "true", "false", "null", "y", "n":
		plain = false
	}
	if plain && s[0] != '@' {
		return s
	}
	return strconv.Quote(s)
}
