package expo

import (
	"bytes"

	"github.com/prometheus/prometheus/model/labels"
)

// reader reads the text formats of one file.
type reader struct {
	content []byte
	o       Options
	res     Result
	symbols *labels.SymbolTable

	seg  *segment
	b    []byte // body of the segment, normalised, ends with a line break
	om   bool
	open bool // some segment ended with # EOF

	counted int   // of b: line breaks before it are in line
	line    int64 // of counted

	scrape builder
	splits int // scrapes that were told apart only by their repeated first series
	milli  int // samples whose stamp had the unit of the other format
	odd    int // samples whose stamp is no time in either unit
}

func newReader(content []byte, o Options) *reader {
	r := &reader{content: content, o: o, symbols: labels.NewSymbolTable()}
	r.res = Result{Format: "prometheus", Lines: countLines(content), table: o.Table, types: map[string]string{}}
	r.scrape.init(o.Table)
	return r
}

// whole reads every segment and places it in time.
func (r *reader) whole() {
	segs := segments(r.content, r.res.note)
	for i := range segs {
		first := len(r.res.Scrapes)
		r.segment(&segs[i])
		r.place(&segs[i], r.res.Scrapes[first:], segs)
	}
	r.remarks()
	r.res.hint()
}

func (r *reader) remarks() {
	if n := r.scrape.repeats; n > 0 {
		r.res.note("%d samples repeat a series within their scrape: the last one counts", n)
	}
	if r.splits > 0 {
		r.res.note("%d scrapes follow each other without a mark: told apart by their first series", r.splits+1)
	}
	if r.milli > 0 {
		r.res.note("%d stamps in the unit of the other format (seconds, milliseconds): converted", r.milli)
	}
	if r.odd > 0 {
		r.res.note("%d stamps of samples are no time of this century: not used", r.odd)
	}
	for _, s := range r.res.Scrapes {
		if s.TimeFrom == "mtime" {
			r.res.note("no time in samples, comments or name: file's mtime taken")
		}
	}
}

// segment reads the text of one scrape (or of several that nothing but their series tells apart).
func (r *reader) segment(s *segment) {
	r.seg = s
	r.scrape.start(s.begin, s.line)
	if s.code >= 400 {
		r.finish(s.end)
		return
	}
	body := r.content[s.body:s.stop:s.stop]
	cut := r.lastLine(s, &body)
	r.b, r.counted, r.line = normal(body), 0, s.bodyAt
	r.open = r.open || s.eof // what follows # EOF in a file is of the same kind
	r.om = r.open || s.om || exemplars(r.b)
	if r.om {
		r.res.Format = "openmetrics"
	}
	r.parse()
	if cut != nil {
		r.scrape.bad++
		r.res.bad(r.lineAt(len(r.b)), cut, "the file ends inside this line")
	}
	if r.om && !s.eof && s.fault == "" && len(r.scrape.ids) > 0 {
		r.seg.fault = "truncated: OpenMetrics ends with # EOF, this does not"
	}
	r.finish(s.end)
}

// lastLine takes a sample away from the body if a file ends inside its line: the format wants a line
// break behind each, and 13 is also what is left of 135.
func (r *reader) lastLine(s *segment, body *[]byte) []byte {
	b := *body
	if s.stop < len(r.content) || len(b) == 0 || b[len(b)-1] == '\n' {
		return nil
	}
	at := bytes.LastIndexByte(b, '\n') + 1
	last := bytes.TrimSpace(b[at:])
	if len(last) == 0 || last[0] == '#' {
		return nil
	}
	*body = b[:at]
	return last
}

// normal takes CRs at line ends away and adds the last line break; it copies only if it must.
func normal(b []byte) []byte {
	if bytes.IndexByte(b, '\r') >= 0 {
		b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	}
	if n := len(b); n > 0 && b[n-1] != '\n' {
		b = append(b[:n:n], '\n')
	}
	return b
}
