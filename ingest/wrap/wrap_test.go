package wrap

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// incident is what every envelope is put round, and must come out again.
var incident = []string{
	"[2026-05-12 03:14:08 TP0] Decode batch, #running-req: 19, #token: 41900, gen throughput (token/s): 649.04, #queue-req: 0",
	"[2026-05-12 03:14:09 TP0] Unexpected transfer worker error for room 5975098084415727586",
	"Traceback (most recent call last):",
	"  File \"/sgl-workspace/sglang/srt/disaggregation/nixl/conn.py\", line 16, in worker",
	"    assert room in infos",
	"AssertionError",
	"Exception in thread Thread-2 (bootstrap_thread):",
	"Traceback (most recent call last):",
	"  File \"/usr/lib/python3.12/threading.py\", line 1073, in _bootstrap_inner",
	"AssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?",
	"[2026-05-12 03:14:09] INFO:     192.0.2.31:51917 - \"POST /v1/chat/completions HTTP/1.1\" 200 OK",
	"[2026-05-12 03:14:10 TP0] Decode batch, #running-req: 18, \ttab and 中文",
}

// each puts an envelope round every line.
func each(form func(i int, line string) string) func([]string) []byte {
	return func(lines []string) []byte {
		var b strings.Builder
		for i, line := range lines {
			b.WriteString(form(i, line))
			b.WriteByte('\n')
		}
		return []byte(b.String())
	}
}

// before puts the same text before every line.
func before(prefix string) func([]string) []byte {
	return each(func(_ int, line string) string { return prefix + line })
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

var journalLine = before("May 12 03:14:08 gpuhost sglang-prefill[1204]: ")

// forms are the envelopes by name and a note.
var forms = []struct {
	name, note, stream, role string
	timed                    bool
	form                     func([]string) []byte
}{
	{"", "none", "", "", false, before("")},
	{"journald", "short", "sglang-prefill", "prefill", true, journalLine},
	{"journald", "short with marks", "sglang-prefill", "prefill", true, func(l []string) []byte {
		return append([]byte("-- Journal begins at Mon 2026-05-11. --\n-- Boot 0f3c --\n"), journalLine(l)...)
	}},
	{"journald", "short, one message of many lines", "sglang-prefill", "prefill", true, each(func(i int, line string) string {
		prefix := "May 12 03:14:08 gpuhost sglang-prefill[1204]: "
		if i > 1 && i < 6 {
			prefix = strings.Repeat(" ", len(prefix))
		}
		return prefix + line
	})},
	{"journald", "short-precise", "sglang-prefill", "prefill", true, before("May 12 03:14:08.123456 gpuhost sglang-prefill[1204]: ")},
	{"journald", "short-iso", "sglang-prefill", "prefill", true, before("2026-05-12T03:14:08+0200 gpuhost sglang-prefill[1204]: ")},
	{"journald", "short-unix", "sglang-prefill", "prefill", true, before("1778555648.123456 gpuhost sglang-prefill[1204]: ")},
	{"journald", "short-full", "sglang-prefill", "prefill", true, before("Tue 2026-05-12 03:14:08 UTC gpuhost sglang-prefill[1204]: ")},
	{"journald-json", "", "sglang-prefill.service", "prefill", true, each(func(_ int, line string) string {
		return `{"__REALTIME_TIMESTAMP":"1778555648123456","_SYSTEMD_UNIT":"sglang-prefill.service","_PID":"1","MESSAGE":` + quote(line) + `}`
	})},
	{"journald-json", "byte arrays", "sglang-prefill.service", "prefill", true, each(func(_ int, line string) string {
		return `{"__REALTIME_TIMESTAMP":"1778555648123456","_SYSTEMD_UNIT":"sglang-prefill.service","MESSAGE":` + strings.ReplaceAll(fmt.Sprint([]byte(line)), " ", ",") + `}`
	})},
	{"journald-export", "", "sglang-prefill.service", "prefill", true, each(func(_ int, line string) string {
		return "__CURSOR=s=1;i=2\n__REALTIME_TIMESTAMP=1778555648123456\n_SYSTEMD_UNIT=sglang-prefill.service\nMESSAGE=" + line + "\n"
	})},
	{"journald-export", "binary", "sglang-prefill.service", "prefill", true, func(lines []string) []byte {
		text := strings.Join(lines, "\n")
		n := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
		return []byte("__CURSOR=s=1;i=2\n__REALTIME_TIMESTAMP=1778555648123456\n_SYSTEMD_UNIT=sglang-prefill.service\nMESSAGE\n" + string(n) + text + "\n\n")
	}},
	{"docker", "", "stderr", "", true, each(func(_ int, line string) string {
		return `{"log":` + quote(line+"\n") + `,"stream":"stderr","time":"2026-05-12T03:14:08.123456789Z"}`
	})},
	{"docker", "partial", "stderr", "", true, each(func(_ int, line string) string {
		k := len(line) / 2
		for k > 0 && line[k]&0xC0 == 0x80 {
			k--
		}
		return `{"log":` + quote(line[:k]) + `,"stream":"stderr","time":"2026-05-12T03:14:08.1Z"}` + "\n" + `{"log":` + quote(line[k:]+"\n") + `,"stream":"stderr","time":"2026-05-12T03:14:08.2Z"}`
	})},
	{"compose", "", "sglang-decode-1", "decode", false, before("sglang-decode-1  | ")},
	{"compose", "coloured", "sglang-decode-1", "decode", false, before("\x1b[36msglang-decode-1  | \x1b[0m")},
	{"cri", "", "stderr", "", true, before("2026-05-12T05:14:08.123456789+02:00 stderr F ")},
	{"cri", "partial", "stderr", "", true, each(func(_ int, line string) string {
		return "2026-05-12T03:14:08.1Z stderr P " + line[:3] + "\n2026-05-12T03:14:08.12Z stderr F " + line[3:]
	})},
	{"kubectl", "timestamps", "", "", true, before("2026-05-12T03:14:08.123456789Z ")},
	{"kubectl", "timestamps, broken by a terminal", "", "", true, each(func(_ int, line string) string {
		if len(line) < 40 {
			return "2026-05-12T03:14:08.123456789Z " + line
		}
		return "2026-05-12T03:14:08.123456789Z " + line[:40] + "\n" + line[40:]
	})},
	{"kubectl", "prefix", "pd-decode-0/sglang", "decode", false, before("[pod/pd-decode-0/sglang] ")},
	{"kubectl", "prefix and timestamps", "pd-decode-0/sglang", "decode", true, before("[pod/pd-decode-0/sglang] 2026-05-12T03:14:08.123456789Z ")},
	{"stern", "", "pd-decode-0/sglang", "decode", false, before("pd-decode-0 sglang ")},
	{"stern", "coloured", "pd-decode-0/sglang", "decode", false, before("\x1b[36mpd-decode-0\x1b[0m \x1b[37msglang\x1b[0m ")},
	{"srun", "", "3", "", false, before(" 3: ")},
	{"ray", "", "head, rank=0, pid=18260", "", false, before("(head, rank=0, pid=18260) ")},
	{"ray", "coloured", "RayWorkerWrapper pid=1, ip=192.0.2.94", "", false, before("\x1b[36m(RayWorkerWrapper pid=1, ip=192.0.2.94)\x1b[0m ")},
	{"ray", "colour that lost its ESC", "RayWorkerVllm pid=1", "", false, before(" [36m(RayWorkerVllm pid=1) [0m ")},
	{"export", "", "", "", true, before("1778555648123\t2026-05-12T03:14:08.123Z\t")},
	{"loki", "document", "pd-decode-0/sglang", "decode", true, lokiDocument(true)},
	{"loki", "document on one line", "pd-decode-0/sglang", "decode", true, lokiDocument(false)},
	{"loki", "logcli", "pd-decode-0/sglang", "decode", true, before(`2026-05-12T03:14:08Z {container="sglang", pod="pd-decode-0"} `)},
	{"loki", "logcli jsonl", "pd-decode-0/sglang", "decode", true, each(func(_ int, line string) string {
		return `{"labels":{"pod":"pd-decode-0","container":"sglang"},"line":` + quote(line) + `,"timestamp":"2026-05-12T03:14:08Z"}`
	})},
	{"syslog", "RFC 5424", "sglang-prefill", "prefill", true, before(`<34>1 2026-05-12T03:14:08.123Z gpuhost sglang-prefill 1204 - [a@1 b="x]\"y"] `)},
	{"syslog", "RFC 3164", "sglang-prefill", "prefill", true, before("<34>May 12 03:14:08 gpuhost sglang-prefill[1204]: ")},
	{"paste", "blanks", "", "", false, before("    ")},
	{"paste", "quoted", "", "", false, before("> ")},
	{"compose+cri", "", "kind-1/stderr", "", true, before("kind-1  | 2026-05-12T03:14:08.123456789Z stderr F ")},
	{"journald+compose", "", "docker/sglang-decode-1", "decode", true, before("May 12 03:14:08 gpuhost docker[7]: sglang-decode-1  | ")},
	{"paste+kubectl", "", "", "", true, before("    2026-05-12T03:14:08.123456789Z ")},
	{"kubectl+ray", "", "RayWorkerVllm pid=1", "", true, before("2026-05-12T03:14:08.123456789Z (RayWorkerVllm pid=1) ")},
}

// lokiDocument makes the answer to a query, newest line first, on one line or pretty.
func lokiDocument(pretty bool) func([]string) []byte {
	return func(lines []string) []byte {
		var values [][]any
		for i, line := range lines {
			values = append(values, []any{fmt.Sprint(1778555648000000000 + i/3), line, map[string]string{"trace_id": "0"}})
		}
		slices.Reverse(values)
		labels := map[string]string{"pod": "pd-decode-0", "container": "sglang", "detected_level": "error"}
		doc := map[string]any{"status": "success", "data": map[string]any{"resultType": "streams", "result": []any{map[string]any{"stream": labels, "values": values}}, "stats": map[string]any{"x": 1}}}
		if pretty {
			b, _ := json.MarshalIndent(doc, "", " ")
			return append(b, '\n')
		}
		b, _ := json.Marshal(doc)
		return append(b, '\n')
	}
}

// unwrap runs a file through a wrapper and puts cut lines together again.
func unwrap(t *testing.T, w Wrapper, content []byte) (texts []string, entries []Entry) {
	t.Helper()
	glue := map[string]int{}
	take := func(e Entry) {
		if e.Offset < 0 || e.Offset > int64(len(content)) || e.Length < 0 || e.Offset+int64(e.Length) > int64(len(content))+1 || e.Line < 1 {
			t.Fatalf("%s: entry out of the content: %+v", w.Name(), e)
		}
		if e.Frame || e.Hole {
			return
		}
		e.Text = bytes.Clone(e.Text)
		entries = append(entries, e)
		if i, ok := glue[e.Stream]; ok && (entries[i].Partial || e.Tail) {
			texts[i] += string(e.Text)
			entries[i].Partial = e.Partial
			entries = entries[:len(entries)-1]
			return
		}
		glue[e.Stream] = len(texts)
		texts = append(texts, string(e.Text))
	}
	var offset int64
	for i, line := range lines(content) {
		w.Feed(line, offset, int64(i+1), take)
		offset += int64(len(line)) + 1
	}
	w.Flush(take)
	return texts, entries
}

func TestIncidentThroughEveryWrapper(t *testing.T) {
	for _, f := range forms {
		content := f.form(incident)
		w := Detect(lines(content))
		if w.Name() != f.name {
			t.Errorf("%s (%s): detected as %q", f.name, f.note, w.Name())
			continue
		}
		texts, entries := unwrap(t, w, content)
		if !slices.Equal(texts, incident) {
			t.Errorf("%s (%s): texts\n%s", f.name, f.note, strings.Join(texts, "\n"))
		}
		for i, e := range entries {
			if e.Stream != f.stream || e.HasTime != f.timed || e.Role != f.role {
				t.Errorf("%s (%s): entry %d is %+v", f.name, f.note, i, e)
				break
			}
		}
	}
}

func TestOuterTimes(t *testing.T) {
	for _, f := range forms {
		w := Detect(lines(f.form(incident)))
		_, entries := unwrap(t, w, f.form(incident))
		for _, e := range entries[:1] {
			at := e.At.Lo.String()
			if e.HasTime && !strings.Contains(at, "03:14:08") && !strings.Contains(at, "01:14:08") {
				t.Errorf("%s (%s): at %s", f.name, f.note, at)
			}
			if e.NoYear != strings.HasPrefix(at, "1970") && e.HasTime {
				t.Errorf("%s (%s): at %s, NoYear %v", f.name, f.note, at, e.NoYear)
			}
		}
	}
}

// plainLogs are logs without an envelope, whose lines begin like one.
var plainLogs = map[string]string{
	"dynamo":                   "2026-06-16T18:02:44.117161Z  INFO dynamo_runtime::discovery: Snapshot\n2026-06-16T18:02:45.117161Z ERROR dynamo_runtime::discovery: Snapshot\n",
	"dynamo ms":                "2026-04-09T06:58:44.207Z  INFO kv_router: GPU\n2026-04-09T06:58:44.207Z ERROR serving_chat: Error\n",
	"vllm":                     "(APIServer pid=428) INFO 07-13 16:33:58 [metrics.py:103] x\n(EngineCore_DP0 pid=3) WARNING 09-24 16:35:21 [n.py:1048] y\n(Worker_TP0_EP0 pid=6) ERROR 05-01 15:44:09 [n.py:1263] z\n",
	"gateway":                  "2026-02-19 12:57:23  INFO smg::server: /x/src/server.rs:794: Starting router\n",
	"clang":                    "/tmp/x.cpp:9:9: warning: equality\n  574 |   if ((sumexp[9] == 0.0e+00f)) {\n      |       ~ ^ ~\n",
	"traceback":                "    self.run()\n    self.go()\n    assert x\n    return y\n",
	"hosts":                    strings.Repeat("gpu-node-1 x", 1) + " a\ngpu-node-1 y b\ngpu-node-1 z c\n",
	"english":                  "the quick brown fox jumps over\nthe lazy dog and so on\nre-try of the request\n",
	"glog":                     "E1120 11:10:27.133715 203020 transfer_task.cpp:305] Failed\n",
	"json":                     `{"time":"2026-05-12T03:14:08Z","level":"INFO","message":"x"}` + "\n",
	"progress":                 "Capturing batches:  98%|##        | 1/2 [00:01<00:01]\n",
	"grep -n":                  "12:[2026-05-12 03:14:08 TP0] Decode batch\n13:[2026-05-12 03:14:08 TP0] Decode batch\n",
	"empty":                    "",
	"markdown":                 "- Prefill: P1\n- Decode: D0\n\n    code\n",
	"timestamped":              "2026-05-12T03:14:08Z started\n2026-05-12T03:14:09Z stopped\n",
	"a level behind the stamp": "2026-06-16T18:04:25.117761Z ERROR dynamo_llm::http::service: Internal server error: x\n2026-06-16T18:04:26.117761Z DEBUG dynamo_llm::preprocessor: text\n",
}

func TestPlainLogsHaveNoWrapper(t *testing.T) {
	for name, text := range plainLogs {
		if w := Detect(lines([]byte(text))); w.Name() != "" {
			t.Errorf("%s: detected as %q", name, w.Name())
		}
	}
}

func TestJournalHoles(t *testing.T) {
	text := "May 12 03:14:08 h sglang-prefill[1]: [2026-05-12 03:14:08] a\nMay 12 03:14:08 h other[2]: b\n" +
		"May 12 03:14:09 h systemd-journald[9]: Suppressed 7 messages from sglang-prefill.service\nMay 12 03:14:09 h sglang-prefill[1]: [2026-05-12 03:14:08] Finish: Suppressed 7 messages\n"
	var got []string
	w := Detect(lines([]byte(text)))
	for i, line := range lines([]byte(text)) {
		w.Feed(line, 0, int64(i+1), func(e Entry) {
			if e.Hole {
				got = append(got, fmt.Sprint(e.Stream, e.Line))
			}
		})
	}
	if !slices.Equal(got, []string{"sglang-prefill3"}) {
		t.Errorf("holes: %v", got)
	}
}

func TestJournalFacts(t *testing.T) {
	line := `{"__REALTIME_TIMESTAMP":"1778555648123456","CONTAINER_NAME":"decode-0","_SYSTEMD_UNIT":"docker.service","CONTAINER_ID_FULL":"abc","CONTAINER_PARTIAL_MESSAGE":"true","MESSAGE":"x"}`
	w := Detect([][]byte{[]byte(line)})
	w.Feed([]byte(line), 0, 1, func(e Entry) {
		if e.Stream != "decode-0" || e.LifeKey != "abc" || !e.Partial || e.Role != "decode" {
			t.Errorf("%+v", e)
		}
	})
}

func TestSrunLinesOfItsOwn(t *testing.T) {
	text := " 0: a\n10: b\nsrun: error: node-b: task 10: Killed\n 0: c\n"
	_, entries := unwrap(t, Detect(lines([]byte(text))), []byte(text))
	var got []string
	for _, e := range entries {
		got = append(got, e.Stream+"="+string(e.Text))
	}
	if want := []string{"0=a", "10=b", "=srun: error: node-b: task 10: Killed", "0=c"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func FuzzWrappers(f *testing.F) {
	for _, form := range forms {
		f.Add(form.form(incident))
	}
	for _, text := range plainLogs {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 1<<13 {
			return // unwrap puts cut lines together in quadratic time
		}
		all := lines(content)
		if w := Detect(all); w.Name() == "" {
			texts, _ := unwrap(t, w, content)
			if strings.Join(texts, "\n") != string(bytes.Join(all, []byte("\n"))) {
				t.Fatalf("text lost: %q", texts)
			}
		} else {
			unwrap(t, w, content)
		}
		for i := range envelopes {
			e := &envelopes[i]
			texts, _ := unwrap(t, e.wrapper(), content)
			if e.peel != nil && e.make == nil && len(all) > 0 && len(texts) == 0 {
				t.Fatalf("%s: nothing left of %q", e.name, content)
			}
		}
	})
}
