package mql

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"roomline/timeline"
)

// history is a random target: gaps, failed scrapes, missing samples, resets, written NaN.
func history(r *rand.Rand) *timeline.Target {
	x := &timeline.Target{Role: "prefill", Instance: "n1", Group: "g0"}
	if r.IntN(2) == 0 {
		x.Interval = 10 * time.Second
	}
	at, n := sec(1000), 1+r.IntN(30)
	gaps, fails, holes := r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
	for range n {
		x.Scrapes = append(x.Scrapes, timeline.Scrape{At: at, OK: !fails || r.IntN(8) > 0})
		at += sec(9.9 + float64(r.IntN(20))/100)
		if gaps && r.IntN(6) == 0 {
			at += sec(float64(10 + r.IntN(60)))
		}
	}
	for _, name := range []string{"a", "b", "c"} {
		for rank := range 1 + r.IntN(3) {
			s := timeline.Series{Name: name, Created: timeline.NoTime, Labels: []timeline.Label{
				{Name: "group", Value: "g0"}, {Name: "instance", Value: "n1"}, {Name: "rank", Value: fmt.Sprint(rank)}, {Name: "role", Value: "prefill"}}}
			v := 0.0
			for range n {
				switch v += float64(r.IntN(4)) / 2; r.IntN(12) {
				case 0:
					v = float64(r.IntN(3))
				case 1:
					v = -v
				}
				val := v
				if holes && r.IntN(6) == 0 {
					val = timeline.Absent
				} else if name == "b" && r.IntN(10) == 0 {
					val = math.NaN()
				}
				s.Values = append(s.Values, val)
			}
			x.Series = append(x.Series, s)
		}
	}
	return x
}

var counters = map[string]bool{"increase": true, "rate": true, "resets": true}

// naive computes a rollup from its definition: no columns, no sliding.
func naive(fn string, x *timeline.Target, g GapRule, s *timeline.Series, i int, w time.Duration) (value float64, there, known bool) {
	at := x.Scrapes[i].At
	if !x.Scrapes[i].OK {
		return 0, false, false
	}
	first := i
	for first > 0 && !Broken(x, g, first-1, first) {
		first--
	}
	begin := at - timeline.Time(w)
	if x.Scrapes[first].At > begin+timeline.Time(MaxGap(x, g)) {
		return 0, false, false
	}
	type sample struct{ t, v float64 }
	var in []sample
	var before *sample
	missing := false
	for k := first; k <= i; k++ {
		p := sample{float64(x.Scrapes[k].At) / 1e9, s.Values[k]}
		inside := x.Scrapes[k].At > begin
		switch {
		case timeline.IsAbsent(p.v) || math.IsNaN(p.v) && counters[fn]:
			missing = missing || inside
		case inside:
			in = append(in, p)
		default:
			before = &p
		}
	}
	all := in
	if before != nil {
		all = append([]sample{*before}, in...)
	}
	last := !timeline.IsAbsent(s.Values[i]) && !(counters[fn] && math.IsNaN(s.Values[i]))
	inc, changes, resets := 0.0, 0.0, 0.0
	for k := 1; k < len(all); k++ {
		a, b := all[k-1].v, all[k].v
		if b < a {
			resets++
			inc += b
		} else {
			inc += b - a
		}
		if a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
			changes++
		}
	}
	low, high, sum := math.NaN(), math.NaN(), 0.0
	for _, p := range in {
		low, high, sum = math.Min(orNaN(low, p.v), orNaN(p.v, low)), math.Max(orNaN(high, p.v), orNaN(p.v, high)), sum+p.v
	}
	n := float64(len(in))
	switch fn {
	case "increase":
		return inc, last, true
	case "rate":
		if !last || len(all) < 2 {
			return 0, false, true
		}
		return inc / (all[len(all)-1].t - all[0].t), true, true
	case "changes":
		return changes, last, true
	case "resets":
		return resets, last, true
	case "min_over_time":
		return low, !missing, true
	case "max_over_time":
		return high, !missing, true
	case "sum_over_time":
		return sum, !missing, true
	case "avg_over_time":
		return sum / n, !missing, true
	case "count_over_time":
		return n, n > 0, true
	case "present_over_time":
		return 1, n > 0, true
	case "last_over_time":
		return s.Values[i], last, true
	}
	panic(fn)
}

// orNaN is a, or b where a is NaN.
func orNaN(a, b float64) float64 {
	if math.IsNaN(a) {
		return b
	}
	return a
}

func TestRollupsAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	checked := 0
	for range 250 {
		x := history(r)
		g := []GapRule{{}, Limit(0), Limit(30 * time.Second)}[r.IntN(3)]
		for _, fn := range []string{"increase", "rate", "changes", "resets", "min_over_time", "max_over_time", "sum_over_time",
			"avg_over_time", "count_over_time", "present_over_time", "last_over_time"} {
			w := time.Duration(1+r.IntN(50)) * time.Second
			for j := range x.Series {
				s := &x.Series[j]
				text := fmt.Sprintf("%s(%s{rank=%q}[%s])", fn, s.Name, s.Label("rank"), w)
				v := mustParse(t, text).On(x, g)
				got := map[int]float64{}
				for _, one := range v.Points() {
					for _, p := range one.Points {
						got[p.Scrape] = p.Value
					}
				}
				for i := range x.Scrapes {
					want, there, known := naive(fn, x, g, s, i, w)
					value, has := got[i]
					if has != (there && known) || has && !close2(value, want) {
						t.Fatalf("%s at %d of %v: %v %v, want %v %v %v", text, i, s.Values, value, has, want, there, known)
					}
					checked++
				}
			}
		}
	}
	t.Logf("%d values", checked)
}

func close2(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b))
}

var mixture = []string{
	`a`, `a > 1`, `a == bool 1`, `sum(a)`, `max by (rank) (a) > 1`, `min(b)`, `avg(b)`, `count(b)`, `-a + 2`,
	`a offset 10s`, `sum(a offset 15s)`, `a offset -10s`, `a - a offset 10s`, `sum(rate(a[30s])) / sum(a)`,
	`a and on (rank) b > 0`, `a unless on (rank) b > 0`, `a or b`, `sum(a) > 2 or sum(b) > 2`, `absent(a{rank="1"})`,
	`absent(a > 5)`, `absent_over_time(a[15s])`, `a / on (rank) b`, `a * on (rank) group_left () c`, `scalar(a)`,
	`a > scalar(max(b))`, `clamp(a, 0, 2)`, `round(a / 3, 0.1)`, `irate(a[20s])`, `delta(a[20s])`, `first_over_time(a[20s])`,
	`sum(changes(a[20s])) > 0`, `histogram_quantile(0.5, a)`, `time() - a`, `a or vector(0)`, `nosuch == 0`, `absent(nosuch)`,
}

// TestColumnsAgainstSingle: a whole column and the answers one by one are the same, and so is a grid
// over this one target.
func TestColumnsAgainstSingle(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 150 {
		x := history(r)
		for _, text := range mixture {
			e := mustParse(t, text)
			v := e.On(x, GapRule{})
			all := map[int]int{}
			for _, s := range v.Points() {
				for _, p := range s.Points {
					all[p.Scrape]++
				}
			}
			grid := e.Range([]*timeline.Target{x}, GapRule{}, Span{From: timeline.NoTime, To: timeline.NoTime})
			for i := range x.Scrapes {
				got, err := v.At(i)
				if all[i] != len(got) {
					t.Fatalf("%s at %d: %d points, but %s", text, i, all[i], show(got, err))
				}
				inGrid := Vector{}
				for _, s := range grid.Series {
					if !timeline.IsAbsent(s.Values[i]) {
						inGrid = append(inGrid, Sample{s.Name, s.Labels, s.Values[i]})
					}
				}
				if (err != nil) != (grid.Why[i] != Known) || show(inGrid, err) != show(got, err) {
					t.Fatalf("%s at %d: grid %v %s, single %s", text, i, grid.Why[i], show(inGrid, nil), show(got, err))
				}
				if v.FreshAt(i) != e.FreshAt(x, i, GapRule{}) {
					t.Fatalf("%s: fresh at %d differs", text, i)
				}
			}
		}
	}
}
