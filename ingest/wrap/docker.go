package wrap

import "bytes"

// peelDocker takes off Docker's json-file: {"log":"text\n","stream":"stderr","time":".."}. A text
// without a line feed at its end goes on in the next line.
func peelDocker(line []byte, e *Entry) bool {
	o, ok := object(line)
	if !ok {
		return false
	}
	text, ok1 := o.text("log")
	stamp, ok2 := o.text("time")
	if !ok1 || !ok2 {
		return false
	}
	if s, ok := rfc3339(stamp); ok {
		s.stamped(e)
	}
	stream, _ := o.text("stream")
	e.Stream = labelOf(stream).name
	e.Text, ok = bytes.CutSuffix(text, []byte("\n"))
	e.Partial = !ok
	return true
}

// peelCompose takes off "name-1  | ", which docker compose prints, in colour on a terminal.
func peelCompose(line []byte, e *Entry) bool {
	i := sgr(line)
	n := i
	for n < len(line) && n < i+80 && (digit(line[n]) || (line[n]|0x20)-'a' < 26 || n > i && (line[n] == '-' || line[n] == '_' || line[n] == '.')) {
		n++
	}
	if n == i || digit(line[i]) {
		return false
	}
	bar := n
	for bar < len(line) && line[bar] == ' ' {
		bar++
	}
	if bar == n || bar >= len(line) || line[bar] != '|' {
		return false
	}
	rest := line[bar+1:]
	k := sgr(rest)
	if k == 0 && len(rest) > 0 && rest[0] != ' ' {
		return false
	}
	named(e, line[i:n])
	rest = cutBlank(rest[k:])
	e.Text = rest[sgr(rest):]
	return true
}
