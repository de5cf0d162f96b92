package packs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

// judged is what was found in some logs, and what it means.
type judged struct {
	inc *timeline.Incident
	res *rules.Result
}

// judge reads logs as those of one incident: role@instance -> text.
func judge(t *testing.T, set *rules.Set, logs []rules.TestLog) *judged {
	t.Helper()
	dir := t.TempDir()
	var inputs []ingest.Input
	for i, l := range logs {
		role, instance, _ := strings.Cut(l.Source, "@")
		path := filepath.Join(dir, fmt.Sprint(i), "test.log")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Join(l.Parts, "")), 0o600); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, ingest.Input{Path: path, Role: role, Instance: instance, Group: "g0", Kind: "log", Zone: "UTC"})
	}
	facts, texts, err := ingest.Scan(context.Background(), inputs, ingest.Options{Matcher: set.Matcher, Workers: 1, Since: timeline.NoTime, Until: timeline.NoTime})
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	inc := timeline.Build(facts, &set.Schema)
	return &judged{inc, rules.Judge(set, inc)}
}

// confirmed lists the rules that are confirmed, in the order of the findings.
func (j *judged) confirmed() []string {
	var out []string
	for i := range j.res.Findings {
		if f := &j.res.Findings[i]; f.Verdict == timeline.T {
			out = append(out, f.Rule)
		}
	}
	return out
}

// newSet loads a shipped pack anew: a pack belongs to one set.
func newSet(t *testing.T, name string) *rules.Set {
	t.Helper()
	set, err := rules.NewSet(shipped(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return set
}
