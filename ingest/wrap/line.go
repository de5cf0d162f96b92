package wrap

import (
	"bytes"

	"roomline/timeline"
)

// peelSrun takes off the label of "srun --label": the task's number, right-aligned, and a colon.
func peelSrun(line []byte, e *Entry) bool {
	i := 0
	for i < len(line) && i < 6 && line[i] == ' ' {
		i++
	}
	n := digits(line[i:])
	if n == 0 || n > 6 || i+n >= len(line) || line[i+n] != ':' || i+n+1 < len(line) && line[i+n+1] != ' ' {
		return false
	}
	e.Stream = labelOf(line[i : i+n]).name
	e.Text = cutBlank(line[i+n+1:])
	return true
}

// peelRay takes off the prefix that Ray and its launchers put before a worker's line, in colour or
// with what a paste left of it. vLLM prints prefixes like it of its own, which stay.
func peelRay(line []byte, e *Entry) bool {
	i := sgr(line)
	n := parenthesis(line[i:])
	if n == 0 {
		return false
	}
	in := line[i+1 : i+n-1]
	if vllmProcess(in) {
		return false
	}
	e.Stream = labelOf(in).name
	i += n
	i += sgr(line[i:])
	e.Text = cutBlank(line[i:])
	return true
}

// parenthesis is the length of "(NAME pid=N, ..)" or "(raylet)" at the begin of b; 0 if there is none.
func parenthesis(b []byte) int {
	if len(b) < 4 || b[0] != '(' {
		return 0
	}
	end := bytes.IndexByte(b, ')')
	if end < 0 || end > 120 {
		return 0
	}
	in := b[1:end]
	if string(in) != "raylet" && !bytes.Contains(in, []byte("pid=")) {
		return 0
	}
	if bytes.IndexByte(in, '(') >= 0 || end+1 < len(b) && b[end+1] != ' ' && b[end+1] != 0x1B {
		return 0
	}
	return end + 1
}

// vllmProcess says whether a prefix is one of vLLM's own processes.
func vllmProcess(in []byte) bool {
	for _, s := range [...]string{"APIServer", "ApiServer", "EngineCore", "Worker", "DPCoordinator", "DPEngineCore", "VllmWorker"} {
		if bytes.HasPrefix(in, []byte(s)) {
			return bytes.Count(in, []byte(" ")) == 1 && !bytes.Contains(in, []byte("ip="))
		}
	}
	return false
}

// peelIssueExport takes off "{epoch ms} TAB {RFC 3339} TAB ", a form in which logs are posted.
func peelIssueExport(line []byte, e *Entry) bool {
	n := digits(line)
	if n != 13 || n+1 >= len(line) || line[n] != '\t' {
		return false
	}
	s, ok := rfc3339(line[n+1:])
	k := n + 1 + s.n
	if !ok || k >= len(line) || line[k] != '\t' {
		return false
	}
	if ms, ok := uint64Of(line[:n]); ok {
		epochOf(e, ms, timeline.Second/1000)
	}
	e.Text = line[k+1:]
	return true
}

// peelPaste takes off what Markdown and mail put before a quoted line: four blanks, or "> ".
func peelPaste(line []byte, e *Entry) bool {
	switch {
	case bytes.HasPrefix(line, []byte("    ")):
		e.Text = line[4:]
	case bytes.HasPrefix(line, []byte("> ")):
		e.Text = line[2:]
	case len(line) == 1 && line[0] == '>':
		e.Text = nil
	default:
		return false
	}
	return true
}

// pasted says whether something that begins with a header stands in what looks like a paste.
func pasted(sample [][]byte) bool {
	for _, line := range sample {
		var e Entry
		if peelPaste(line, &e) && headed(e.Text) {
			return true
		}
	}
	return false
}
