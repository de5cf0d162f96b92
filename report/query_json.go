package report

import (
	"io"

	"roomline/rules/mql"
	"roomline/timeline"
)

type jsonGridSeries struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
	Values []*string         `json:"values"`
	Why    []string          `json:"why"`
}

// QueryJSON writes the answer: times, and for each series its values (null: none, or unknown, as why
// says).
func QueryJSON(w io.Writer, q *Query) error {
	out := struct {
		Expr      string           `json:"expr"`
		Semantics string           `json:"semantics,omitempty"`
		Times     []when           `json:"times"`
		Why       []string         `json:"why"`
		Series    []jsonGridSeries `json:"series"`
	}{Expr: q.Expr, Times: []when{}, Why: codes(q.Grid.Why), Series: []jsonGridSeries{}}
	if q.Server {
		out.Semantics = ServerSemantics
	}
	for _, t := range q.Grid.Times {
		out.Times = append(out.Times, when(t))
	}
	for _, s := range q.Grid.Series {
		js := jsonGridSeries{Name: s.Name, Labels: map[string]string{}, Values: make([]*string, len(s.Values)), Why: codes(s.Why)}
		for _, l := range s.Labels {
			js.Labels[l.Name] = l.Value
		}
		for k, v := range s.Values {
			if !timeline.IsAbsent(v) {
				text := Number(v)
				js.Values[k] = &text
			}
		}
		out.Series = append(out.Series, js)
	}
	return Indented(w, out)
}

func codes(why []mql.Reason) []string {
	out := make([]string, len(why))
	for i, r := range why {
		out[i] = r.String()
	}
	return out
}
