// Package skeleton writes the beginning of a rule pack: one rule with comments that say what each part is for, and
// the three tests that every rule needs. As it stands it loads, passes its tests and has no warning.
//
// It gives: [Pack] and [Kinds]. It does not write files and knows nothing of the rules that there are.
//
// Concurrency: pure functions; any goroutine.
package skeleton

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Kind is a kind of rule, with the words that a command's help shows.
type Kind struct{ Name, What string }

// Kinds are the kinds that there are.
var Kinds = []Kind{
	{"log", "one record is all (a grep with a verdict)"},
	{"silence", "something is no longer printed, although it should be"},
	{"metric", "a record, then a gauge that stays up"},
	{"sequence", "a record of one process, then one of another"},
}

var idText = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Pack is the text of a pack with a rule of an id and a kind. The id is one such as decode-queue-stuck.
func Pack(id, kind string) (string, error) {
	if !idText.MatchString(id) || len(id) > 80 || id == "null" { // YAML's word for nothing
		return "", fmt.Errorf("%q is no id for a rule: write words of small letters and digits, joined by -, such as decode-queue-stuck", id)
	}
	if !slices.Contains(names(), kind) {
		return "", fmt.Errorf("there is no kind %q of rules: it may be %s", kind, strings.Join(names(), ", "))
	}
	return strings.ReplaceAll(text("head")+text(kind), "ID", id), nil
}

func names() []string {
	out := make([]string, len(Kinds))
	for i, k := range Kinds {
		out[i] = k.Name
	}
	return out
}

// texts are head.yaml, which all packs begin with, and a file for each kind, which goes on from there. ID stands
// for the id.
//
//go:embed *.yaml
var texts embed.FS

func text(name string) string {
	b, err := texts.ReadFile(name + ".yaml")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return string(b)
}
