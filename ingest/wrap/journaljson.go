package wrap

import (
	"bytes"
	"slices"

	"roomline/timeline"
)

// journalJSON is "journalctl -o json": one object a line.
type journalJSON struct{ seen []string }

func newJournalJSON() Wrapper { return &journalJSON{} }

func (j *journalJSON) Name() string { return "journald-json" }

func (j *journalJSON) Feed(line []byte, offset, number int64, emit func(Entry)) {
	e := Entry{Text: line, Offset: offset, Line: number, Length: len(line)}
	o, ok := object(line)
	if !ok {
		emit(e)
		return
	}
	get := func(key string) ([]byte, bool) { return o.bytes(key) }
	entries(e, get, &j.seen, emit)
}

func (j *journalJSON) Flush(func(Entry)) {}

// peelJournalJSON recognises an object of the journal's.
func peelJournalJSON(line []byte, e *Entry) bool {
	if !bytes.Contains(line, []byte(`"__REALTIME_TIMESTAMP"`)) {
		return false
	}
	_, ok := object(line)
	return ok
}

// entries makes the entries of one entry of the journal: one per line of its message, none of text
// where it has no message.
func entries(e Entry, get func(string) ([]byte, bool), seen *[]string, emit func(Entry)) {
	journalFacts(&e, get)
	message, ok := get("MESSAGE")
	if !ok {
		e.Frame, e.Text = true, nil
		emit(e)
		return
	}
	if id, _ := get("SYSLOG_IDENTIFIER"); string(id) == "systemd-journald" && hole(message) {
		e.Text = message
		holes(e, *seen, emit)
		return
	}
	if len(*seen) < 64 && !slices.Contains(*seen, e.Stream) {
		*seen = append(*seen, e.Stream)
	}
	partial := e.Partial
	lines := bytes.Split(bytes.TrimSuffix(message, []byte("\n")), []byte("\n"))
	for i, line := range lines {
		e.Text = line
		e.Partial = partial && i == len(lines)-1
		e.Hole = hole(line) && !e.quotes()
		emit(e)
	}
}

// journalFacts sets what the fields of an entry of the journal tell besides the message.
func journalFacts(e *Entry, get func(string) ([]byte, bool)) {
	for _, key := range [...]string{"__REALTIME_TIMESTAMP", "_SOURCE_REALTIME_TIMESTAMP"} {
		if v, _ := get(key); len(v) > 0 {
			if us, ok := uint64Of(v); ok {
				epochOf(e, us, timeline.Second/1e6)
				break
			}
		}
	}
	for _, key := range [...]string{"CONTAINER_NAME", "_SYSTEMD_UNIT", "_SYSTEMD_USER_UNIT", "UNIT", "SYSLOG_IDENTIFIER"} {
		if v, _ := get(key); len(v) > 0 {
			named(e, v)
			break
		}
	}
	for _, key := range [...]string{"CONTAINER_ID_FULL", "CONTAINER_ID", "_SYSTEMD_INVOCATION_ID"} {
		if v, _ := get(key); len(v) > 0 {
			e.LifeKey = string(v)
			break
		}
	}
	cut, _ := get("_LINE_BREAK")
	part, _ := get("CONTAINER_PARTIAL_MESSAGE")
	e.Partial = string(cut) == "line-max" || string(part) == "true"
}
