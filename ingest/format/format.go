// Package format recognises record formats: the header that a program prints before its message.
//
// It gives, in the order of use: [CleanLine] (takes off what only a terminal needs), [Split] (where
// further headers begin inside a physical line that several writers shared), [Parse] (the header of a
// line) or [Classify] (what a line without a header is), [Hole], [Quotes] and [OpensBlock] for putting
// records together, and for the engine's own records [Gauges], [RoleOf] and [LevelOf]. [YearIn]
// completes stamps without a year. A [Quick] gives the same for nearly all lines of a log, several
// times as fast, since it remembers what they repeat; [Quick.Heads] reads the headers of a block, eight
// at a time where there is AVX-512 (F, BW and DQ) and the build tag purego does not leave it out. One file
// per format.
//
// It does not read files, assemble records, unwrap envelopes or decide zones: lines come unwrapped,
// without line feed, as UTF-8, and to all but CleanLine cleaned; naive stamps come out as if they were
// UTC.
//
// Units: timeline.Time (ns). Nothing here keeps a reference to a line after it returns, and nothing
// here has state that shows: all functions may be called from any goroutine, a Quick from one. No regexp and no
// time.Parse on the path of the common headers.
package format

import (
	"time"

	"roomline/timeline"
)

// ZoneKind says what a stamp tells of its zone.
type ZoneKind uint8

// What a stamp tells.
const (
	Naive    ZoneKind = iota // local time, zone unknown: At is what was written, read as UTC
	Absolute                 // UTC, an offset, or an epoch: At is right
	NoYear                   // naive, and without a year: At is in year 1970 (29 February in 1972), to be completed by YearIn
	NoDate                   // time of day alone, HasTime is false: nothing can be concluded without a date
)

// Head is the header of a record.
type Head struct {
	Name       string // sglang, uvicorn, gateway, vllm, dynamo, glog, nixl, ucx, nccl, json, logfmt, klog, syslog, plain
	HasTime    bool
	At         timeline.Time
	Resolution time.Duration
	Zone       ZoneKind
	Rank       string // "DP0 TP0": as printed, one blank between; "" for none
	Level      timeline.Level
	Body       int    // offset of the message in the line; of JSON of its string's first byte, escapes as they are
	Source     string // logger, target or file:line, "" if none
}

// Kind is what a line without a header is.
type Kind uint8

// Kinds of lines without a header.
const (
	Continuation Kind = iota // goes on with the record before it, if that opened a block or has no header
	BlockStart               // begins a block that prints no header (Exception in thread, Fatal Python error, py-spy's Process N:)
	BlockLine                // can only stand inside such a block (  File "..", line N, in f; XError: ..; Thread 0x.. (most recent call first):)
	Foreign                  // a line of its own of another program, without a time (uvicorn access line without a stamp, [aiter] .., LEVEL:logger:msg)
	Suppression              // says that lines are missing (-- Suppressed 7 messages, last message repeated 3 times)
	Unknown                  // nothing that any format knows
)
