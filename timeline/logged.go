package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// buildLogged turns the numbers that log lines print into series, roomline_log:<field>. A batch
// line is their scrape: fields that one kind of line wrote at the same seconds share a target.
func (inc *Incident) buildLogged() {
	type key struct {
		process ProcessID
		rank    string
		at      string
	}
	index := map[key]int{}
	for i := range inc.Streams {
		s := &inc.Streams[i]
		if s.ExcerptOf != 0 {
			continue
		}
		for g := range s.Gauges {
			gauge := &s.Gauges[g]
			k := key{s.Process, gauge.Rank, fingerprint(gauge.At)}
			t, ok := index[k]
			if !ok {
				t = len(inc.Targets)
				index[k] = t
				inc.Targets = append(inc.Targets, inc.loggedTarget(s, gauge))
			}
			inc.Targets[t].Series = append(inc.Targets[t].Series, loggedSeries(s, gauge))
		}
	}
	for i := range inc.Targets {
		if t := &inc.Targets[i]; t.Logged {
			slices.SortStableFunc(t.Series, func(a, b Series) int { return cmp.Compare(a.Name, b.Name) })
		}
	}
}

func fingerprint(at []Time) string {
	if len(at) == 0 {
		return ""
	}
	sum := uint64(14695981039346656037)
	for _, t := range at {
		sum = (sum ^ uint64(t)) * 1099511628211
	}
	return fmt.Sprint(at[0], at[len(at)-1], len(at), sum)
}

func (inc *Incident) loggedTarget(s *Stream, g *Gauge) Target {
	t := Target{Role: s.Role, Instance: s.Instance, Group: s.Group, RoleFrom: s.RoleFrom, Logged: true, Stream: s.ID, Process: s.Process, Clock: s.Clock, Source: -1}
	if len(s.Sources) > 0 {
		t.Source = s.Sources[len(s.Sources)-1]
	}
	t.Scrapes = make([]Scrape, len(g.At))
	for i, at := range g.At {
		t.Scrapes[i] = Scrape{At: at, OK: true}
	}
	return t
}

func loggedSeries(s *Stream, g *Gauge) Series {
	labels := []Label{{"group", s.Group}, {"instance", s.Instance}, {"rank", g.Rank}, {"role", s.Role}}
	if g.Rank == "" {
		labels = slices.DeleteFunc(labels, func(l Label) bool { return l.Name == "rank" })
	}
	return Series{Name: "roomline_log:" + g.Field, Labels: labels, Type: "gauge", Values: g.Last, Samples: g.Writes, Created: NoTime}
}

// RanksOf gives the tags of a rank prefix: "DP0 TP0" is DP0 and TP0.
func RanksOf(rank string) []string { return strings.Fields(rank) }
