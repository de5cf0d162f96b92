package packtest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

// New gives the case of a test as its pack writes it, its mutations done. The pack's signals tell
// level_off which lines a higher log level would not have printed.
func New(t *rules.Test, p *rules.Pack) (*Case, error) {
	c := &Case{Name: t.Name, CapturedAt: t.CapturedAt, Marks: t.Marks}
	if err := checkSources(t); err != nil {
		return nil, err
	}
	id := 0
	for _, log := range t.Logs {
		l := Log{Source: log.Source, Name: log.Source, Captured: -1}
		for _, part := range log.Parts {
			l.Files = append(l.Files, newFile(part, &id))
		}
		c.Logs = append(c.Logs, l)
	}
	for i := range t.Metrics {
		m := &t.Metrics[i]
		if !t.Start.Known() {
			return nil, fmt.Errorf("test %q has metrics but no start: say when the first scrape was (start: 2026-05-12T03:14:00Z)", t.Name)
		}
		scrapes, err := spellOutAll(m.Series, t.Start, m.Interval)
		if err != nil {
			return nil, fmt.Errorf("metrics of %s in test %q: %w", m.Source, t.Name, err)
		}
		c.Targets = append(c.Targets, Target{Source: m.Source, Interval: m.Interval, Scrapes: scrapes})
	}
	for i := range t.Mutate {
		if err := mutate(c, &t.Mutate[i], p); err != nil {
			return nil, fmt.Errorf("test %q, %s in line %d: %w", t.Name, t.Mutate[i].Kind, t.Mutate[i].Line, err)
		}
	}
	return c, nil
}

// roles are those that a source can be given.
var roles = []string{"prefill", "decode", "router", "client", "unknown"}

// checkSources refuses sources that no incident could have.
func checkSources(t *rules.Test) error {
	for _, s := range t.Sources() {
		if role, instance, _ := owner(s); instance == "" || !slices.Contains(roles, role) {
			return fmt.Errorf("test %q: the source %q is none that an incident can have: write role@instance, the role being %s", t.Name, s, strings.Join(roles, ", "))
		}
	}
	return nil
}

// newFile splits a text into lines and numbers them on.
func newFile(text string, id *int) File {
	f := File{Open: !strings.HasSuffix(text, "\n")}
	if text = strings.TrimSuffix(text, "\n"); text == "" {
		return File{}
	}
	for _, l := range strings.Split(text, "\n") {
		*id++
		f.Lines = append(f.Lines, Line{l, *id})
	}
	return f
}

// spellOutAll gives the scrapes of series in promtool's notation. `_` is a scrape that lacks the series;
// where all lack theirs nobody scraped.
func spellOutAll(series []string, start timeline.Time, interval time.Duration) ([]Scrape, error) {
	names, values, longest, err := spellOutSeries(series)
	if err != nil {
		return nil, err
	}
	var out []Scrape
	for k := range longest {
		s := Scrape{At: start.Add(time.Duration(k) * interval)}
		for i, v := range values {
			if k < len(v) && v[k] != "" {
				s.Samples = append(s.Samples, Sample{names[i], v[k]})
			}
		}
		if len(s.Samples) > 0 {
			out = append(out, s)
		}
	}
	return out, nil
}
