package report

import (
	"io"
	"regexp"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// RuleTable lists the rules of packs: id, severity, title, pack.
func RuleTable(w io.Writer, packs []*rules.Pack, s Style) error {
	p := newPrinter(w, &Document{Incident: &timeline.Incident{}, Result: &rules.Result{}}, s)
	t := table{head: []string{"RULE", "SEVERITY", "PACK", "TITLE"}}
	n := 0
	for _, pack := range packs {
		for _, r := range pack.Rules {
			t.add(Escape(r.ID), r.Severity, Escape(pack.ID()), Escape(general(r.Title))+overriddenMark(r.Overridden))
			n++
		}
	}
	t.write(p, 0)
	p.line(Plural(n, "rule"))
	return p.w.Flush()
}

var placeholder = regexp.MustCompile(`\$\{\w+\}\w?`)

// general is the title of a rule, not of a finding: what stands for a value is written as NAME.
func general(title string) string {
	return placeholder.ReplaceAllStringFunc(title, func(m string) string {
		name, unit, _ := strings.Cut(m[2:], "}")
		return strings.ToUpper(name) + strings.TrimRight(" "+unit, " ") // ${secs}s: SECS s
	})
}
