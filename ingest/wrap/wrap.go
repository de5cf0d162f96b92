// Package wrap takes off envelopes: what journald, docker, CRI, kubectl, compose, stern, srun, Ray
// or a Loki export put round each line of a program's output.
//
// It gives: [Detect], which never is nil and recognises the envelopes of a file from a sample of its lines, nested
// ones too, and a [Wrapper] that turns physical lines into [Entry] values. One file per envelope.
//
// It does not read files, know record formats, strip colour, or assemble records; a partial line is
// only marked as such.
//
// Units: timeline.Time. A Wrapper keeps state between lines and serves one file: it must not be
// shared by goroutines. Entry.Text is valid until the next call.
package wrap

import "roomline/timeline"

// Entry is one line of a program, taken out of its envelope.
type Entry struct {
	Text    []byte // valid until the next call of Feed or Flush
	Stream  string // unit, container, task, fd inside the file; "" if the file is one stream
	HasTime bool
	At      timeline.Interval // the outer stamp and its resolution, UTC; naive ones read as UTC
	Naive   bool              // the outer stamp tells no zone
	NoYear  bool              // nor a year: At is in 1970
	Partial bool              // goes on in the next Entry of the same Stream
	Tail    bool              // goes on with the Entry before it, without a line break: a terminal had broken the line
	Hole    bool              // says that lines are missing here; Text is not part of the program's output
	Frame   bool              // belongs to the envelope alone (boot marker, comment, JSON frame): no text
	Life    int               // restart number + 1 where the envelope tells it, else 0
	LifeKey string            // container id, invocation id: another key is another life
	Role    string            // hint from a unit's or container's name ("sglang-prefill.service"), else ""
	Offset  int64             // of the physical line (the first one) in the content
	Line    int64             // its number, from 1
	Length  int               // bytes of content that the entry takes
}

// Wrapper turns physical lines into entries. Lines come without LF; Feed may call emit any number
// of times (none while an entry of several lines is open); Flush gives what is open at the end.
type Wrapper interface {
	Name() string // journald, journald-json, journald-export, docker, cri, compose, kubectl, stern, srun, ray, loki, syslog, export, paste; several joined by + from the outside in; "" for none
	Feed(line []byte, offset, number int64, emit func(Entry))
	Flush(emit func(Entry))
}
