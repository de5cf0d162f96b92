package expo

import (
	"bytes"
	"encoding/json"
	"math"
	"net/url"
	"strconv"
	"strings"

	"roomline/timeline"
)

// jsonReader is how to read what a store answered, nil if content is no such answer.
func jsonReader(content []byte) func([]byte, Options) Result {
	head := bytes.TrimLeft(bytes.TrimPrefix(content[:min(len(content), 4096)], bom), " \t\r\n")
	if len(head) == 0 || head[0] != '{' {
		return nil
	}
	has := func(s string) bool { return bytes.Contains(head, []byte(s)) }
	switch key := bytes.TrimLeft(head[1:], " \t\r\n"); {
	case has(`"resultType"`), bytes.HasPrefix(key, []byte(`"status"`)) && has(`"errorType"`):
		return readAPI
	case bytes.HasPrefix(key, []byte(`"metric"`)) && has(`"__name__"`):
		return readExport
	}
	return nil
}

// number takes what the stores write: numbers, strings ("NaN", "+Inf", "Infinity"), null.
type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	s := strings.Trim(string(b), `"`)
	if s == "null" {
		*n = number(timeline.Absent) // VictoriaMetrics' word for NaN, of a series that ended too
		return nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if math.IsNaN(f) {
		f = math.NaN()
	}
	*n = number(f)
	return err
}

// answer collects the samples of a store's answer, by endpoint.
type answer struct {
	res    Result
	table  *Table
	groups map[string]*endpoint
	order  []*endpoint
}

type endpoint struct {
	instance string
	samples  []stamped
}

func newAnswer(content []byte, o Options, format string) *answer {
	return &answer{table: o.Table, groups: map[string]*endpoint{},
		res: Result{Format: format, Lines: countLines(content), table: o.Table, types: map[string]string{}}}
}

// series finds the endpoint of a metric and its number.
func (a *answer) series(metric map[string]string) (*endpoint, int32) {
	name := metric["__name__"]
	var labels []timeline.Label
	for k, v := range metric {
		if k != "__name__" {
			labels = append(labels, timeline.Label{Name: k, Value: v})
		}
	}
	labels = sortLabels(labels)
	key := metric["job"] + "\xff" + metric["instance"]
	g := a.groups[key]
	if g == nil {
		g = &endpoint{instance: metric["instance"]}
		a.groups[key] = g
		a.order = append(a.order, g)
	}
	return g, a.table.add(keyOf(name, labels), name, labels)
}

// done makes a result of each endpoint: what was not scraped together must not look as if it had
// been, with the other's series missing.
func (a *answer) done() Result {
	for i, g := range a.order {
		res := &a.res
		if i > 0 {
			a.res.More = append(a.res.More, Result{Format: a.res.Format, table: a.table, types: a.res.types})
			res = &a.res.More[len(a.res.More)-1]
		}
		res.Scrapes = byStamp(a.table, g.samples)
		res.InstanceHint = g.instance
		res.hint()
	}
	if n := len(a.order); n > 1 {
		a.res.note("holds %d scraped endpoints (labels job, instance)", n)
	}
	return a.res
}

// readExport reads VictoriaMetrics' /api/v1/export: a series a line.
func readExport(content []byte, o Options) Result {
	a := newAnswer(content, o, "vm-export")
	line := int64(0)
	for rest := bytes.TrimPrefix(content, bom); len(rest) > 0; {
		line++
		end := lineEnd(rest, 0)
		l := bytes.TrimSpace(rest[:end])
		rest = rest[end:]
		var s struct {
			Metric     map[string]string
			Values     []number
			Timestamps []int64
		}
		if len(l) == 0 {
			continue
		}
		if err := json.Unmarshal(l, &s); err != nil {
			a.res.bad(line, l, err.Error())
			continue
		}
		if s.Metric["__name__"] == "" || len(s.Values) != len(s.Timestamps) {
			a.res.bad(line, l, "no metric name, or not as many values as timestamps")
			continue
		}
		g, id := a.series(s.Metric)
		for i, ms := range s.Timestamps {
			g.add(timeline.Time(ms)*1e6, id, s.Values[i])
		}
	}
	return a.done()
}

func (g *endpoint) add(at timeline.Time, id int32, v number) {
	if !timeline.IsAbsent(float64(v)) && plausible(at) {
		g.samples = append(g.samples, stamped{at, id, float64(v)})
	}
}

// readAPI reads an answer of Prometheus' /api/v1/query or query_range.
func readAPI(content []byte, o Options) Result {
	a := newAnswer(content, o, "prom-json")
	var doc struct {
		Status, Error string
		Data          struct {
			ResultType string
			Result     json.RawMessage
		}
	}
	if err := json.Unmarshal(bytes.TrimPrefix(content, bom), &doc); err != nil {
		a.res.bad(1, firstLine(content), err.Error())
		return a.done()
	}
	var result []struct {
		Metric map[string]string
		Value  point
		Values []point
	}
	if doc.Status == "error" || json.Unmarshal(doc.Data.Result, &result) != nil {
		a.res.bad(1, firstLine(content), "the store answered: "+doc.Status+" "+doc.Error+" "+doc.Data.ResultType)
		return a.done()
	}
	if doc.Data.ResultType == "matrix" {
		a.res.note("values of a range query may be evaluated on a grid, which hides gaps of up to 5 minutes; export raw samples (query=SELECTOR[RANGE]) to be sure")
	}
	for _, s := range result {
		g, id := a.series(s.Metric)
		for _, p := range append(s.Values, s.Value) {
			if p.ok {
				g.add(p.at, id, p.v)
			}
		}
	}
	return a.done()
}

// point is [seconds, "value"].
type point struct {
	at timeline.Time
	v  number
	ok bool
}

func (p *point) UnmarshalJSON(b []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(b, &pair); err != nil || len(pair) != 2 {
		return err
	}
	whole, decimals, _ := strings.Cut(string(pair[0]), ".")
	p.at, p.ok = epochTime(whole, decimals)
	return p.v.UnmarshalJSON(pair[1])
}

func firstLine(b []byte) []byte { return bytes.TrimSpace(b[:lineEnd(b, 0)]) }

func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Host
	}
	return ""
}
