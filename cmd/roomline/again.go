package main

import (
	"strings"

	"roomline/ingest"
	"roomline/rules"
)

// again puts what this run was given into the commands that read the incident once more, in place of the dots: what
// stands there can be pasted as it is.
func (a *app) again(next []string, inputs []ingest.Input) []string {
	out := make([]string, len(next))
	for i, cmd := range next {
		head, rest, ok := cutDots(cmd)
		if out[i] = cmd; ok && strings.HasPrefix(cmd, "roomline report ") {
			out[i] = head + a.givenArgs(inputs) + " # " + rest
		}
	}
	return out
}

// cutDots cuts a command at the dots in it: those in quotes are part of a name.
func cutDots(cmd string) (head, rest string, ok bool) {
	const dots = " ... # "
	quoted := false
	for i := range len(cmd) {
		switch {
		case cmd[i] == '\\' && !quoted, i > 0 && cmd[i-1] == '\\' && !quoted:
		case cmd[i] == '\'':
			quoted = !quoted
		case !quoted && strings.HasPrefix(cmd[i:], dots):
			return cmd[:i], cmd[i+len(dots):], true
		}
	}
	return "", "", false
}

// givenArgs are the flags and paths of this run that say what to read and by what to judge it, each with a blank
// before it.
func (a *app) givenArgs(inputs []ingest.Input) string {
	var b strings.Builder
	flag := func(name string, values ...string) {
		for _, v := range values {
			b.WriteString(" " + name + " " + rules.ShellWord(v))
		}
	}
	flag("--source", a.f.sources...)
	flag("--scrape", a.f.scrapes...)
	flag("--rules", a.f.packs...)
	if a.f.noBuiltin {
		b.WriteString(" --no-builtin-rules")
	}
	for _, x := range []struct{ name, value string }{{"--since", a.f.since}, {"--until", a.f.until}} {
		if x.value != "" {
			flag(x.name, x.value)
		}
	}
	for _, in := range inputs {
		path := in.Path
		if strings.HasPrefix(path, "-") && path != "-" {
			path = "./" + path // else it would be a flag
		}
		if in.Role == "" {
			b.WriteString(" " + rules.ShellWord(path))
		}
	}
	return b.String()
}
