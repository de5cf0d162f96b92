package report

import (
	"cmp"
	"slices"

	"roomline/rules"
	"roomline/timeline"
)

type jsonSource struct {
	Path            string    `json:"path"`
	Kind            string    `json:"kind"`
	Format          string    `json:"format"`
	Wrapper         string    `json:"wrapper"`
	Role            string    `json:"role"`
	Instance        string    `json:"instance"`
	RoleFrom        string    `json:"role_from"`
	Records         int64     `json:"records"`
	Lines           int64     `json:"lines"`
	Bytes           int64     `json:"bytes"`
	UnparsedLines   int64     `json:"unparsed_lines"`
	UnparsedSamples []string  `json:"unparsed_samples"`
	Zone            string    `json:"zone"`
	ZoneFrom        string    `json:"zone_from"`
	ShiftMS         int64     `json:"shift_ms"`
	RoomsVisible    int       `json:"rooms_visible"`
	First           when      `json:"first"`
	Last            when      `json:"last"`
	Gaps            []jsonGap `json:"gaps"`
	Error           string    `json:"error"`
	Group           string    `json:"group"`
	Ranks           []string  `json:"ranks"`
	Notes           []string  `json:"notes"`

	Repeats []jsonRepeat `json:"repeats"`
}

func sourcesOf(inc *timeline.Incident) []jsonSource {
	out := []jsonSource{}
	for i := range inc.Sources {
		s := &inc.Sources[i]
		out = append(out, jsonSource{
			Path: s.Path, Kind: s.Kind, Format: s.Format, Wrapper: s.Wrapper, Role: s.Role, Instance: s.Instance, RoleFrom: s.RoleFrom,
			Records: s.Records, Lines: s.Lines, Bytes: s.Bytes, UnparsedLines: s.Unparsed, UnparsedSamples: list(s.UnparsedSamples),
			Zone: s.Zone, ZoneFrom: s.ZoneFrom, ShiftMS: s.Shift.Milliseconds(), RoomsVisible: RoomsVisible(inc, s),
			First: when(known(s.First)), Last: when(known(s.Last)), Gaps: gapsOf(inc, timeline.SourceID(i)), Error: s.Error, Group: s.Group, Ranks: list(s.Ranks), Notes: Notes(inc, s), Repeats: repeatsOf(s),
		})
	}
	return out
}

// known: a source without a stamp has no first and no last.
func known(t timeline.Time) timeline.Time {
	if t == 0 {
		return timeline.NoTime
	}
	return t
}

// RoomsVisible is how much of rooms a source's process shows: the least of its lives.
func RoomsVisible(inc *timeline.Incident, s *timeline.Source) int {
	p, ok := inc.Process(s.Role + "@" + s.Instance)
	if !ok || len(p.Lives) == 0 || s.Stream == 0 {
		return 0
	}
	least := p.Lives[0].RoomsVisible
	for _, l := range p.Lives {
		least = min(least, l.RoomsVisible)
	}
	return least
}

// Notes is what is to be said of a source: what was guessed or capped, that it is an excerpt of
// another one, that its zone seems wrong.
func Notes(inc *timeline.Incident, s *timeline.Source) []string {
	out := append([]string{}, s.Notes...)
	if s.Stream == 0 {
		return out
	}
	st := inc.Stream(s.Stream)
	if st.ExcerptOf != 0 {
		out = append(out, "an excerpt of "+inc.Stream(st.ExcerptOf).Name+": its hits are the same events, and its silence says nothing")
	}
	for _, z := range inc.Zones {
		if z.Stream == s.Stream {
			out = append(out, z.Why)
		}
	}
	return out
}

func gapsOf(inc *timeline.Incident, id timeline.SourceID) []jsonGap {
	out := []jsonGap{}
	s := &inc.Sources[id]
	if s.Stream != 0 {
		st := inc.Stream(s.Stream)
		if len(st.Sources) > 0 && st.Sources[len(st.Sources)-1] != id {
			return out // of a rotation the newest file tells the gaps
		}
		for _, h := range st.Holes {
			out = append(out, jsonGap{when(h.Lo), when(h.Hi), "log_gap"})
		}
		return out
	}
	if s.Target >= 0 && s.Target < len(inc.Targets) {
		for _, g := range rules.ScrapeGaps(&inc.Targets[s.Target]) {
			out = append(out, jsonGap{when(g.Lo), when(g.Hi), "scrape_gap"})
		}
	}
	return out
}

func seriesOf(inc *timeline.Incident) []jsonSeries {
	out := []jsonSeries{}
	for i := range inc.Targets {
		t := &inc.Targets[i]
		for j := range t.Series {
			out = append(out, oneSeries(t, &t.Series[j]))
		}
	}
	slices.SortStableFunc(out, func(a, b jsonSeries) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(labelText(a.Labels), labelText(b.Labels)))
	})
	return out
}

func oneSeries(t *timeline.Target, s *timeline.Series) jsonSeries {
	js := jsonSeries{Name: s.Name, Labels: map[string]string{}, Samples: s.Samples, First: when(timeline.NoTime), Last: when(timeline.NoTime)}
	for _, l := range s.Labels {
		js.Labels[l.Name] = l.Value
	}
	for k, v := range s.Values {
		if timeline.IsAbsent(v) {
			continue
		}
		if timeline.Time(js.First) == timeline.NoTime {
			js.First = when(t.Scrapes[k].At)
		}
		js.Last = when(t.Scrapes[k].At)
	}
	return js
}

func labelText(m map[string]string) string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	text := ""
	for _, k := range keys {
		text += k + "=" + m[k] + "\x00"
	}
	return text
}
