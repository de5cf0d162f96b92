package report

import (
	"bufio"
	"io"
	"strconv"

	"roomline/rules"
	"roomline/timeline"
)

// when is a time of the contract: RFC 3339, or null where it is open or not known.
type when timeline.Time

// MarshalJSON implements json.Marshaler.
func (t when) MarshalJSON() ([]byte, error) {
	s := timeline.Time(t).String()
	if s == "" {
		return []byte("null"), nil
	}
	return strconv.AppendQuote(nil, s), nil
}

type (
	jsonSpan struct {
		After when `json:"after"`
		Until when `json:"until"`
	}
	jsonGap struct {
		After when   `json:"after"`
		Until when   `json:"until"`
		Why   string `json:"why"`
	}
	jsonSeries struct {
		Name    string            `json:"name"`
		Labels  map[string]string `json:"labels"`
		Samples int64             `json:"samples"`
		First   when              `json:"first"`
		Last    when              `json:"last"`
	}
	jsonFinding struct {
		ID          string            `json:"id"`
		Rule        string            `json:"rule"`
		Pack        string            `json:"pack"`
		Severity    string            `json:"severity"`
		Verdict     string            `json:"verdict"`
		Final       bool              `json:"final"`
		Root        string            `json:"root"`
		Entity      map[string]string `json:"entity"`
		Title       string            `json:"title"`
		Span        jsonSpan          `json:"span"`
		Steps       []jsonStep        `json:"steps"`
		Classify    *jsonClass        `json:"classify"`
		Rooms       int               `json:"rooms"`
		Explains    []string          `json:"explains"`
		ExplainedBy []string          `json:"explained_by"`
		Ranks       []string          `json:"ranks"`
		Witnesses   int               `json:"witnesses"`
		Mitigation  string            `json:"mitigation"`
		References  []string          `json:"references"`
		NearMiss    *jsonNearMiss     `json:"near_miss"`
		Count       int               `json:"count"`
		Tags        []string          `json:"tags"`
		PackSHA256  string            `json:"pack_sha256"`
		Overridden  []Overridden      `json:"overridden"`
		Readings    []string          `json:"readings,omitempty"`
	}
	jsonStep struct {
		ID          string        `json:"id"`
		Verdict     string        `json:"verdict"`
		OrderProven bool          `json:"order_proven"`
		Evidence    []any         `json:"evidence"`
		Missing     []jsonMissing `json:"missing"`
		Against     []jsonAgainst `json:"against"`
	}
	jsonAgainst struct {
		Says     string `json:"says"`
		After    when   `json:"after"`
		Until    when   `json:"until"`
		Evidence []any  `json:"evidence"`
	}
	jsonRecord struct {
		Source string `json:"source"`
		Line   int64  `json:"line"`
		Offset int64  `json:"offset"`
		Text   string `json:"text"`
		Lo     when   `json:"lo"`
		Hi     when   `json:"hi"`
	}
	jsonClaim struct {
		Series  string  `json:"series"`
		Expr    string  `json:"expr"`
		From    when    `json:"from"`
		To      when    `json:"to"`
		Samples int     `json:"samples"`
		Gap     int64   `json:"largest_gap_ms"`
		Value   *string `json:"value"`
		Seen    int     `json:"series_seen,omitempty"`
		Of      int     `json:"series_of,omitempty"`
	}
	jsonMissing struct {
		Reason string `json:"reason"`
		Source string `json:"source"`
		After  when   `json:"after"`
		Until  when   `json:"until"`
		Remedy string `json:"remedy"`
	}
	jsonClass struct {
		Name    string `json:"name"`
		Verdict string `json:"verdict"`
	}
	jsonNearMiss struct {
		BlockedAt string          `json:"blocked_at"`
		Lacks     []string        `json:"lacks"`
		Nearest   string          `json:"nearest"`
		Distance  string          `json:"distance"`
		Others    []jsonCandidate `json:"others"`
	}
	jsonCandidate struct {
		Nearest  string `json:"nearest"`
		Distance string `json:"distance"`
	}
	jsonNotFired struct {
		Rule     string        `json:"rule"`
		Verdict  string        `json:"verdict"`
		Coverage float64       `json:"coverage"`
		Missing  []jsonMissing `json:"missing"`
		NearMiss *jsonNearMiss `json:"near_miss"`

		Overridden []Overridden `json:"overridden"`
	}
)

// JSON writes one object, version 1 of the contract, keys in its order, each entry of a list on a
// line of its own. Entries are written as they are made: the whole is never held.
func JSON(w io.Writer, d *Document) error {
	j := &jsonWriter{b: bufio.NewWriterSize(w, 64<<10)}
	j.raw("{\"roomline\": 1")
	j.key("window", spanOf(d.Incident.Window))
	listOf(j, "sources", sourcesOf(d.Incident))
	j.rooms(d)
	listOf(j, "series", seriesOf(d.Incident))
	j.begin("findings")
	for i := range d.Result.Findings {
		j.entry(findingOf(&d.Result.Findings[i]))
	}
	j.end()
	j.begin("not_fired")
	for i := range d.Result.NotFired {
		n := &d.Result.NotFired[i]
		j.entry(jsonNotFired{n.Rule, n.Verdict(), n.Coverage, missingOf(n.Missing), nearOf(n.NearMiss), OverriddenOf(n.Overridden)})
	}
	j.end()
	listOf(j, "next", list(d.Result.Next))
	listOf(j, "warnings", list(warnings(d)))
	listOf(j, "suppressed", suppressedOf(d.Result))
	listOf(j, "packs", packsOf(d))
	j.raw("\n}\n")
	if j.err != nil {
		return j.err
	}
	return j.b.Flush()
}

func warnings(d *Document) []string {
	out := append(append([]string{}, d.Warnings...), d.Incident.Warnings...)
	return append(out, d.Result.Warnings...)
}

func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// spanOf is a span of the report; an empty window has no ends.
func spanOf(i timeline.Interval) jsonSpan {
	if i.Lo == 0 && i.Hi == 0 {
		return jsonSpan{when(timeline.NoTime), when(timeline.NoTime)}
	}
	return jsonSpan{when(i.Lo), when(i.Hi)}
}

func findingOf(f *rules.Finding) jsonFinding {
	out := jsonFinding{
		ID: f.ID, Rule: f.Rule, Pack: f.Pack, Severity: f.Severity, Verdict: f.Verdict.String(), Final: f.Final, Root: string(f.Root),
		Entity: map[string]string{}, Title: f.Title, Span: spanOf(f.Span), Steps: []jsonStep{}, Rooms: len(f.Rooms), Explains: list(f.Explains),
		ExplainedBy: list(f.ExplainedBy), Ranks: list(f.Ranks), Witnesses: f.Witnesses, Mitigation: f.Mitigation, References: list(f.References),
		NearMiss: nearOf(f.NearMiss), Count: f.Count, Tags: list(f.Tags), PackSHA256: f.PackHash, Overridden: OverriddenOf(f.Overridden), Readings: f.Readings,
	}
	for _, kv := range f.Entity {
		out.Entity[kv.Key] = kv.Value
	}
	for i := range f.Steps {
		out.Steps = append(out.Steps, stepOf(&f.Steps[i]))
	}
	if f.Classify != nil {
		out.Classify = &jsonClass{f.Classify.Name, f.Classify.Verdict.String()}
	}
	return out
}

func stepOf(s *rules.Step) jsonStep {
	out := jsonStep{ID: s.ID, Verdict: s.Verdict.String(), OrderProven: s.OrderProven, Evidence: evidenceOf(s.Evidence), Missing: missingOf(s.Missing), Against: []jsonAgainst{}}
	for _, x := range s.Against {
		out.Against = append(out.Against, jsonAgainst{x.Says, when(x.Window.Lo), when(x.Window.Hi), evidenceOf(x.Evidence)})
	}
	return out
}

func evidenceOf(list []rules.Evidence) []any {
	out := []any{}
	for i := range list {
		e := &list[i]
		if e.Claim != nil {
			c := e.Claim
			out = append(out, jsonClaim{c.Series, c.Expr, when(c.From), when(c.To), c.Samples, c.LargestGap, &c.Value, c.Seen, c.Of})
			continue
		}
		out = append(out, jsonRecord{e.Source, e.Hit.Ref.Line, e.Hit.Ref.Offset, e.Text, when(e.Hit.Lo), when(e.Hit.Hi)})
	}
	return out
}

func missingOf(ms []rules.Missing) []jsonMissing {
	out := []jsonMissing{}
	for _, m := range ms {
		out = append(out, jsonMissing{string(m.Reason), m.Source, when(m.After), when(m.Until), m.Remedy})
	}
	return out
}

func nearOf(n *rules.NearMiss) *jsonNearMiss {
	if n == nil {
		return nil
	}
	out := &jsonNearMiss{n.BlockedAt, list(n.Lacks), n.Nearest, n.Distance, []jsonCandidate{}}
	for _, c := range n.Others {
		out.Others = append(out.Others, jsonCandidate(c))
	}
	return out
}
