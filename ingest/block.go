package ingest

import (
	"bytes"
	"context"
	"io"
	"sync"
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

// feeder cuts content into chains: runs of blocks that one scanner must read in order. A chain begins at
// the head of the content or at a record with a header, and so does what follows it; mostly it is one
// block. Whoever scans a block reads it too, so that it lies in the cache of that processor.
type feeder struct {
	src     io.Reader
	size    int
	decoder *decoder    // of packed content, what reads src; else nil
	read    func(n int) // progress
	mu      sync.Mutex  // held from the begin of a chain until its last block is read
	base    int64
	carry   []byte
	seq     int
	done    bool
	err     error // what ended the content early
}

// skip begins at a place of the content where a record with a header begins, which the source stands at.
// What lies before the next page is read at once: blocks are then read from pages, as at the head.
func (f *feeder) skip(from int64) {
	if from == 0 {
		return
	}
	f.base, f.seq = from, 1
	f.carry = make([]byte, -from&(page-1))
	n, err := io.ReadFull(f.src, f.carry)
	f.carry, f.err = f.carry[:n], realError(err)
}

// begin reads the first block of the next chain and gives the chain's number; false at the end.
func (f *feeder) begin(ctx context.Context, b *block) (seq int, ok bool) {
	f.mu.Lock()
	if f.err == nil && !f.done {
		f.err = ctx.Err()
	}
	if f.done || f.err != nil {
		f.mu.Unlock()
		return 0, false
	}
	seq = f.seq
	f.seq++
	f.next(b)
	return seq, true
}

// more reads the next block of a chain that has not ended; false if the scan was cancelled.
func (f *feeder) more(ctx context.Context, b *block) bool {
	if f.err = ctx.Err(); f.err != nil {
		f.mu.Unlock()
		return false
	}
	f.next(b)
	return true
}

// next reads a block. An error of the source ends the content there.
func (f *feeder) next(b *block) {
	n, err := f.load(b)
	if f.read != nil {
		f.read(n)
	}
	f.fill(b, n)
	if err != nil {
		b.final, f.done, f.err = true, true, realError(err)
	} else {
		f.cut(b)
	}
	if b.end || b.final {
		f.mu.Unlock()
	}
}

// load puts the next content where the data of a block begins.
func (f *feeder) load(b *block) (int, error) {
	if f.decoder != nil {
		return f.decoder.read(b)
	}
	return io.ReadFull(f.src, b.buf[headRoom:headRoom+f.size])
}

// realError is nil for the end of a source.
func realError(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

// fill puts the carry before the n bytes that were read.
func (f *feeder) fill(b *block, n int) {
	b.from, b.to = headRoom-len(f.carry), headRoom+n
	b.end, b.final = false, false
	copy(b.buf[b.from:], f.carry)
	b.base = f.base
	f.base += int64(b.to - b.from)
	f.carry = f.carry[:0]
}

// cut ends the block at the last record with a header, if there is one near its end.
func (f *feeder) cut(b *block) {
	data := b.buf[b.from:b.to]
	at := lastRecord(data, max(0, len(data)-cutReach))
	if at <= 0 {
		return
	}
	f.carry = append(f.carry, data[at:]...)
	b.to = b.from + at
	f.base -= int64(len(f.carry))
	b.end = true
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
	_, ok := recordHead(b)
	return ok
}

// recordHead is the header of a line that surely begins a record with a stamp.
func recordHead(b []byte) (format.Head, bool) {
	b = bytes.TrimSuffix(b, []byte{'\r'})
	h, ok := format.Parse(b)
	return h, ok && h.HasTime && h.Zone != format.NoDate && !format.Hole(b[h.Body:]) && !isDirty(b, -1)
}
