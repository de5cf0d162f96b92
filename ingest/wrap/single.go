package wrap

import (
	"bytes"
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"
)

// peel takes one envelope off a line: it sets Text and what the envelope tells, or is false and
// leaves the entry alone. What it sets must not refer to the line, Text apart.
type peel func(line []byte, e *Entry) bool

// single is a wrapper of an envelope that each line has for itself. Without a peel it is none.
type single struct {
	name   string
	peel   peel
	tail   bool
	stream string // of the line before
	e      Entry  // kept, so that a line costs no allocation
}

func (s *single) Name() string { return s.name }

func (s *single) Feed(line []byte, offset, number int64, emit func(Entry)) {
	e := &s.e
	*e = Entry{Text: line, Offset: offset, Line: number, Length: len(line)}
	if s.peel == nil {
		emit(*e)
		return
	}
	if s.peel(line, e) {
		s.stream = e.Stream
	} else if s.tail {
		e.Tail, e.Stream = true, s.stream
	}
	emit(*e)
}

func (s *single) Flush(func(Entry)) {}

// chain is an envelope round another. Each stream of the outer one has an inner wrapper of its own.
type chain struct {
	name  string
	outer Wrapper
	make  func() Wrapper
	inner map[string]*link
}

// link is the inner wrapper of one outer stream and the outer entry that it was fed last.
type link struct {
	w      Wrapper
	last   Entry
	stream string // of the inner entry before
}

func (c *chain) Name() string { return c.name }

func (c *chain) Feed(line []byte, offset, number int64, emit func(Entry)) {
	c.outer.Feed(line, offset, number, func(e Entry) { c.pass(e, emit) })
}

// pass gives an outer entry to the inner wrapper of its stream.
func (c *chain) pass(outer Entry, emit func(Entry)) {
	if outer.Frame || outer.Hole {
		emit(outer)
		return
	}
	l := c.inner[outer.Stream]
	if l == nil {
		if c.inner == nil {
			c.inner = map[string]*link{}
		}
		l = &link{w: c.make()}
		c.inner[outer.Stream] = l
	}
	l.last = outer
	l.last.Text = nil
	l.w.Feed(outer.Text, outer.Offset, outer.Line, func(e Entry) { emit(l.merge(e)) })
}

func (c *chain) Flush(emit func(Entry)) {
	c.outer.Flush(func(e Entry) { c.pass(e, emit) })
	var names []string
	for name := range c.inner {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		l := c.inner[name]
		l.w.Flush(func(e Entry) { emit(l.merge(e)) })
	}
}

// merge adds to an inner entry what the outer envelope told.
func (l *link) merge(e Entry) Entry {
	o := l.last
	if !e.HasTime {
		e.HasTime, e.At, e.Naive, e.NoYear = o.HasTime, o.At, o.Naive, o.NoYear
	}
	switch {
	case e.Stream == "":
		e.Stream = o.Stream
	case o.Stream != "":
		e.Stream = o.Stream + "/" + e.Stream
	}
	if o.Tail {
		e.Stream = l.stream
	}
	l.stream = e.Stream
	if e.LifeKey == "" && e.Life == 0 {
		e.Life, e.LifeKey = o.Life, o.LifeKey
	}
	if e.Role == "" {
		e.Role = o.Role
	}
	e.Partial = e.Partial || o.Partial
	e.Tail = e.Tail || o.Tail
	e.Length = max(e.Length, o.Length)
	return e
}

// roleIn is the role that a unit's, container's or pod's name tells, or "".
func roleIn(name string) string {
	name = strings.ToLower(name)
	p, d := strings.Contains(name, "prefill"), strings.Contains(name, "decode")
	for _, s := range [...]string{"router", "gateway", "smg", "mini-lb", "minilb", "proxy"} {
		if strings.Contains(name, s) {
			return "router"
		}
	}
	switch {
	case p && !d:
		return "prefill"
	case d && !p:
		return "decode"
	}
	return ""
}

// label is a stream's name and the role that it tells.
type label struct{ name, role string }

// labels keeps the labels that were met: they are few and come again with every line. A collision
// costs an allocation, no more.
var (
	labelSeed = maphash.MakeSeed()
	labels    [256]atomic.Pointer[label]
)

// labelOf makes the label of a name.
func labelOf(name []byte) *label {
	slot := &labels[maphash.Bytes(labelSeed, name)%uint64(len(labels))]
	if l := slot.Load(); l != nil && l.name == string(name) {
		return l
	}
	s := string(name)
	l := &label{s, roleIn(s)}
	slot.Store(l)
	return l
}

// named sets the stream of an entry and the role that its name tells.
func named(e *Entry, name []byte) {
	l := labelOf(name)
	e.Stream, e.Role = l.name, l.role
}

// hole says whether a text says that lines are missing.
func hole(text []byte) bool {
	for i := 0; ; {
		k := bytes.Index(text[i:], []byte("message"))
		if k < 0 {
			return false
		}
		i += k
		if before := text[:i]; bytes.HasPrefix(text[i:], []byte("messages")) && counted(before, "Suppressed ") {
			return true
		}
		if after, ok := bytes.CutPrefix(text[i:], []byte("message repeated ")); ok {
			if n := digits(after); n > 0 && bytes.HasPrefix(after[n:], []byte(" times")) {
				return true
			}
		}
		i += 7
	}
}

// counted says whether b ends with a word, a number and a blank.
func counted(b []byte, word string) bool {
	b, ok := bytes.CutSuffix(b, []byte(" "))
	n := len(b)
	for n > 0 && digit(b[n-1]) {
		n--
	}
	return ok && n < len(b) && bytes.HasSuffix(b[:n], []byte(word))
}
