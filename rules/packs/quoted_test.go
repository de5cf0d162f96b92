package packs

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/rules"
)

// TestQuoted: users paste what engines print into their prompts, and request logs print prompts. For each log
// signal of each pack a record that it recognises is put into requests as engines log them, a dozen times in
// a second: nothing is confirmed by that, no process starts, and no room comes from it.
func TestQuoted(t *testing.T) {
	forEachPack(t, func(t *testing.T, p *rules.Pack) {
		set, err := rules.NewSet(p)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{} // of each signal
		for _, s := range p.Signals {
			if s.Kind == rules.MetricSignal {
				continue
			}
			if texts[s.Name] = recognised(p, s); texts[s.Name] == "" {
				t.Errorf("no confirmed test of %s holds a record that its signal %s recognises", p.Name, s.Name)
			}
		}
		for _, role := range []string{"prefill", "decode", "router"} {
			quoteAll(t, set, role, texts)
		}
	})
}

// quoteAll quotes the texts one behind the other, and each by itself only if something came of it.
func quoteAll(t *testing.T, set *rules.Set, role string, texts map[string]string) {
	t.Helper()
	plain := asked(t, set, role, "hello")
	var all []string
	for _, signal := range slices.Sorted(maps.Keys(texts)) {
		all = append(all, texts[signal])
	}
	if got := asked(t, set, role, all...); len(taken(got, plain, len(all))) == 0 {
		return
	}
	for signal, text := range texts {
		for _, what := range taken(asked(t, set, role, text), plain, 1) {
			t.Errorf("a prompt that quotes a record of %s %s on %s: %q", signal, what, role, text)
		}
	}
}

// asked is what is found in a log whose requests quote texts.
func asked(t *testing.T, set *rules.Set, role string, texts ...string) *judged {
	t.Helper()
	return judge(t, set, []rules.TestLog{{Source: role + "@n1", Parts: []string{quoting(role, texts)}}})
}

// taken says what a log of n texts is taken for that one whose requests say hello is not.
func taken(j, plain *judged, n int) []string {
	var out []string
	if got := j.confirmed(); got != nil {
		out = append(out, fmt.Sprintf("confirms %v", got))
	}
	for i, hits := range j.inc.Hits {
		if more := len(hits) - n*len(plain.inc.Hits[i]); more > 0 {
			out = append(out, fmt.Sprintf("is taken for %s %d times", j.inc.Schema.Signals[i].Name, more))
		}
	}
	for i := range j.inc.Processes {
		if p := &j.inc.Processes[i]; len(p.Starts)+len(p.Exits) > 0 {
			out = append(out, "begins or ends a life")
		}
	}
	for i := range j.inc.Rooms.Len() {
		if room := j.inc.Rooms.ID(i); !strings.HasPrefix(strings.TrimPrefix(room, "cmpl-"), askedRooms) {
			out = append(out, "makes room "+room)
		}
	}
	return out
}

const askedRooms = "6100000000000"

// quoting is a log in which requests quote texts, in every form in which requests are logged.
func quoting(role string, texts []string) string {
	var b strings.Builder
	batch := map[string]string{"prefill": "Prefill batch, #new-seq: 1, #new-token: 611, #cached-token: 0", "decode": "Decode batch, #running-req: 9"}[role]
	if batch == "" {
		batch = "started"
	}
	fmt.Fprintf(&b, "[2026-05-12 03:10:00 TP0] %s\n", batch)
	for n, text := range texts {
		at := time.Date(2026, 5, 12, 3, 14, 1, 0, time.UTC).Add(time.Duration(n) * time.Minute)
		for i := range 12 {
			room := fmt.Sprintf("%s%03d%03d", askedRooms, n, i)
			quoteSGLang(&b, text, at.Format("2006-01-02 15:04:05"), room)
			quoteVLLM(&b, text, at.Format("01-02 15:04:05"), room)
			quoteDynamo(&b, text, at.Format("2006-01-02T15:04:05"), room)
		}
	}
	fmt.Fprintf(&b, "[2026-05-12 23:00:00 TP0] %s\n", batch)
	return b.String()
}

// quoteSGLang writes the requests of one room as SGLang does.
func quoteSGLang(b *strings.Builder, text, at, room string) {
	single, double, escaped := pyRepr(text, '\''), pyRepr(text, '"'), jsonString(text)
	fmt.Fprintf(b, "[%s] Receive: obj=GenerateReqInput(rid='a%s', text=%s, bootstrap_room=%s, stream=True)\n", at, room, single, room)
	fmt.Fprintf(b, "[%s] Receive: obj=GenerateReqInput(text=%s, rid='b%s', bootstrap_room=%s, stream=True)\n", at, double, room, room)
	fmt.Fprintf(b, "[%s] Finish: obj=GenerateReqInput(rid='a%s', text=%s, bootstrap_room=%s), out={'text': %s, 'meta_info': {'id': 'a', 'finish_reason': {'type': 'length', 'length': 9}}}\n", at, room, double, room, single)
	fmt.Fprintf(b, "Finish: obj=GenerateReqInput(rid='b%s', text=%s, bootstrap_room=%s), out={'text': %s, 'meta_info': {'id': 'b', 'finish_reason': {'type': 'length', 'length': 9}}}\n", room, single, room, double)
	for _, head := range []string{"", "[" + at + "] "} {
		fmt.Fprintf(b, `%s{"timestamp": "%s.000100", "event": "request.received", "rid": "c%s", "obj": {"text": %s, "bootstrap_room": %s}}`+"\n", head, at, room, escaped, room)
		fmt.Fprintf(b, `%s{"timestamp": "%s.500100", "event": "request.finished", "rid": "c%s", "obj": {"text": %s, "bootstrap_room": %s}, "out": {"text": %s, "meta_info": {"id": "c", "finish_reason": {"type": "length", "length": 9}}}}`+"\n", head, at, room, escaped, room, escaped)
	}
}

// quoteVLLM writes them as vLLM does: with and without the tag of the process, prompts, stop words and answers.
func quoteVLLM(b *strings.Builder, text, at, room string) {
	single, double, escaped := pyRepr(text, '\''), pyRepr(text, '"'), jsonString(text)
	fmt.Fprintf(b, "(APIServer pid=300) INFO %s [logger.py:40] Received request cmpl-%s: prompt: %s, params: SamplingParams(n=1, stop=[%s]), lora_request: None.\n", at, room, single, double)
	fmt.Fprintf(b, "INFO %s logger.py:37] Received request cmpl-%s: prompt: %s, params: SamplingParams(n=1), prompt_token_ids: [1].\n", at, room, double)
	fmt.Fprintf(b, "(APIServer pid=300) DEBUG %s [logger.py:52] Request cmpl-%s details: prompt: %s, prompt_token_ids: None\n", at, room, single)
	fmt.Fprintf(b, "(APIServer pid=300) INFO %s [logger.py:71] Generated response cmpl-%s: output: %s, output_token_ids: None, finish_reason: length\n", at, room, double)
	fmt.Fprintf(b, "(APIServer pid=300) ERROR %s [serving_engine.py:700] Error with model error=ErrorInfo(message=%s, type='NotFoundError', code=404)\n", at, single)
	fmt.Fprintf(b, `(APIServer pid=300) INFO %s [api_server.py:1200] response_body={{"id": "cmpl-%s", "choices": [{"text": %s}]}}`+"\n", at, room, escaped)
}

// quoteDynamo writes them as Dynamo does, as text and as JSON.
func quoteDynamo(b *strings.Builder, text, at, room string) {
	escaped := jsonString(text)
	fmt.Fprintf(b, "%s.000100Z DEBUG http-request{method=POST uri=/v1/completions request_id=%s}: dynamo_llm::preprocessor: prompt=%s\n", at, room, escaped)
	fmt.Fprintf(b, "%s.000200Z ERROR dynamo_llm::http::service::openai: request=CompletionRequest { prompt: %s, stream: true }\n", at, escaped)
	fmt.Fprintf(b, `{"time":"%s.000300Z","level":"DEBUG","target":"dynamo_llm::preprocessor","message":"formatted","prompt":%s}`+"\n", at, escaped)
	fmt.Fprintf(b, `{"time":"%s.000400Z","level":"ERROR","target":"dynamo_llm::preprocessor","message":%s,"request_id":"%s"}`+"\n", at, jsonString("prompt: "+escaped), room)
	fmt.Fprintf(b, `{"time":"%s.000500Z","level":"DEBUG","target":"dynamo_llm::preprocessor","request":{"message":%s},"message":"asked"}`+"\n", at, escaped)
}

// pyRepr is a text as Python's repr shows it within such quotes.
func pyRepr(s string, quote byte) string {
	r := strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`, string(quote), `\`+string(quote))
	return string(quote) + r.Replace(s) + string(quote)
}

func jsonString(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// recognised is a record that a signal recognises, from a test of the pack that confirms something; "" if there
// is none.
func recognised(p *rules.Pack, s *rules.Signal) string {
	for _, t := range p.Tests {
		if !slices.ContainsFunc(t.Expect, func(e rules.Expect) bool { return e.Verdict == "confirmed" }) {
			continue
		}
		for _, l := range t.Logs {
			if text := recordOf(s, strings.Split(strings.Join(l.Parts, ""), "\n")); text != "" {
				return text
			}
		}
	}
	return ""
}

// recordOf gives the fewest lines that a signal recognises when they stand together.
func recordOf(s *rules.Signal, lines []string) string {
	const most = 12
	for n := 1; n <= min(most, len(lines)); n++ {
		for i := range len(lines) - n + 1 {
			if text := strings.Join(lines[i:i+n], "\n"); recognises(s, text) {
				return text
			}
		}
	}
	return ""
}

func recognises(s *rules.Signal, text string) bool {
	in := func(part string) bool { return strings.Contains(text, part) }
	lacks := func(part string) bool { return !in(part) }
	return !slices.ContainsFunc(s.All, lacks) && (len(s.Any) == 0 || slices.ContainsFunc(s.Any, in)) && !slices.ContainsFunc(s.Not, in) &&
		(s.Regex == nil || s.Regex.Compiled().MatchString(text))
}
