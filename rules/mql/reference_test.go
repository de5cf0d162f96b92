package mql

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"roomline/timeline"
)

// recorded is one random target with what the reference judge (a slow, independent reading of the
// rule language) answered at each of its scrapes.
type recorded struct {
	Interval, Limit int64
	MaxGap          int64 `json:"max_gap"`
	Broken          [][]int
	Series          []struct {
		Name   string
		Labels map[string]string
	}
	Scrapes []struct {
		T  int64
		OK bool
		V  []*float64
	}
	Answers []struct {
		Expr string
		At   []any // "scrape_gap", "failed", 0 for an empty answer, or [[[name, value]...], number]
	}
}

func (r *recorded) target() (*timeline.Target, GapRule) {
	t := &timeline.Target{Role: "prefill", Instance: "n1", Group: "g0", Interval: time.Duration(r.Interval)}
	for k, s := range r.Series {
		x := timeline.Series{Name: s.Name, Created: timeline.NoTime}
		labels := []timeline.Label{{Name: "group", Value: "g0"}, {Name: "instance", Value: "n1"}, {Name: "role", Value: "prefill"}}
		for n, v := range s.Labels {
			labels = append(labels, timeline.Label{Name: n, Value: v})
		}
		x.Labels = sortLabels(labels)
		for _, sc := range r.Scrapes {
			v := timeline.Absent
			if sc.V[k] != nil {
				v = *sc.V[k]
			}
			x.Values = append(x.Values, v)
		}
		t.Series = append(t.Series, x)
	}
	for _, sc := range r.Scrapes {
		t.Scrapes = append(t.Scrapes, timeline.Scrape{At: timeline.Time(sc.T), OK: sc.OK})
	}
	if r.Limit >= 0 {
		return t, Limit(time.Duration(r.Limit))
	}
	return t, GapRule{}
}

func TestReference(t *testing.T) {
	raw, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []recorded
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	macros := map[string]Macro{"queue": {AnySeries: []string{"a", "b"}}}
	checked := 0
	for n, r := range all {
		x, g := r.target()
		r.gaps(t, n, x, g)
		for _, a := range r.Answers {
			e, err := Parse(a.Expr, macros)
			if err != nil {
				t.Fatal(err)
			}
			v := e.On(x, g)
			for i, want := range a.At {
				if d := disagreement(v, i, want); d != "" {
					t.Errorf("case %d, %s at %d: %s", n, a.Expr, i, d)
				}
				checked++
			}
		}
	}
	if checked < 5000 {
		t.Errorf("only %d answers", checked)
	}
}

func (r *recorded) gaps(t *testing.T, n int, x *timeline.Target, g GapRule) {
	t.Helper()
	runs := NewRuns(x, g)
	if int64(runs.Gap) != r.MaxGap || MaxGap(x, g) != runs.Gap {
		t.Errorf("case %d: max gap %d, want %d", n, runs.Gap, r.MaxGap)
	}
	for i, row := range r.Broken {
		for k, want := range row {
			if runs.Broken(i, i+k) != (want == 1) || Broken(x, g, i, i+k) != (want == 1) {
				t.Errorf("case %d: broken(%d, %d) is not %d", n, i, i+k, want)
			}
		}
	}
}

// disagreement compares an answer by labels. Where two metrics differ in their name alone, which a
// rollup drops, the reference keeps one of them.
func disagreement(v *Eval, i int, want any) string {
	got, err := v.At(i)
	if word, ok := want.(string); ok {
		if word == "failed" {
			word = "scrape_gap"
		}
		if err == nil || err.(*Unknown).Reason.String() != word {
			return fmt.Sprintf("%v, want %s", show(got, err), word)
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	have := map[string][]float64{}
	for _, s := range got {
		key := labelKey(s.Name, s.Labels)
		have[key] = append(have[key], s.Value)
	}
	rows, _ := want.([]any)
	if len(have) != len(rows) {
		return fmt.Sprintf("%s, want %v", show(got, nil), rows)
	}
	for _, row := range rows {
		var name string
		var labels []timeline.Label
		for _, l := range row.([]any)[0].([]any) {
			p := l.([]any)
			if p[0].(string) == "__name__" {
				name = p[1].(string)
			} else {
				labels = append(labels, timeline.Label{Name: p[0].(string), Value: p[1].(string)})
			}
		}
		if !slices.Contains(have[labelKey(name, sortLabels(labels))], row.([]any)[1].(float64)) {
			return fmt.Sprintf("%s, want %v", show(got, nil), row)
		}
	}
	return ""
}

func labelKey(name string, labels []timeline.Label) string {
	return string(appendKey(nil, name, labels))
}
