package report

import (
	"fmt"
	"io"
	"strings"

	"roomline/timeline"
)

// DiffText writes two moments side by side. all: also what is equal, and the buckets of histograms.
func DiffText(w io.Writer, d *Document, x *Diff, all bool, s Style) error {
	p := newPrinter(w, d, s)
	p.line(p.s.paint(bold, fmt.Sprintf("%s and %s", p.clock.At(x.At[0]), p.clock.At(x.At[1]))) + " " + p.clock.ZoneName() + ", " + Duration(x.At[1].Sub(x.At[0])) + " apart")
	p.section("ROOMS", "")
	if x.Seen != "" {
		p.para(2, p.s.paint(yellow, "▲"), x.Seen)
	}
	t := table{head: []string{"STATE", p.clock.At(x.At[0]), p.clock.At(x.At[1])}, right: map[int]bool{1: true}}
	for _, r := range x.Rooms {
		t.add(Escape(r.State), fmt.Sprint(r.Rooms[0]), fmt.Sprint(r.Rooms[1]))
	}
	if len(x.Rooms) == 0 {
		p.line("  no line is about a room at or before these moments")
	} else {
		t.write(p, 2)
	}
	p.diffSeries(x, all)
	return p.w.Flush()
}

// diffSeries writes what changed, and counts what did not or could not be seen.
func (p *printer) diffSeries(x *Diff, all bool) {
	p.section("SERIES", "gauges, and what counters counted, at the last scrape or log line at or before each moment")
	t := table{head: []string{"PROCESS", "AT " + p.clock.At(x.At[0]), "AT " + p.clock.At(x.At[1]), "CHANGE", "SERIES"}, right: map[int]bool{1: true, 2: true, 3: true}}
	equal, buckets := 0, 0
	blind := map[string]int{}
	for i := range x.Series {
		s := &x.Series[i]
		change, changed := s.Change()
		switch {
		case !s.Value[0].OK && !s.Value[1].OK && !all:
			blind[s.Process+": "+s.Value[0].Why]++
			continue
		case s.Bucket && !all:
			buckets++
			continue
		case !changed && !all:
			equal++
			continue
		}
		t.add(Escape(s.Process), p.observed(s.Value[0]), p.observed(s.Value[1]), change, Escape(s.Name+LabelText(s.Labels)))
	}
	if len(t.rows) > 0 {
		t.write(p, 2)
	}
	if equal+buckets > 0 {
		p.line(fmt.Sprintf("  %d series are equal at both, %d are buckets of histograms (--all shows them)", equal, buckets))
	}
	for _, k := range sortedKeys(blind) {
		p.para(2, p.s.paint(yellow, "? not observed"), fmt.Sprintf("at either moment: %d series of %s", blind[k], Escape(k)))
	}
}

// observed is a value, or that there is none.
func (p *printer) observed(o Observed) string {
	if !o.OK {
		return "not observed (" + o.Why + ")"
	}
	return Number(o.Value)
}

// LabelText writes labels as an exposition does.
func LabelText(labels []timeline.Label) string {
	if len(labels) == 0 {
		return ""
	}
	parts := make([]string, len(labels))
	for i, l := range labels {
		parts[i] = fmt.Sprintf("%s=%q", l.Name, l.Value)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

type (
	jsonObserved struct {
		Value  *string `json:"value"`
		Scrape when    `json:"scrape"`
		Why    string  `json:"why"`
	}
	jsonSeriesDiff struct {
		Process string            `json:"process"`
		Name    string            `json:"name"`
		Labels  map[string]string `json:"labels"`
		Counter bool              `json:"counter"`
		At      [2]jsonObserved   `json:"at"`
		Change  string            `json:"change"`
	}
	jsonStateDiff struct {
		State string `json:"state"`
		Rooms [2]int `json:"rooms"`
	}
)

// DiffJSON writes all of it as one object.
func DiffJSON(w io.Writer, x *Diff) error {
	out := struct {
		At         [2]when          `json:"at"`
		Visibility string           `json:"visibility"`
		Rooms      []jsonStateDiff  `json:"rooms"`
		Series     []jsonSeriesDiff `json:"series"`
	}{At: [2]when{when(x.At[0]), when(x.At[1])}, Visibility: x.Seen, Rooms: []jsonStateDiff{}, Series: []jsonSeriesDiff{}}
	for _, r := range x.Rooms {
		out.Rooms = append(out.Rooms, jsonStateDiff(r))
	}
	for i := range x.Series {
		s := &x.Series[i]
		change, _ := s.Change()
		js := jsonSeriesDiff{Process: s.Process, Name: s.Name, Labels: map[string]string{}, Counter: s.Counter, Change: change}
		for _, l := range s.Labels {
			js.Labels[l.Name] = l.Value
		}
		for k, o := range s.Value {
			js.At[k] = jsonObserved{Scrape: when(o.Scrape), Why: o.Why}
			if o.OK {
				v := Number(o.Value)
				js.At[k].Value = &v
			}
		}
		out.Series = append(out.Series, js)
	}
	return Indented(w, out)
}
