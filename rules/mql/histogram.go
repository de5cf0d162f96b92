package mql

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"roomline/timeline"
)

// quantile is histogram_quantile(phi, buckets), interpolated inside a bucket as VictoriaMetrics and
// Prometheus do. Buckets are told apart by `le` and joined by all other labels. A scrape that lacks a
// bucket gives unknown; a window in which nothing was counted gives none.
type quantile struct{ phi, arg node }

type bucket struct {
	le   float64
	vals []float64
}

func (q *quantile) eval(s *scope, emit func(row)) coverage {
	phi, pwhy := column(q.phi, s)
	rows, c := materialise(q.arg, s)
	why := both(c.settle(), pwhy)
	without := grouping{without: true, labels: []string{"le"}}
	groups, order := map[string][]bucket{}, []row{}
	for _, r := range rows {
		le, ok := bound(r.labels)
		if !ok {
			continue
		}
		_, labels := without.apply("", r.labels)
		key := string(appendKey(nil, "", labels))
		if groups[key] == nil {
			order = append(order, row{name: key, labels: labels})
		}
		groups[key] = append(groups[key], bucket{le, r.vals})
	}
	slices.SortFunc(order, compareRows)
	out := make([]float64, len(s.at))
	for _, g := range order {
		buckets := groups[g.name]
		slices.SortStableFunc(buckets, func(a, b bucket) int { return cmp.Compare(a.le, b.le) })
		for k := range out {
			out[k] = at(phi[k], buckets, k, s.server)
		}
		mask(out, why)
		emit(row{labels: g.labels, vals: out, why: why})
	}
	return coverage{why: why}
}

func bound(labels []timeline.Label) (float64, bool) {
	for _, l := range labels {
		if l.Name == "le" {
			le, err := strconv.ParseFloat(l.Value, 64)
			return le, err == nil
		}
	}
	return 0, false
}

// at is the quantile at one position. Counts that fall with a rising bound (buckets that were read
// one after the other) are raised to the one before. A server takes a bucket that is not there for the
// one below it.
func at(phi float64, buckets []bucket, k int, server bool) float64 {
	total := 0.0
	for _, b := range buckets {
		switch v := b.vals[k]; {
		case v == v:
			total = max(total, v)
		case !server:
			return timeline.Absent
		}
	}
	switch {
	case timeline.IsAbsent(phi) || math.IsNaN(phi) || total == 0:
		return timeline.Absent
	case phi < 0:
		return math.Inf(-1)
	case phi > 1:
		return math.Inf(1)
	}
	want, low, below := total*phi, 0.0, 0.0
	for _, b := range buckets {
		v := below
		if b.vals[k] > v {
			v = b.vals[k]
		}
		switch {
		case v <= 0 || v < want:
			below, low = v, b.le
			continue
		case math.IsInf(b.le, 1) || v == below:
			return finite(low)
		}
		return low + (b.le-low)*(want-below)/(v-below)
	}
	return finite(low)
}

func finite(v float64) float64 {
	if math.IsInf(v, 0) {
		return timeline.Absent
	}
	return v
}
