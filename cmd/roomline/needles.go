package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"roomline/ingest"
	"roomline/report"
	"roomline/rules"
	"roomline/rules/match"
	"roomline/timeline"
)

// What is too common. A candidate that is no hit costs about as much as a record that is none (one signal with an
// expression tied to the line's begin: reading took 8 % longer with a needle in one record of twenty, 23 % with one
// of five), a long expression several times that, and a pack has many signals. A signal that is a tenth of all
// records makes every tenth record a fact that is kept.
const (
	commonNeedle = 0.05
	fewHits      = 0.1
	commonSignal = 0.1
	leastSample  = 1000 // records: of fewer a share says little
	shownNeedles = 20
)

// needleCount is how often the needles of a pack's signals stand in the records of a sample.
type needleCount struct {
	records int64
	rows    []needleRow
}

type needleRow struct {
	signal           *rules.Signal
	needle           string // the rarest literal that every record of the signal holds; "" for any of several
	candidates, hits int64
	counts           bool // only counts are kept of it
}

// countNeedles reads the logs of a sample as an incident is read, once for the signals, once for their needles.
func (a *app) countNeedles(ctx context.Context, p *rules.Pack, set *rules.Set, paths []string) (*needleCount, error) {
	ways, owner := needlesOf(p)
	m, err := match.New(ways)
	if err != nil {
		return nil, fmt.Errorf("cannot search for the needles of %s: %w", p.Path, err)
	}
	hits, records, err := a.countHits(ctx, set.Matcher, paths)
	if err != nil {
		return nil, err
	}
	held, _, err := a.countHits(ctx, m, paths)
	if err != nil {
		return nil, err
	}
	c := &needleCount{records: records}
	for i, s := range p.Signals {
		if s.Kind != rules.LogSignal || s.Slow {
			continue
		}
		row := needleRow{signal: s, candidates: -1, hits: hits[timeline.SignalID(i)], counts: set.CountsOnly(timeline.SignalID(i))}
		for k, w := range ways {
			if n := held[timeline.SignalID(k)]; owner[k] == s && (row.candidates < 0 || n < row.candidates) {
				row.candidates, row.needle = n, ""
				if len(w.All) > 0 {
					row.needle = w.All[0]
				}
			}
		}
		c.rows = append(c.rows, row)
	}
	slices.SortStableFunc(c.rows, func(x, y needleRow) int { return cmp.Compare(y.candidates, x.candidates) })
	return c, nil
}

// needlesOf are the ways in which a search could find the records of each signal: one of the literals that all of
// them hold, else any of those of which each holds one.
func needlesOf(p *rules.Pack) (ways []match.Signal, owner []*rules.Signal) {
	add := func(s *rules.Signal, w match.Signal) {
		w.ID = timeline.SignalID(len(ways))
		ways, owner = append(ways, w), append(owner, s)
	}
	for _, s := range p.Signals {
		if s.Kind != rules.LogSignal || s.Slow {
			continue
		}
		before := len(ways)
		for _, lit := range s.All {
			if rules.IsNeedle(lit) {
				add(s, match.Signal{All: []string{lit}})
			}
		}
		if len(ways) == before {
			add(s, match.Signal{Any: s.Any})
		}
	}
	return ways, owner
}

// countHits scans and adds up the hits of each signal. Counts are exact whatever is kept.
func (a *app) countHits(ctx context.Context, m ingest.Matcher, paths []string) (map[timeline.SignalID]int64, int64, error) {
	var inputs []ingest.Input
	for _, p := range paths {
		inputs = append(inputs, ingest.Input{Path: p, Kind: "log"})
	}
	facts, texts, err := ingest.Scan(ctx, inputs, ingest.Options{Matcher: m, CountsOnly: func(timeline.SignalID) bool { return true }, Workers: a.f.cpus, Block: a.f.block,
		Since: timeline.NoTime, Until: timeline.NoTime, Numbers: []string{}, Stdin: a.stdin})
	if texts != nil {
		texts.Close()
	}
	if err != nil {
		return nil, 0, fmt.Errorf("cannot read the sample: %w", err)
	}
	records := int64(0)
	for i := range facts.Sources {
		s := &facts.Sources[i]
		records += s.Records
		if s.Error != "" {
			a.complain(fmt.Errorf("cannot read all of the sample: %s", report.Escape(s.Error)))
			a.worse(exitPartial)
		}
	}
	if records == 0 {
		return nil, 0, usage("--against: there are no log records in it; give logs such as those that the pack is for")
	}
	out := map[timeline.SignalID]int64{}
	for i := range facts.Streams {
		st := &facts.Streams[i]
		var h timeline.Hit
		for k := range st.Log.Len() {
			st.Log.Read(k, &h)
			out[h.Signal] += int64(h.N)
		}
		for k := range st.Hits {
			out[st.Hits[k].Signal] += int64(st.Hits[k].N)
		}
	}
	return out, records, nil
}

// remarks warns of what is too common in the sample.
func (c *needleCount) remarks() []rules.Remark {
	var out []rules.Remark
	if c.records < leastSample {
		out = append(out, rules.Remark{Code: "small-sample", Note: true, Text: fmt.Sprintf("the sample has only %d records: its shares say little", c.records)})
	}
	for _, r := range c.rows {
		share := float64(r.candidates) / float64(c.records)
		switch {
		case share > commonNeedle && float64(r.hits) < fewHits*float64(r.candidates):
			out = append(out, rules.Remark{Code: "common-needle", File: r.signal.File, Line: r.signal.Line, Text: fmt.Sprintf(
				"signal %s: %s stands in %d of %d records of the sample (%.1f %%), and %d of them are hits: give it a rarer literal in `all`", r.signal.Shown(), r.shown(), r.candidates, c.records, 100*share, r.hits)})
		case float64(r.hits) > commonSignal*float64(c.records) && !r.counts:
			out = append(out, rules.Remark{Code: "common-signal", File: r.signal.File, Line: r.signal.Line, Text: fmt.Sprintf(
				"signal %s: %d of %d records of the sample are hits, and each is kept: is every one of them needed?", r.signal.Shown(), r.hits, c.records)})
		}
	}
	return out
}

func (r needleRow) shown() string {
	if r.needle == "" {
		return "any of its literals"
	}
	return fmt.Sprintf("%q", r.needle)
}

// table shows the most common ones, and names those that no record holds: a typing error, or another program's.
func (c *needleCount) table(w io.Writer) {
	fmt.Fprintf(w, "%d records of the sample; needles by how many of them hold one, and how many are hits:\n", c.records)
	for i, r := range c.rows {
		if r.candidates == 0 {
			c.unheld(w, c.rows[i:])
			break
		}
		if i == shownNeedles {
			fmt.Fprintf(w, "  and %d signals more, with %d or fewer (-o json lists all)\n", len(c.rows)-i, r.candidates)
			break
		}
		fmt.Fprintf(w, "%10d %10d  %s  %s\n", r.candidates, r.hits, report.Escape(r.signal.Shown()), report.Escape(r.shown()))
	}
}

// unheld names the signals whose needle no record of the sample holds.
func (c *needleCount) unheld(w io.Writer, rows []needleRow) {
	var names []string
	for _, r := range rows[:min(len(rows), shownNeedles)] {
		names = append(names, fmt.Sprintf("%s (%s)", report.Escape(r.signal.Shown()), report.Escape(r.shown())))
	}
	more := ""
	if n := len(rows) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more (-o json lists all)", n)
	}
	fmt.Fprintf(w, "  in no record: %s%s\n", strings.Join(names, ", "), more)
}

type (
	jsonNeedles struct {
		Records int64        `json:"records"`
		Signals []jsonNeedle `json:"signals"`
	}
	jsonNeedle struct {
		Signal     string `json:"signal"`
		Line       int    `json:"line"`
		Needle     string `json:"needle"`
		Candidates int64  `json:"candidates"`
		Hits       int64  `json:"hits"`
	}
)

func (c *needleCount) json() *jsonNeedles {
	out := &jsonNeedles{Records: c.records, Signals: []jsonNeedle{}}
	for _, r := range c.rows {
		out.Signals = append(out.Signals, jsonNeedle{r.signal.Shown(), r.signal.Line, r.needle, r.candidates, r.hits})
	}
	return out
}
