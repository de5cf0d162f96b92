package tui

import (
	"errors"
	"fmt"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

// The incident that the tests draw: a prefill's bootstrap thread dies of ABORT frames at 14:07:00.412,
// as in the nixl-wedge scenario. Composed by hand; times are of 2026-11-28.

var day = timeline.FromStd(time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC))

// hms is a time of the day in seconds with decimals.
func hms(h, m int, s float64) timeline.Time {
	return day + timeline.Time(h)*timeline.Time(time.Hour) + timeline.Time(m)*timeline.Time(time.Minute) + timeline.Time(s*1e3+.5)*timeline.Time(time.Millisecond)
}

const (
	sigDisconnect timeline.SignalID = iota
	sigAbort
	sigThreadDied
	sigGuard
	sigWaitTimeout
	sigHealth
	sigState
)

// world builds a fixture.
type world struct {
	inc   *timeline.Incident
	texts map[timeline.Ref]string
}

// Text implements timeline.Texts.
func (w *world) Text(r timeline.Ref) (string, error) {
	if t, ok := w.texts[r]; ok {
		return t, nil
	}
	return "", errors.New("prefill.log is no longer there")
}

// fixture is the incident with the given visibility of rooms and n rooms that ended well.
func fixture(visible, n int) Data {
	w := &world{texts: map[timeline.Ref]string{}}
	w.inc = &timeline.Incident{
		Schema:     &timeline.Schema{Signals: signals()},
		Lifecycle:  &timeline.Lifecycle{Entity: "room", States: []string{"Bootstrapping", "WaitingForInput", "Transferring", "Success"}, Final: []string{"Success", "Failed"}},
		Marks:      map[string]timeline.Time{"kill": hms(14, 6, 59), "baseline": hms(14, 1, 0)},
		CapturedAt: hms(14, 13, 0),
		Window:     timeline.Interval{Lo: hms(14, 0, 0), Hi: hms(14, 13, 0)},
		Hits:       make([][]*timeline.Hit, 7),
		Misfits:    make([][]*timeline.Hit, 7),
	}
	w.logs(visible)
	w.scrapes()
	w.kill()
	w.rooms(n)
	return Data{Name: "inc-1128/", Incident: w.inc, Result: w.result(), Texts: w}
}

func signals() []timeline.SignalDef {
	return []timeline.SignalDef{{Name: "client_disconnected"}, {Name: "decode_abort", Captures: []string{"room"}}, {Name: "thread_died"}, {Name: "guard_assert"},
		{Name: "waiting_timeout", Captures: []string{"room"}}, {Name: "health_ok"}, {Name: "room_state", Captures: []string{"room"}}}
}

func (w *world) logs(visible int) {
	names := []struct{ path, role, inst, from string }{
		{"logs/prefill-n1.log", "prefill", "n1", "batch lines"}, {"logs/decode-n2.log", "decode", "n2", "server_args"}, {"logs/router.log", "router", "r1", "name"}}
	for i, x := range names {
		st := timeline.Stream{ID: timeline.StreamID(i + 1), Name: x.path, Sources: []timeline.SourceID{timeline.SourceID(i)}, Role: x.role, Instance: x.inst,
			Captured: hms(14, 13, 0), Stamped: true, First: timeline.At(hms(14, 0, 0)), Last: timeline.At(hms(14, 12, 58)), Activity: w.beat(i)}
		if i == 1 {
			st.Holes = []timeline.Hole{{Interval: timeline.Interval{Lo: hms(14, 3, 0), Hi: hms(14, 4, 0)}, Why: "rotation"}}
			delHole(&st)
		}
		w.inc.Streams = append(w.inc.Streams, st)
		w.inc.Sources = append(w.inc.Sources, timeline.Source{Path: x.path, Kind: "log", Format: "sglang", Wrapper: "docker", Role: x.role, Instance: x.inst, RoleFrom: x.from,
			Records: 11800, Lines: 12010, Bytes: 2 << 20, Unparsed: int64(i * 3), UnparsedSamples: []string{"W1128 \x1b[31mnot a header", "????"}[:min(i, 2)],
			Zone: "UTC", ZoneFrom: []string{"offset", "assumed", "format"}[i], Resolution: time.Second, First: hms(14, 0, 0), Last: hms(14, 12, 58), Ranks: []string{"TP0", "TP1"}, Stream: timeline.StreamID(i + 1), Target: -1})
		w.inc.Processes = append(w.inc.Processes, timeline.Process{Role: x.role, Instance: x.inst, RoleFrom: x.from, Streams: []timeline.StreamID{timeline.StreamID(i + 1)},
			Lives: []timeline.Life{{Debug: timeline.F, RoomsVisible: visible}}})
	}
	w.inc.Sources = append(w.inc.Sources, timeline.Source{Path: "logs/decode-n3.log.gz", Role: "decode", Instance: "n3", RoleFrom: "name", Error: "gzip: unexpected end of file; copy it again", Target: -1, First: timeline.NoTime, Last: timeline.NoTime})
	w.inc.Skews = []timeline.Skew{{A: "prefill@n1", B: "decode@n2", By: 800 * time.Millisecond, Within: 5 * time.Millisecond, Pairs: 12}}
	w.inc.Warnings = []string{"decode@n3: the manifest names a log that is not there"}
	w.inc.Zones = []timeline.ZoneDoubt{{Stream: 2, Shift: 8 * time.Hour, Overlap: .97, Why: "no overlap with the others as read"}}
}

func delHole(st *timeline.Stream) {
	var kept []timeline.Activity
	for _, a := range st.Activity {
		if !a.At.Known() || a.At < st.Holes[0].Lo || a.At >= st.Holes[0].Hi {
			kept = append(kept, a)
		}
	}
	st.Activity = kept
}

// beat is the activity of a process: busy until the kill, then a trickle.
func (w *world) beat(i int) []timeline.Activity {
	var out []timeline.Activity
	seed := uint32(i*7 + 1)
	for t := hms(14, 0, 0); t < hms(14, 12, 59); t += timeline.Second {
		seed = seed*1664525 + 1013904223
		n := []uint32{10, 9, 3}[i] + seed>>30
		if t >= hms(14, 7, 0) {
			n = []uint32{1, 2, 3}[i]
		}
		a := timeline.Activity{At: t}
		a.Count[timeline.LevelInfo] = n
		switch {
		case i == 0 && t == hms(14, 7, 0):
			a.Count[timeline.LevelError] = 1
		case i == 1 && t >= hms(14, 12, 0):
			a.Count[timeline.LevelError] = 1
		case i == 2 && t == hms(14, 6, 59):
			a.Count[timeline.LevelWarning] = 4
		}
		out = append(out, a)
	}
	return out
}

func (w *world) scrapes() {
	for k, inst := range []string{"prefill n1", "decode n2", "decode n3"} {
		var role, name string
		fmt.Sscan(inst, &role, &name)
		t := timeline.Target{Role: role, Instance: name, Interval: 5 * time.Second, Source: timeline.SourceID(len(w.inc.Sources))}
		queue := timeline.Series{Name: "sglang:num_prefill_inflight_queue_reqs", Type: "gauge", Labels: []timeline.Label{{Name: "role", Value: role}, {Name: "tp_rank", Value: "0"}}}
		if role == "decode" {
			queue.Name = "sglang:num_decode_transfer_queue_reqs"
		}
		run := timeline.Series{Name: "sglang:num_running_reqs", Type: "gauge"}
		total := timeline.Series{Name: "sglang:num_requests_total", Type: "counter"}
		for at := hms(14, 0, 2); at < hms(14, 13, 0); at += 5 * timeline.Second {
			s := timeline.Scrape{At: at, OK: true, ScrapeDetail: &timeline.ScrapeDetail{TimeFrom: "name"}}
			s.OK = at < hms(14, 9, 0) || at > hms(14, 10, 0)
			q := float64((int64(at)/int64(timeline.Second)*7 + int64(k)) % 5)
			if at > hms(14, 7, 0) {
				q = map[string]float64{"prefill": 0, "decode": min(float64(at-hms(14, 7, 0))/6e9, 60)}[role]
			}
			if !s.OK {
				q = timeline.Absent
			}
			t.Scrapes = append(t.Scrapes, s)
			queue.Values = append(queue.Values, q)
			run.Values = append(run.Values, q*3)
			total.Values = append(total.Values, float64(at-hms(14, 0, 0))/1e9)
		}
		t.Series = []timeline.Series{queue, run, total}
		w.inc.Targets = append(w.inc.Targets, t)
		w.inc.Sources = append(w.inc.Sources, timeline.Source{Path: "metrics/" + role + "-" + name, Kind: "scrapes", Format: "prometheus", Role: role, Instance: name, RoleFrom: "manifest",
			Records: int64(len(t.Scrapes)), Lines: 4000, Bytes: 90000, Zone: "UTC", ZoneFrom: "format", First: t.Scrapes[0].At, Last: t.Scrapes[len(t.Scrapes)-1].At, Target: k})
	}
	w.inc.Processes = append(w.inc.Processes, timeline.Process{Role: "decode", Instance: "n3", RoleFrom: "manifest", Targets: []int{2}})
	w.logged()
}

// logged is what decode's batch lines print.
func (w *world) logged() {
	t := timeline.Target{Role: "decode", Instance: "n2", Logged: true, Stream: 2}
	s := timeline.Series{Name: "roomline_log:transfer_req", Type: "gauge"}
	p := timeline.Series{Name: "roomline_log:prealloc_req", Type: "gauge"}
	for at := hms(14, 0, 0); at < hms(14, 7, 0); at += 10 * timeline.Second {
		t.Scrapes = append(t.Scrapes, timeline.Scrape{At: at, OK: true})
		s.Values = append(s.Values, float64(int64(at/timeline.Second)%4))
		p.Values = append(p.Values, float64(int64(at/timeline.Second)%3))
	}
	t.Series = []timeline.Series{p, s}
	w.inc.Targets = append(w.inc.Targets, t)
}

// hit adds a line.
func (w *world) hit(sig timeline.SignalID, stream timeline.StreamID, at timeline.Time, text string, caps ...string) *timeline.Hit {
	n := int64(len(w.texts) + 1)
	h := &timeline.Hit{Signal: sig, Stream: stream, Interval: timeline.Interval{Lo: at, Hi: at + timeline.Second}, Pos: timeline.Pos(n * 100), Stamped: true, N: 1, Caps: caps,
		Ref: timeline.Ref{Source: timeline.SourceID(stream - 1), Offset: n * 100, Line: n * 7, Length: 80}}
	w.texts[h.Ref] = text
	w.inc.Hits[sig] = append(w.inc.Hits[sig], h)
	return h
}

func (w *world) kill() {
	for i := range 12 {
		w.hit(sigDisconnect, 3, hms(14, 6, 59.9), fmt.Sprintf("WARN client disconnected request_id=cmpl-%04x room=%s", i*977, roomID(i)))
	}
	w.hit(sigThreadDied, 1, hms(14, 7, 0.412), "Exception in thread Thread-7 (bootstrap_thread):\nTraceback (most recent call last):\n  File \"threading.py\", line 1075, in _bootstrap_inner\n"+
		"  File \"nixl/conn.py\", line 912, in bootstrap_thread\n    assert waiting_req_bytes[0] == GUARD\nAssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?")
	w.hit(sigGuard, 1, hms(14, 7, 0.412), "AssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?").Stamped = false
	w.hit(sigHealth, 1, hms(14, 7, 0.5), "GET /health 200 \x1b[31mred\x1b[0m \r\u202eoverride 漢字テスト 👩‍👩‍👧 e\u0301\xff")
}

func roomID(i int) string { return fmt.Sprintf("%019d", 8742514861359412280-int64(i)*104729104729) }

// rooms: 14 fail after 300 s of waiting, 3 are open at the end, one is known from decode only.
func (w *world) rooms(good int) {
	for i := range good {
		at := hms(14, 0, 1) + timeline.Time(i)*timeline.Time(400*time.Second)/timeline.Time(good)
		r := timeline.Room{ID: fmt.Sprintf("%d", 1000000+i), RoomBrief: timeline.RoomBrief{State: "Success", First: at, Last: at + 3*timeline.Second}, Attempts: 1}
		r.Sides = []timeline.Side{side("prefill", "n1", at, "Bootstrapping", .2, "WaitingForInput", .8, "Transferring", .5, "Success", 0),
			side("decode", "n2", at, "Bootstrapping", .3, "WaitingForInput", 1.2, "Success", 0)}
		w.inc.Rooms = timeline.RoomsOf(append(w.inc.Rooms.All(), r))
	}
	for i := range 18 {
		w.stuck(i)
	}
}

func (w *world) stuck(i int) {
	at := hms(14, 7, 0) + timeline.Time(i)*2*timeline.Second
	r := timeline.Room{ID: roomID(i), RoomBrief: timeline.RoomBrief{State: "Failed", First: at, Last: at + 301*timeline.Second}, Reason: "timed out after 300.0s in KVPoll.WaitingForInput", Attempts: 1}
	waiting := side("decode", "n2", at, "Bootstrapping", 1, "WaitingForInput", 300, "Failed", 0)
	waiting.Segments[0].How, waiting.Segments[1].How = "duration", "duration"
	if i >= 14 {
		waiting.Segments = waiting.Segments[:2]
		waiting.Segments[1].Until = timeline.MaxTime
		r.State, r.Open, r.Reason, r.Last = "WaitingForInput", true, "", at+timeline.Second
	} else {
		r.Hits = append(r.Hits, w.hit(sigAbort, 2, at+timeline.Time(402*time.Millisecond), "abort() room="+r.ID, r.ID))
		r.Hits = append(r.Hits, w.hit(sigWaitTimeout, 2, r.Last, "Decode transfer failed: Request "+r.ID+" timed out after 300.0s in KVPoll.WaitingForInput", r.ID))
	}
	pre := side("prefill", "n1", at, "Bootstrapping", 1, "WaitingForInput", 0)
	pre.Segments[1].Until = timeline.MaxTime
	r.Sides = []timeline.Side{pre, waiting}
	if i == 17 || i == 5 {
		r.Sides = r.Sides[1:]
	}
	w.inc.Rooms = timeline.RoomsOf(append(w.inc.Rooms.All(), r))
}

// side makes segments of state and length in seconds.
func side(role, inst string, at timeline.Time, parts ...any) timeline.Side {
	s := timeline.Side{Role: role, Instance: inst}
	for i := 0; i < len(parts); i += 2 {
		var secs float64
		switch v := parts[i+1].(type) {
		case int:
			secs = float64(v)
		case float64:
			secs = v
		}
		g := timeline.Segment{State: parts[i].(string), After: at, How: "log"}
		at += timeline.Time(secs * 1e9)
		g.Until = at
		if secs == 0 {
			g.Until = timeline.MaxTime
		}
		s.Segments = append(s.Segments, g)
	}
	return s
}

func (w *world) result() *rules.Result {
	ids := make([]string, 0, 18)
	for i := range 17 {
		ids = append(ids, roomID(i))
	}
	died := w.inc.Hits[sigThreadDied][0]
	f1 := rules.Finding{ID: "F1", Standing: &rules.Standing{Root: rules.RootYes, Explains: []string{"F2"}, Ranks: []string{"TP0"}, Count: 2}, Shown: &rules.Shown{Rule: "nixl-bootstrap-thread-died", Pack: "sglang-pd@1.0.0", Severity: "critical", Verdict: timeline.T, Final: true,
		Entity: []rules.KV{{Key: "process", Value: "prefill@n1"}}, Title: "bootstrap thread of prefill@n1 died of an ABORT frame", Span: timeline.Interval{Lo: hms(14, 6, 59.9), Hi: timeline.MaxTime},
		Anchor: timeline.Moment{Interval: died.Interval, Stream: 1, Pos: died.Pos, Stamped: true}, Rooms: ids,
		Mitigation: "Restart prefill@n1 and decode@n2 together.\nRooms that wait will not recover.", References: []string{"https://github.com/sgl-project/sglang/issues/1"},
		Branches: []rules.Class{{Name: "abort", Verdict: timeline.T}, {Name: "foreign", Verdict: timeline.U}},
		Steps: []rules.Step{
			{ID: "disconnects", Verdict: timeline.T, OrderProven: true, Evidence: evidence(w.inc.Hits[sigDisconnect][:3])},
			{ID: "died", Verdict: timeline.T, OrderProven: true, Evidence: evidence([]*timeline.Hit{died, w.inc.Hits[sigGuard][0]})},
			{ID: "no_transfer", Verdict: timeline.T, Evidence: []rules.Evidence{{Claim: &rules.Claim{Series: "sglang:num_requests_total{role=\"prefill\"}", Expr: "increase(num_requests_total[1m]) == 0", From: hms(14, 7, 5), To: hms(14, 9, 0), Samples: 24, LargestGap: 5000, Value: "0"}}}},
			{ID: "abort_frame", Verdict: timeline.U, Missing: []rules.Missing{{Reason: rules.LevelOff, Source: "prefill@n1", After: hms(14, 6, 59), Until: hms(14, 7, 1), Remedy: "restart prefill@n1 with --log-level debug and collect again"}}},
		}}}
	f2 := rules.Finding{ID: "F2", Standing: &rules.Standing{Root: rules.RootNo, ExplainedBy: []string{"F1"}, Count: 14}, Shown: &rules.Shown{Rule: "decode-waiting-timeout", Pack: "sglang-pd@1.0.0", Severity: "high", Verdict: timeline.T, Title: "14 rooms timed out in WaitingForInput on decode@n2",
		Span: timeline.Interval{Lo: hms(14, 12, 1), Hi: hms(14, 12, 40)}, Anchor: timeline.Point(hms(14, 12, 1), 0), Rooms: ids[:14],
		Steps: []rules.Step{{ID: "timeout", Verdict: timeline.T, OrderProven: true, Evidence: evidence(w.inc.Hits[sigWaitTimeout][:8])}}}}
	f3 := rules.Finding{ID: "F3", Standing: &rules.Standing{Root: rules.RootUnknown, Count: 1}, Shown: &rules.Shown{Rule: "stale-gauges", Pack: "sglang-pd@1.0.0", Severity: "warning", Verdict: timeline.U, Title: "queue gauges read 0 while rooms wait",
		Span: timeline.Interval{Lo: hms(14, 8, 15), Hi: timeline.MaxTime}, Anchor: timeline.Point(hms(14, 8, 15), 0),
		Steps:    []rules.Step{{ID: "frozen", Verdict: timeline.U, Missing: []rules.Missing{{Reason: rules.Frozen, Source: "prefill@n1", After: hms(14, 10, 0), Until: hms(14, 13, 0), Remedy: "roomline collect --probe http://router:30000 -o BUNDLE"}}}},
		NearMiss: &rules.NearMiss{BlockedAt: "frozen", Lacks: []string{"fresh_gauge"}, Nearest: "14:08:15 prefill@n1", Distance: "not scraped 14:09:00-14:10:00"}}}
	f4 := rules.Finding{ID: "F4", Standing: &rules.Standing{Root: rules.RootNo}, Shown: &rules.Shown{Rule: "orphaned-queue-entries", Pack: "sglang-pd@1.0.0", Severity: "high", Verdict: timeline.F, Title: "orphaned queue entries after the abort cascade", Anchor: timeline.Point(hms(14, 7, 8), 0),
		Span: timeline.Interval{Lo: hms(14, 7, 8), Hi: hms(14, 8, 0)}, Steps: []rules.Step{{ID: "above_baseline", Verdict: timeline.F}}, NearMiss: &rules.NearMiss{BlockedAt: "above_baseline", Distance: "the queue read 0 at all 11 scrapes"}}}
	return &rules.Result{Findings: []rules.Finding{f1, f2, f3, f4}, Next: []string{"roomline collect --scrape prefill@n1=http://10.0.0.1:30000/metrics -o BUNDLE", "roomline sources inc-1128/"},
		NotFired: []rules.NotFired{{Rule: "collective-desync", Pack: "sglang-pd@1.0.0", Severity: "critical", Title: "NCCL collectives went out of step", Observed: true, Coverage: 1},
			{Rule: "hicache-bf16-index-k-layout", Pack: "sglang-pd@1.0.0", Severity: "high", Title: "HiCache with bf16 index keys", Coverage: .4, Missing: []rules.Missing{{Reason: rules.SourceStartsLate, Source: "prefill@n1", After: timeline.MinTime, Until: hms(14, 0, 0), Remedy: "collect the log from start-up on"}},
				NearMiss: &rules.NearMiss{BlockedAt: "config", Distance: "no server_args line"}}}}
}

func evidence(hits []*timeline.Hit) []rules.Evidence {
	var out []rules.Evidence
	for _, h := range hits {
		out = append(out, rules.Evidence{Hit: h, Source: "logs/x.log"})
	}
	return out
}
