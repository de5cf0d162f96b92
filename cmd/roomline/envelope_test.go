package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// envelopes are what may lie round the lines of a log; at is when the line was taken.
var envelopes = []struct {
	name, wrapper string
	wrap          func(at time.Time, line string) string
}{
	{"journald short", "journald", func(at time.Time, l string) string { return at.Format("Jan _2 15:04:05") + " gpu1 sglang[1204]: " + l }},
	{"journald short-iso", "journald", func(at time.Time, l string) string {
		return at.Format("2006-01-02T15:04:05-0700") + " gpu1 sglang[1204]: " + l
	}},
	{"journald short-precise", "journald", func(at time.Time, l string) string {
		return at.Format("Jan _2 15:04:05.000000") + " gpu1 sglang[1204]: " + l
	}},
	{"journald json", "journald-json", func(at time.Time, l string) string {
		return fmt.Sprintf(`{"__REALTIME_TIMESTAMP":"%d","_SYSTEMD_UNIT":"sglang.service","_PID":"1204","MESSAGE":%s}`, at.UnixMicro(), quoted(l))
	}},
	{"journald export", "journald-export", func(at time.Time, l string) string {
		return fmt.Sprintf("__CURSOR=s=1;i=%d\n__REALTIME_TIMESTAMP=%d\n_SYSTEMD_UNIT=sglang.service\nMESSAGE=%s\n", at.UnixMicro(), at.UnixMicro(), l)
	}},
	{"journald export, binary", "journald-export", func(at time.Time, l string) string {
		n := binary.LittleEndian.AppendUint64(nil, uint64(len(l)))
		return fmt.Sprintf("__CURSOR=s=1;i=%d\n__REALTIME_TIMESTAMP=%d\n_SYSTEMD_UNIT=sglang.service\nMESSAGE\n%s%s\n", at.UnixMicro(), at.UnixMicro(), n, l)
	}},
	{"docker json-file", "docker", func(at time.Time, l string) string {
		return fmt.Sprintf(`{"log":%s,"stream":"stderr","time":"%s"}`, quoted(l+"\n"), at.Format(time.RFC3339Nano))
	}},
	{"CRI", "cri", func(at time.Time, l string) string { return at.Format(time.RFC3339Nano) + " stderr F " + l }},
	{"CRI, partial", "cri", func(at time.Time, l string) string {
		k := 0
		if len(l) > 12 {
			k = 12
		}
		return at.Format(time.RFC3339Nano) + " stderr P " + l[:k] + "\n" + at.Format(time.RFC3339Nano) + " stderr F " + l[k:]
	}},
	{"kubectl timestamps", "kubectl", func(at time.Time, l string) string {
		return at.Format("2006-01-02T15:04:05.000000000Z07:00") + " " + l
	}},
	{"kubectl prefix", "kubectl", func(_ time.Time, l string) string { return "[pod/sgl-0/main] " + l }},
	{"compose", "compose", func(_ time.Time, l string) string { return "sgl-1  | " + l }},
	{"stern", "stern", func(_ time.Time, l string) string { return "sgl-0 main " + l }},
	{"srun label", "srun", func(_ time.Time, l string) string { return " 0: " + l }},
	{"loki logcli", "loki", func(at time.Time, l string) string {
		return at.Format(time.RFC3339) + ` {container="main", pod="sgl-0"} ` + l
	}},
	{"loki logcli jsonl", "loki", func(at time.Time, l string) string {
		return fmt.Sprintf(`{"labels":{"pod":"sgl-0","container":"main"},"line":%s,"timestamp":"%s"}`, quoted(l), at.Format(time.RFC3339Nano))
	}},
	{"coloured", "", func(_ time.Time, l string) string { return "\x1b[32m" + l + "\x1b[0m" }},
	{"compose in journald", "journald+compose", func(at time.Time, l string) string {
		return at.Format("Jan _2 15:04:05") + " gpu1 docker[7]: sgl-1  | " + l
	}},
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// taken says when each line reached the collector: a little after it was printed.
func taken(lines []string) []time.Time {
	out := make([]time.Time, len(lines))
	at := incidentBegin
	for i, l := range lines {
		if strings.HasPrefix(l, "[2026-") {
			at, _ = time.Parse("2006-01-02 15:04:05", l[1:20])
			at = at.Add(120 * time.Millisecond)
		}
		at = at.Add(time.Millisecond)
		out[i] = at
	}
	return out
}

func enveloped(lines []string, wrap func(time.Time, string) string) []byte {
	var b strings.Builder
	for i, at := range taken(lines) {
		b.WriteString(wrap(at, lines[i]) + "\n")
	}
	return []byte(b.String())
}

// lokiQuery is the answer of a query, newest line first.
func lokiQuery(lines []string) []byte {
	var values [][]string
	for i, at := range taken(lines) {
		values = append(values, []string{fmt.Sprint(at.UnixNano()), lines[i]})
	}
	slices.Reverse(values)
	result := []any{map[string]any{"stream": map[string]string{"pod": "sgl-0", "container": "main"}, "values": values}}
	b, _ := json.Marshal(map[string]any{"status": "success", "data": map[string]any{"resultType": "streams", "result": result}})
	return append(b, '\n')
}

// verdictLines is what must not depend on an envelope: findings with entity, verdict, steps, class,
// root, counts; what did not fire; rooms with their states. (Which of several lines shows a step may:
// an outer stamp says better when a record without a header was printed.)
func verdictLines(t *testing.T, doc []byte) string {
	t.Helper()
	var d struct {
		Findings []struct {
			Rule, Verdict, Root, Title string
			Entity                     map[string]string
			Count, Rooms, Witnesses    int
			Classify                   any
			Explains                   []string
			Steps                      []struct {
				ID, Verdict string
			}
		}
		NotFired []struct{ Rule, Verdict string } `json:"not_fired"`
		Rooms    struct {
			Total   int
			ByState map[string]int `json:"by_state"`
		}
		Series []struct {
			Name    string
			Samples int
		}
		Sources []struct {
			Role, Instance string
			Records        int
			Unparsed       int `json:"unparsed_lines"`
		}
	}
	if err := json.Unmarshal(doc, &d); err != nil {
		t.Fatal(err)
	}
	out, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// An envelope round each line must not change a verdict; its stamps only bound what has none.
func TestInvariantUnderEnvelopes(t *testing.T) {
	x := newIncident()
	want := verdictLines(t, plainReport(t, x))
	check := func(name, wrapper string, prefill, decode []byte) {
		t.Run(name, func(t *testing.T) {
			dir := writeTree(t, map[string][]byte{"prefill.log": prefill, "decode.log": decode, "prefill.prom": []byte(x.scrapes)})
			doc := reportJSON(t, dir, exitOK, sourceArgs(dir, "prefill.log", "decode.log")...)
			if n := len(regexp.MustCompile(`"wrapper": ?"`+regexp.QuoteMeta(wrapper)+`"`).FindAll(doc, -1)); n < 2 {
				t.Errorf("not recognised as %s", wrapper)
			}
			if got := verdictLines(t, doc); got != want {
				t.Error(firstDifference(want, got))
			}
		})
	}
	for _, e := range envelopes {
		check(e.name, e.wrapper, enveloped(x.prefill, e.wrap), enveloped(x.decode, e.wrap))
	}
	check("loki query", "loki", lokiQuery(x.prefill), lokiQuery(x.decode))
}
