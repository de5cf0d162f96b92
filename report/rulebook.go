package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"roomline/rules"
)

// Rulebook writes the reference of a pack as Markdown: a table of its rules, then each with what confirms it,
// refutes it or leaves it open, what it needs, explains and is explained by, and the signals behind them. The same
// pack gives the same bytes.
func Rulebook(w io.Writer, p *rules.Pack) error {
	b := &rulebook{w: bufio.NewWriter(w), pack: p}
	b.head()
	for _, r := range p.Rules {
		b.rule(r)
	}
	b.signals()
	return b.w.Flush()
}

type rulebook struct {
	w    *bufio.Writer
	pack *rules.Pack
}

func (b *rulebook) line(format string, args ...any) { fmt.Fprintf(b.w, format+"\n", args...) }

func (b *rulebook) head() {
	p := b.pack
	b.line("# Rules of %s\n", prose(p.Name+" "+p.Version))
	if p.Description != "" {
		b.line("%s\n", prose(p.Description))
	}
	b.line("%s and %s, by %s. `roomline rules explain ID` says the same of one rule; this page is written by `roomline rules docs`.\n",
		Plural(len(p.Rules), "rule"), Plural(len(p.Signals), "signal"), prose(orUnknown(p.Owner)))
	b.line("| rule | severity | one for each | what |\n|---|---|---|---|")
	for _, r := range p.Rules {
		b.line("| %s | %s | %s | %s |", cell(link(r.ID)), r.Severity, cell(prose(strings.Join(r.By, ", "))), cell(prose(general(r.Title))))
	}
	b.line("")
}

func orUnknown(s string) string {
	if s == "" {
		return "nobody named"
	}
	return s
}

func link(id string) string { return "[" + prose(id) + "](#" + slug(id) + ")" }

func (b *rulebook) rule(r *rules.Rule) {
	b.line("## %s\n", prose(r.ID))
	b.line("**%s**: %s\n", r.Severity, prose(general(r.Title)))
	if r.Description != "" {
		b.line("%s\n", prose(r.Description))
	}
	for _, x := range r.LooksLike {
		b.line("Not to be taken for: %s\n", prose(x))
	}
	b.line("One finding for each %s. It is confirmed if:\n", prose(strings.Join(r.By, " and ")))
	for i, s := range r.Explain() {
		b.line("%d. %s: %s", i+1, code(s.ID), prose(s.Text))
	}
	b.line("")
	b.verdicts(r)
	b.needs(r)
	b.edges(r)
	if r.Mitigation != "" {
		b.line("**What to do:** %s\n", prose(general(r.Mitigation)))
	}
	b.list("References", r.References, reference)
	b.list("Tags", r.Tags, code)
	if r.Basis != "" {
		b.line("It rests on: %s\n", prose(r.Basis))
	}
	b.shownBy(r)
}

func (b *rulebook) list(what string, words []string, write func(string) string) {
	if len(words) == 0 {
		return
	}
	out := make([]string, len(words))
	for i, x := range words {
		out[i] = write(x)
	}
	b.line("%s: %s\n", what, strings.Join(out, ", "))
}

// verdicts says what would refute the rule or leave it open.
func (b *rulebook) verdicts(r *rules.Rule) {
	n := 0
	for _, s := range r.Explain() {
		for _, x := range []struct{ word, text string }{{"refuted", s.Refuted}, {"open", s.Open}} {
			if x.text != "" && (s.Step || s.ID == "unless") {
				b.line("- %s is %s if %s", code(s.ID), x.word, prose(x.text))
				n++
			}
		}
	}
	if n == 0 {
		b.line("Its anchor is all of it: it is never refuted. Without one it is clear where all that could show one was read, else not observed.")
	}
	b.line("")
}

func (b *rulebook) needs(r *rules.Rule) {
	b.line("It needs:\n")
	for _, n := range r.Needs() {
		b.line("- %s", prose(needText(n)))
	}
	b.line("")
}

func (b *rulebook) edges(r *rules.Rule) {
	n := 0
	edge := func(word string, e rules.Explain, id, when string) {
		text := word + " " + link(id)
		if e.Within > 0 {
			text += " up to " + Duration(e.Within) + " " + when
		}
		if len(e.Same) > 0 {
			text += " of the same " + prose(strings.Join(e.Same, " and "))
		}
		b.line("- %s", text)
		n++
	}
	for _, c := range r.ExplainedBy() {
		edge("may be explained by", c.Explain, c.Cause.ID, "before")
	}
	for _, e := range r.Explains {
		edge("explains", e, e.Rule, "later")
	}
	for _, id := range r.NotCauseOf {
		b.line("- never a cause of %s", link(id))
		n++
	}
	if n > 0 {
		b.line("")
	}
}

// shownBy names the tests that hold the rule to a verdict.
func (b *rulebook) shownBy(r *rules.Rule) {
	n := 0
	for _, t := range b.pack.Tests {
		for _, e := range t.Expect {
			if e.Rule != r.ID {
				continue
			}
			if n++; n == 1 {
				b.line("Shown by the tests:\n")
			}
			b.line("- %s: %s", strings.ReplaceAll(e.Verdict+e.NotFired, "_", " "), prose(t.Name))
			break
		}
	}
	if n == 0 {
		b.line("No test shows it.")
	}
	b.line("")
}

// signals are what the rules are made of.
func (b *rulebook) signals() {
	b.line("## The signals\n")
	b.line("| signal | of | what | its silence |\n|---|---|---|---|")
	for _, s := range b.pack.Signals {
		role := s.Role
		if role == "" {
			role = "any"
		}
		what, quiet := strings.TrimSpace("a record"+literals(s)), silence(s)
		if s.Kind == rules.MetricSignal {
			what, quiet = "the metric "+s.Expr.String(), freshness(s)
			if text := s.ReadingText(); text != "" {
				quiet += "; read " + text
			}
		}
		if s.Description != "" {
			what = s.Description + ": " + what
		}
		b.line("| %s | %s | %s | %s |", cell(code(s.Shown())), cell(prose(role)), cell(code(what)), cell(prose(quiet)))
	}
}
