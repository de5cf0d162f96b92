package format

import (
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// The lines in this file are modelled on what the programs print; names, addresses, numbers are made up.

func TestParse(t *testing.T) {
	for _, c := range []struct {
		line, name, at string
		zone           ZoneKind
		level          timeline.Level
		rank, source   string
		message        string
	}{
		{"[2026-05-12 03:14:03 TP0] Prefill batch", "sglang", "2026-05-12T03:14:03Z", Naive, 0, "TP0", "", "Prefill batch"},
		{"[2026-05-12 03:14:03.615 DP3 TP3 EP3] x", "sglang", "2026-05-12T03:14:03.615Z", Naive, 0, "DP3 TP3 EP3", "", "x"},
		{"[2026-05-12 03:14:03,007 PP0 ATTN_CP1 TP1 EP1] x", "sglang", "2026-05-12T03:14:03.007Z", Naive, 0, "PP0 ATTN_CP1 TP1 EP1", "", "x"},
		{"2026-05-24 09:20:11 TP0] Decode batch", "sglang", "2026-05-24T09:20:11Z", Naive, 0, "TP0", "", "Decode batch"},
		{"[2026-05-12 03:14:02] INFO:     192.0.2.31:57449 - \"GET /health HTTP/1.1\" 200 OK", "uvicorn", "2026-05-12T03:14:02Z", Naive, info, "", "", "192.0.2.31:57449 - \"GET /health HTTP/1.1\" 200 OK"},
		{"[2026-05-12 03:14:02] ERROR:    Health check failed.", "sglang", "2026-05-12T03:14:02Z", Naive, fail, "", "", "Health check failed."},
		{"[2026-05-12 03:14:02] WARNING server_args.py:814: msg", "sglang", "2026-05-12T03:14:02Z", Naive, warn, "", "server_args.py:814", "msg"},
		{"[2026-04-15 17:13:37][mixin.py:424][INFO]: Prefill batch", "sglang", "2026-04-15T17:13:37Z", Naive, info, "", "mixin.py:424", "Prefill batch"},
		{"[2026-04-15 17:13:37 TP0]-WARNING-[scheduler.py:10:run()] x", "sglang", "2026-04-15T17:13:37Z", Naive, warn, "TP0", "scheduler.py:10:run()", "x"},
		{"[2025-06-26 02:04:08] 192.0.2.1 [26/Jun/2025:02:04:08 +0000] \"PUT /route HTTP/1.1\" 200 155", "sglang", "2025-06-26T02:04:08Z", Naive, 0, "", "", "192.0.2.1 [26/Jun/2025:02:04:08 +0000] \"PUT /route HTTP/1.1\" 200 155"},
		{"(head, rank=0, pid=18260) [2025-02-14 00:42:22 DP2 TP2] x", "sglang", "2025-02-14T00:42:22Z", Naive, 0, "DP2 TP2", "", "x"},
		{"2026-02-19 12:57:23  INFO smg::server: /a/src/server.rs:794: Starting router", "gateway", "2026-02-19T12:57:23Z", Absolute, info, "", "smg::server", "Starting router"},
		{"2026-02-26 13:00:12 ERROR http_request{uri=/v1 id=\"a}{\"}: smg::routers::http::pd_router: /a.rs:590: Decode server", "gateway", "2026-02-26T13:00:12Z", Absolute, fail, "", "smg::routers::http::pd_router", "Decode server"},
		{"2026-02-11T16:02:08.518233Z  INFO sglang_router_rs::server: up", "gateway", "2026-02-11T16:02:08.518233Z", Absolute, info, "", "sglang_router_rs::server", "up"},
		{`{"timestamp":"2026-02-26T13:00:12.5Z","level":"ERROR","target":"smg::core","message":"x"}`, "gateway", "2026-02-26T13:00:12.5Z", Absolute, fail, "", "smg::core", `x"}`},
		{"(APIServer pid=428) INFO 07-13 16:33:58 [metrics.py:103] x", "vllm", "1970-07-13T16:33:58Z", NoYear, info, "", "metrics.py:103", "x"},
		{"(Worker pid=7) (Worker_DP0_TP1_EP1 pid=7) ERROR 02-29 16:33:58 [a.py:1]     x", "vllm", "1972-02-29T16:33:58Z", NoYear, fail, "", "a.py:1", "    x"},
		{"INFO 04-09 06:58:44 engine.py:404] Added", "vllm", "1970-04-09T06:58:44Z", NoYear, info, "", "engine.py:404", "Added"},
		{"2025-09-02T15:50:01.770028Z  INFO main.init: up", "dynamo", "2025-09-02T15:50:01.770028Z", Absolute, info, "", "main.init", "up"},
		{`{"time":"2025-09-02T15:50:01.77Z","level":"DEBUG","target":"dynamo_runtime::x","message":"m"}`, "dynamo", "2025-09-02T15:50:01.77Z", Absolute, dbg, "", "dynamo_runtime::x", `m"}`},
		{"2026-04-30 18:32:58 NIXL INFO  _api.py:361 Backend UCX", "nixl", "2026-04-30T18:32:58Z", Naive, info, "", "_api.py:361", "Backend UCX"},
		{"E1120 11:10:27.133715 203020 transfer_task.cpp:305] Failed", "glog", "1970-11-20T11:10:27.133715Z", NoYear, fail, "", "transfer_task.cpp:305", "Failed"},
		{"E20260615 06:31:27.109220 71533 a.cpp:1107] x", "glog", "2026-06-15T06:31:27.10922Z", Naive, fail, "", "a.cpp:1107", "x"},
		{"I0801 15:40:04.429156       1 leader.go:248] x", "klog", "1970-08-01T15:40:04.429156Z", NoYear, info, "", "leader.go:248", "x"},
		{"[1754062805.042276] [host:1049 :0]     ucp_context.c:2339 UCX  WARN  x", "ucx", "2025-08-01T15:40:05.042276Z", Absolute, warn, "", "ucp_context.c:2339", "x"},
		{"[rank5]:[W801 12:22:06.316694049 TCPStore.cpp:125] [c10d] x", "nccl", "1970-08-01T12:22:06.316694049Z", NoYear, warn, "", "TCPStore.cpp:125", "[c10d] x"},
		{"[rank0]:[E1218 20:27:21.426415540 P.cpp:629] x", "nccl", "1970-12-18T20:27:21.42641554Z", NoYear, fail, "", "P.cpp:629", "x"},
		{"[rank0]:E1218 20:27:21.426000 12 torch/a.py:629] x", "glog", "1970-12-18T20:27:21.426Z", NoYear, fail, "", "torch/a.py:629", "x"},
		{"2025-04-03 19:59:12,086 - INFO - flashinfer.jit: x", "plain", "2025-04-03T19:59:12.086Z", Naive, info, "", "", "flashinfer.jit: x"},
		{"2025-04-03 19:59:12,086 - root - WARNING - x", "plain", "2025-04-03T19:59:12.086Z", Naive, warn, "", "root", "x"},
		{"[ERROR] HCCL(66120,):2026-06-15-06:31:27.110.552 [e.cc:23] [71601]x", "plain", "2026-06-15T06:31:27.110552Z", Naive, fail, "", "e.cc:23", "[71601]x"},
		{"2026-01-04 03:23:20.546630 error 33677 pid[2441] x", "plain", "2026-01-04T03:23:20.54663Z", Naive, fail, "", "", "33677 pid[2441] x"},
		{"time=\"2026-05-12T03:14:08+02:00\" level=info msg=\"a b\"", "logfmt", "2026-05-12T01:14:08Z", Absolute, info, "", "", "a b\""},
		{"level=warn ts=1754062805.5 msg=x", "logfmt", "2025-08-01T15:40:05.5Z", Absolute, warn, "", "", "x"},
		{`{"ts":1754062805042,"severity":"WARNING","msg":"x"}`, "json", "2025-08-01T15:40:05.042Z", Absolute, warn, "", "", `x"}`},
		{`{"timestamp": "2026-05-12T03:14:08.123456", "event": "request.received", "rid": "1"}`, "json", "2026-05-12T03:14:08.123456Z", Naive, 0, "", "", `request.received", "rid": "1"}`},
		{`{"@timestamp":"2026-05-12T03:14:08Z","message":"[2026-05-12 05:14:08 TP1] Prefill batch"}`, "json", "2026-05-12T03:14:08Z", Absolute, 0, "TP1", "", `Prefill batch"}`},
		{"2026-02-22 14:02:10,442 WARNING worker.py:2074 -- A worker", "plain", "2026-02-22T14:02:10.442Z", Naive, warn, "", "worker.py:2074", "A worker"},
		{"[2026-02-22 14:02:10,903 E 84410 84410] logging.cc:484: x", "plain", "2026-02-22T14:02:10.903Z", Naive, fail, "", "logging.cc:484", "x"},
		{"[2026-02-22 14:02:10 +0100] [12] [INFO] x", "plain", "2026-02-22T13:02:10Z", Absolute, 0, "", "", "[12] [INFO] x"},
		{"slurmstepd: error: *** STEP 1.0 ON a CANCELLED AT 2026-05-09T12:30:00 DUE TO TIME LIMIT ***", "plain", "2026-05-09T12:30:00Z", Naive, fail, "", "slurm", "error: *** STEP 1.0 ON a CANCELLED AT 2026-05-09T12:30:00 DUE TO TIME LIMIT ***"},
		{"May  2 03:14:08 host prog[12]: text", "syslog", "1970-05-02T03:14:08Z", NoYear, 0, "", "prog[12]", "text"},
		{"<34>1 2026-05-12T03:14:08.123Z host app 1 - - text", "syslog", "2026-05-12T03:14:08.123Z", Absolute, 0, "", "", "text"},
		{"2026/05/12 03:14:08 text", "plain", "2026-05-12T03:14:08Z", Naive, 0, "", "", "text"},
		{"1754062805.5 text", "plain", "2025-08-01T15:40:05.5Z", Absolute, 0, "", "", "text"},
		{"2026-05-12T03:14:08.5+08:00 text", "plain", "2026-05-11T19:14:08.5Z", Absolute, 0, "", "", "text"},
	} {
		h, ok := Parse([]byte(c.line))
		if !ok || !h.HasTime || h.Name != c.name || h.At.String() != c.at || h.Zone != c.zone || h.Level != c.level || h.Rank != c.rank || h.Source != c.source || c.line[h.Body:] != c.message {
			t.Errorf("%q: %v %+v %s, message %q", c.line, ok, h, h.At, c.line[h.Body:])
		}
	}
}

func TestParseWithoutTime(t *testing.T) {
	for line, name := range map[string]string{
		"[E ProcessGroupNCCL.cpp:475] [Rank 4] x":                      "nccl",
		"(APIServer pid=1) INFO:     192.0.2.3:5 - \"GET / HTTP\" 200": "uvicorn",
		"21:48:09.402 PROXY_REQUEST":                                   "plain",
	} {
		if h, ok := Parse([]byte(line)); !ok || h.HasTime || h.Name != name {
			t.Errorf("%q: %v %+v", line, ok, h)
		}
	}
	for _, line := range []string{
		"", "x", "[aiter] shape is M:1", "[ERROR] text", "[2026-13-12 03:14:03] x", "[2026-02-29 03:14:03] x", "[2026-05-12 03:14:03 tp0 x", "1234567890 not a time",
		"INFO:     127.0.0.1:1 - \"GET / HTTP/1.1\" 200 OK", "Traceback (most recent call last):", `{"error":{}}`, "E1120 nothing", "May be", "2026-05-12", "key=value other",
	} {
		if h, ok := Parse([]byte(line)); ok {
			t.Errorf("%q has a header: %+v", line, h)
		}
	}
}

func TestClassify(t *testing.T) {
	for line, want := range map[string]Kind{
		"Exception in thread Thread-5 (bootstrap_thread):": BlockStart, "Fatal Python error: Aborted": BlockStart, "Process 417: sglang::scheduler_TP6": BlockStart,
		"Exception in thread ": BlockStart, "Traceback (most recent call last):": BlockLine, "  File \"/a.py\", line 953 in run": BlockLine, "self.run()": BlockLine,
		"    self._target(*self._args, **self._kwargs)": BlockLine, "           ^^^^^^": BlockLine, "AssertionError": BlockLine, "[rank0]: Traceback (most recent call last):": BlockLine, "[rank0]:     return f()": BlockLine, "thread 'main' panicked at src/x.rs:1:2:": BlockLine, "zmq.error.Again: Resource": BlockLine,
		"torch.OutOfMemoryError: CUDA": BlockLine, "Thread-5 (bootstrap_thread):": BlockLine, "Thread 0x00007ed2 (most recent call first):": BlockLine,
		"Thread 417 (active): \"MainThread\"": BlockLine, "    _apply (penaltylib/min_new_tokens.py:78)": BlockLine, "Python v3.12.12 (/usr/bin/python3.12)": BlockLine,
		"frame #3: c10d::x": BlockLine, "Current thread 0x1 (most recent call first):": BlockLine,
		"INFO:     127.0.0.1:1234 - \"POST /generate HTTP/1.1\" 200 OK": Foreign, "[aiter] shape": Foreign, "WARNING:sglang.srt.server_args:DP attention": Foreign,
		"Capturing batches (bs=1 avail_mem=1 GB):  98%|##| 1/2": Foreign, ":0:rocdevice.cpp            :3582: 1 us:  Callback": Foreign, "ionic_comp_msn:1464: cqe": Foreign,
		"/a/b.py:54: UserWarning: x": Foreign, "[transformers] The": Foreign, "host:12:34 [0] NCCL WARN x": Foreign, "[ERROR] prefill queue handler failed": Foreign,
		"Finish: obj=GenerateReqInput(rid='1')": Foreign, `{"error":{"type":"x"}}`: Foreign, "(raylet) A worker died": Foreign, "2m14s       Warning   Unhealthy   pod/x": Foreign,
		"-- Suppressed 7 messages": Suppression, "last message repeated 3 times": Suppression, "": Continuation, " Current: 0": Continuation, "Waiting for workers": Unknown,
		"Finish: obj=x Suppressed 7 messages": Foreign, "(RayWorker pid=1) x [repeated 5x across cluster]": Foreign,
	} {
		if got := Classify([]byte(line)); got != want {
			t.Errorf("%q is %d, want %d", line, got, want)
		}
	}
}

func TestGauges(t *testing.T) {
	for message, want := range map[string][]Number{
		"Prefill batch, #new-seq: 3, token usage: 0.08, #prealloc-req: 2, input throughput (token/s): 4597.53, cuda graph: False": {{"new_seq", 3}, {"token_usage", .08}, {"prealloc_req", 2}, {"input_throughput", 4597.53}},
		"Prefill batch [12], #new-seq: 1, ":                   {{"new_seq", 1}},
		"Prefill batch. #new-seq: 6, #transferring-req: 161 ": {{"new_seq", 6}, {"transferring_req", 161}},
		"Decode batch, #full token: 1, full token usage: 1.00, est. decode TFLOPS/s (per GPU): 2.5, npu graph: B, #queue-req: 3": {{"full_token", 1}, {"full_token_usage", 1}, {"est_decode_tflops_s", 2.5}, {"queue_req", 3}},
		"Decode batch, #gpu token: 7, pre-allocated usage: 0.04, cache hit rate: 60.44%":                                         {{"gpu_token", 7}, {"pre_allocated_usage", .04}, {"cache_hit_rate", .6044}},
		"Engine 000: Avg prompt throughput: 0.5 tokens/s, Running: 31 reqs, Waiting: 48 reqs, GPU KV cache usage: 99.2%":         {{"avg_prompt_throughput", .5}, {"running_req", 31}, {"waiting_req", 48}, {"kv_cache_usage", .992}},
		"KV cache pool is full. #retracted_reqs: 1":                                                                              nil, "Decode transfer failed: 12": nil,
	} {
		got := Gauges(nil, []byte(message))
		if len(got) == 0 {
			got = nil
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", message, got, want)
		}
	}
}

func TestRoleOf(t *testing.T) {
	for message, want := range map[string]string{
		"Prefill batch, #new-seq: 3, #inflight-req: 1": "prefill", "Prefill batch, #new-seq: 3, #queue-req: 0": "", "Decode batch, #transfer-req: 0": "decode", "Decode batch, #queue-req: 0": "",
		"server_args=ServerArgs(a=1, disaggregation_mode='decode', b=2)": "decode", "server_args=ServerArgs(disaggregation_mode='null')": "",
		"Lost connection with prefill instance (bootstrap_addr: 192.0.2.1:8998), 3 requests affected": "decode", "Prefill bootstrap failed for request rank=0": "prefill",
		"Exception in thread Thread-2 (bootstrap_thread):": "prefill", "Exception in thread Thread-2 (launch_router):": "",
		"  File \"/sglang/srt/disaggregation/decode.py\", line 1, in f": "decode", "Receive: obj=GenerateReqInput(text='Prefill bootstrap failed for request')": "",
		"ReqTimeStats(rid=1, type=decode): x": "decode", "smg::server: src/server.rs: up": "router",
	} {
		got, why := RoleOf([]byte(message))
		if got != want || (why == "") != (want == "") {
			t.Errorf("%q proves %q by %q, want %q", message, got, why, want)
		}
	}
}

func TestLevelOf(t *testing.T) {
	for message, want := range map[string]timeline.Level{
		"Prefill batch, #new-seq: 1": info, "Decode transfer failed for request rank=0": fail, "Prefill transfer failed for request rank=0": warn, "room=12 is bootstrapped": dbg,
		"Scheduler hit an exception: Traceback": crit, "Session 192.0.2.1:5 failed.": fail, "Session x recovered via probe; un-blacklisted": info,
		"Request 12 exceeds the maximum number of tokens: 3 > 2": fail, "hello": timeline.LevelUnknown, "": timeline.LevelUnknown,
	} {
		if got := LevelOf([]byte(message)); got != want {
			t.Errorf("%q: %d, want %d", message, got, want)
		}
	}
}

func TestCleanLine(t *testing.T) {
	for line, want := range map[string]string{
		"plain\ttext": "plain\ttext", "a\r": "a", "\ufeff[x": "[x", "\x00\x00a\x00": "a", "\x1b[2mA\x1b[0m b\x1b[K": "A b", "\x1b]0;title\x07x": "x", "\x1b]8;;u\x1b\\x": "x", "a\x1b": "a", "a\x1b[": "a",
		"bar  98%|##\r[2026-05-12 03:14:08 TP0] Capture": "[2026-05-12 03:14:08 TP0] Capture", "a\rb": "ab", "[2026-05-12 03:14:08] x 1%\rx 2%\r[2026-05-12 03:14:09] y": "[2026-05-12 03:14:08] x 1%x 2%[2026-05-12 03:14:09] y",
		"bar\r[2026-05-12 03:14:08] x\rbar": "[2026-05-12 03:14:08] xbar", "a 1%\ra 2%\r": "a 1%a 2%",
	} {
		if got := CleanLine(nil, []byte(line)); string(got) != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	clean := []byte("as it is")
	if got := CleanLine(make([]byte, 0, 64), clean); &got[0] != &clean[0] {
		t.Error("a clean line was copied")
	}
}

func TestYearIn(t *testing.T) {
	at := func(s string) timeline.Time {
		v, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return timeline.FromStd(v)
	}
	for _, c := range [][3]string{
		{"1970-06-22T10:58:31Z", "2026-06-22T10:58:31Z", "2026-06-22T10:58:31Z"},
		{"1970-12-31T23:59:59Z", "2026-01-01T00:00:01Z", "2025-12-31T23:59:59Z"},
		{"1970-01-01T00:00:01Z", "2025-12-31T23:59:59Z", "2026-01-01T00:00:01Z"},
		{"1972-02-29T01:00:00Z", "2026-03-01T00:00:00Z", "2028-02-29T01:00:00Z"},
	} {
		if got := YearIn(at(c[0]), at(c[1])); got.String() != c[2] {
			t.Errorf("%s near %s is %s, want %s", c[0], c[1], got, c[2])
		}
	}
	if got := YearIn(5, timeline.NoTime); got != 5 {
		t.Errorf("near nothing: %v", got)
	}
}

func TestCommonPathDoesNotAllocate(t *testing.T) {
	batch := []byte(seeds[0])
	h, _ := Parse(batch)
	var dst [32]Number
	for name, f := range map[string]func(){
		"Parse": func() { Parse(batch) }, "Split": func() { Split(nil, batch) }, "CleanLine": func() { CleanLine(nil, batch) }, "OpensBlock": func() { OpensBlock(batch) },
		"Gauges": func() { Gauges(dst[:0], batch[h.Body:]) }, "RoleOf": func() { RoleOf(batch[h.Body:]) }, "LevelOf": func() { LevelOf(batch[h.Body:]) }, "Classify": func() { Classify(batch[h.Body:]) },
	} {
		if n := testing.AllocsPerRun(100, f); n > 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// A word at every place of a text, and near misses.
func TestOpensBlock(t *testing.T) {
	for _, word := range append([]string{"debug", "debug  info", "exceptio", "faile", "erro", "dum", "tracebac"}, blockWords[:]...) {
		for before := range 20 {
			for behind := range 12 {
				line := []byte(strings.Repeat("r", before) + strings.ToUpper(word[:1]) + word[1:] + strings.Repeat("x", behind))
				if got, want := OpensBlock(line[:len(line):len(line)]), slices.Contains(blockWords[:], word); got != want {
					t.Fatalf("%q opens: %v", line, got)
				}
			}
		}
	}
}
