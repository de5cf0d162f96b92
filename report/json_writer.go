package report

import (
	"bufio"
	"bytes"
	"encoding/json"
)

// jsonWriter writes an object piece by piece; the first error stays.
type jsonWriter struct {
	b     *bufio.Writer
	buf   bytes.Buffer
	first bool // no entry of the list that is open was written yet
	err   error
}

func (j *jsonWriter) raw(s string) {
	if j.err == nil {
		_, j.err = j.b.WriteString(s)
	}
}

// value writes any value, without a line break behind it.
func (j *jsonWriter) value(v any) {
	j.buf.Reset()
	e := json.NewEncoder(&j.buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil && j.err == nil {
		j.err = err
	}
	if j.err == nil {
		_, j.err = j.b.Write(bytes.TrimSuffix(j.buf.Bytes(), []byte("\n")))
	}
}

func (j *jsonWriter) key(name string, v any) {
	j.raw(",\n\"" + name + "\": ")
	j.value(v)
}

func (j *jsonWriter) begin(name string) {
	j.raw(",\n\"" + name + "\": [")
	j.first = true
}

func (j *jsonWriter) entry(v any) {
	if !j.first {
		j.raw(",")
	}
	j.first = false
	j.raw("\n ")
	j.value(v)
}

func (j *jsonWriter) end() { j.raw("]") }

func listOf[T any](j *jsonWriter, name string, entries []T) {
	j.begin(name)
	for i := range entries {
		j.entry(entries[i])
	}
	j.end()
}
