package format

import "bytes"

// Classify says what a line without a header is: lines for which [Parse] is false, cleaned.
func Classify(line []byte) Kind {
	if Hole(line) {
		return Suppression
	}
	n, prefixed := 0, false
	for range 4 {
		k := rankPrefix(line[n:])
		if k == 0 {
			k = prefix(line[n:])
			prefixed = prefixed || k > 0
		}
		n += k
	}
	k := kind(line[n:])
	if prefixed && k == Unknown {
		return Foreign
	}
	return k
}

// kind is Classify for a line without what other programs put before it.
func kind(line []byte) Kind {
	switch {
	case len(bytes.TrimSpace(line)) == 0:
		return Continuation
	case line[0] == '[' && begins(&foreignFirst, line):
		return Foreign
	case bytes.HasPrefix(line, []byte("Exception in thread")), bytes.HasPrefix(line, []byte("Fatal Python error")), pyspyProcess(line):
		return BlockStart
	case blockLine(line):
		return BlockLine
	case foreign(line):
		return Foreign
	case line[0] == ' ' || line[0] == '\t':
		return Continuation
	}
	return Unknown
}

// blockBegins are the begins of lines that stand only inside a traceback, a dump of threads or a
// list of C++ frames, and what is left of them where several processes wrote at once.
var blockBegins = [...]string{
	"Traceback (most recent call last)", "  File \"", "File \"", "    self.", "    raise ", "    return ", "    assert ",
	"During handling of the above exception", "The above exception was the direct cause",
	"Thread 0x", "Current thread 0x", "  <no Python frame>", "Extension modules: ", "  ...", "Python v3.", "Python v2.",
	"frame #", "Exception raised from ", "self.run()", "self._target(", "(bootstrap_thread)", "(transfer_worker)",
	"(decode_thread)", "(heartbeat_checker)", "terminate called", "  what():", "what():", ", line ", "Thread-",
	"thread '", "note: run with", "panic: ", "goroutine ", "fatal error: ", "==== backtrace", "Stack trace", "C++ CapturedTraceback", "PC: @", "    @ ", "*** SIG", "*** Aborted at", "[failure_signal_handler",
}

// first indexes a list of begins by their first byte.
type first [128][]string

// index makes an index.
func index(list []string) (t first) {
	for _, s := range list {
		t[s[0]] = append(t[s[0]], s)
	}
	return t
}

// blockFirst is blockBegins by the first byte.
var blockFirst = index(blockBegins[:])

// begins says whether a line begins with one of a list.
func begins(t *first, line []byte) bool {
	if line[0] >= 128 {
		return false
	}
	for _, s := range t[line[0]] {
		if len(line) >= len(s) && string(line[:len(s)]) == s {
			return true
		}
	}
	return false
}

// blockLine says whether a line can only stand inside a block.
func blockLine(line []byte) bool {
	if begins(&blockFirst, line) {
		return true
	}
	if line[0] == ' ' {
		return pyspyFrame(line) || carets(line) || bytes.HasPrefix(line, []byte("    "))
	}
	return raised(line) || pyspyThread(line)
}

// raised says whether a line is the last one of a traceback: a dotted name that ends as exceptions
// do, alone or before a colon.
func raised(line []byte) bool {
	i, dot := 0, 0
	for i < len(line) && (wordByte(line[i]) || line[i] == '.') {
		if line[i] == '.' {
			dot = i + 1
		}
		i++
	}
	if i == 0 || i < len(line) && line[i] != ':' || digit(line[0]) {
		return false
	}
	name := line[dot:i]
	for _, s := range [...]string{"Error", "Exception", "Interrupt", "Exit", "Iteration", "Timeout", "TimeoutExpired", "Warning", "Fault"} {
		if bytes.HasSuffix(name, []byte(s)) && upper(name[0]) && !fold(name, "warning") {
			return true
		}
	}
	return dot > 1 && len(name) > 0 && upper(name[0]) && i+1 < len(line) && line[i+1] == ' '
}

// carets says whether a line underlines code, as tracebacks do since Python 3.11.
func carets(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '^' && c != '~' {
			return false
		}
	}
	return true
}

// pyspyProcess reads "Process 417: sglang::scheduler_TP6".
func pyspyProcess(line []byte) bool {
	return bytes.HasPrefix(line, []byte("Process ")) && numbered(line[8:], ": ")
}

// pyspyThread reads `Thread 417 (active): "MainThread"`.
func pyspyThread(line []byte) bool {
	return bytes.HasPrefix(line, []byte("Thread ")) && numbered(line[7:], " (")
}

// numbered says whether b begins with digits and then s.
func numbered(b []byte, s string) bool {
	n := 0
	for n < len(b) && digit(b[n]) {
		n++
	}
	return n > 0 && len(b) >= n+len(s) && string(b[n:n+len(s)]) == s
}

// pyspyFrame reads "    func (file.py:12)" and "    0x7f3c (libc.so.6)".
func pyspyFrame(line []byte) bool {
	return bytes.HasPrefix(line, []byte("    ")) && line[len(line)-1] == ')' && bytes.Contains(line, []byte(" ("))
}
