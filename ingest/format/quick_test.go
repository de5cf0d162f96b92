package format

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// headers are forms of the engine's header, whole and broken; messages are what stands behind them.
var headers = []string{
	"[2026-05-12 03:14:03 TP0] ", "[2026-09-24 01:47:50.615 DP3 TP3 EP3] ", "[2026-06-27 10:02:58 PP0 ATTN_CP1 TP1 EP1] ", "[2026-05-12 03:14:02] ", "[2026-05-12 03:14:02,123] ", "[2026-05-12 03:14:02.123]",
	"[2026-11-01 12:00:00.012 DP1 TP0] ", "[2026-11-01 12:00:00.012 DP1 TP10]", "[2026-11-01 12:09:59.999 DP10 TP10 EP10] ", "[2026-11-01 12:09:59 PP10 ATTN_CP10 TP10 EP10] ", "[2026-11-01 12:09:59 DP100 PP10 ATTN_CP10 TP10 EP10] ", "[2026-11-01 12:10:60.000 TP_0 _1] ",
	"[1970-01-01 00:00:00 TP0] ", "[2042-12-31 23:59:60.999] ", "[2024-02-29 03:14:08] ",
	"[2026-02-29 03:14:08] ", "[2026-13-01 03:14:08] ", "[2026-00-01 03:14:08] ", "[2026-01-00 03:14:08] ", "[2026-01-32 03:14:08] ", "[2026-01-01 24:00:00] ", "[2026-01-01 23:60:00] ", "[2026-01-01 23:59:61] ", "[1969-12-31 23:59:59] ", "[2043-01-01 00:00:00] ",
	"[2026-01-01T03:14:08] ", "[2026-01-01 03:14:08Z] ", "[2026-01-01 03:14:08.12] ", "[2026-01-01 03:14:08.1234] ", "[2026-01-01 03:14:08;123] ", "[2026-01-01 03-14:08.123] ", "[2026-01-01 03:14:08.12x] ", "[2026-01-01 03:14:0\x00.123] ", "[2026-01-01 03:1/:08.123] ", "[2026-01-01 03:14:08\x0e123] ",
	"[2026-01-01 03:14:08 TP] ", "[2026-01-01 03:14:08 0] ", "[2026-01-01 03:14:08  TP0] ", "[2026-01-01 03:14:08 TP0 ] ", "[2026-01-01 03:14:08 tp0] ", "[2026-01-01 03:14:08 TP0\x00] ", "[2026-01-01 03:14:08 TP0", "[2026-01-01 03:14:08", "[2026-01-01 03:14:08.123", "[2026-01-01 03:14:08.123]", "[2026-01-01 03:14:08.123] ", "[", "[2026",
	"[2026-01-01 03:14:08 TP0]  ", "2026-01-01 03:14:08 TP0] ", "(APIServer pid=1) [2026-01-01 03:14:08 TP0] ", "[2026-01-01 03:14:08 T012345678901234567890123456789] ", "[2026-01-01 03:14:08 T012345678901234567890123456] ", "[2026-01-01 03:14:08.123 DP0123 T01234] ", "[2026-01-01 03:14:08.123 DP0123 T012345] ",
}

var messages = []string{
	"Prefill batch. #new-seq: 2, #new-token: 11072, #cached-token: 2639, token usage: 0.56, #running-req: 16, #queue-req: 50, #prealloc-req: 5, #inflight-req: 8, input throughput (token/s): 20334.04, ",
	"Decode batch. #running-req: 55, #token: 391115, token usage: 0.05, pre-allocated usage: 0.08, #prealloc-req: 11, #transfer-req: 0, #retracted-req: 0, cuda graph: True, gen throughput (token/s): 849.00, #queue-req: 5, ",
	"Receive: obj=GenerateReqInput(rid='1')", "Finish: obj=GenerateReqInput(rid='1')", "Receivex", "Finish", "Receive: ", "Finish: x", "Req Time Stats(rid=1, type=decode): x", "ReqTimeStats(rid=1, type=decode): x", "Req Time Stats",
	"INFO:     192.0.2.31:57449 - \"POST /v1/chat/completions HTTP/1.1\" 200 OK", "INFO:     Started", "INFO:", "INFO:   ", "INFO: 1.2.3.4:5 - \"GET /x HTTP/1.1\" 200", "ERROR:    Health check failed", "ERROR:    1.2.3.4:5 - \"GET /x HTTP/1.1\" 200",
	"[scheduler_metrics_mixin.py:424][INFO]: Prefill batch", "-WARNING-[scheduler.py:10:run()] message", "WARNING server_args.py:814: message", "NIXL KVManager initialized", "TRACE: x", "DEBUG x", "NOTICE: x", "FATAL: x", "CRITICAL: x", "EMERG: x", "ALERT: x", "TRAILER x", "FATE x", "INFO:   Engine - \"G: 5, x: 6", "EVENT: x", "PANIC x.go:3: y", "NCCL WARN x", "KVPoll state change: room 1", "OK", "ABC", "ABCD", "[x]", "-x", "",
	"x", "1.2.3.4:5 - \"GET /x HTTP/1.1\" 200 OK", "AssertionError: x", "a.B: x", "ValueError", "WARNING:x", "Session 1 failed.", "Session 1 recovered via probe", "PP rank 0 unexpected poll state", "Request 1 exceeds the maximum 2",
	"Engine 000: Avg prompt throughput: 0.5 tokens/s, Running: 31 reqs", "Engine 000 is up and runs well", "Avg prompt throughput: 0.0 tokens/s, x", "started processing request", "finished processing request", "Decode batch", "Prefill batch", "Prefill batc", "Decode batches of 10",
	"Scheduler hit an exception: Traceback", "room=12 is bootstrapped", "\xff\xfe", "\x00\x00\x00\x00", "Prefill bootstrap failed for request", "Prefill transfer progress for room 1",
}

// checkQuick reads lines with one Quick, which may know them from before, and with Parse.
func checkQuick(t *testing.T, q *Quick, text []byte) {
	t.Helper()
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		line = bytes.Clone(line)[:len(line):len(line)]
		got, ok := q.Parse(line)
		if !ok {
			continue
		}
		want, ok := Parse(line)
		h := Head{Name: "sglang", HasTime: true, At: got.At, Resolution: time.Second, Rank: q.RankOf(got.Rank), Body: int(got.Body)}
		if got.Milli() {
			h.Resolution = time.Millisecond
		}
		if got.Access() {
			h.Name, h.Level = "uvicorn", timeline.LevelInfo
			if m := line[h.Body:]; !Routine(&h, m) || len(Gauges(nil, m)) > 0 {
				t.Fatalf("%q is no access line", line)
			}
		}
		if !ok || h != want {
			t.Fatalf("%q: %+v, want %+v %v", line, h, want, ok)
		}
	}
}

func FuzzQuick(f *testing.F) {
	for i, h := range headers {
		f.Add([]byte(h + messages[i%len(messages)] + "\n" + headers[(i+1)%len(headers)] + messages[(i*7)%len(messages)]))
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var q Quick
		checkQuick(t, &q, text)
		checkQuick(t, &q, text)
	})
}

// Every header with every message, and each of them with single bytes changed, in one Quick.
func TestQuick(t *testing.T) {
	var q Quick
	r := rand.New(rand.NewPCG(1, 2))
	for _, h := range headers {
		for _, m := range messages {
			line := []byte(h + m)
			checkQuick(t, &q, line)
			for range 40 {
				other := bytes.Clone(line)
				for range 1 + r.IntN(3) {
					if n := min(len(other), 60); n > 0 {
						other[r.IntN(n)] = "0123456789:.,- ]TPA[_\x00\n"[r.IntN(23)]
					}
				}
				checkQuick(t, &q, other[:len(other)-r.IntN(len(other)/2+1)])
				checkQuick(t, &q, line)
			}
		}
	}
}

// What the engine prints is known: all but a few of the records with its header.
func TestQuickKnows(t *testing.T) {
	var q Quick
	for i, h := range headers[:15] {
		if _, ok := q.Parse([]byte(h + messages[i%2])); !ok {
			t.Errorf("%q is not known", h)
		}
	}
	if _, ok := q.Parse([]byte("[2026-11-01 12:09:59 DP1000 PP10 ATTN_CP10 TP10 EP10] x")); ok {
		t.Error("33 bytes of tags are known")
	}
	if h, ok := q.Parse([]byte(headers[3] + messages[11])); !ok || !h.Access() {
		t.Errorf("access line: %+v %v", h, ok)
	}
}

func TestQuickRanks(t *testing.T) {
	var q Quick
	line := func(i int) []byte {
		return []byte("[2026-05-12 03:14:03 DP" + strings.Repeat("0", i%17) + "1 TP" + string(rune('0'+i/17%10)) + string(rune('0'+i/170%10)) + "] Decode batch")
	}
	for range 2 {
		for i := range 1700 {
			checkQuick(t, &q, line(i))
			if _, ok := q.Parse(line(i)); !ok {
				t.Fatalf("%s is not known", line(i))
			}
		}
	}
	if len(q.ranks.names) != 1700 {
		t.Errorf("%d ranks", len(q.ranks.names))
	}
	q.ranks.names = append(q.ranks.names, make([]string, 1<<16-1-len(q.ranks.names))...)
	if _, ok := q.Parse([]byte(headers[0] + "x")); ok {
		t.Error("a rank beyond the last")
	}
}

func TestQuickCorpus(t *testing.T) {
	paths, _ := filepath.Glob("../../../shared/corpus/*.[lt][ox][gt]")
	if len(paths) == 0 {
		t.Skip("no corpus here")
	}
	var q Quick
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checkQuick(t, &q, b)
		checkClasses(t, &q, b)
	}
}

func TestQuickDoesNotAllocate(t *testing.T) {
	var q Quick
	for i, h := range headers[:15] {
		for _, m := range messages {
			line := []byte(h + m)
			q.Parse(line)
			if n := testing.AllocsPerRun(10, func() { q.Parse(line); q.Class(line[len(h):]) }); n > 0 {
				t.Errorf("%q allocates %v times", line, n)
			}
		}
		first, line := []byte(headers[i/2]+"x"), []byte(h+"x")
		if testing.AllocsPerRun(10, func() { q.Parse(first); q.Parse(line) }) > 0 {
			t.Errorf("a change of date to %q allocates", h)
		}
	}
}
