package mql

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// What VictoriaMetrics v1.151.0 answered over generated data is recorded in testdata/oracle by the
// module in oracle/ (see its README); another folder may be named to check more than is kept.
var oracleDir = flag.String("oracle", "testdata/oracle", "the folder with recorded answers")

type oracleFile struct {
	Server string
	Data   struct {
		Begin  int64
		Series []struct {
			Name   string
			Labels map[string]string
			T      []int64
			V      []float64
		}
	}
	Grids []struct {
		From, To, Step int64
		At             []int
	}
	Refused []string
	Answers []struct {
		Expr string
		Grid int
		Err  bool
		Rows []struct {
			M map[string]string
			V []any
		}
	}
}

func readOracle(t testing.TB, name string) *oracleFile {
	t.Helper()
	f, err := os.Open(filepath.Join(*oracleDir, name+".json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var out oracleFile
	if err := json.NewDecoder(z).Decode(&out); err != nil {
		t.Fatal(err)
	}
	return &out
}

// targets are the recorded series as scrapes, one target for each instance.
func (o *oracleFile) targets() []*timeline.Target {
	byInstance := map[string][]int{}
	for i, s := range o.Data.Series {
		byInstance[s.Labels["instance"]] = append(byInstance[s.Labels["instance"]], i)
	}
	var out []*timeline.Target
	for _, instance := range slices.Sorted(maps.Keys(byInstance)) {
		x := &timeline.Target{Instance: instance}
		var at []timeline.Time
		for _, i := range byInstance[instance] {
			x.Role = o.Data.Series[i].Labels["role"]
			for _, ms := range o.Data.Series[i].T {
				at = append(at, timeline.Time(o.Data.Begin+ms)*1e6)
			}
		}
		slices.Sort(at)
		for _, t := range slices.Compact(at) {
			x.Scrapes = append(x.Scrapes, timeline.Scrape{At: t, OK: true})
		}
		for _, i := range byInstance[instance] {
			s := o.Data.Series[i]
			y := timeline.Series{Name: s.Name, Created: timeline.NoTime, Values: filled(len(x.Scrapes), timeline.Absent), Samples: int64(len(s.V))}
			for k, v := range s.Labels {
				y.Labels = append(y.Labels, timeline.Label{Name: k, Value: v})
			}
			y.Labels = sortLabels(y.Labels)
			for k, ms := range s.T {
				j, _ := slices.BinarySearchFunc(x.Scrapes, timeline.Time(o.Data.Begin+ms)*1e6, func(s timeline.Scrape, t timeline.Time) int {
					return int(s.At - t)
				})
				y.Values[j] = s.V[k]
			}
			x.Series = append(x.Series, y)
		}
		out = append(out, x)
	}
	return out
}

// different are the expressions that we answer otherwise, and why. Each must differ somewhere, or it
// does not belong here.
var different = map[string]string{
	`round(temp, 0.1)`:          "the server subtracts a remainder with its rounding error: it rounds 30.25 to 30.2",
	`sgn(queue - 5)`:            "the sign of nothing is nothing, not 0",
	`range_avg(queue)`:          "the server divides by the number of positions, those without a value included",
	`running_avg(queue)`:        "the same",
	`any(queue)`:                "the server takes the series that it happens to find first; we take the first by labels that has a value",
	`any by (instance) (queue)`: "the same",
	`limitk(1, queue)`:          "the server chooses by a hash of the labels; we take the first by labels",
}

// TestOracle: on a grid of fixed steps the answers are those of the server.
func TestOracle(t *testing.T) {
	differs := map[string]bool{}
	exprs := map[string]bool{}
	for _, name := range []string{"regular", "irregular"} {
		o := readOracle(t, name)
		targets := o.targets()
		agree, values := map[int]int{}, 0
		for _, a := range o.Answers {
			exprs[a.Expr] = true
			g := o.Grids[a.Grid]
			if a.Err {
				t.Errorf("%s: the server refused it", a.Expr)
				continue
			}
			e, err := Parse(a.Expr, nil)
			if err != nil {
				t.Errorf("%s: %v", a.Expr, err)
				continue
			}
			got := e.Range(targets, GapRule{}, Span{From: timeline.Time(g.From) * 1e6, To: timeline.Time(g.To) * 1e6, Step: time.Duration(g.Step) * time.Millisecond, Server: true})
			want := map[string][]any{}
			for _, r := range a.Rows {
				want[metricKey(r.M)] = r.V
				values += len(r.V)
			}
			diff := unlikeServer(got, g.At, want)
			switch {
			case diff == "":
				agree[a.Grid]++
			case different[a.Expr] != "":
				differs[a.Expr] = true
			default:
				t.Errorf("%s, %s, grid %d: %s", a.Expr, name, a.Grid, diff)
			}
		}
		t.Logf("%s: of %d expressions agree on each grid %v, %d values", name, len(exprs), agree, values)
	}
	if len(exprs) < 149 {
		t.Errorf("only %d expressions", len(exprs))
	}
	for expr := range different {
		if !differs[expr] {
			t.Errorf("%s: it is said to differ, and does not", expr)
		}
	}
}

// TestOracleRefused: what the server knows and we do not is refused by name and column when it is read.
func TestOracleRefused(t *testing.T) {
	word := regexp.MustCompile(`limit|fill|\[1m\]$|^\w+`) // what it is about
	for _, text := range readOracle(t, "regular").Refused {
		_, err := Parse(text, nil)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", text, err)
			continue
		}
		names := word.FindAllString(text, -1)
		name := strings.Trim(names[len(names)-1], "[]")
		if e.Column == 0 || !strings.Contains(e.Msg, name) {
			t.Errorf("%s: column %d: %s, which does not name %s", text, e.Column, e.Msg, name)
		}
	}
}

func metricKey(m map[string]string) string {
	var labels []timeline.Label
	for k, v := range m {
		if k != "__name__" {
			labels = append(labels, timeline.Label{Name: k, Value: v})
		}
	}
	return string(appendKey(nil, m["__name__"], sortLabels(labels)))
}

// unlikeServer is the first difference, "" if there is none. Where both sides of `or` have the labels,
// ours come as two series.
func unlikeServer(g *Grid, at []int, want map[string][]any) string {
	got := map[string][]float64{}
	for _, s := range g.Series {
		key := string(appendKey(nil, s.Name, s.Labels))
		if got[key] == nil {
			got[key] = filled(len(at), timeline.Absent)
		}
		for i, k := range at {
			if v := s.Values[k]; !timeline.IsAbsent(v) {
				got[key][i] = v
			}
		}
	}
	for key, vals := range got {
		for i, v := range vals {
			if !timeline.IsAbsent(v) && want[key] == nil {
				return fmt.Sprintf("we have %q with %v at %d, the server does not", key, v, at[i])
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		for i, x := range want[key] {
			v := timeline.Absent
			if got[key] != nil {
				v = got[key][i]
			}
			if !sameValue(v, x) {
				return fmt.Sprintf("%q at %d: %v, want %v (of %v)", key, at[i], v, x, want[key])
			}
		}
	}
	return ""
}

func sameValue(v float64, want any) bool {
	switch x := want.(type) {
	case nil:
		return timeline.IsAbsent(v)
	case string:
		y, err := strconv.ParseFloat(x, 64)
		return err == nil && (v == y || math.IsNaN(y) && math.IsNaN(v) && !timeline.IsAbsent(v))
	case float64:
		return math.Abs(v-x) <= 1e-9*math.Max(1, math.Abs(x))
	}
	return false
}
