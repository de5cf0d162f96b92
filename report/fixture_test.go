package report

import (
	"time"

	"roomline/rules"
	"roomline/timeline"
)

// The incident that the goldens draw, composed by hand: a prefill's bootstrap thread dies, decode
// waits, one log cannot be read. Times are of 2026-05-12.

func at(h, m int, s float64) timeline.Time {
	day := timeline.FromStd(time.Date(2026, 5, 12, 0, 0, 0, 0, time.UTC))
	return day + timeline.Time(h*3600+m*60)*timeline.Second + timeline.Time(s*1e9)
}

func second(t timeline.Time) timeline.Interval {
	return timeline.Interval{Lo: t, Hi: t + timeline.Second}
}

const trace = "Exception in thread Thread-2 (bootstrap_thread):\nTraceback (most recent call last):\n  File \"threading.py\", line 1073, in _bootstrap_inner\n" +
	"    self.run()\n  File \"conn.py\", line 1207, in bootstrap_thread\n    assert (\n           ^\nAssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?"

func record(source string, id timeline.SourceID, line int64, when timeline.Interval, stamped bool, text string) rules.Evidence {
	h := &timeline.Hit{Signal: 0, Stream: timeline.StreamID(id + 1), Interval: when, Stamped: stamped, N: 1, Ref: timeline.Ref{Source: id, Line: line}}
	return rules.Evidence{Hit: h, Source: source, Text: text}
}

func moment(when timeline.Interval, stamped bool) timeline.Moment {
	return timeline.Moment{Interval: when, Stamped: stamped}
}

// fixture is the whole picture.
func fixture() *Document {
	inc := &timeline.Incident{
		Schema: &timeline.Schema{Signals: []timeline.SignalDef{{Name: "guard_assert"}}},
		Lifecycle: &timeline.Lifecycle{Entity: "room", States: []string{"Bootstrapping", "WaitingForInput", "Transferring", "Success", "Failed"}, Final: []string{"Success", "Failed"},
			Flags: [4]string{1: "--enable-request-time-stats-logging", 2: "--log-requests", 3: "--log-level debug"}},
		Window:   timeline.Interval{Lo: at(3, 10, 1), Hi: at(3, 21, 0)},
		Marks:    map[string]timeline.Time{"kill": at(3, 14, 9)},
		Warnings: []string{"bundle: skipped what is no log by its name: core.1234"},
		Skews:    []timeline.Skew{{A: "prefill@n1", B: "decode@n2", By: 800 * time.Millisecond, Within: time.Second, Pairs: 12}},
		Processes: []timeline.Process{{Role: "decode", Instance: "n2", Streams: []timeline.StreamID{2}, Lives: []timeline.Life{{RoomsVisible: 2}}},
			{Role: "prefill", Instance: "n1", Streams: []timeline.StreamID{1}, Lives: []timeline.Life{{}}}},
	}
	inc.Streams = []timeline.Stream{{ID: 1, Name: "prefill.log", Role: "prefill", Instance: "n1", Sources: []timeline.SourceID{0},
		Holes: []timeline.Hole{{Interval: timeline.Interval{Lo: at(3, 11, 0), Hi: at(3, 12, 0)}, Why: "rotation"}}},
		{ID: 2, Name: "decode.log", Role: "decode", Instance: "n2", Sources: []timeline.SourceID{1}}}
	inc.Sources = sourcesFixture()
	inc.Targets = []timeline.Target{targetFixture()}
	inc.Rooms = timeline.RoomsOf(roomsFixture())
	return &Document{Incident: inc, Result: resultFixture(), Warnings: []string{"rule pack mine.yaml did not run: 2 faults"}}
}

func sourcesFixture() []timeline.Source {
	return []timeline.Source{
		{Path: "prefill.log", Kind: "log", Format: "sglang", Wrapper: "docker", Role: "prefill", Instance: "n1", Group: "g0", RoleFrom: "batch lines", Records: 1180, Lines: 1310, Bytes: 204110,
			Unparsed: 3, UnparsedSamples: []string{"\x1b[31mnot a header\x1b[0m", "????"}, Zone: "UTC", ZoneFrom: "assumed", First: at(3, 10, 0), Last: at(3, 16, 31),
			Ranks: []string{"TP0"}, Stream: 1, Target: -1},
		{Path: "decode.log", Kind: "log", Format: "sglang", Role: "decode", Instance: "n2", Group: "g0", RoleFrom: "name decode.log", Records: 70, Lines: 71, Bytes: 9000,
			Zone: "Asia/Shanghai", ZoneFrom: "flag", Shift: -2 * time.Second, First: at(3, 10, 0), Last: at(3, 19, 10), Stream: 2, Target: -1},
		{Path: "metrics/", Kind: "scrapes", Format: "prometheus", Role: "prefill", Instance: "n1", RoleFrom: "manifest", Records: 13, Lines: 400, Bytes: 12000, Zone: "UTC", ZoneFrom: "format",
			First: at(3, 14, 15), Last: at(3, 15, 15), Target: 0, Notes: []string{"2 scrapes have no time at all: left out"}},
		{Path: "router.log.gz", Error: "gzip: unexpected end of file; copy it again", First: timeline.NoTime, Last: timeline.NoTime, Target: -1},
	}
}

func targetFixture() timeline.Target {
	t := timeline.Target{Role: "prefill", Instance: "n1", Group: "g0", Source: 2, Interval: 5 * time.Second}
	done := timeline.Series{Name: "sglang:kv_done", Type: "counter", Created: timeline.NoTime, Labels: []timeline.Label{{Name: "group", Value: "g0"}, {Name: "instance", Value: "n1"}, {Name: "role", Value: "prefill"}}}
	queue := done
	queue.Name, queue.Type = "sglang:queue", "gauge"
	for i := range 13 {
		t.Scrapes = append(t.Scrapes, timeline.Scrape{At: at(3, 14, 15+float64(5*i)), OK: true})
		done.Values, queue.Values = append(done.Values, 930), append(queue.Values, float64(2+i))
	}
	t.Series = []timeline.Series{done, queue}
	return t
}

func roomsFixture() []timeline.Room {
	wait := timeline.Segment{State: "WaitingForInput", After: at(3, 14, 10), Until: at(3, 19, 10), How: "duration"}
	fail := timeline.Segment{State: "Failed", After: at(3, 19, 10), Until: at(3, 19, 10), How: "log"}
	boot := timeline.Segment{State: "Bootstrapping", After: at(3, 14, 11), Until: timeline.MaxTime, How: "log"}
	return []timeline.Room{
		{ID: "4100000000000000002", RoomBrief: timeline.RoomBrief{State: "Failed", First: at(3, 14, 10), Last: at(3, 19, 10)}, Reason: "timed out after 300.0s in KVPoll.WaitingForInput", Attempts: 1,
			Sides: []timeline.Side{{Role: "decode", Instance: "n2", Segments: []timeline.Segment{wait, fail}}}},
		{ID: "4100000000000000003", RoomBrief: timeline.RoomBrief{State: "Bootstrapping", First: at(3, 14, 11), Last: at(3, 14, 11), Open: true}, Attempts: 2,
			Sides: []timeline.Side{{Role: "prefill", Instance: "n1", Segments: []timeline.Segment{boot}}}},
	}
}

func resultFixture() *rules.Result {
	res := &rules.Result{Next: []string{"roomline report --scrape decode@n2=PATH ... # no scrape of decode@n2 was given"}}
	died := timeline.Interval{Lo: at(3, 14, 9), Hi: at(3, 14, 11)}
	res.Findings = []rules.Finding{
		{ID: "F1", Standing: &rules.Standing{Root: rules.RootYes, Explains: []string{"F2", "F3"}, Count: 1}, Shown: &rules.Shown{Rule: "thread-died", Pack: "p@1.0.0", Severity: "critical", Verdict: timeline.T, Entity: []rules.KV{{Key: "process", Value: "prefill@n1"}},
			Title: "bootstrap_thread of prefill@n1 died", Anchor: moment(died, false), Span: timeline.Interval{Lo: died.Lo, Hi: timeline.MaxTime}, Witnesses: 2,
			Mitigation: "Restart prefill, then decode.", References: []string{"sgl-project/sglang#30352"},
			Steps: []rules.Step{{ID: "died", Verdict: timeline.T, OrderProven: true, Evidence: []rules.Evidence{record("prefill.log", 0, 11, died, false, trace)}},
				{ID: "empty", Verdict: timeline.T, Evidence: []rules.Evidence{claim("kv_done", "sum by (instance) (sglang:kv_done)", "930"), claim("queue", "sglang:queue", "14"), claim("gone", "sglang:gone", "1")}}}}},
		waitFinding("F2", "4100000000000000002", 10), waitFinding("F3", "4100000000000000003", 12),
		{ID: "F4", Standing: &rules.Standing{Root: rules.RootUnknown, Count: 1}, Shown: &rules.Shown{Rule: "stale-gauges", Severity: "info", Verdict: timeline.U, Entity: []rules.KV{{Key: "process", Value: "decode@n2"}}, Title: "gauges of decode@n2 stood still",
			Anchor: moment(second(at(3, 19, 10)), true), Span: second(at(3, 19, 10)),
			Steps:    []rules.Step{{ID: "frozen", Verdict: timeline.U, Missing: []rules.Missing{{Reason: rules.NoSource, Source: "decode@n2", After: timeline.MinTime, Until: timeline.MaxTime, Remedy: "give its scrapes: --scrape decode@n2=PATH"}}}},
			NearMiss: &rules.NearMiss{BlockedAt: "frozen", Lacks: []string{"throughput", "throughput"}, Nearest: "decode.log:9 (room 2)", Distance: "2.1 s outside the window"}}},
		{ID: "F5", Standing: &rules.Standing{Root: rules.RootUnknown, Count: 3}, Shown: &rules.Shown{Rule: "orphaned-queue", Severity: "warning", Verdict: timeline.F, Entity: []rules.KV{{Key: "process", Value: "prefill@n1"}}, Title: "orphans in a queue of prefill@n1",
			Anchor: moment(second(at(3, 14, 9)), true), Span: second(at(3, 14, 9)), Steps: []rules.Step{{ID: "above", Verdict: timeline.F, OrderProven: true, Against: []rules.Contradiction{
				{Says: "queue must be > 0 for 30s, and was 0 at a sample 6.0 s into its window", Evidence: []rules.Evidence{claim("queue", "sglang:queue", "14")}},
				{Says: "not silent: room_line was printed 1.0 s into its window", Evidence: []rules.Evidence{record("prefill.log", 0, 11, died, false, trace)}}}}}, NearMiss: &rules.NearMiss{BlockedAt: "above"}}},
	}
	res.NotFired = []rules.NotFired{{Rule: "mooncake-died", Observed: true, Coverage: 1}, {Rule: "collective-desync", Observed: true, Coverage: 1},
		{Rule: "router-no-workers", Coverage: 0, Missing: []rules.Missing{{Reason: rules.NoSource, Source: "router", After: timeline.MinTime, Until: timeline.MaxTime, Remedy: "give its log: --source router@NAME=PATH"}}},
		{Rule: "scheduler-crash", Coverage: .71, Missing: []rules.Missing{{Reason: rules.SourceEnded, Source: "prefill.log", After: at(3, 16, 31), Until: at(3, 21, 0), Remedy: "give the later part of prefill.log"}}}}
	return res
}

func claim(series, expr, value string) rules.Evidence {
	return rules.Evidence{Claim: &rules.Claim{Series: "prefill@n1 " + series, Expr: expr, From: at(3, 14, 15), To: at(3, 15, 15), Samples: 13, LargestGap: 5000, Value: value}}
}

func waitFinding(id, room string, line int64) rules.Finding {
	when := second(at(3, 19, float64(line)))
	return rules.Finding{ID: id, Standing: &rules.Standing{Root: rules.RootNo, ExplainedBy: []string{"F1"}, Count: 2}, Shown: &rules.Shown{Rule: "decode-waiting-timeout", Severity: "high", Verdict: timeline.T, Entity: []rules.KV{{Key: "room", Value: room}}, Title: "room " + room + " waited 300.0s and was failed by decode",
		Anchor: moment(when, true), Span: when, Rooms: []string{room}, Classify: &rules.Class{Name: "stuck_on_prefill", Verdict: timeline.T}, Branches: []rules.Class{{Name: "stuck_on_prefill", Verdict: timeline.T}},
		Steps: []rules.Step{{ID: "waited", Verdict: timeline.T, OrderProven: true, Evidence: []rules.Evidence{record("decode.log", 1, line, when, true, "[2026-05-12 03:19:10 TP0] Decode transfer failed for request rank=0 decode_req.req.bootstrap_room="+room)}}}}}
}
