package format

import "roomline/timeline"

// Parse reads the header of a line. It is false for a line that begins with none: then [Classify]
// says what it is. A header without a time (HasTime false) is one all the same: the line is a record
// of its own. Of a stamp that tells the time of day alone, Zone is NoDate and HasTime false.
func Parse(line []byte) (Head, bool) {
	if len(line) < 4 {
		return Head{}, false
	}
	switch c := line[0]; {
	case c == '[':
		return bracket(line)
	case digit(c):
		return leadingDigit(line)
	case c == '{':
		return jsonLine(line)
	case c == '(':
		return behindPrefix(line)
	case c == '<':
		return syslog5424(line)
	case c-'A' < 26:
		return leadingCapital(line)
	case c-'a' < 26:
		return leadingSmall(line)
	}
	return Head{}, false
}

// behindPrefix reads the header behind "(APIServer pid=428) ", which vLLM and Ray put before a line,
// also twice.
func behindPrefix(line []byte) (Head, bool) {
	n := prefixes(line)
	if n == 0 || n >= len(line) {
		return Head{}, false
	}
	h, ok := Parse(line[n:])
	if !ok {
		h, ok = uvicornBare(line[n:])
	}
	if ok {
		h.Body += n
	}
	return h, ok
}

// prefixes is the length of the process prefixes at the begin of a line: "(NAME pid=N) ", also
// "(head, rank=0, pid=18260) " and "(raylet) ", any number of them.
func prefixes(line []byte) int {
	n := 0
	for range 4 {
		k := prefix(line[n:])
		if k == 0 {
			break
		}
		n += k
	}
	return n
}

// prefix is the length of one process prefix with the blank behind it.
func prefix(b []byte) int {
	if len(b) < 4 || b[0] != '(' {
		return 0
	}
	end, pid := 0, false
	for i := 1; i < len(b) && i < 80; i++ {
		switch c := b[i]; {
		case c == ')':
			end = i
		case c == '=' && i > 3 && string(b[i-3:i]) == "pid":
			pid = true
		case c == '(' || c == '"':
			return 0
		}
		if end > 0 {
			break
		}
	}
	if end == 0 || !pid && string(b[:end+1]) != "(raylet)" {
		return 0
	}
	for end++; end < len(b) && b[end] == ' '; end++ {
	}
	return end
}

// leadingCapital reads what begins with a capital: glog and klog (E1120 ..), vLLM without a process
// prefix (INFO 03-14 ..), syslog files (May 12 ..).
func leadingCapital(line []byte) (Head, bool) {
	if digit(line[1]) {
		return glog(line)
	}
	if h, ok := vllm(line); ok {
		return h, true
	}
	return syslog3164(line)
}

// leadingSmall reads what begins with a small letter: logfmt, slurm, and a stray p0 that a terminal
// left before a stamp.
func leadingSmall(line []byte) (Head, bool) {
	if h, ok := slurm(line); ok {
		return h, true
	}
	if line[0] == 'p' && digit(line[1]) {
		return stray(line)
	}
	return logfmt(line)
}

// stray reads a stamp behind what a terminal left of an escape.
func stray(line []byte) (Head, bool) {
	for n := 2; n < 4 && n+20 < len(line); n++ {
		if line[n+10] != 'T' {
			continue
		}
		if h, ok := leadingDigit(line[n:]); ok {
			h.Body += n
			return h, true
		}
	}
	return Head{}, false
}

// leadingDigit reads what begins with a time.
func leadingDigit(line []byte) (Head, bool) {
	if len(line) > 19 && line[4] == '-' {
		if s, ok := iso(line); ok {
			return dated(line, s)
		}
		return Head{}, false
	}
	if line[2] == ':' {
		return timeOfDay(line)
	}
	return otherTime(line)
}

// head begins a Head of a stamp.
func head(name string, s stamp) Head {
	return Head{Name: name, HasTime: true, At: s.at, Resolution: s.res, Zone: s.zone, Body: s.n}
}

// blanks is the number of blanks and tabs at the begin of b.
func blanks(b []byte) int {
	n := 0
	for n < len(b) && (b[n] == ' ' || b[n] == '\t') {
		n++
	}
	return n
}

// word is the length of the letters at the begin of b.
func word(b []byte) int {
	n := 0
	for n < len(b) && (b[n]|0x20)-'a' < 26 {
		n++
	}
	return n
}

// level reads a level's name, in any of the spellings that loggers use.
func level(b []byte) timeline.Level {
	if len(b) == 0 || len(b) > 9 {
		return timeline.LevelUnknown
	}
	var low [9]byte
	for i, c := range b {
		low[i] = c | 0x20
	}
	switch string(low[:len(b)]) {
	case "trace", "debug":
		return timeline.LevelDebug
	case "info", "information", "notice", "event":
		return timeline.LevelInfo
	case "warn", "warning":
		return timeline.LevelWarning
	case "error", "err":
		return timeline.LevelError
	case "fatal", "critical", "crit", "panic", "emerg", "alert":
		return timeline.LevelCritical
	}
	return timeline.LevelUnknown
}

// letter is the level that glog and c10d write as one capital.
func letter(c byte) timeline.Level {
	switch c {
	case 'D', 'V':
		return timeline.LevelDebug
	case 'I':
		return timeline.LevelInfo
	case 'W':
		return timeline.LevelWarning
	case 'E':
		return timeline.LevelError
	case 'F', 'C':
		return timeline.LevelCritical
	}
	return timeline.LevelUnknown
}
