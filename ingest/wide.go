package ingest

import (
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// wide says how UTF-16 content is laid out.
type wide uint8

const (
	narrow wide = iota // no UTF-16
	little
	big
)

// wideOf recognises UTF-16 by its byte order mark, or by ASCII text with every second byte 0.
func wideOf(head []byte) wide {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return little
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return big
	case len(head) >= 8 && zeros(head[1:]) && !zeros(head):
		return little
	case len(head) >= 8 && zeros(head) && !zeros(head[1:]):
		return big
	}
	return narrow
}

// zeros says whether every second byte is 0.
func zeros(b []byte) bool {
	for i := 0; i < len(b); i += 2 {
		if b[i] != 0 {
			return false
		}
	}
	return true
}

// transcoder reads UTF-16 as UTF-8. The byte order mark becomes that of UTF-8.
type transcoder struct {
	src  io.ReadCloser
	wide wide
	in   []byte // not decoded yet
	out  []byte // not given yet
	err  error
}

func (t *transcoder) Read(b []byte) (int, error) {
	for len(t.out) == 0 {
		if t.err != nil {
			return 0, t.err
		}
		t.more()
	}
	n := copy(b, t.out)
	t.out = t.out[n:]
	return n, nil
}

func (t *transcoder) Close() error { return t.src.Close() }

// more decodes another stretch; half a character at its end waits for the next.
func (t *transcoder) more() {
	buf := make([]byte, 64<<10)
	n, err := io.ReadFull(t.src, buf)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	t.in, t.err = append(t.in, buf[:n]...), err
	units := make([]uint16, 0, len(t.in)/2)
	for i := 0; i+1 < len(t.in); i += 2 {
		units = append(units, t.unit(i))
	}
	if n := len(units); n > 0 && utf16.IsSurrogate(rune(units[n-1])) && units[n-1] < 0xdc00 && err == nil {
		units = units[:n-1]
	}
	t.in = append([]byte(nil), t.in[2*len(units):]...)
	t.out = t.out[:0]
	for _, r := range utf16.Decode(units) {
		t.out = utf8.AppendRune(t.out, r)
	}
}

func (t *transcoder) unit(i int) uint16 {
	if t.wide == little {
		return uint16(t.in[i]) | uint16(t.in[i+1])<<8
	}
	return uint16(t.in[i])<<8 | uint16(t.in[i+1])
}
