package ingest

import (
	"strings"

	"roomline/timeline"
)

// tuples are the captured values of records, each kept once: they are few, and each is written by
// many records, of one signal and of several.
type tuples struct {
	ids    map[string]int32
	caps   [][]string
	values map[string]string // of tuples of several
	key    []byte            // scratch
}

// share lets records that captured the same hold the same strings, and gives the number of what a
// record captured, -1 if it can capture nothing.
func (t *tuples) share(h *timeline.Hit) int32 {
	if len(h.Caps) == 0 {
		return -1
	}
	if t.ids == nil {
		t.ids, t.values = map[string]int32{}, map[string]string{}
	}
	if len(h.Caps) == 1 && !strings.HasPrefix(h.Caps[0], "\x00") {
		id, ok := t.ids[h.Caps[0]]
		if !ok {
			id = t.add(h.Caps[0], h.Caps)
		}
		h.Caps = t.caps[id]
		return id
	}
	t.key = t.key[:0]
	for _, c := range h.Caps {
		t.key = append(append(t.key, 0), c...)
	}
	id, ok := t.ids[string(t.key)]
	if !ok {
		have := make([]string, len(h.Caps))
		for i, c := range h.Caps {
			have[i] = t.value(c)
		}
		id = t.add(string(t.key), have)
	}
	h.Caps = t.caps[id]
	return id
}

func (t *tuples) add(key string, caps []string) int32 {
	id := int32(len(t.caps))
	t.ids[key], t.caps = id, append(t.caps, caps)
	return id
}

func (t *tuples) value(s string) string {
	if have, ok := t.values[s]; ok {
		return have
	}
	t.values[s] = s
	return s
}
