package timeline

import (
	"fmt"
	"slices"
	"testing"
)

// gauge is a number that log lines wrote, 10 more at each of these seconds.
func gauge(field, rank string, at ...float64) Gauge {
	g := Gauge{Field: field, Rank: rank, Writes: int64(2 * len(at))}
	for i, s := range at {
		g.At, g.Last = append(g.At, sec(s)), append(g.Last, float64(10*i))
	}
	return g
}

func gauges(s Stream, list ...Gauge) Stream { s.Gauges = list; return s }

// TestLoggedTargets: fields of one kind of line share a target, that line is their scrape.
func TestLoggedTargets(t *testing.T) {
	busy := gauges(reach(prefill(), 0, 9), gauge("running_req", "TP0", 1, 2), gauge("queue_req", "TP0", 1, 2),
		gauge("running_req", "TP1", 1, 2), gauge("new_token", "TP0", 1, 3), gauge("usage", "", 1, 2))
	inc := build(busy, gauges(reach(decode(), 0, 9), gauge("running_req", "TP0", 1, 2)))
	var got []string
	for _, tg := range inc.Targets {
		words := tg.Base()
		for _, s := range tg.Series {
			words += " " + s.Name + s.Label("rank")
		}
		got = append(got, words)
	}
	want := []string{
		"prefill@n1 roomline_log:queue_reqTP0 roomline_log:running_reqTP0", // sorted by name
		"prefill@n1 roomline_log:running_reqTP1",                           // another rank
		"prefill@n1 roomline_log:new_tokenTP0",                             // other seconds
		"prefill@n1 roomline_log:usage",                                    // no rank
		"decode@n2 roomline_log:running_reqTP0",                            // another process
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestLoggedSeries(t *testing.T) {
	s := gauges(reach(prefill(), 0, 9), gauge("running_req", "DP0 TP0", 1, 2.5))
	s.Group, s.RoleFrom = "g0", "flag"
	inc := build(s)
	tg := inc.Targets[0]
	equal(t, "logged", tg.Logged, true)
	equal(t, "of its stream", tg.Stream, inc.Streams[0].ID)
	equal(t, "of the log's clock", tg.Clock, inc.Streams[0].Clock)
	equal(t, "scrapes", fmt.Sprintf("%d %s %t", len(tg.Scrapes), rel(tg.Scrapes[1].At), tg.Scrapes[1].OK), "2 2.5 true")
	series := tg.Series[0]
	equal(t, "labels", fmt.Sprint(series.Labels), "[{group g0} {instance n1} {rank DP0 TP0} {role prefill}]")
	bare := build(gauges(reach(prefill(), 0, 9), gauge("running_req", "", 1))).Targets[0].Series[0]
	equal(t, "labels without a rank", fmt.Sprint(bare.Labels), "[{group } {instance n1} {role prefill}]")
	equal(t, "values", fmt.Sprintf("%v %d %s %q", series.Values, series.Samples, series.Type, series.Created), `[0 10] 4 gauge ""`)
}

// TestLoggedByTheWay: an excerpt's numbers are those of the full log; a logged target does not widen
// the window, and is no target of the process.
func TestLoggedByTheWay(t *testing.T) {
	full, grep := prefill(hit(1, sigSeen, "a"), hit(2, sigSeen, "bb")), prefill(hit(1, sigSeen, "a"))
	inc := build(gauges(full, gauge("running_req", "", 1, 500)), gauges(grep, gauge("running_req", "", 1)))
	equal(t, "targets", len(inc.Targets), 1)
	equal(t, "of the process", len(inc.Processes[0].Targets), 0)
	equal(t, "window", inc.Window.Hi, sec(2))
	equal(t, "an empty gauge", len(build(gauges(prefill(), gauge("x", ""))).Targets[0].Scrapes), 0)
}

// TestLoggedSource: of a rotation the newest file stands for the numbers; of no file none does.
func TestLoggedSource(t *testing.T) {
	for _, c := range []struct {
		files []SourceID
		want  SourceID
	}{{[]SourceID{0, 1}, 1}, {nil, -1}} {
		f := facts(gauges(prefill(), gauge("running_req", "", 1)), decode())
		f.Streams[0].Sources = c.files
		equal(t, "source", Build(f, testSchema()).Targets[0].Source, c.want)
	}
}

func TestRanksOf(t *testing.T) {
	equal(t, "two", fmt.Sprintf("%q", RanksOf("DP0 TP0")), `["DP0" "TP0"]`)
	equal(t, "none", len(RanksOf("")), 0)
}
