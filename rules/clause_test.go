package rules_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

// clauses is how many clauses of the rule language carry a number.
const clauses = 25

// clauseCase is expected.json of testdata/clauses/Pnn: what a pack finds in data/, and what it would
// find if the clause was read otherwise.
type clauseCase struct {
	Clause, About   string
	Expect, Without []clauseFinding
}

type clauseFinding struct {
	Rule        string            `json:"rule"`
	Entity      map[string]string `json:"entity"`
	Verdict     string            `json:"verdict"`
	Steps       map[string]string `json:"steps"`
	Root        string            `json:"root"`
	ExplainedBy []string          `json:"explained_by"`
	Class       string            `json:"class"`
	Branches    map[string]string `json:"branches"`
	Count       int               `json:"count"`
	NotFired    string            `json:"not_fired"`
}

// TestClauses reads and judges one small case for each numbered clause. .ci/clauses.py shows that each
// of them comes out otherwise without its clause.
func TestClauses(t *testing.T) {
	for n := 1; n <= clauses; n++ {
		name := fmt.Sprintf("P%02d", n)
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("testdata/clauses", name)
			c := readClause(t, dir)
			if c.Clause != name || sameFindings(c.Expect, c.Without) {
				t.Fatal("the case says nothing about its clause")
			}
			got := judgeClause(t, dir)
			if !sameFindings(got, c.Expect) {
				t.Errorf("%s\ngot  %s\nwant %s", c.About, show(t, got), show(t, c.Expect))
			}
		})
	}
}

func readClause(t *testing.T, dir string) (c clauseCase) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(src, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func show(t *testing.T, fs []clauseFinding) string {
	t.Helper()
	out, err := json.MarshalIndent(fs, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// sameFindings compares them in any order.
func sameFindings(a, b []clauseFinding) bool {
	rest := slices.Clone(b)
	for _, f := range a {
		i := slices.IndexFunc(rest, func(g clauseFinding) bool { return reflect.DeepEqual(f, g) })
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return len(rest) == 0
}

func judgeClause(t *testing.T, dir string) []clauseFinding {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(dir, "pack.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	pack, faults := rules.Load("pack.yaml", src)
	if pack == nil {
		t.Fatal(faults)
	}
	set, err := rules.NewSet(pack)
	if err != nil {
		t.Fatal(err)
	}
	facts, texts, err := ingest.Scan(context.Background(), []ingest.Input{{Path: filepath.Join(dir, "data")}}, ingest.Options{Matcher: set.Matcher, CountsOnly: set.CountsOnly, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	return clauseFindings(rules.Judge(set, timeline.Build(facts, &set.Schema)))
}

func clauseFindings(res *rules.Result) []clauseFinding {
	ruleOf := map[string]string{}
	for _, f := range res.Findings {
		ruleOf[f.ID] = f.Rule
	}
	var out []clauseFinding
	for _, f := range res.Findings {
		c := clauseFinding{Rule: f.Rule, Verdict: f.Verdict.String(), Root: string(f.Root), Entity: map[string]string{}, Steps: map[string]string{}}
		for _, kv := range f.Entity {
			c.Entity[kv.Key] = kv.Value
		}
		for _, s := range f.Steps {
			c.Steps[s.ID] = s.Verdict.String()
		}
		for _, id := range f.ExplainedBy {
			if r := ruleOf[id]; !slices.Contains(c.ExplainedBy, r) {
				c.ExplainedBy = append(c.ExplainedBy, r)
			}
		}
		if f.Count > 1 {
			c.Count = f.Count
		}
		if f.Classify != nil {
			c.Class, c.Branches = f.Classify.Name, map[string]string{}
			for _, b := range f.Branches {
				c.Branches[b.Name] = b.Verdict.String()
			}
		}
		out = append(out, c)
	}
	for _, n := range res.NotFired {
		out = append(out, clauseFinding{Rule: n.Rule, NotFired: n.Verdict()})
	}
	return out
}
