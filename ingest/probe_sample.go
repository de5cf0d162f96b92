package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"roomline/ingest/format"
	"roomline/ingest/wrap"
	"roomline/timeline"
)

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
