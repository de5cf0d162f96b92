package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// smallIncident is a wedge of a few hundred lines: prefill, decode, and scrapes of prefill.
type smallIncident struct {
	prefill, decode []string // lines without their ends
	scrapes         string
}

var incidentBegin = time.Date(2026, 5, 12, 3, 10, 0, 0, time.UTC)

func newIncident() *smallIncident {
	x := &smallIncident{}
	x.prefillLog()
	x.decodeLog()
	x.expositions()
	return x
}

func stamped(at time.Time, rank, text string) string {
	if rank != "" {
		rank = " " + rank
	}
	return fmt.Sprintf("[%s%s] %s", at.Format("2006-01-02 15:04:05"), rank, text)
}

// prefillLog: batches for four minutes, then a foreign frame kills the bootstrap thread; requests go
// on to come in.
func (x *smallIncident) prefillLog() {
	add := func(lines ...string) { x.prefill = append(x.prefill, lines...) }
	add(stamped(incidentBegin, "", "server_args=ServerArgs(model_path='/models/m', host='192.0.2.7', port=30000, disaggregation_mode='prefill', disaggregation_transfer_backend='nixl', log_requests=True)"),
		stamped(incidentBegin.Add(2*time.Second), "", "CommonKVBootstrapServer started successfully on 192.0.2.7:8998"))
	died := 240
	for s := 5; s < 480; s += 5 {
		at := incidentBegin.Add(time.Duration(s) * time.Second)
		room := 5057208379019590000 + int64(s)
		add(stamped(at, "", fmt.Sprintf("Receive: obj=GenerateReqInput(rid='%032x', text='why is 中文 \\t so long', bootstrap_room=%d)", s, room)))
		if s < died {
			add(stamped(at, "TP0", fmt.Sprintf("Prefill batch, #new-seq: 1, #new-token: %d, #cached-token: 0, token usage: 0.09, #running-req: 0, #queue-req: 0, #prealloc-req: 5, #inflight-req: 2, input throughput (token/s): 1200.10, cuda graph: False", 600+s)))
		}
		if s == died {
			add("Exception in thread Thread-2 (bootstrap_thread):", "Traceback (most recent call last):",
				`  File "/usr/lib/python3.12/threading.py", line 1073, in _bootstrap_inner`, "    self.run()",
				`  File "/sgl-workspace/sglang/srt/disaggregation/nixl/conn.py", line 1207, in bootstrap_thread`,
				"AssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?")
		}
		if s > died+60 && s%20 == 0 {
			add(stamped(at, "TP0", fmt.Sprintf("Prefill transfer failed for request rank=0 req.rid='%032x' req.bootstrap_room=%d with exception KVTransferError(bootstrap_room=%d): Aborted by AbortReq.", s, room-60, room-60)))
		}
		add(stamped(at.Add(time.Second), "", `INFO:     192.0.2.40:47481 - "GET /health HTTP/1.1" 200 OK`))
	}
}

// decodeLog: what prefill no longer sends times out.
func (x *smallIncident) decodeLog() {
	for s := 1; s < 480; s += 4 {
		at := incidentBegin.Add(time.Duration(s) * time.Second)
		x.decode = append(x.decode, stamped(at, "TP0", fmt.Sprintf("Decode batch, #running-req: %d, #token: %d, token usage: 0.07, pre-allocated usage: 0.05, #prealloc-req: 0, #transfer-req: 7, #retracted-req: 0, gen throughput (token/s): 649.04, #queue-req: 0", 9+s%3, 9000+s)))
		if s > 300 && s%20 == 1 {
			room := 5057208379019590000 + int64(s-1-60)
			x.decode = append(x.decode, stamped(at, "TP0", fmt.Sprintf("Decode transfer failed for request rank=0 decode_req.req.rid='%032x' decode_req.req.bootstrap_room=%d with exception KVTransferError(bootstrap_room=%d): Request %d timed out after 60.0s in KVPoll.WaitingForInput", s, room, room, room)))
		}
	}
}

func (x *smallIncident) expositions() {
	var b strings.Builder
	done, queue := 100, 0
	for s := 0; s < 480; s += 5 {
		at := incidentBegin.Add(time.Duration(s)*time.Second + 300*time.Millisecond)
		if s < 240 {
			done++
		} else {
			queue += s / 5 % 2
		}
		fmt.Fprintf(&b, "# scraped_at %s\n# TYPE sglang:num_running_reqs gauge\nsglang:num_running_reqs{engine_type=\"prefill\",tp_rank=\"0\"} 0\nsglang:num_prefill_bootstrap_queue_reqs{engine_type=\"prefill\",tp_rank=\"0\"} %d\n"+
			"sglang:kv_transfer_latency_ms_count{engine_type=\"prefill\",tp_rank=\"0\"} %d\nsglang:num_requests_total{engine_type=\"prefill\"} %d\n", at.Format(time.RFC3339Nano), queue, done, 500+s)
	}
	x.scrapes = b.String()
}

func joined(lines []string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }

// write puts files into a folder of their own.
func writeTree(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// reportJSON runs `report -o json` in process; the folder of the files does not show.
func reportJSON(t testing.TB, dir string, want int, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), append([]string{"report", "-o", "json"}, args...), strings.NewReader(""), &out, &errs)
	if code != want {
		t.Fatalf("exit status %d, want %d: %s", code, want, errs.String())
	}
	return bytes.ReplaceAll(out.Bytes(), []byte(dir+string(os.PathSeparator)), nil)
}

// sourceArgs names the two logs and the scrapes of an incident by flags.
func sourceArgs(dir, prefill, decode string) []string {
	return []string{"--source", "prefill@n1#g,zone=UTC=" + filepath.Join(dir, prefill), "--source", "decode@n2#g,zone=UTC=" + filepath.Join(dir, decode),
		"--scrape", "prefill@n1#g=" + filepath.Join(dir, "prefill.prom")}
}

// pruned is a report without some keys, wherever they stand.
func pruned(t testing.TB, doc []byte, keys ...string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(doc, &v); err != nil {
		t.Fatal(err)
	}
	drop := map[string]bool{}
	for _, k := range keys {
		drop[k] = true
	}
	out, _ := json.MarshalIndent(without(v, drop), "", " ")
	return string(out)
}

func without(v any, drop map[string]bool) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if drop[k] {
				delete(v, k)
			} else {
				v[k] = without(x, drop)
			}
		}
	case []any:
		for i := range v {
			v[i] = without(v[i], drop)
		}
	}
	return v
}

var differing = regexp.MustCompile(`[^\n]*`)

// firstDifference shows where two texts part.
func firstDifference(a, b string) string {
	x, y := differing.FindAllString(a, -1), differing.FindAllString(b, -1)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			from := max(0, i-6)
			return fmt.Sprintf("line %d\n%s\n- %s\n+ %s", i, strings.Join(x[from:i], "\n"), x[i], y[i])
		}
	}
	return fmt.Sprintf("%d lines and %d", len(x), len(y))
}
