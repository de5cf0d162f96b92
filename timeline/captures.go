package timeline

import (
	"encoding/binary"
	"math/bits"
	"strconv"
	"strings"
)

// captures gives the captured values of tuples as strings, for each tuple once: hits share them. A long log has
// a room's id in each of its hits, so strings lie in large pieces and lists of one behind the other, and
// where each tuple's are is a table by its ID, not a map.
type captures struct {
	tuples *Tuples
	dense  []captured           // by ID; those without caps were not asked for
	few    map[TupleID]captured // the same, where little is asked for
	text   strings.Builder      // the latest piece
	lists  []string             // the latest piece of lists; its length is what is taken
}

// captured is what a tuple holds.
type captured struct {
	caps []string
	has  uint32
}

const (
	textPiece = 16 << 10
	listPiece = 512
)

// capturesOf makes the captures for about so many hits.
func capturesOf(t *Tuples, hits int) *captures {
	if hits < t.Len()/16 {
		return &captures{tuples: t, few: map[TupleID]captured{}}
	}
	return &captures{tuples: t, dense: make([]captured, t.Len()+1)}
}

// of gives what a tuple captured.
func (c *captures) of(id TupleID) captured {
	if c.dense == nil {
		out, ok := c.few[id]
		if !ok {
			out = c.make(id)
			c.few[id] = out
		}
		return out
	}
	out := &c.dense[id]
	if out.caps == nil {
		*out = c.make(id)
	}
	return *out
}

// make is Tuples.Values with pieces of memory of several.
func (c *captures) make(id TupleID) captured {
	t := c.tuples
	if !t.isText(id) {
		var number [20]byte
		caps := c.strings(1)
		caps[0] = c.string(strconv.AppendUint(number[:0], t.values[id-1], 10))
		return captured{caps, 1}
	}
	b := t.bytesOf(id)
	h, n := binary.Uvarint(b)
	has := uint32(h)
	caps := c.strings(bits.Len32(has))
	for i := range caps {
		if has>>i&1 == 1 {
			size, k := binary.Uvarint(b[n:])
			caps[i] = c.string(b[n+k : n+k+int(size)])
			n += k + int(size)
		}
	}
	return captured{caps, has}
}

// string copies bytes to the latest piece. What was given before is not moved by that.
func (c *captures) string(b []byte) string {
	if c.text.Cap()-c.text.Len() < len(b) {
		c.text = strings.Builder{}
		c.text.Grow(max(textPiece, len(b)))
	}
	at := c.text.Len()
	c.text.Write(b)
	return c.text.String()[at:]
}

// strings is room for a list, which nobody can append to.
func (c *captures) strings(n int) []string {
	if cap(c.lists)-len(c.lists) < n {
		c.lists = make([]string, 0, max(listPiece, n))
	}
	at := len(c.lists)
	c.lists = c.lists[:at+n]
	return c.lists[at : at+n : at+n]
}
