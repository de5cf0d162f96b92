package main

import (
	"io"

	"roomline/report"
	"roomline/rules/cre"
)

type jsonImport struct {
	Rules   []jsonCarried `json:"rules"`
	Files   []jsonNote    `json:"files"`
	Carried int           `json:"carried_over"`
	Part    int           `json:"in_part"`
	Out     int           `json:"left_out"`
}

type jsonCarried struct {
	ID       string     `json:"id"`
	Title    string     `json:"title"`
	Severity string     `json:"severity"`
	File     string     `json:"file"`
	Line     int        `json:"line"`
	State    string     `json:"state"`
	Test     string     `json:"test"`
	Notes    []jsonNote `json:"notes"`
}

type jsonNote struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Effect string `json:"effect"`
	What   string `json:"what"`
	Why    string `json:"why"`
}

// importJSON lists every rule with what became of it.
func importJSON(w io.Writer, res *cre.Result) error {
	out := jsonImport{Rules: []jsonCarried{}, Files: jsonNotes(res.Files), Carried: res.Count(cre.Carried), Part: res.Count(cre.Part), Out: res.Count(cre.Out)}
	for i := range res.Rules {
		r := &res.Rules[i]
		out.Rules = append(out.Rules, jsonCarried{r.ID, r.Title, r.Severity, r.File, r.Line, string(r.State), r.Test, jsonNotes(r.Notes)})
	}
	return report.Indented(w, out)
}

func jsonNotes(list []cre.Note) []jsonNote {
	out := []jsonNote{}
	for _, n := range list {
		out = append(out, jsonNote{n.File, n.Line, n.Col, string(n.Effect), n.What, n.Why})
	}
	return out
}
