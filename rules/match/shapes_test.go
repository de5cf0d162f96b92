package match

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"roomline/timeline"
)

const head = `(?m)^(?:\[[^\]\n]*\][: ]*)*(?:(?:ERROR|WARNING|WARN|INFO|DEBUG|CRITICAL):[ \t]+)?`

const object = `obj=GenerateReqInput\((?:[^'"\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")*?`

const request = `obj=GenerateReqInput(validation_time=3.41e-05, received_time=1793534400.05, rid='2a657be9358abdcf99e0b8e188a44c47', http_worker_ipc=None, video_data=None, sampling_params={'temperature': 0.6, 'top_p': 0.95, 'max_new_tokens': 6849, 'ignore_eos': False}, return_logprob=False, logprob_start_len=-1, top_logprobs_num=0, stream=True, log_metrics=True, return_hidden_states=False, bootstrap_host='10.12.5.222', bootstrap_port=8998, bootstrap_room=6716263735388272580, bootstrap_pair_key=None, data_parallel_rank=None, background=False, priority=None, extra_key=None, no_logs=False)`

// shapes are what regexps of a pack look like, each with a record of its kind.
var shapes = []struct{ name, expr, record string }{
	{"head", head + `Decode batch`, `[2026-11-01 12:00:00.000 DP2 TP5] Decode batch. #running-req: 55, #token: 391115, token usage: 0.05, pre-allocated usage: 0.08, #prealloc-req: 11, #transfer-req: 0, #retracted-req: 0, cuda graph: True, gen throughput (token/s): 849.00, #queue-req: 5, `},
	{"access", head + `[^\s"]+ - "GET /health(?:_generate)? HTTP/[\d.]+" 200`, `[2026-11-01 12:00:00.031] INFO:     10.222.164.75:47692 - "GET /health HTTP/1.1" 200 OK`},
	{"lazyGroup", `Receive: ` + object + `\bbootstrap_room=\[?(\d{1,20})`, `[2026-11-01 12:00:00.048] Receive: ` + request},
	{"finish", head + `Finish: ` + object + `\), out=\{(?:'text': (?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"), )?(?:'output_ids': \[[^\]\n]*\], )?'meta_info': \{'id': '[^'\n]*', 'finish_reason': \{'type': '(?:length|stop)'`,
		`[2026-11-01 12:00:00.048] Finish: ` + request + `, out={'text': 'none', 'meta_info': {'id': '2a657be9358abdcf99e0b8e188a44c47', 'finish_reason': {'type': 'length', 'length': 6849}}}`},
	{"room", `decode_req\.req\.bootstrap_room=(\d{1,20})`, failure},
	{"restOfLine", `with exception (?:KVTransferError\(bootstrap_room=\d+\): )?([^\n]*)`, failure},
	{"absent", `timed out after ([\d.]+)s`, failure},
	{"dotStar", `server_args=.*\blog_level='(\w+)'`, `[2026-11-01 12:00:00] server_args=ServerArgs(model_path='/models/x', ` + strings.Repeat(`some_setting=None, `, 300) + `log_level='info', log_requests=True)`},
	{"traceback", head + `Unexpected transfer worker error for room \d+[ \t]*\n(?:(?:Traceback|[ \t^~])[^\n]*\n)*(?:[A-Za-z_][\w.]*(?:Error|Exception|Disconnect)\w*|Exception): `,
		"[2026-11-01 12:00:00 TP0] Unexpected transfer worker error for room 42\nTraceback (most recent call last):\n" + strings.Repeat("  File \"conn.py\", line 7, in transfer\n    self.step()\n    ^^^^^^^^^^^\n", 6) + "nixl._bindings.nixlBackendError: NIXL_ERR_BACKEND"},
}

const failure = `[2026-11-01 12:00:00.124 DP2 TP5] Decode transfer failed for request rank=5 decode_req.req.rid='2a657be9358abdcf99e0b8e188a44c47' decode_req.req.bootstrap_room=6716263735388272580 with exception KVTransferError(bootstrap_room=6716263735388272580): Aborted by AbortReq.`

// BenchmarkShapes compares with package regexp, by the work that a signal asks for.
func BenchmarkShapes(b *testing.B) {
	for _, s := range shapes {
		re, text := regexp.MustCompile(s.expr), []byte(s.record)
		start, value := both(re)
		for _, bench := range []struct {
			name string
			f    func()
		}{
			{"automaton", func() {
				if re.NumSubexp() > 0 {
					value.value(text)
				} else {
					start.start(text, bytes.IndexByte(text, '\n') < 0)
				}
			}},
			{"regexp", func() {
				if re.NumSubexp() > 0 {
					re.FindSubmatchIndex(text)
				} else {
					re.FindIndex(text)
				}
			}},
		} {
			b.Run(s.name+"/"+bench.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					bench.f()
				}
			})
		}
	}
}

// packRegexps are the regexps of the shipped pack: whatever it has in single quotes that is one.
func packRegexps(t testing.TB) []*regexp.Regexp {
	t.Helper()
	pack, err := os.ReadFile(filepath.Join("..", "packs", "sglang-pd", "pack.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var out []*regexp.Regexp
	seen := map[string]bool{}
	for _, quoted := range regexp.MustCompile(`(?:regex|[a-z]+): '((?:[^']|'')*)'`).FindAllSubmatch(pack, -1) {
		expr := strings.ReplaceAll(string(quoted[1]), "''", "'")
		if re, err := regexp.Compile(expr); err == nil && !seen[expr] {
			out = append(out, re)
			seen[expr] = true
		}
	}
	if len(out) < 100 {
		t.Fatalf("only %d regexps found in the pack", len(out))
	}
	return out
}

// samples are log texts: the file that ROOMLINE_BENCH_LOG names, and the corpus beside the checkout.
func samples(t testing.TB) [][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpus", "*.log"))
	if err != nil {
		t.Fatal(err)
	}
	if path := os.Getenv("ROOMLINE_BENCH_LOG"); path != "" {
		names = append(names, path)
	}
	var out [][]byte
	for _, s := range shapes {
		out = append(out, []byte(s.record))
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, text[:min(len(text), 1<<20)])
	}
	return out
}

// TestPackRegexps: each regexp of the shipped pack finds in every line, and in lines taken together
// as the record of a traceback is, what it finds by package regexp.
func TestPackRegexps(t *testing.T) {
	texts := samples(t)
	for _, re := range packRegexps(t) {
		start, value := both(re)
		for _, text := range texts {
			lines := bytes.Split(text, newline)
			for i := 0; i < len(lines); i += 1 + len(lines)/150 {
				equal(t, start, value, lines[i])
			}
			for i := 0; i < len(lines); i += 5 + len(lines)/25 {
				equal(t, start, value, bytes.Join(lines[i:min(len(lines), i+20)], newline))
			}
		}
		for _, p := range []*pattern{start, value} {
			if a := p.engine.Load().automaton; a == nil {
				t.Errorf("%q is run by package regexp", re)
			} else if len(a.known) > maxStates/2 {
				t.Errorf("%q takes %d states", re, len(a.known))
			}
		}
	}
}

// BenchmarkAutomata is what the first record costs that needs all regexps of the pack; loading the
// pack costs nothing of it.
func BenchmarkAutomata(b *testing.B) {
	exprs := packRegexps(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, re := range exprs {
			if _, ok := newAutomaton(mustParse(re.String()), wantStart); !ok {
				b.Fatal(re)
			}
		}
	}
	b.ReportMetric(float64(len(exprs)), "regexps")
}

// TestMatchAllocates: nothing, once there is room for what is found.
func TestMatchAllocates(t *testing.T) {
	room := Capture{"room", KnownRegexp(shapes[2].expr)}
	line := KnownRegexp(head + `Receive: obj=GenerateReqInput\(`)
	record := []byte(shapes[2].record)
	for _, captures := range [][]Capture{nil, {room}} {
		s := Signal{All: []string{"Receive: obj="}, Not: []string{"#new-seq: 1", "#new-seq: 2"}, Regex: line, Captures: captures,
			Ignore: map[int]map[string]bool{0: {"0": true}}}
		m := build(t, s, s)
		var needles []timeline.Needle
		var dst timeline.Matches
		least := math.Inf(1)
		for range 50 { // the least, for a pool may lose what it holds
			least = min(least, testing.AllocsPerRun(1, func() {
				needles = m.Needles(needles[:0], record)
				dst.Reset()
				m.Match(&dst, record, needles)
			}))
		}
		if len(dst.List) != 2 || least > 0 {
			t.Errorf("%d hits, %v allocations, want 2 hits and none", len(dst.List), least)
		}
	}
}
