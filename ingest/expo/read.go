package expo

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"roomline/timeline"
)

// Options tell what the bytes cannot.
type Options struct {
	Path    string
	Name    string    // where a time may stand; "" is Path
	ModTime time.Time // of the file; zero if not known, and then a scrape that tells no time has none
	Table   *Table    // shared by the files of a run to hold each series once; nil for one of its own
}

// Result is what one file holds.
type Result struct {
	Format       string // prometheus, openmetrics, vm-export, prom-json
	Scrapes      []Parsed
	Lines        int64
	Unparsed     int64     // lines that are neither sample nor comment, HTTP header or curl's noise
	Bad          []BadLine // the first of them
	Notes        []string
	RoleHint     string // "" where nothing tells
	RoleFrom     string
	InstanceHint string
	// More has the other endpoints of an answer of a store that holds several (by job and instance).
	More []Result

	table *Table
	types map[string]string
}

// Parsed is one attempt with its samples. Ref leads to its lines; Ref.Source is not set.
type Parsed struct {
	timeline.Scrape
	layout *layout
	values []float64
}

// Samples is how many series the scrape has.
func (p *Parsed) Samples() int { return len(p.values) }

// BadLine is a line that could not be read.
type BadLine struct {
	Line int64
	Text string // its beginning
	Why  string
}

// String is for a list of unparsed lines.
func (b BadLine) String() string { return fmt.Sprintf("line %d: %s", b.Line, b.Text) }

// keepBad is how many unparsed lines are shown.
const keepBad = 8

// Read reads one file of scrapes. It never fails: what cannot be read is counted and told.
func Read(content []byte, o Options) Result {
	if o.Name == "" {
		o.Name = o.Path
	}
	if o.Table == nil {
		o.Table = &Table{}
	}
	if read := jsonReader(content); read != nil {
		return read(content, o)
	}
	r := newReader(content, o)
	r.whole()
	return r.res
}

// bom is the mark that some editors put before UTF-8.
var bom = []byte("\xef\xbb\xbf")

func countLines(b []byte) int64 {
	n := int64(bytes.Count(b, []byte{'\n'}))
	if len(b) > 0 && b[len(b)-1] != '\n' {
		n++
	}
	return n
}

func (res *Result) bad(line int64, text []byte, why string) {
	res.Unparsed++
	if len(res.Bad) >= keepBad {
		return
	}
	res.Bad = append(res.Bad, BadLine{Line: line, Text: clip(text, 200), Why: clip([]byte(why), 200)})
}

// clip copies at most n bytes, as valid UTF-8.
func clip(b []byte, n int) string {
	if len(b) > n {
		return strings.ToValidUTF8(string(b[:n]), "") + "..."
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

func (res *Result) note(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	for _, n := range res.Notes {
		if n == s {
			return
		}
	}
	res.Notes = append(res.Notes, s)
}

// hint finds out whose scrapes these are from a label of the engine. "unified" decides nothing:
// some versions print it on every role.
func (res *Result) hint() {
	seen := map[string]bool{}
	router := false
	entries, _ := res.table.view()
	marked := map[int32]bool{}
	var last *layout
	for i := range res.Scrapes {
		l := res.Scrapes[i].layout
		if l == nil || l == last {
			continue
		}
		last = l
		for _, id := range l.ids {
			if marked[id] {
				continue
			}
			marked[id] = true
			e := entries[id]
			router = router || strings.HasPrefix(e.name, "smg_") || strings.HasPrefix(e.name, "sgl_router_")
			for _, lab := range e.labels {
				if lab.Name == "engine_type" {
					seen[lab.Value] = true
				}
			}
		}
	}
	switch {
	case seen["prefill"] && seen["decode"]:
		res.note("series of both roles in one scrape (engine_type prefill and decode): no role taken from it")
	case seen["prefill"]:
		res.RoleHint, res.RoleFrom = "prefill", `label engine_type="prefill"`
	case seen["decode"]:
		res.RoleHint, res.RoleFrom = "decode", `label engine_type="decode"`
	case router && len(seen) == 0:
		res.RoleHint, res.RoleFrom = "router", "metrics of the gateway"
	}
}
