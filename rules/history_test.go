package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"roomline/timeline"
)

// Random small histories of a group of prefill and decode processes: what they print (rooms, batches,
// health checks, tracebacks, start-ups), scrapes, rotations, holes, other ranks, milliseconds.

var historyBegin = timeline.FromStd(time.Date(2026, 5, 12, 3, 14, 0, 0, time.UTC))

func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

var (
	prefillSays = []string{
		`INFO:     192.0.2.40:1 - "GET /health HTTP/1.1" 200 OK`, `INFO:     192.0.2.40:1 - "GET /health HTTP/1.1" 200 OK`,
		"Prefill batch, #new-seq: 1, #new-token: 611", "Prefill batch, #new-seq: 1, #new-token: 611",
		"Receive: obj=GenerateReqInput(rid='x', bootstrap_room=ROOM)", "got info room=ROOM agent_name=a",
		"Prefill transfer failed for request rank=0 req.rid='x' req.bootstrap_room=ROOM with exception KVTransferError(bootstrap_room=ROOM): Aborted",
		"Unexpected transfer worker error for room ROOM\nTraceback (most recent call last):\n  File \"conn.py\", line 707, in transfer_worker\nAssertionError",
		"Unexpected transfer worker error for room ROOM", "Unexpected transfer worker error for room ROOM",
		"|Exception in thread Thread-2 (bootstrap_thread):\nTraceback (most recent call last):\n  File \"conn.py\", line 1207, in bootstrap_thread\nAssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?",
		"|AssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?",
		"CommonKVBootstrapServer started successfully on 0.0.0.0:8998", "INFO: idle",
	}
	decodeSays = []string{
		"Decode batch, #running-req: 1", "Receive: obj=GenerateReqInput(rid='x', bootstrap_room=ROOM)", "Receive: obj=GenerateReqInput(rid='x', bootstrap_room=ROOM)",
		"Decode transfer failed for request rank=0 decode_req.req.rid='x' decode_req.req.bootstrap_room=ROOM with exception KVTransferError(bootstrap_room=ROOM): Aborted by AbortReq.",
		"Decode transfer failed for request rank=0 decode_req.req.rid='x' decode_req.req.bootstrap_room=ROOM with exception KVTransferError(bootstrap_room=ROOM): Aborted by AbortReq.",
		"Decode transfer failed for request rank=0 decode_req.req.bootstrap_room=ROOM with exception KVTransferError(bootstrap_room=ROOM): Request ROOM timed out after SECSs in KVPoll.WaitingForInput",
		"KV cache pool is full. Retract requests. #retracted_reqs: 1",
	}
	historyRooms = []string{"5057208379019593278", "6659772553502038827", "704679976488238865", "0"}
)

// logWriter makes one log.
type logWriter struct {
	rng              *rand.Rand
	log              *storyLog
	role             string
	now              timeline.Time
	ms, late, holes  bool
	rooms            map[string]bool // of decode: each is received once and timed out once
	starts           []timeline.Time
	thing, busy, cut int
}

func makeLog(rng *rand.Rand, role, instance, tag string, span time.Duration, busy int) (*storyLog, []timeline.Time) {
	w := &logWriter{rng: rng, role: role, rooms: map[string]bool{}, busy: busy, log: &storyLog{role: role, instance: instance, tag: tag, captured: timeline.NoTime, size: -1}}
	w.now = historyBegin + timeline.Time(pick(rng, 0, 0, 1, 2))*timeline.Second
	w.ms, w.late, w.holes = rng.Float64() < 0.12, rng.Float64() < 0.12, rng.Float64() < 0.15
	if rng.Float64() < 0.2 {
		w.cut = 1 + rng.IntN(2)
	}
	steps := pick(rng, []int{0, 0, 1, 1, 2, 3}, []int{0, 1, 2, 5, 8}, []int{1, 3, 5, 10, 20})
	w.print("INFO: begin")
	for range (2 + rng.IntN(13)) * busy {
		w.say()
		w.now += timeline.Time(pick(rng, steps...)) * timeline.Second
		if w.ms {
			w.now += timeline.Time(pick(rng, 0, 1, 250, 500)) * timeline.Second / 1000
		}
		if w.now > historyBegin.Add(span) {
			break
		}
	}
	w.now += timeline.Time(pick(rng, 1, 15, 60)) * timeline.Second
	w.late = false
	w.print("INFO: end")
	if rng.Float64() < 0.25 {
		w.log.captured = w.now.Floor(timeline.Second) + timeline.Time(pick(rng, 5, 60))*timeline.Second
	}
	return w.log, w.starts
}

// say prints one of the things that a process of the role says.
func (w *logWriter) say() {
	text := pick(w.rng, prefillSays...)
	if w.role == "decode" {
		text = pick(w.rng, decodeSays...)
	}
	room := pick(w.rng, historyRooms...)
	kind := ""
	if strings.Contains(text, "KVPoll") {
		kind = "fail"
	} else if strings.HasPrefix(text, "Receive") && w.role == "decode" {
		kind = "receive"
	}
	if kind != "" && (w.rooms[room+kind] || kind == "receive" && w.rooms[room+"fail"]) {
		return // one attempt per room
	}
	w.rooms[room+kind] = true
	if strings.HasPrefix(text, "CommonKV") {
		if w.log.tag != "" {
			return
		}
		w.starts = append(w.starts, w.now)
	}
	text = strings.NewReplacer("ROOM", room, "SECS", pick(w.rng, "10.0", "30.0")).Replace(text)
	for range 1 + w.rng.IntN(w.busy) {
		w.print(text)
		if strings.HasPrefix(text, "CommonKV") {
			return
		}
	}
}

// print writes the physical lines of one thing. |text has no header.
func (w *logWriter) print(text string) {
	if w.cut > 0 && w.thing > 0 && text[0] != '|' && w.rng.Float64() < 0.15 {
		w.log.lines = append(w.log.lines, storyLine{cut: w.cut, thing: -1})
	}
	at, rank := w.now, 0
	if w.late && w.thing > 0 && w.rng.Float64() < 0.4 && !strings.HasPrefix(text, "CommonKV") {
		at, rank = at-timeline.Second, 1
	}
	layout := "2006-01-02 15:04:05"
	if w.ms {
		layout += ".000"
	}
	if w.log.tag != "" {
		text += " (" + w.log.tag + ")" // its lines are its own, or it would be an excerpt
	}
	for n, line := range strings.Split(strings.TrimPrefix(text, "|"), "\n") {
		if n == 0 && text[0] != '|' {
			line = fmt.Sprintf("[%s TP%d] %s", at.Std().Format(layout), rank, line)
		}
		w.log.lines = append(w.log.lines, storyLine{id: fmt.Sprintf("%d.%d", w.thing, n), thing: w.thing, text: line})
		if w.holes && w.rng.Float64() < 0.1 {
			w.log.lines = append(w.log.lines, storyLine{thing: -1, text: suppressed})
		}
	}
	w.thing++
}

// makeHistory is a whole story. busy: how often things are said again in one second.
func makeHistory(rng *rand.Rand, busy int) *story {
	span := time.Duration(pick(rng, 20, 40, 60, 100, 150)) * time.Second
	s := &story{captured: timeline.NoTime}
	for _, n := range pick(rng, []string{"prefill@n1"}, []string{"prefill@n1"}, []string{"prefill@n1", "prefill@n1 b"}, []string{"prefill@n1", "decode@n2"}, []string{"prefill@n1", "decode@n2"},
		[]string{"prefill@n1", "prefill@n3", "decode@n2"}, []string{"decode@n2"}) {
		base, tag, _ := strings.Cut(n, " ")
		role, instance, _ := strings.Cut(base, "@")
		log, starts := makeLog(rng, role, instance, tag, span, busy)
		s.logs = append(s.logs, log)
		if role == "prefill" && tag == "" && rng.Float64() < map[string]float64{"n1": 0.7, "n3": 0.3}[instance] {
			s.targets = append(s.targets, makeTarget(rng, instance, span, starts))
		}
	}
	return s
}

// makeTarget scrapes a prefill process: it is down for 12 s before a start-up, and its counters begin
// anew. Now and then a few scrapes taken by hand, pauses, a second rank that some scrapes lack.
func makeTarget(rng *rand.Rand, instance string, span time.Duration, starts []timeline.Time) *storyTarget {
	t := &storyTarget{role: "prefill", instance: instance}
	few := rng.Float64() < 0.12
	step, most := 5*timeline.Second, 30
	if few {
		step, most = timeline.Time(pick(rng, 5, 8, 12))*timeline.Second, pick(rng, 2, 3)
	}
	now := historyBegin + timeline.Time(rng.IntN(7)-2)*timeline.Second + timeline.Time(pick(rng, 0, 300))*timeline.Second/1000
	g := &gauges{rng: rng, kv: [2]int{rng.IntN(10), rng.IntN(10)}, gauge: [3]int{0, rng.IntN(3), 1}, two: rng.Float64() < 0.4, patchy: rng.Float64() < 0.3, tokens: 100, start: 1000, born: rng.Float64() < 0.3, lively: rng.Float64()}
	pauses := 0.05
	if rng.Float64() < 0.2 {
		pauses = 0.2
	}
	slices.Sort(starts)
	for now < historyBegin.Add(span) && len(t.scrapes) < most {
		for len(starts) > 0 && starts[0] <= now {
			g.kv, g.start, g.tokens, starts = [2]int{}, g.start+1, 0, starts[1:]
		}
		down := slices.ContainsFunc(starts, func(s timeline.Time) bool { return s-12*timeline.Second <= now && now < s })
		sc := storyScrape{at: now, ok: !down}
		if x := g.next(); !down {
			sc.samples = x
		}
		t.scrapes = append(t.scrapes, sc)
		if rng.Float64() > pauses {
			now += step
		} else {
			now += timeline.Time(pick(rng, 2, 3, 12)) * step
		}
	}
	if rng.Float64() < 0.5 && len(t.scrapes) > 3 {
		t.interval = 5 * time.Second
	}
	return t
}

// gauges are the numbers of one process.
type gauges struct {
	rng               *rand.Rand
	kv                [2]int
	gauge             [3]int
	tokens, start     int
	two, patchy, born bool
	lively            float64
}

func (g *gauges) next() []storySample {
	for i := range g.gauge {
		if g.rng.Float64() < 0.25 {
			g.gauge[i] = g.rng.IntN(3)
		}
	}
	for i := range g.kv {
		if g.rng.Float64() < 0.3*g.lively {
			g.kv[i] += 1 + g.rng.IntN(2)
		}
	}
	g.tokens += g.rng.IntN(2)
	out := []storySample{{metricNames["queue"], "0", float64(g.gauge[0])}, {metricNames["running"], "0", float64(g.gauge[1])}, {"sglang:num_prefill_inflight_queue_reqs", "0", float64(g.gauge[2])},
		{metricNames["done"], "0", float64(g.kv[0])}, {metricNames["tokens"], "0", float64(g.tokens)}}
	if g.two && !(g.patchy && g.rng.Float64() < 0.2) {
		out = append(out, storySample{metricNames["done"], "1", float64(g.kv[1])}, storySample{metricNames["queue"], "1", float64((g.tokens + g.kv[1]) % 3)})
	}
	if g.born {
		out = append(out, storySample{metricNames["born"], "", float64(g.start)})
	}
	return out
}
