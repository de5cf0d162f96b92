package emit

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"roomline/cmd/pdlab/model"
)

// text is the prompt as Python's repr prints it, where the level of request logging shows it.
func (b *Bundle) text(prompt string) string {
	if prompt == "" || !b.opt.LogText {
		return ""
	}
	return "text=" + repr(prompt) + ", "
}

// repr quotes as Python does: with single quotes, unless there are such in it and no double ones.
func repr(s string) string {
	s = strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\t", "\\t", "\r", "\\r").Replace(s)
	if strings.Contains(s, "'") && !strings.Contains(s, "\"") {
		return "\"" + s + "\""
	}
	return "'" + strings.ReplaceAll(s, "'", "\\'") + "'"
}

func (b *Bundle) receiveLine(r model.Receive) string {
	host, port := "'"+r.Host+"'", fmt.Sprint(r.Port)
	if r.Host == "" {
		host, port = "None", "None"
	}
	return fmt.Sprintf("Receive: obj=GenerateReqInput(rid='%s', %sbootstrap_host=%s, bootstrap_port=%s, bootstrap_room=%s, sampling_params={'max_new_tokens': %d}, stream=True)",
		r.Rid, b.text(r.Text), host, port, r.Room, r.Output)
}

func (b *Bundle) finishLine(f model.Finish) string {
	reason := fmt.Sprintf("{'type': 'length', 'length': %d}", f.Output)
	if f.Failure != "" {
		reason = fmt.Sprintf("{'type': 'abort', 'message': \"%s\", 'status_code': 500, 'err_type': None}", f.Failure)
	}
	answer := ""
	if b.opt.LogText && f.Text != "" { // a model that is asked about a log quotes it
		answer = "'text': " + repr(f.Text) + ", "
	}
	return fmt.Sprintf("Finish: obj=GenerateReqInput(rid='%s', %sbootstrap_room=%s, stream=True), out={%s'meta_info': {'id': '%s', 'finish_reason': %s, 'prompt_tokens': %d, 'completion_tokens': %d, 'cached_tokens': %d, 'e2e_latency': %.4f}}",
		f.Rid, b.text(f.Text), f.Room, answer, f.Rid, reason, f.Prompt, f.Output, f.Cached, f.Latency.Seconds())
}

// Requests of --log-requests-format json: one object a line, without a header.
type jsonRequest struct {
	Timestamp string         `json:"timestamp"`
	Event     string         `json:"event"`
	Rid       string         `json:"rid"`
	Obj       map[string]any `json:"obj"`
	Out       *jsonOut       `json:"out,omitempty"`
}

type jsonOut struct {
	Text string   `json:"text,omitempty"`
	Meta jsonMeta `json:"meta_info"`
}

type jsonMeta struct {
	ID         string     `json:"id"`
	Reason     jsonReason `json:"finish_reason"`
	Prompt     int        `json:"prompt_tokens"`
	Completion int        `json:"completion_tokens"`
	Cached     int        `json:"cached_tokens"`
	Latency    float64    `json:"e2e_latency"`
}

type jsonReason struct {
	Type    string `json:"type"`
	Message string `json:"message,omitempty"`
	Length  int    `json:"length,omitempty"`
	Code    int    `json:"status_code,omitempty"`
}

// jsonLine gives a request's line in that format, "" for anything else. A room is a bare number, as Python prints it.
func (b *Bundle) jsonLine(r model.Record, local time.Time) string {
	if !b.opt.LogJSON {
		return ""
	}
	x := jsonRequest{Timestamp: local.Format("2006-01-02T15:04:05.000000")}
	room := ""
	switch body := r.Body.(type) {
	case model.Receive:
		x.Event, x.Rid, room = "request.received", body.Rid, body.Room
		x.Obj = b.jsonObj(body.Rid, body.Room, body.Text)
	case model.Finish:
		x.Event, x.Rid, room = "request.finished", body.Rid, body.Room
		x.Obj = b.jsonObj(body.Rid, body.Room, body.Text)
		x.Out = &jsonOut{Meta: jsonMeta{body.Rid, jsonReason{Type: "length", Length: body.Output}, body.Prompt, body.Output, body.Cached, body.Latency.Seconds()}}
		if b.opt.LogText {
			x.Out.Text = body.Text
		}
		if body.Failure != "" {
			x.Out.Meta.Reason = jsonReason{Type: "abort", Message: body.Failure, Code: 500}
		}
	default:
		return ""
	}
	text, err := json.Marshal(x)
	if err != nil {
		panic(fmt.Sprintf("BUG: request of room %s has no JSON: %v", room, err))
	}
	return pythonSpaces(string(text))
}

func (b *Bundle) jsonObj(rid, room, text string) map[string]any {
	obj := map[string]any{"rid": rid, "stream": true, "bootstrap_room": nil}
	if room != "None" {
		obj["bootstrap_room"] = json.Number(room)
	}
	if b.opt.LogText && text != "" {
		obj["text"] = text
	}
	return obj
}

// pythonSpaces puts a blank behind each colon and comma that is outside of a string, as json.dumps does.
func pythonSpaces(s string) string {
	var out strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		out.WriteByte(c)
		switch {
		case quoted && c == '\\':
			i++
			out.WriteByte(s[i])
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ':' || c == ','):
			out.WriteByte(' ')
		}
	}
	return out.String()
}
