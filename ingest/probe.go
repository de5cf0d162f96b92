package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"roomline/ingest/expo"
	"roomline/ingest/format"
	"roomline/ingest/wrap"
	"roomline/timeline"
)

const (
	sampleSize = 1 << 20
	// So many lines are shown to the detection of envelopes.
	detectLines = 256
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
	r, err := f.open()
	if err != nil {
		f.err = err
		return
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
		f.err = err
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

// sampleRoom is how much may have to be read of a file: of one that is no longer than a sample all of it, and
// so much more that it is seen to end. What is packed may be many times its size.
func (f *file) sampleRoom() int64 {
	if f.plain() && f.size > 0 {
		return min(sampleSize, f.size+512)
	}
	return min(sampleSize, max(f.size, 1)*64+4096)
}

// kindOf decides between logs and scrapes: a flag, the manifest, the content.
func (f *file) kindOf() string {
	switch {
	case f.in != nil && f.in.Kind != "":
		return f.in.Kind
	case f.entry != nil && f.entry.kind != "":
		return f.entry.kind
	case len(bytes.TrimSpace(f.sample)) == 0:
		if ext := logExt.FindString(f.named.family); ext == ".prom" || ext == ".metrics" {
			return "scrapes"
		}
		return "log"
	case f.documentOfLogs():
		return "log"
	case expo.Looks(f.sample):
		if f.recordsIn() {
			return "mixed"
		}
		return "scrapes"
	}
	return "log"
}

// engines are the formats whose records are never part of a scrape, unlike what looks like logfmt or
// a date in a header.
var engines = []string{"sglang", "uvicorn", "gateway", "vllm", "dynamo", "glog", "nixl"}

// recordsIn says whether log records stand among the scrapes of a sample.
func (f *file) recordsIn() bool {
	for _, l := range f.sampleLines(1 << 30) {
		if isExposition(l) {
			continue
		}
		if h, ok := format.Parse(l); ok && h.HasTime && slices.Contains(engines, h.Name) {
			return true
		}
	}
	return false
}

// documentOfLogs says whether it is a store's answer in JSON that holds log lines; one that holds
// samples looks alike.
func (f *file) documentOfLogs() bool {
	b := bytes.TrimLeft(bytes.TrimPrefix(f.sample, utf8BOM), " \t\r\n")
	return len(b) > 0 && b[0] == '{' && wrap.Detect(f.sampleLines(detectLines)).Name() != ""
}

func onlyNULs(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }

// binary says whether a sample is no text. NULs alone are the hole of a log that was truncated while
// a process wrote on.
func binary(b []byte) bool {
	b = b[:min(len(b), 64<<10)]
	nul, odd := 0, 0
	for _, c := range b {
		switch {
		case c == 0:
			nul++
		case c < 0x09 || c > 0x0d && c < 0x1b || c > 0x1b && c < 0x20:
			odd++
		}
	}
	return odd > 0 && (nul+odd)*10 > len(b)*3
}

// sampleLines are the whole lines of the sample, as they lie there.
func (f *file) sampleLines(most int) [][]byte {
	var out [][]byte
	for l := range bytes.Lines(bytes.TrimPrefix(f.sample, utf8BOM)) {
		if l[len(l)-1] != '\n' && !f.whole {
			break
		}
		if out = append(out, bytes.TrimRight(l, "\r\n")); len(out) == most {
			break
		}
	}
	return out
}

// rewrap makes a wrapper for another pass over the file. Detection is the same each time.
func (f *file) rewrap() wrap.Wrapper { return wrap.Detect(f.head) }

// readSample reads the sample as a log: its envelope, a year, the role, the zone.
func (f *file) readSample() {
	for _, l := range f.sampleLines(detectLines) {
		f.head = append(f.head, bytes.Clone(l[:min(len(l), 64<<10)])) // Docker cuts texts at 16 KiB, before they are escaped
	}
	w := f.rewrap()
	if f.wrapper = w.Name(); f.wrapper == "" {
		f.head = nil
	}
	look := &sampleReader{known: &f.known, offsets: map[time.Duration]int{}}
	entry := look.entry // made once: each use of a method as a value allocates
	for i, l := range f.sampleLines(1 << 30) {
		w.Feed(l, 0, int64(i+1), entry)
	}
	w.Flush(entry)
	look.done()
}

type sampleReader struct {
	known   *known
	buf     []byte
	offsets map[time.Duration]int
	votes   []roleVote
}

func (s *sampleReader) entry(e wrap.Entry) {
	if e.Frame || e.Hole {
		return
	}
	k := s.known
	if e.HasTime && !e.Naive {
		k.outer = true
		if k.year == 0 {
			k.year = e.At.Lo
		}
	}
	b := format.CleanLine(s.buf[:0], e.Text)
	h, ok := format.Parse(b)
	if !ok {
		if kind := format.Classify(b); kind != format.Unknown && kind != format.Continuation {
			k.parsed++
		}
		s.role(format.RoleOf(b))
		return
	}
	k.parsed++
	s.role(roleOf(&h, b[h.Body:]))
	if !h.HasTime {
		return
	}
	if h.Zone == format.Naive || h.Zone == format.Absolute {
		if k.year == 0 {
			k.year = h.At
		}
	}
	if e.HasTime && !e.Naive && (h.Zone == format.Naive || h.Zone == format.NoYear) {
		s.offset(&h, e.At.Lo)
	}
}

// offset notes how far an inner naive stamp is from the outer one, in quarters of an hour.
func (s *sampleReader) offset(h *format.Head, outer timeline.Time) {
	at := h.At
	if h.Zone == format.NoYear {
		at = format.YearIn(at, outer)
	}
	const quarter = 15 * time.Minute
	s.offsets[at.Sub(outer).Round(quarter)]++
}

func (s *sampleReader) role(role, why string) {
	if role == "" {
		return
	}
	for i := range s.votes {
		if s.votes[i].role == role {
			s.votes[i].n++
			return
		}
	}
	s.votes = append(s.votes, roleVote{role, why, 1})
}

// done chooses the role and the offset that most lines show. A role that a tenth of the votes
// contradicts is none: two sides in one paste.
func (s *sampleReader) done() {
	best, most := time.Duration(0), 0
	for d, n := range s.offsets {
		if n > most || n == most && d < best {
			best, most = d, n
		}
	}
	if most > 0 {
		s.known.offset = &best
	}
	slices.SortStableFunc(s.votes, func(a, b roleVote) int { return b.n - a.n })
	if len(s.votes) == 0 {
		return
	}
	top := s.votes[0]
	if len(s.votes) > 1 {
		second := s.votes[1]
		s.known.doubt = fmt.Sprintf("its lines tell two roles: %s (%s, %d lines) and %s (%s, %d lines); name the right one with --source or in %s", top.role, top.why, top.n, second.role, second.why, second.n, ManifestName)
		if second.n*10 > top.n {
			return
		}
	}
	s.known.role, s.known.why = top.role, top.why
}

type roleVote struct {
	role, why string
	n         int
}
