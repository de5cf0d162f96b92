package expo

import (
	"slices"
	"strings"
	"sync"

	"roomline/timeline"
)

// Table keeps the names and labels of series once, however many scrapes and files show them. The
// zero value is ready; it may be shared by concurrent calls of [Read].
type Table struct {
	mu      sync.RWMutex
	byRaw   map[string]int32 // by the bytes as written
	byKey   map[string]int32 // by name and sorted labels
	entries []*entry
	last    *layout // of the latest scrape: the next one is likely to have the same
}

// entry is one series; immutable.
type entry struct {
	raw    string // the first spelling met
	key    string
	name   string
	labels []timeline.Label // sorted
}

// layout is which series a scrape has, in the order written; immutable, shared by scrapes alike.
type layout struct{ ids []int32 }

// id finds or adds a series by its bytes; false if they are no series.
func (t *Table) id(raw []byte) (int32, bool) {
	t.mu.RLock()
	id, ok := t.byRaw[string(raw)]
	t.mu.RUnlock()
	if ok {
		return id, true
	}
	s := string(raw)
	name, labels, ok := splitSeries(s)
	if !ok {
		return 0, false
	}
	return t.add(s, name, labels), true
}

func (t *Table) add(raw, name string, labels []timeline.Label) int32 {
	key := keyOf(name, labels)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byRaw == nil {
		t.byRaw, t.byKey = map[string]int32{}, map[string]int32{}
	}
	id, known := t.byKey[key]
	if !known {
		id = int32(len(t.entries))
		t.entries = append(t.entries, &entry{raw: raw, key: key, name: name, labels: labels})
		t.byKey[key] = id
	}
	t.byRaw[raw] = id
	return id
}

// view is the entries so far; the caller may read it without a lock.
func (t *Table) view() ([]*entry, *layout) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.entries, t.last
}

// share returns a layout with these ids: the latest one if it is the same.
func (t *Table) share(ids []int32, mine *layout) *layout {
	if mine != nil && sameIDs(mine.ids, ids) {
		return mine
	}
	l := &layout{ids: append([]int32(nil), ids...)}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last != nil && sameIDs(t.last.ids, ids) {
		return t.last
	}
	t.last = l
	return l
}

func sameIDs(a, b []int32) bool {
	if len(a) != len(b) {
		return false
	}
	for i, x := range a {
		if x != b[i] {
			return false
		}
	}
	return true
}

func keyOf(name string, labels []timeline.Label) string {
	size := len(name)
	for _, l := range labels {
		size += 2 + len(l.Name) + len(l.Value)
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(name)
	for _, l := range labels {
		b.WriteByte(0xff) // occurs in no UTF-8
		b.WriteString(l.Name)
		b.WriteByte(0xfe)
		b.WriteString(l.Value)
	}
	return b.String()
}

// splitSeries takes name{label="value",...} or {"name",label="value"} apart. Values keep their
// spelling but for the three escapes of the format. Of a label written twice the first counts.
func splitSeries(s string) (name string, labels []timeline.Label, ok bool) {
	open := strings.IndexByte(s, '{')
	if open < 0 {
		return strings.TrimSpace(s), nil, s != ""
	}
	name = strings.TrimSpace(s[:open])
	labels = make([]timeline.Label, 0, strings.Count(s, "=\""))
	for rest := s[open+1:]; ; {
		rest = strings.TrimLeft(rest, " \t,")
		if rest == "" || rest[0] == '}' {
			break
		}
		var key, value string
		if key, rest, ok = word(rest); !ok {
			return "", nil, false
		}
		if rest = strings.TrimLeft(rest, " \t"); rest == "" || rest[0] != '=' {
			if name != "" {
				return "", nil, false
			}
			name = key // a quoted name stands among the labels
			continue
		}
		if value, rest, ok = word(strings.TrimLeft(rest[1:], " \t")); !ok {
			return "", nil, false
		}
		labels = append(labels, timeline.Label{Name: key, Value: value})
	}
	return name, sortLabels(labels), name != ""
}

// word takes a quoted string or a bare name off the front.
func word(s string) (w, rest string, ok bool) {
	if s == "" || s[0] != '"' {
		end := strings.IndexAny(s, "= \t,}\"")
		if end <= 0 {
			return "", s, false
		}
		return s[:end], s[end:], true
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return unescape(s[1:i]), s[i+1:], true
		}
	}
	return "", s, false
}

var escapes = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n")

func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	return escapes.Replace(s)
}

func sortLabels(labels []timeline.Label) []timeline.Label {
	slices.SortStableFunc(labels, func(a, b timeline.Label) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(labels, func(a, b timeline.Label) bool { return a.Name == b.Name })
}
