package cre

import (
	"fmt"
	"strings"
	"unicode"

	"roomline/rules"
)

// File is one file of a folder of CRE rules. Path is for messages. Log is the text of the log that lies
// beside it (test.log), nil if there is none; LogPath is its name.
type File struct {
	Path    string
	Src     []byte
	LogPath string
	Log     []byte
}

// Options are what the pack is called.
type Options struct {
	Name, Version, Owner string // of the pack
	From                 string // where the rules came from, for the comment at its head
}

// State says what became of a rule.
type State string

// The states.
const (
	Carried State = "carried over"
	Part    State = "in part"
	Out     State = "left out"
)

// Rule is what became of one CRE rule.
type Rule struct {
	ID, Title, Severity string
	File                string
	Line                int
	State               State
	Test                string // the log that its test was made of, "" if it has none
	Notes               []Note

	signals, body, test string // YAML
}

// Result is the pack and what it does not hold.
type Result struct {
	Rules []Rule
	Files []Note // what is to be said of files as a whole

	options  Options
	ids      map[string]place // of the rules that are in
	prefixes map[string]bool  // of their signals
}

// Import reads CRE files. Nothing in them stops it: what cannot be read is a note of its file, what cannot be
// carried over a note of its rule.
func Import(files []File, o Options) *Result {
	res := &Result{options: o, ids: map[string]place{}, prefixes: map[string]bool{}}
	for i := range files {
		res.file(&files[i])
	}
	return res
}

// file adds the rules of one file.
func (res *Result) file(f *File) {
	read, notes := readFile(f)
	res.Files = append(res.Files, notes...)
	first := len(res.Rules)
	for _, r := range read {
		res.Rules = append(res.Rules, res.carry(r.source, r.notes))
	}
	res.addTest(f, res.Rules[first:])
}

// carry makes the YAML of one rule, and holds it against what a pack may say.
func (res *Result) carry(s *source, n *notes) Rule {
	r := Rule{ID: s.id, Title: s.title, Severity: s.severity, File: s.at.file, Line: s.at.line}
	if at, twice := res.ids[s.id]; twice {
		n.add(LeftOut, s.at, "id "+s.id, "%s:%d has a rule of this id already", at.file, at.line)
	}
	if !n.out() {
		c := &converter{source: s, notes: n, prefix: res.prefix(s.id)}
		c.rule()
		r.signals, r.body = c.signals.String(), c.body.String()
	}
	if !n.out() {
		check := packOf(Options{Name: "check", Version: "0.0.0"}, []Rule{r})
		if _, faults := rules.Load(s.at.file, []byte(check)); faults != nil {
			n.add(LeftOut, s.at, "rule "+s.id, "%s", faults[0].Message)
		}
	}
	r.Notes = n.sorted()
	if r.State = state(r.Notes); r.State == Out {
		r.signals, r.body = "", ""
	} else {
		res.ids[s.id] = s.at
	}
	return r
}

// prefix begins the names of the signals of a rule: ids that differ in signs alone must not share one.
func (res *Result) prefix(id string) string {
	name := strings.Map(func(r rune) rune {
		if isWord(byte(r)) {
			return unicode.ToLower(r)
		}
		return '_'
	}, id)
	for n, plain := 2, name; res.prefixes[name]; n++ {
		name = fmt.Sprintf("%s_v%d", plain, n)
	}
	res.prefixes[name] = true
	return name
}

// Pack is the pack as YAML: signals, rules and tests, each with where it came from. Empty if no rule was
// carried over.
func (res *Result) Pack() string {
	if res.Count(Carried)+res.Count(Part) == 0 {
		return ""
	}
	return packOf(res.options, res.Rules)
}

// Alone is a pack of one rule, with its test.
func (res *Result) Alone(r *Rule) string { return packOf(res.options, []Rule{*r}) }

// Count is how many rules are in a state.
func (res *Result) Count(s State) int {
	n := 0
	for i := range res.Rules {
		if res.Rules[i].State == s {
			n++
		}
	}
	return n
}

// packOf writes a pack of what was carried over.
func packOf(o Options, list []Rule) string {
	var signals, body, tests strings.Builder
	for i := range list {
		signals.WriteString(list[i].signals)
		body.WriteString(list[i].body)
		tests.WriteString(list[i].test)
	}
	var b strings.Builder
	if o.From != "" {
		fmt.Fprintf(&b, "# Carried over from the CRE rules in %s by `roomline rules import cre`.\n", comment(o.From))
	}
	fmt.Fprintf(&b, "apiVersion: rules/v1\npack: {name: %s, version: %s, owner: %s}\n", quote(o.Name), quote(o.Version), quote(o.Owner))
	for _, part := range []struct{ key, text string }{{"signals", signals.String()}, {"rules", body.String()}, {"tests", tests.String()}} {
		if part.text != "" {
			b.WriteString(part.key + ":\n" + part.text)
		}
	}
	return b.String()
}
