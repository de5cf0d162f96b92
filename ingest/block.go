package ingest

import (
	"bytes"
	"context"
	"io"
	"unsafe"

	"roomline/ingest/format"
)

const (
	page = 4096
	// headRoom lies before the data of a block: there the carry of the reader, or what a scanner kept
	// of the block before, is put without moving the data.
	headRoom = 128 << 10
	// cutReach is how far before its end a block is searched for the begin of a record.
	cutReach = 64 << 10
)

// block is a stretch of content on its way to a scanner.
type block struct {
	buf      []byte
	from, to int   // the data is buf[from:to]
	base     int64 // where the data begins in the content
	end      bool  // the chain ends here: what follows begins with a header
	final    bool  // the content ends here
}

// newBlock makes a block whose data will lie on a page: a read from a page of a file to a page of
// memory is several times as fast as any other.
func newBlock(size int) *block {
	buf := make([]byte, headRoom+page+size)
	skip := (page - int(uintptr(unsafe.Pointer(&buf[0]))%page)) % page
	return &block{buf: buf[skip : skip+headRoom+size]}
}

// withKept is the data with what was kept of the block before in front of it.
func (b *block) withKept(keep []byte) []byte {
	if len(keep) <= b.from {
		at := b.from - len(keep)
		copy(b.buf[at:], keep)
		return b.buf[at:b.to]
	}
	joined := make([]byte, 0, len(keep)+b.to-b.from)
	joined = append(joined, keep...)
	return append(joined, b.buf[b.from:b.to]...)
}

// chain is a run of blocks that one scanner must read in order: it begins at the head of the content
// or at a record with a header, and so does what follows it.
type chain struct {
	seq    int
	blocks chan *block
}

// blockReader cuts content into chains.
type blockReader struct {
	src   io.Reader
	size  int
	free  chan *block
	out   chan<- *chain
	read  func(n int) // progress
	base  int64
	carry []byte
	seq   int
	open  *chain
}

// run reads to the end. An error of the source ends the content there; it is given back.
func (r *blockReader) run(ctx context.Context) error {
	defer close(r.out)
	for {
		var b *block
		select {
		case b = <-r.free:
		case <-ctx.Done():
			r.finish()
			return ctx.Err()
		}
		n, err := io.ReadFull(r.src, b.buf[headRoom:headRoom+r.size])
		if r.read != nil {
			r.read(n)
		}
		r.fill(b, n)
		if err != nil {
			b.final = true
			r.deliver(b)
			return realError(err)
		}
		r.cut(b)
		r.deliver(b)
	}
}

// realError is nil for the end of a source.
func realError(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

// fill puts the carry before the n bytes that were read.
func (r *blockReader) fill(b *block, n int) {
	b.from, b.to = headRoom-len(r.carry), headRoom+n
	b.end, b.final = false, false
	copy(b.buf[b.from:], r.carry)
	b.base = r.base
	r.base += int64(b.to - b.from)
	r.carry = r.carry[:0]
}

// cut ends the block at the last record with a header, if there is one near its end.
func (r *blockReader) cut(b *block) {
	data := b.buf[b.from:b.to]
	at := lastRecord(data, max(0, len(data)-cutReach))
	if at <= 0 {
		return
	}
	r.carry = append(r.carry, data[at:]...)
	b.to = b.from + at
	r.base -= int64(len(r.carry))
	b.end = true
}

func (r *blockReader) deliver(b *block) {
	if r.open == nil {
		r.open = &chain{seq: r.seq, blocks: make(chan *block, 1)}
		r.seq++
		r.out <- r.open
	}
	r.open.blocks <- b
	if b.end || b.final {
		r.finish()
	}
}

func (r *blockReader) finish() {
	if r.open != nil {
		close(r.open.blocks)
		r.open = nil
	}
}

// lastRecord is where the last whole line behind from begins that surely begins a record with a
// stamp, -1 if there is none.
func lastRecord(data []byte, from int) int {
	end := bytes.LastIndexByte(data, '\n')
	for end > from {
		start := bytes.LastIndexByte(data[from:end], '\n')
		if start < 0 {
			break
		}
		start += from + 1
		if start < end && beginsRecord(data[start:end]) {
			return start
		}
		end = start - 1
	}
	return -1
}

func beginsRecord(b []byte) bool {
	b = bytes.TrimSuffix(b, []byte{'\r'})
	h, ok := format.Parse(b)
	return ok && h.HasTime && h.Zone != format.NoDate && !format.Hole(b[h.Body:]) && !isDirty(b, -1)
}
