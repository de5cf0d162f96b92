package wrap

import (
	"bytes"
	"encoding/json"
)

// document is a place in the document.
type document struct {
	b []byte
	i int
}

// walk visits the values of every object of the document that has a stream of labels. It is false if
// the document is cut or no JSON.
func walk(doc []byte, visit func(map[string]string, []lokiLine)) bool {
	d := &document{b: doc}
	var labels map[string]string
	for d.i < len(d.b) {
		if d.b[d.i] != '"' {
			d.i++
			continue
		}
		key, ok := d.str()
		if !ok {
			return false
		}
		if !d.past(':') {
			continue
		}
		switch {
		case string(key) == `"stream"` && d.at('{'):
			labels = d.labels()
		case string(key) == `"values"` && d.at('[') && labels != nil:
			values, ok := d.values()
			if !ok {
				return false
			}
			visit(labels, values)
			labels = nil
		}
	}
	return true
}

// space moves behind white space.
func (d *document) space() {
	for d.i < len(d.b) && (d.b[d.i] == ' ' || d.b[d.i] == '\n' || d.b[d.i] == '\t' || d.b[d.i] == '\r') {
		d.i++
	}
}

// at says whether a byte stands next, behind white space.
func (d *document) at(c byte) bool {
	d.space()
	return d.i < len(d.b) && d.b[d.i] == c
}

// past moves behind a byte if it stands next.
func (d *document) past(c byte) bool {
	if !d.at(c) {
		return false
	}
	d.i++
	return true
}

// str moves behind the string at the current place and gives it with its quotes.
func (d *document) str() ([]byte, bool) {
	n := quoted(d.b[d.i:])
	d.i += n
	return d.b[d.i-n : d.i], n > 0
}

// skip moves behind any value.
func (d *document) skip() {
	if d.at('"') {
		if _, ok := d.str(); !ok {
			d.i = len(d.b)
		}
		return
	}
	d.i += max(literal(d.b[d.i:]), 1)
}

// labels reads the object at the current place.
func (d *document) labels() map[string]string {
	from := d.i
	d.skip()
	out := map[string]string{}
	var m map[string]any
	if json.Unmarshal(d.b[from:min(d.i, len(d.b))], &m) == nil {
		for k, v := range m {
			if s, ok := v.(string); ok {
				out[k] = s
			}
		}
	}
	return out
}

// values reads [[ns, line, metadata?], ..].
func (d *document) values() ([]lokiLine, bool) {
	var out []lokiLine
	d.i++
	for !d.past(']') {
		var v lokiLine
		if !d.past('[') {
			return nil, false
		}
		for i := 0; !d.past(']'); i++ {
			d.space()
			from := d.i
			d.skip()
			if d.i > len(d.b) || from >= len(d.b) {
				return nil, false
			}
			v.take(i, d.b[from:d.i], from)
			d.past(',')
		}
		out = append(out, v)
		d.past(',')
	}
	return out, true
}

// take sets one element of a value, which begins at a place in the document.
func (v *lokiLine) take(i int, raw []byte, at int) {
	switch {
	case i == 0:
		v.ts, _ = uint64Of(bytes.Trim(raw, `"`))
	case i == 1 && len(raw) > 1 && raw[0] == '"':
		v.at = at
		v.text = unescape(raw[1 : len(raw)-1])
	}
}
