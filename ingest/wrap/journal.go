package wrap

import (
	"bytes"
	"slices"

	"roomline/timeline"
)

// journal is journald's text (journalctl -o short and its kin): a stamp, the host, the program and
// its pid. A message of several lines goes on in lines that are indented as far.
type journal struct {
	last  Entry // of the line before, without its text
	width int   // of its prefix
	seen  []string
	e     Entry // kept, so that a line costs no allocation
}

func newJournal() Wrapper { return &journal{} }

func (j *journal) Name() string { return "journald" }

func (j *journal) Feed(line []byte, offset, number int64, emit func(Entry)) {
	e := &j.e
	*e = Entry{Text: line, Offset: offset, Line: number, Length: len(line)}
	if mark(line) {
		e.Frame, e.Text = true, nil
		emit(*e)
		return
	}
	if !peelJournal(line, e) {
		j.goOn(line, e)
		emit(*e)
		return
	}
	j.width = len(line) - len(e.Text)
	j.last = *e
	j.last.Text = nil
	if e.Stream == "systemd-journald" && hole(e.Text) {
		holes(*e, j.seen, emit)
		return
	}
	j.note(e.Stream)
	e.Hole = hole(e.Text) && !e.quotes()
	emit(*e)
}

func (j *journal) Flush(func(Entry)) {}

// goOn makes a line without a prefix part of the message before it.
func (j *journal) goOn(line []byte, e *Entry) {
	l := j.last
	e.Stream, e.HasTime, e.At, e.Naive, e.NoYear, e.Role = l.Stream, l.HasTime, l.At, l.Naive, l.NoYear, l.Role
	e.Hole = bytes.HasPrefix(line, []byte("-- ")) && hole(line)
	if n := min(j.width, len(line)); len(bytes.TrimLeft(line[:n], " ")) == 0 {
		e.Text = line[n:]
	}
}

// note remembers a program, so that a gap can be told of it.
func (j *journal) note(stream string) {
	if len(j.seen) < 64 && !slices.Contains(j.seen, stream) {
		j.seen = append(j.seen, stream)
	}
}

// quotes says whether a text is a request log's, which quotes what users wrote.
func (e *Entry) quotes() bool {
	k := bytes.Index(e.Text, []byte("] "))
	t := e.Text[k+1:]
	t = bytes.TrimLeft(t, " ")
	return bytes.HasPrefix(t, []byte("Receive")) || bytes.HasPrefix(t, []byte("Finish"))
}

// holes tells of lines that journald suppressed: in the stream that it names, else in all.
func holes(e Entry, seen []string, emit func(Entry)) {
	e.Hole = true
	_, from, _ := bytes.Cut(e.Text, []byte(" from "))
	unit := string(bytes.TrimRight(from, " ."))
	e.Text = nil
	for _, name := range seen {
		if name != "" && (unit == name || unit == name+".service") {
			e.Stream, e.Role = name, roleIn(name)
			emit(e)
			return
		}
	}
	if len(seen) == 0 {
		e.Stream = unit
		emit(e)
	}
	for _, name := range seen {
		e.Stream, e.Role = name, roleIn(name)
		emit(e)
	}
}

// mark says whether a line is one that journalctl prints between entries.
func mark(line []byte) bool {
	if !bytes.HasPrefix(line, []byte("-- ")) || hole(line) {
		return false
	}
	for _, s := range [...]string{"Boot ", "Journal begins", "Logs begin", "Reboot", "No entries", "cursor:"} {
		if bytes.HasPrefix(line[3:], []byte(s)) {
			return true
		}
	}
	return false
}

// peelJournal takes off "May 12 03:14:08 host unit[pid]: ", with any of the stamps that journalctl
// writes: short, short-precise, short-iso, short-iso-precise, short-unix, short-full.
func peelJournal(line []byte, e *Entry) bool {
	if len(line) < 20 {
		return false
	}
	n := journalTime(line, e)
	if n == 0 {
		return false
	}
	rest := line[n:]
	host := bytes.IndexByte(rest, ' ')
	if host <= 0 || isLevel(rest[:host]) {
		return false
	}
	rest = rest[host+1:]
	end := bytes.Index(rest, []byte(": "))
	if end < 0 && bytes.HasSuffix(rest, []byte(":")) {
		end = len(rest) - 1
	}
	if end <= 0 || end > 80 || bytes.IndexByte(rest[:end], ' ') >= 0 {
		return false
	}
	program, _, _ := bytes.Cut(rest[:end], []byte("["))
	named(e, program)
	e.Text = cutBlank(rest[end+1:])
	return true
}

// isLevel says whether a word is a level: "2026-06-16T18:04:25.117Z ERROR module::name: text" is a line of
// a Rust program, no journal of a host called ERROR.
func isLevel(word []byte) bool {
	switch string(word) {
	case "TRACE", "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "CRITICAL", "FATAL":
		return true
	}
	return false
}

// journalTime reads the stamp with the blank behind it; 0 if there is none.
func journalTime(line []byte, e *Entry) int {
	if s, ok := syslogTime(line); ok && s.n < len(line) && line[s.n] == ' ' {
		s.stamped(e)
		e.NoYear = true
		return s.n + 1
	}
	if s, ok := rfc3339(line); ok && s.n < len(line) && line[s.n] == ' ' {
		s.stamped(e)
		return s.n + 1
	}
	if n := unixTime(line, e); n > 0 {
		return n
	}
	return fullTime(line, e)
}

// unixTime reads "1747019648.123456 ".
func unixTime(line []byte, e *Entry) int {
	if digits(line) != 10 || line[10] != '.' {
		return 0
	}
	k := digits(line[11:])
	sec, ok := uint64Of(line[:10])
	if k != 6 || !ok || 17 >= len(line) || line[17] != ' ' {
		return 0
	}
	epochOf(e, sec*1e6+int64(atoi(line[11:], 6)), timeline.Second/1e6)
	return 18
}

// fullTime reads "Tue 2026-05-12 03:14:08(.ffffff) UTC ", in UTC or a zone that only its name tells.
func fullTime(line []byte, e *Entry) int {
	if len(line) < 28 || line[3] != ' ' || line[14] != ' ' {
		return 0
	}
	b := bytes.Clone(line[4:min(len(line), 40)])
	b[10] = 'T'
	s, ok := rfc3339(b)
	n := 4 + s.n
	if !ok || n >= len(line) || line[n] != ' ' {
		return 0
	}
	k := bytes.IndexByte(line[n+1:], ' ')
	if k <= 0 || k > 5 {
		return 0
	}
	s.zoned = string(line[n+1:n+1+k]) == "UTC"
	s.stamped(e)
	return n + k + 2
}
