package rules

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"roomline/timeline"
)

var mutations = []string{"drop_samples", "truncate", "shuffle", "skew", "rename_series", "level_off", "duplicate"}

// mutate reads a list of mutations, each {kind: {...}} or the name of its kind alone.
func (l *loader) mutate(t *Test, n *yaml.Node) {
	if n == nil || n.Tag == "!!null" {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.fault(n, "mutate must be a list such as [{truncate: {source: prefill@n1, lines: 3}}]")
		return
	}
	for _, c := range n.Content {
		if m, ok := l.mutation(t, c); ok {
			t.Mutate = append(t.Mutate, m)
		}
	}
}

func (l *loader) mutation(t *Test, n *yaml.Node) (Mutation, bool) {
	m := Mutation{Line: n.Line, After: timeline.NoTime, Before: timeline.NoTime, Until: timeline.NoTime, Every: 1, Rooms: -1, Seed: 1}
	kind, args := n, (*yaml.Node)(nil)
	if n.Kind == yaml.MappingNode && len(n.Content) == 2 {
		kind, args = n.Content[0], n.Content[1]
	}
	if m.Kind = MutationKind(l.oneOf(kind, "a mutation", mutations...)); m.Kind == "" {
		return m, false
	}
	f := l.known(args, string(m.Kind))
	if v := f["source"].value; v != nil {
		m.Source = l.testSource(t, v)
	}
	for key, to := range map[string]*timeline.Time{"after": &m.After, "before": &m.Before, "until": &m.Until} {
		if v := f[key].value; v != nil {
			*to = l.timeIn(t, v)
		}
	}
	map[MutationKind]func(*Mutation, *yaml.Node, map[string]pair){
		MutateDropSamples: l.dropSamples, MutateTruncate: l.truncate, MutateShuffle: l.shuffle, MutateSkew: l.skew,
		MutateRenameSeries: l.renameSeries, MutateLevelOff: l.levelOff, MutateDuplicate: l.duplicate,
	}[m.Kind](&m, or(args, kind), f)
	return m, true
}

func (l *loader) dropSamples(m *Mutation, _ *yaml.Node, f map[string]pair) {
	m.As = "failed"
	if v := f["as"].value; v != nil {
		m.As = l.oneOf(v, "as", "failed", "gone")
	}
	m.Series = l.compiled(f["series"].value, "series")
	if m.Series != nil && f["as"].value != nil {
		l.fault(f["as"].at, "as says what becomes of whole scrapes; with series they stay, without those samples")
	}
	if v := f["every"].value; v != nil {
		if m.Every = l.integer(v, "every"); m.Every < 1 {
			l.fault(v, "every must be 1 or more")
		}
	}
}

func (l *loader) truncate(m *Mutation, n *yaml.Node, f map[string]pair) {
	ways := 0
	for _, k := range []string{"lines", "after", "before"} {
		if f[k].value != nil {
			ways++
		}
	}
	if ways != 1 {
		l.fault(n, "truncate needs one of lines (keep the first N, of -N the last), after and before (a time, or +90s from the test's start)")
	}
	m.Of = "all"
	if v := f["of"].value; v != nil {
		m.Of = l.oneOf(v, "of", "logs", "scrapes", "all")
	}
	if v := f["lines"].value; v != nil {
		if m.Lines, m.Of = l.integer(v, "lines"), "logs"; m.Lines == 0 {
			l.fault(v, "lines must not be 0")
		}
		if p, ok := f["of"]; ok {
			l.fault(p.at, "lines are those of logs: leave out `of`")
		}
	}
}

func (l *loader) shuffle(m *Mutation, _ *yaml.Node, f map[string]pair) {
	m.Within = l.duration(f["within"].value, "within")
	if v := f["seed"].value; v != nil {
		m.Seed = uint64(l.integer(v, "seed"))
	}
}

func (l *loader) skew(m *Mutation, n *yaml.Node, f map[string]pair) {
	m.Of = "logs"
	if v := f["of"].value; v != nil {
		m.Of = l.oneOf(v, "of", "logs", "scrapes", "all")
	}
	text, minus := l.str(f["by"].value, "by"), false
	if text == "" {
		l.fault(n, "skew needs by: how far its clock is ahead (8h, -3s)")
		return
	}
	if minus = strings.HasPrefix(text, "-"); minus || text[0] == '+' {
		text = text[1:]
	}
	d, err := ParseDuration(text)
	if err != nil {
		l.fault(f["by"].value, "by: %v", err)
	}
	if m.By = d; minus {
		m.By = -d
	}
}

func (l *loader) renameSeries(m *Mutation, n *yaml.Node, f map[string]pair) {
	m.From, m.To = l.str(f["from"].value, "from"), l.str(f["to"].value, "to")
	if m.From == "" || m.To == "" {
		l.fault(n, "rename_series needs from and to, names of metrics without labels")
	}
}

func (l *loader) levelOff(m *Mutation, _ *yaml.Node, f map[string]pair) {
	if v := f["rooms_visible"].value; v != nil {
		if m.Rooms = l.integer(v, "rooms_visible"); m.Rooms < 0 || m.Rooms > 3 {
			l.fault(v, "rooms_visible is 0 (failures), 1 (finished), 2 (received) or 3 (every step)")
		}
	}
}

func (l *loader) duplicate(m *Mutation, n *yaml.Node, f map[string]pair) {
	m.As = "file"
	if v := f["as"].value; v != nil {
		m.As = l.oneOf(v, "as", "file", "lines", "excerpt")
	}
	m.Match = l.compiled(f["match"].value, "match")
	if (m.As == "excerpt") != (m.Match != nil) {
		l.fault(or(f["match"].value, n), "an excerpt needs match, a regular expression that its records match, and nothing else does")
	}
}

// testSource resolves the name of a log or target of a test.
func (l *loader) testSource(t *Test, n *yaml.Node) string {
	name := l.str(n, "source")
	have := t.Sources()
	if slices.Contains(have, name) {
		return name
	}
	l.fault(n, "test %q has no source %q%s", t.Name, name, l.didYouMean(name, have))
	return name
}

var sinceStart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\+\s*(\S+)$`) })

// timeIn reads a time, or +90s from the test's start.
func (l *loader) timeIn(t *Test, n *yaml.Node) timeline.Time {
	m := sinceStart().FindStringSubmatch(n.Value)
	if m == nil {
		return l.time(n)
	}
	d, err := ParseDuration(m[1])
	if err != nil {
		l.fault(n, "%v", err)
	}
	if !t.Start.Known() {
		l.fault(n, "%q is counted from the test's start: give it one (start: 2026-05-12T03:14:00Z)", n.Value)
		return timeline.NoTime
	}
	return t.Start.Add(time.Duration(d))
}
