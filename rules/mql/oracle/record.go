package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// grid is a range with a fixed step, in milliseconds since 1970. Of its positions those of At are
// recorded.
type grid struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
	Step int64 `json:"step"`
	At   []int `json:"at"`
}

// grids: one on multiples of its step, one beside them, one that begins before and ends behind the
// data, one with long steps.
func grids(all bool) []grid {
	out := []grid{
		{From: begin + 300e3, To: begin + 1200e3, Step: 15e3},
		{From: begin + 303e3, To: begin + 903e3, Step: 7e3},
		{From: begin - 60e3, To: begin + 1620e3, Step: 60e3},
		{From: begin, To: begin + 1500e3, Step: 300e3},
	}
	for i := range out {
		n := int((out[i].To-out[i].From)/out[i].Step) + 1
		step := max(1, n/7)
		if all {
			step = 1
		}
		for k := 0; k < n; k += step {
			out[i].At = append(out[i].At, k)
		}
	}
	return out
}

// recording is a data set with the answers of the server.
type recording struct {
	Server  string     `json:"server"`
	Data    dataset    `json:"data"`
	Grids   []grid     `json:"grids"`
	Refused []string   `json:"refused"` // what the server answers and we refuse
	Answers []recorded `json:"answers"`
}

type recorded struct {
	Expr string   `json:"expr"`
	Grid int      `json:"grid"`
	Err  bool     `json:"err,omitempty"` // the server refused it
	Rows []gotRow `json:"rows"`
}

type gotRow struct {
	Metric map[string]string `json:"m"`
	Values []any             `json:"v"` // of the recorded positions: a number, a word for what is none in JSON, null for none
}

// record asks everything on every grid.
func record(s *server, d dataset, gs []grid) (*recording, error) {
	out := &recording{Server: "VictoriaMetrics v1.151.0", Data: d, Grids: gs, Refused: refused}
	for _, expr := range supported {
		for i, g := range gs {
			a, err := s.ask(expr, g)
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", expr, err)
				out.Answers = append(out.Answers, recorded{Expr: expr, Grid: i, Err: true})
				continue
			}
			one := recorded{Expr: expr, Grid: i, Rows: []gotRow{}}
			for _, r := range a.Data.Result {
				if row, any := pick(r.Metric, r.Values, g); any {
					one.Rows = append(one.Rows, row)
				}
			}
			out.Answers = append(out.Answers, one)
		}
	}
	return out, nil
}

// pick takes the recorded positions of a series.
func pick(metric map[string]string, values [][2]any, g grid) (gotRow, bool) {
	at := map[int]any{}
	for _, v := range values {
		t, _ := v[0].(float64)
		text, _ := v[1].(string)
		k := int((int64(t*1000+0.5) - g.From) / g.Step)
		if x, err := strconv.ParseFloat(text, 64); err == nil && x-x == 0 {
			at[k] = x
		} else {
			at[k] = text
		}
	}
	row, any := gotRow{Metric: metric}, false
	for _, k := range g.At {
		row.Values = append(row.Values, at[k])
		any = any || at[k] != nil
	}
	return row, any
}

func (r *recording) write(dir string) error {
	slices.SortStableFunc(r.Answers, func(a, b recorded) int { return a.Grid - b.Grid }) // packs better
	path := filepath.Join(dir, r.Data.Name+".json.gz")
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(z).Encode(r); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.Close()
}
