package cre

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxLog is how large a log may be to become a test: it stands in the pack.
const maxLog = 64 << 10

// addTest makes a test of the log beside a file: its author says that the rule is seen in it.
func (res *Result) addTest(f *File, list []Rule) {
	if f.Log == nil {
		return
	}
	why := ""
	switch {
	case len(list) == 0:
		return
	case len(list) > 1:
		res.Files = append(res.Files, Note{File: f.LogPath, Effect: NoTest, What: "the log", Why: f.Path + " has several rules, and it does not tell which it shows"})
		return
	case list[0].State == Out:
		return
	case len(f.Log) > maxLog:
		why = fmt.Sprintf("it has %d bytes; the limit of a test is %d", len(f.Log), maxLog)
	case !utf8.Valid(f.Log) || strings.ContainsRune(string(f.Log), 0):
		why = "it is no UTF-8 text"
	case strings.TrimSpace(string(f.Log)) == "":
		why = "it is empty"
	}
	if why != "" {
		list[0].noTest(f.LogPath, why)
		return
	}
	r := &list[0]
	r.Test = f.LogPath
	r.test = fmt.Sprintf("  - name: %s\n    logs:\n      unknown@cre: %s\n    expect:\n      - {rule: %s, verdict: confirmed}\n",
		quote(r.ID+" in "+f.LogPath), logText(string(f.Log), "        "), quote(r.ID))
}

// DropTest takes the test of a rule out of the pack, and notes why.
func (r *Rule) DropTest(why string) {
	log := r.Test
	r.Test, r.test = "", ""
	r.noTest(log, why)
}

func (r *Rule) noTest(log, why string) {
	r.Notes = append(r.Notes, Note{File: log, Effect: NoTest, What: "the log beside it", Why: why})
}

// logText writes a log as a block if YAML gives it back as it is, else with escapes.
func logText(s, indent string) string {
	body, ends := strings.CutSuffix(s, "\n")
	lines := strings.Split(body, "\n")
	plain := ends && body != "" && strings.TrimLeft(lines[0], " \t") == lines[0] && lines[0] != "" && lines[len(lines)-1] != ""
	for i, l := range lines {
		plain = plain && printable(l) && strings.TrimSpace(l) == strings.TrimRight(strings.TrimLeft(l, " "), " ")
		if l != "" {
			lines[i] = indent + l
		}
	}
	if !plain {
		return escaped(s)
	}
	return "|\n" + strings.Join(lines, "\n")
}
