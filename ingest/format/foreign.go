package format

import (
	"bytes"

	"roomline/timeline"
)

// foreignBegins are the begins of lines that other programs and libraries print without a time.
var foreignBegins = [...]string{
	"[aiter]", "[Gloo]", "[transformers]", "[AR]", "[torchao]", "[flashinfer]", "[W ", "[I ", "[TensorRT", "[NCCL", "[c10d]",
	"ionic_comp_msn", "Memory access fault by GPU", "WARNING: Logging before InitGoogleLogging", "Logging before InitGoogle",
	"command terminated with", "srun: ", "slurmstepd: ", "Killed", "Aborted (", "Segmentation fault", "nohup: ",
	"Capturing ", "Loading ", "Multi-thread loading", "Compiling ", "kubectl ", "+ ", "$ ", "# ", "## ",
	"Receive: obj=", "Finish: obj=", "Prefill transfer failed for request", "Prefill bootstrap failed for request",
	"Decode transfer failed for request", "Decode handshake failed for request", "Unexpected transfer worker error for room",
	"LAST SEEN ", "/bin/", "Downloading ", "Fetching ", "Using ", "real\t", "user\t", "sys\t", "^C",
}

// foreignFirst is foreignBegins by the first byte.
var foreignFirst = index(foreignBegins[:])

// foreign says whether a line is one of another program, without a time.
func foreign(line []byte) bool {
	if begins(&foreignFirst, line) {
		return true
	}
	switch c := line[0]; {
	case c == '{':
		m := members{b: line, i: 1}
		return m.next()
	case c == ':':
		return rocm(line)
	case c == '[':
		return tagged(line)
	case digit(c):
		return bar(line) || event(line) || warnings(line)
	}
	return logged(line) || ncclPlain(line) || bar(line) || compiler(line)
}

// rocm reads ":0:rocdevice.cpp            :3582: 123 us:  ..".
func rocm(line []byte) bool {
	return len(line) > 3 && digit(line[1]) && line[2] == ':' && bytes.Contains(line, []byte(" us: "))
}

// tagged reads "[ERROR] text", "[TAG] text" and the like, and a colour that lost its ESC.
func tagged(line []byte) bool {
	if len(line) > 3 && digit(line[1]) && (line[2] == ';' || line[2] == 'm' || line[3] == 'm') {
		return true
	}
	end := bytes.IndexByte(line, ']')
	if end < 2 || end > 40 || end+1 >= len(line) || line[end+1] != ' ' {
		return false
	}
	for _, c := range line[1:end] {
		if !wordByte(c) && c != '-' && c != '.' && c != ' ' && c != ':' {
			return false
		}
	}
	return true
}

// logged reads "LEVEL:logger:msg", "LEVEL:     text" and "LEVEL text".
func logged(line []byte) bool {
	n := word(line)
	if n < 4 || n >= len(line) || !upper(line[0]) || level(line[:n]) == timeline.LevelUnknown {
		return false
	}
	return line[n] == ':' || upper(line[1]) && line[n] == ' '
}

// ncclPlain reads "host:pid:tid [0] NCCL WARN ..".
func ncclPlain(line []byte) bool {
	k := bytes.Index(line, []byte(" NCCL "))
	if k < 4 || k > 120 {
		return false
	}
	return line[k-1] == ']' && bytes.IndexByte(line[:k], ':') > 0
}

// bar reads a progress bar as tqdm prints it: a percentage before a '|', or counts in its brackets.
func bar(line []byte) bool {
	if k := bytes.IndexByte(line, '|'); k > 0 && bytes.HasSuffix(bytes.TrimRight(line[:k], " "), []byte("%")) {
		return true
	}
	return bytes.Contains(line, []byte("it/s]")) || bytes.Contains(line, []byte("s/it]"))
}

// event reads a row of "kubectl get events": "2m14s       Warning   Unhealthy   pod/..".
func event(line []byte) bool {
	i := 0
	for i < len(line) && (digit(line[i]) || line[i] == 's' || line[i] == 'm' || line[i] == 'h' || line[i] == 'd') {
		i++
	}
	rest := bytes.TrimLeft(line[i:], " ")
	return i > 1 && (bytes.HasPrefix(rest, []byte("Warning ")) || bytes.HasPrefix(rest, []byte("Normal ")))
}

// warnings reads "9 warnings generated when compiling for gfx950.".
func warnings(line []byte) bool {
	return numbered(line, " warning") && bytes.Contains(line, []byte("generated"))
}

// compiler reads "path:12:7: warning: text", "path:12: UserWarning: text" and their like.
func compiler(line []byte) bool {
	k := bytes.Index(line, []byte(": "))
	if k < 4 || k > 300 || bytes.IndexByte(line[:k], ' ') >= 0 {
		return false
	}
	n := fileLineAny(line[:k+1])
	return n > 0
}

// fileLineAny is the length of "path:12" at the begin of b, with a path of any length.
func fileLineAny(b []byte) int {
	k := bytes.IndexByte(b, ':')
	if k < 3 || bytes.IndexByte(b[:k], '.') < 0 || k+1 >= len(b) || !digit(b[k+1]) {
		return 0
	}
	return k
}
