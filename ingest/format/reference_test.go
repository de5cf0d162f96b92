package format

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// The slow forms of what the package reads by hand.
var (
	refHeader = regexp.MustCompile(`^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:[.,](\d{3}))?((?: [A-Z_]+\d+)*)\] ?`)
	refEach   = regexp.MustCompile(`\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:[.,](\d{3}))?((?: [A-Z_]+\d+)*)\] ?`)
	refOpens  = regexp.MustCompile(`(?i)error|exception|traceback|failed|dump|debug info`)
	refQuotes = regexp.MustCompile(`^(Receive|Finish)\b`)
	refHole   = regexp.MustCompile(`Suppressed \d+ messages|message repeated \d+ times`)
)

// reference is the engine's header by the regexp: the time, its resolution, the ranks, its length.
func reference(line []byte) (at timeline.Time, res time.Duration, rank string, n int) {
	m := refHeader.FindSubmatch(line)
	if m == nil {
		return 0, 0, "", 0
	}
	t, err := time.Parse("2006-01-02 15:04:05", strings.Replace(string(m[1]), ":60", ":59", 1))
	if err != nil || t.Year() < 1970 || t.Year() > 2042 {
		return 0, 0, "", 0
	}
	at, res = timeline.FromStd(t), time.Second
	if strings.HasSuffix(string(m[1]), ":60") {
		at += timeline.Second
	}
	if len(m[2]) > 0 {
		ms, _ := strconv.Atoi(string(m[2]))
		at, res = at+timeline.Time(ms*1e6), time.Millisecond
	}
	return at, res, strings.TrimSpace(string(m[3])), len(m[0])
}

// referenceSplit is where further headers begin, but for those inside a quotation.
func referenceSplit(line []byte) []int {
	if Quoting(line) {
		return nil
	}
	var out []int
	for _, m := range refEach.FindAllIndex(line, -1) {
		if _, _, _, n := reference(line[m[0]:]); n > 0 && m[0] > 0 {
			out = append(out, m[0])
		}
	}
	return unquoted(out, 0, line)
}

func checkHeader(t *testing.T, line []byte) {
	t.Helper()
	at, res, rank, n := engineHeader(line)
	wantAt, wantRes, wantRank, want := reference(line)
	if n != want || n > 0 && (at != wantAt || res != wantRes || string(rank) != wantRank) {
		t.Fatalf("header of %q: %v %v %q %d, want %v %v %q %d", line, at, res, rank, n, wantAt, wantRes, wantRank, want)
	}
	if got := Split(nil, line); !slices.Equal(got, referenceSplit(line)) {
		t.Fatalf("split of %q: %v, want %v", line, got, referenceSplit(line))
	}
	if got, want := Quotes(line), refQuotes.Match(line); got != want {
		t.Fatalf("%q quotes: %v", line, got)
	}
	if got, want := Hole(line), refHole.Match(line) && !refQuotes.Match(line); got != want {
		t.Fatalf("%q hole: %v", line, got)
	}
	if got, want := OpensBlock(line), refOpens.Match(line); got != want && !bytes.ContainsAny(line, "ſK") {
		t.Fatalf("%q opens: %v", line, got)
	}
}

// seeds are lines of every kind.
var seeds = []string{
	"[2026-05-12 03:14:03 TP0] Prefill batch, #new-seq: 3, #new-token: 2324, #cached-token: 4061, token usage: 0.08, #running-req: 0, #queue-req: 3, #prealloc-req: 2, #inflight-req: 3, input throughput (token/s): 4597.53, cuda graph: False",
	"[2026-09-24 01:47:50.615 DP3 TP3 EP3] Prefill batch [1], #new-seq: 1, #new-token: 64, #optimistic-req: 2, ",
	"[2026-06-27 10:02:58 PP0 ATTN_CP1 TP1 EP1] Decode batch. #running-req: 1",
	"[2026-05-12 03:14:02] INFO:     192.0.2.31:57449 - \"POST /v1/chat/completions HTTP/1.1\" 200 OK",
	"[2026-05-12 03:14:02,123] ERROR:    Health check failed. Server couldn't get a response",
	"[2026-04-15 17:13:37][scheduler_metrics_mixin.py:424][INFO]: Prefill batch, #new-seq: 1",
	"[2026-04-15 17:13:37 TP0]-WARNING-[scheduler.py:10:run()] message",
	"[2026-04-15 17:13:37] WARNING server_args.py:814: message",
	"Exception in thread [2026-11-29 13:33:16 TP1] Prefill batch, #new-seq: 1",
	"    [2026-11-29 13:33:17 TP3] Unexpected transfer worker error for room 5975098084415727586",
	"[2026-08-04 16:20:03] Receive: obj=GenerateReqInput(text='[2026-08-04 16:20:03 TP0] Decode batch', rid='1')",
	"[2026-08-04 16:20:03] Received output for rid='1'[2026-08-04 16:20:03] next",
	"-- Suppressed 7 messages from sglang.service", "last message repeated 3 times", "Suppressed  7 messages", "xSuppressed 12 messagess message repeated 1 times",
	"2026-05-24 09:20:11 TP0] Decode batch, #running-req: 4",
	"2026-02-19 12:57:23  INFO http_request{method=POST uri=/v1 a=\"}\"}: smg::server: /x/src/server.rs:794: Starting router",
	"2025-09-02T15:50:01.770028Z  INFO main.init: worker has been initialized",
	"(Worker pid=7) (Worker_TP1 pid=7) ERROR 03-14 21:18:02 [file.py:12] msg", "INFO 04-09 06:58:44 engine.py:404] Added request 1.",
	"(APIServer pid=1) INFO:     192.0.2.33:56003 - \"GET /metrics HTTP/1.1\" 200 OK",
	"E1120 11:10:27.133715 203020 transfer_task.cpp:305] Failed to complete", "E20260615 06:31:27.109220 71533 a.cpp:1107] Connect", "I0801 15:40:04.429156       1 leaderelection.go:248] attempting",
	"2026-04-30 18:32:58 NIXL INFO  _api.py:361 Backend UCX was instantiated", "[1754062805.042276] [host:1049 :0]     ucp_context.c:2339 UCX  INFO  Version",
	"[rank5]:[W801 12:22:06.316694049 TCPStore.cpp:125] [c10d] sendBytes failed", "[rank0]:[E1218 20:27:21.426415540 ProcessGroupNCCL.cpp:629] [Rank 0] Watchdog", "[E ProcessGroupNCCL.cpp:475] [Rank 4] x",
	"2025-04-03 19:59:12,086 - INFO - flashinfer.jit: loading", "2025-04-03 19:59:12,086 - root - WARNING - loading",
	"2026-01-04 03:23:20.546630 error 33677 pid[2441] [AccLink f:504] x", "2026-03-26 13:01:04.037355 ERROR [1529-37813][AccLink f:605 Fn] x",
	"[ERROR] HCCL(66120,):2026-06-15-06:31:27.110.552 [exception_handler.cc:23] [71601]HcclBatchGet: x",
	"time=\"2026-05-12T03:14:08Z\" level=info msg=\"a b\"", "ts=1754062805.042276 level=warn msg=x caller=y",
	`{"timestamp": "2026-05-12T03:14:08.123456", "event": "request.received", "rid": "1", "obj": {"text": "[2026-05-12 03:14:08 TP0] x"}}`,
	`{"time":"2026-05-12T03:14:08.1Z","level":"DEBUG","target":"dynamo_runtime::x","message":"a \"b\""}`, `{"error":{"type":"x"}}`,
	"2026-02-22 14:02:10,442 WARNING worker.py:2074 -- A worker died", "[2026-02-22 14:02:10,903 E 84410 84410] logging.cc:484: *** SIGSEGV",
	"slurmstepd: error: *** STEP 118204.0 ON node-a CANCELLED AT 2026-05-09T12:30:00 DUE TO TIME LIMIT ***",
	"May 12 03:14:08 host prog[12]: text", "<34>1 2026-05-12T03:14:08.123Z host app 1 - - text", "21:48:09.402 PROXY_REQUEST", "2026/05/12 03:14:08 go log",
	"Capturing batches (bs=1):  98%|## | 1/2\r[2026-05-12 03:14:08 TP0] Capture", "\x1b[2m2026-02-11T16:02:08.518233Z\x1b[0m \x1b[32m INFO\x1b[0m x", "\ufeff[2026-05-12 03:14:08] x", "\x00\x00\x00a\x1b]0;title\x07b",
	"AssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?", "  File \"a.py\", line 1, in f", "Process 123: x", "Thread 417 (active): \"MainThread\"", "Thread 0x00007ed20b7fe640 (most recent call first):",
	"[2026-02-29 03:14:08] no such day", "[2024-02-29 03:14:08] x", "p02026-02-11T16:02:12.718233Z  INFO scheduler.x: Prefill batch",
	"Engine 000: Avg prompt throughput: 0.0 tokens/s, Running: 31 reqs, Waiting: 48 reqs, GPU KV cache usage: 99.2%",
	"0x[", "[", "(", "{", "<1>", "a=", "2026-", "E0101 ", "[rank", "{\"", "[ERROR] ):", "(pid=) ",
}

func FuzzHeader(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) { checkHeader(t, line) })
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		before := bytes.Clone(line)
		h, ok := Parse(line)
		if ok && (h.Body < 0 || h.Body > len(line) || h.Name == "" || h.HasTime && (h.Resolution <= 0 || !h.At.Known())) {
			t.Fatalf("%q: %+v", line, h)
		}
		if ok {
			Gauges(nil, line[h.Body:])
			RoleOf(line[h.Body:])
			LevelOf(line[h.Body:])
		}
		if k := Classify(line); k > Unknown {
			t.Fatalf("%q is of kind %d", line, k)
		}
		Gauges(nil, line)
		last := 0
		for _, i := range Split(nil, line) {
			if i <= last || i >= len(line) || line[i] != '[' {
				t.Fatalf("%q splits at %d", line, i)
			}
			last = i
		}
		if !bytes.Equal(before, line) {
			t.Fatalf("%q was changed", before)
		}
	})
}

func FuzzCleanLine(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		before := bytes.Clone(line)
		got := CleanLine(nil, line)
		if bytes.ContainsAny(got, "\x1b\r\x00") {
			t.Fatalf("%q is not clean: %q", line, got)
		}
		if !bytes.Equal(before, line) {
			t.Fatalf("%q was changed", before)
		}
		if bytes.IndexByte(line, '\r') < 0 && bytes.IndexByte(line, 0x1b) < 0 && !bytes.Equal(got, bytes.ReplaceAll(bytes.TrimPrefix(line, []byte("\ufeff")), []byte{0}, nil)) {
			t.Fatalf("%q lost text: %q", line, got)
		}
	})
}

func TestSeeds(t *testing.T) {
	for _, s := range seeds {
		checkHeader(t, []byte(s))
	}
}
