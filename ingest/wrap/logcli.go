package wrap

import (
	"bytes"
)

// peelLogcliJSON takes off {"labels":{..},"line":"..","timestamp":".."} of "logcli -o jsonl".
func peelLogcliJSON(line []byte, e *Entry) bool {
	o, ok := object(line)
	if !ok {
		return false
	}
	text, ok1 := o.text("line")
	stamp, ok2 := o.text("timestamp")
	if !ok1 || !ok2 {
		return false
	}
	labels, ok := o.labels("labels")
	if !ok {
		return false
	}
	if s, ok := rfc3339(stamp); ok {
		s.stamped(e)
	}
	named(e, []byte(streamName(labels)))
	e.Text = bytes.TrimSuffix(text, []byte("\n"))
	return true
}

// peelLogcli takes off `2026-05-12T03:14:08Z {pod="x", container="y"} ` of logcli.
func peelLogcli(line []byte, e *Entry) bool {
	s, ok := rfc3339(line)
	if !ok || s.n+2 >= len(line) || line[s.n] != ' ' {
		return false
	}
	rest := bytes.TrimLeft(line[s.n:], " ")
	end := bytes.IndexByte(rest, '}')
	if len(rest) == 0 || rest[0] != '{' || end < 0 || end > 1 && !bytes.Contains(rest[:end], []byte(`="`)) {
		return false
	}
	labels := map[string]string{}
	for part := range bytes.SplitSeq(rest[1:end], []byte(",")) {
		k, v, _ := bytes.Cut(bytes.TrimSpace(part), []byte("="))
		labels[string(k)] = string(bytes.Trim(v, `"`))
	}
	s.stamped(e)
	named(e, []byte(streamName(labels)))
	e.Text = cutBlank(rest[end+1:])
	return true
}
