package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"roomline/rules/packtest"
)

// writeSample writes the log of 1200 records that a script calls sample.log.
func writeSample(e *testscript.Env) error {
	var b strings.Builder
	at := time.Date(2026, 5, 12, 3, 14, 0, 0, time.UTC)
	for i := range 1200 {
		more := ""
		if i == 600 {
			more = ", it went boom"
		}
		fmt.Fprintf(&b, "[%s TP0] Decode batch. #running-req: %d%s\n", at.Add(time.Duration(i)*time.Second).Format(time.DateTime), i%7, more)
	}
	return os.WriteFile(filepath.Join(e.WorkDir, "sample.log"), []byte(b.String()), 0o600)
}

func TestRulesTools(t *testing.T) {
	testscript.Run(t, testscript.Params{Files: []string{"testdata/rules/rules_tools.txtar"}, Cmds: scriptCommands, Setup: writeSample})
}

// Every key of `rules test -o json` and `rules lint -o json` is described.
func TestDocsNameEveryKeyOfRulesTools(t *testing.T) {
	text := readDoc(t, "json.md")
	dir := t.TempDir()
	pack := filepath.Join(dir, "p.yaml")
	if code, _, stderr := call(context.Background(), "rules", "new", "a-rule", pack); code != exitOK {
		t.Fatal(stderr)
	}
	src, err := os.ReadFile(pack)
	if err != nil {
		t.Fatal(err)
	}
	broken := strings.NewReplacer("verdict: confirmed", "verdict: refuted", "not_fired: not_observed", "not_fired: clear").Replace(string(src))
	if err := os.WriteFile(pack, []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "decode.log")
	if err := os.WriteFile(log, []byte("[2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	key := regexp.MustCompile(`"(\w+)":`)
	for _, args := range [][]string{{"rules", "test", "-o", "json", "--metamorphic", "-n", "2", pack}, {"rules", "lint", "-o", "json", "--against", log, pack}} {
		_, out, stderr := call(context.Background(), args...)
		found := key.FindAllStringSubmatch(out, -1)
		if len(found) < 15 {
			t.Fatalf("%v: %s%s", args, out, stderr)
		}
		for _, m := range found {
			if !strings.Contains(text, "`"+m[1]+"`") && !strings.Contains(text, "."+m[1]+"`") && m[1] != "process" && !slices.Contains(packtest.LawNames, m[1]) {
				t.Errorf("docs/json.md does not name `%s` of %s", m[1], args[1])
			}
		}
	}
}
