package wrap

import (
	"bytes"
	"encoding/binary"
)

// export is "journalctl -o export": a field a line, KEY=text, or KEY alone and then eight bytes of
// length, the value, a line feed; a blank line ends an entry.
type export struct {
	open   Entry
	any    bool
	field  map[string][]byte
	key    string // of a value that is being read as bytes
	binary []byte
	seen   []string
}

// exportMax bounds the length that a binary field may claim.
const exportMax = 64 << 20

func newExport() Wrapper { return &export{field: map[string][]byte{}} }

// isExport says whether a text begins as an export of the journal does.
func isExport(text []byte) bool {
	return bytes.HasPrefix(text, []byte("__CURSOR=")) && bytes.Contains(text, []byte("\n__REALTIME_TIMESTAMP="))
}

func (x *export) Name() string { return "journald-export" }

func (x *export) Feed(line []byte, offset, number int64, emit func(Entry)) {
	if !x.any && len(line) > 0 {
		x.any = true
		x.open = Entry{Offset: offset, Line: number}
	}
	x.open.Length = int(offset-x.open.Offset) + len(line)
	if x.key != "" {
		x.more(line)
		return
	}
	if len(line) == 0 {
		x.Flush(emit)
		return
	}
	key, val, ok := bytes.Cut(line, []byte("="))
	if ok {
		x.field[string(key)] = bytes.Clone(val)
		return
	}
	x.key, x.binary = string(line), x.binary[:0]
}

// more takes a further line of a binary value: what was split at a line feed is put together again.
func (x *export) more(line []byte) {
	x.binary = append(append(x.binary, line...), '\n')
	if len(x.binary) < 8 {
		return
	}
	n := binary.LittleEndian.Uint64(x.binary)
	if n > exportMax {
		x.key = ""
		return
	}
	if have := uint64(len(x.binary)); have >= n+9 {
		x.field[x.key] = bytes.Clone(x.binary[8 : 8+n])
		x.key = ""
	}
}

func (x *export) Flush(emit func(Entry)) {
	if !x.any {
		return
	}
	get := func(key string) ([]byte, bool) { v, ok := x.field[key]; return v, ok }
	entries(x.open, get, &x.seen, emit)
	clear(x.field)
	x.any, x.key = false, ""
}
