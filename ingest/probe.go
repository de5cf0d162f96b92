package ingest

import (
	"bytes"
	"errors"
	"io"
	"time"

	"roomline/timeline"
)

const (
	sampleSize  = 1 << 20 // bytes of a file that are looked at first
	detectLines = 256     // lines that are shown to the detection of envelopes
)

// known is what the first part of a log tells.
type known struct {
	year   timeline.Time // a time with a year
	role   string        // "" where nothing tells, or lines tell different things
	why    string
	doubt  string         // what they tell then
	outer  bool           // an envelope stamps its lines with a zone
	offset *time.Duration // inner naive stamps against outer ones
	parsed int            // lines with a header
}

// probe reads the first part of a file and finds out what it is.
func (f *file) probe() {
	if f.err != nil {
		return
	}
	f.named = parseName(f.shown)
	if f.err = f.takeSample(); f.err != nil {
		return
	}
	f.kind = f.kindOf()
	switch {
	case f.kind == "scrapes":
		return
	case binary(f.sample), len(f.sample) > 0 && onlyNULs(f.sample):
		f.err, f.kind = errors.New("looks binary: no lines of text in its first part; give the text log, or unpack it first"), ""
		return
	}
	f.readSample()
	f.strange = !f.given && f.known.parsed == 0 && f.wrapper == "" && len(bytes.TrimSpace(f.sample)) > 0 && f.named.pod == ""
	if f.kind == "log" && f.wrapper == "" && expositionIn(f.sample) {
		f.kind = "mixed"
	}
}

// takeSample reads the first part; an error behind it is met, and told, when the file is read.
func (f *file) takeSample() error {
	r, err := f.open()
	if err != nil {
		return err
	}
	defer r.Close()
	buf := make([]byte, f.sampleRoom())
	n, err := io.ReadFull(r, buf)
	for n > 0 && onlyNULs(buf[:n]) { // truncated while a process wrote on: its text comes behind the hole
		more, e := io.ReadFull(r, buf)
		if more == 0 {
			break
		}
		n, err = more, e
	}
	f.sample, f.whole = bytes.TrimLeft(buf[:n], "\x00"), n < len(buf)
	if len(f.sample) == 0 {
		f.sample = buf[:n]
	}
	if realError(err) != nil && n == 0 {
		return err
	}
	return nil
}

// sampleRoom is how much may have to be read of a file: of one that is no longer than a sample all of it, and
// so much more that it is seen to end. What is packed may be many times its size.
func (f *file) sampleRoom() int64 {
	if f.plain() && f.size > 0 {
		return min(sampleSize, f.size+512)
	}
	return min(sampleSize, max(f.size, 1)*64+4096)
}
