package wrap

import "bytes"

// peelCRI takes off what a container runtime writes: "<RFC3339Nano> stdout F text".
func peelCRI(line []byte, e *Entry) bool {
	s, ok := rfc3339(line)
	if !ok || !s.zoned {
		return false
	}
	rest := line[s.n:]
	if len(rest) < 9 || string(rest[:4]) != " std" || rest[7] != ' ' || rest[8] != 'F' && rest[8] != 'P' {
		return false
	}
	name := "stdout"
	if string(rest[1:7]) == "stderr" {
		name = "stderr"
	}
	if string(rest[1:7]) != name || len(rest) > 9 && rest[9] != ' ' && rest[9] != ':' {
		return false
	}
	s.stamped(e)
	e.Stream, e.Partial = name, rest[8] == 'P'
	e.Text = rest[min(10, len(rest)):]
	if len(rest) > 9 && rest[9] == ':' { // further tags
		_, e.Text, _ = bytes.Cut(e.Text, []byte(" "))
	}
	return true
}

// peelKubectl takes off the stamp of "kubectl logs --timestamps". A program that prints such stamps
// itself is told from it: the runtime's have nanoseconds, or a header of its own follows.
func peelKubectl(line []byte, e *Entry) bool {
	s, ok := rfc3339(line)
	if !ok || !s.zoned || s.n < len(line) && line[s.n] != ' ' {
		return false
	}
	rest := line[min(s.n+1, len(line)):]
	if len(rest) > 5 && rest[0] == ' ' && (string(rest[1:5]) == "INFO" || string(rest[1:5]) == "WARN") {
		return false
	}
	if s.fine < 7 && !headed(rest) {
		return false
	}
	s.stamped(e)
	e.Text = rest
	return true
}

// headed says whether a text begins with the header of a log: a stamp, in brackets or not, or a
// process prefix.
func headed(b []byte) bool {
	if len(b) > 0 && b[0] == '[' {
		b = b[1:]
	}
	if len(b) > 11 && digits(b) == 4 && b[4] == '-' && digit(b[5]) && b[7] == '-' {
		return true
	}
	return len(b) > 0 && b[0] == '(' && parenthesis(b) > 0
}

// peelPodPrefix takes off "[pod/NAME/CONTAINER] " of "kubectl logs --prefix".
func peelPodPrefix(line []byte, e *Entry) bool {
	if !bytes.HasPrefix(line, []byte("[pod/")) {
		return false
	}
	end := bytes.IndexByte(line, ']')
	if end < 6 || bytes.IndexByte(line[:end], ' ') >= 0 {
		return false
	}
	named(e, line[5:end])
	e.Text = cutBlank(line[end+1:])
	return true
}

// cutBlank is b without the one blank at its begin.
func cutBlank(b []byte) []byte {
	if len(b) > 0 && b[0] == ' ' {
		return b[1:]
	}
	return b
}

// dnsLabel is the length of a DNS label at the begin of b; marked says that it has a dash and a digit,
// as pods' names do.
func dnsLabel(b []byte) (n int, marked bool) {
	dash, num := false, false
	for n < len(b) && (b[n]-'a' < 26 || digit(b[n]) || b[n] == '-' || b[n] == '.' && n > 0) {
		dash = dash || b[n] == '-'
		num = num || digit(b[n])
		n++
	}
	if n > 0 && (b[0] == '-' || digit(b[0])) {
		return 0, false
	}
	return n, dash && num
}

// peelStern takes off "pod container " as stern prints it, coloured or not.
func peelStern(line []byte, e *Entry) bool {
	i := sgr(line)
	n, marked := dnsLabel(line[i:])
	if !marked || i+n >= len(line) {
		return false
	}
	pod := line[i : i+n]
	i += n
	i += sgr(line[i:])
	if i >= len(line) || line[i] != ' ' {
		return false
	}
	i++
	i += sgr(line[i:])
	k, _ := dnsLabel(line[i:])
	if k == 0 {
		return false
	}
	container := line[i : i+k]
	i += k
	i += sgr(line[i:])
	if i < len(line) && line[i] != ' ' {
		return false
	}
	var buf [160]byte
	named(e, append(append(append(buf[:0], pod...), '/'), container...))
	e.Text = cutBlank(line[i:])
	return true
}
