package wrap

import (
	"bytes"
	"slices"
	"sort"
	"strings"
)

// lokiMax is how much of a document is kept; what is longer is given back as plain lines.
const lokiMax = 256 << 20

// loki is the answer of Loki's query_range: one JSON document, newest line first within a stream. It
// is read as a whole and given oldest first.
type loki struct {
	doc    []byte
	starts []start
	passed bool // too long
}

// start is where a physical line begins in the document.
type start struct {
	at     int
	offset int64
	number int64
}

// lokiLine is one value of a stream.
type lokiLine struct {
	ts   int64
	text []byte
	at   int // in the document
}

func newLoki() Wrapper { return &loki{} }

// isLoki says whether a text begins as such a document does.
func isLoki(text []byte) bool {
	t := bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")), " \t\r\n")
	if len(t) == 0 || t[0] != '{' {
		return false
	}
	t = t[:min(len(t), 4096)]
	return bytes.Contains(t, []byte(`"stream"`)) && bytes.Contains(t, []byte(`"values"`)) &&
		(bytes.Contains(t, []byte(`"result"`)) || bytes.Contains(t, []byte(`"streams"`)))
}

func (l *loki) Name() string { return "loki" }

func (l *loki) Feed(line []byte, offset, number int64, emit func(Entry)) {
	if l.passed {
		emit(Entry{Text: line, Offset: offset, Line: number, Length: len(line)})
		return
	}
	l.starts = append(l.starts, start{len(l.doc), offset, number})
	l.doc = append(append(l.doc, line...), '\n')
	if len(l.doc) > lokiMax {
		l.passed = true
		l.raw(emit)
	}
}

func (l *loki) Flush(emit func(Entry)) {
	if l.passed || len(l.doc) == 0 {
		return
	}
	streams, ok := l.streams()
	if !ok {
		l.raw(emit)
		l.doc, l.starts = nil, nil
		return
	}
	used := map[int64]bool{}
	var out []Entry
	for _, name := range slices.Sorted(keys(streams)) {
		for _, v := range streams[name] {
			out = l.entries(out, name, v, used)
		}
	}
	l.frames(used, emit)
	for _, e := range out {
		emit(e)
	}
	l.doc, l.starts = nil, nil
}

// keys walks over the keys of a map.
func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// raw gives the document back line by line.
func (l *loki) raw(emit func(Entry)) {
	for i, s := range l.starts {
		end := len(l.doc)
		if i+1 < len(l.starts) {
			end = l.starts[i+1].at
		}
		text := l.doc[s.at : end-1]
		emit(Entry{Text: text, Offset: s.offset, Line: s.number, Length: len(text)})
	}
}

// frames tells of the lines of the document that hold no line of a log.
func (l *loki) frames(used map[int64]bool, emit func(Entry)) {
	for i, s := range l.starts {
		if used[s.number] {
			continue
		}
		end := len(l.doc)
		if i+1 < len(l.starts) {
			end = l.starts[i+1].at
		}
		emit(Entry{Frame: true, Offset: s.offset, Line: s.number, Length: end - 1 - s.at})
	}
}

// entries makes the entries of one value, one per line in it.
func (l *loki) entries(out []Entry, name string, v lokiLine, used map[int64]bool) []Entry {
	i := sort.Search(len(l.starts), func(i int) bool { return l.starts[i].at > v.at }) - 1
	s := l.starts[max(i, 0)]
	used[s.number] = true
	e := Entry{Offset: s.offset + int64(v.at-s.at), Line: s.number, Length: len(v.text)}
	named(&e, []byte(name))
	epochOf(&e, v.ts, 1)
	for line := range bytes.SplitSeq(bytes.TrimSuffix(v.text, []byte("\n")), []byte("\n")) {
		e.Text = line
		out = append(out, e)
	}
	return out
}

// streams reads the document: the lines of each stream, oldest first. Label sets of one container
// are one stream, since Loki divides them by level too.
func (l *loki) streams() (map[string][]lokiLine, bool) {
	out := map[string][]lokiLine{}
	ok := walk(l.doc, func(labels map[string]string, values []lokiLine) {
		if len(values) > 1 && values[0].ts >= values[len(values)-1].ts {
			slices.Reverse(values)
		}
		name := streamName(labels)
		out[name] = append(out[name], values...)
	})
	for _, v := range out {
		slices.SortStableFunc(v, func(a, b lokiLine) int { return compare(a.ts, b.ts) })
	}
	return out, ok && len(out) > 0
}

func compare(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// streamName is pod/container/stream where labels tell them, else the labels in order.
func streamName(labels map[string]string) string {
	var parts []string
	for _, key := range [...]string{"pod", "container", "stream"} {
		if v := labels[key]; v != "" {
			parts = append(parts, v)
		}
	}
	if labels["pod"] == "" && labels["container"] == "" {
		parts = nil
		for _, k := range slices.Sorted(keys(labels)) {
			if k != "detected_level" && k != "level" {
				parts = append(parts, labels[k])
			}
		}
	}
	return strings.Join(parts, "/")
}
