package ingest

import (
	"io"
	"sync"
)

// decoder unpacks content before scanners ask for it: unpacking is work for one processor at a time, and what
// a packed log takes, so it must never wait for a scan. It has no goroutine of its own, which would contend
// with the workers for processors. A worker that is free unpacks for as long as there are buffers to fill and
// nobody else does so; when all are full, scanning is what takes longer, and it scans too.
type decoder struct {
	src   io.Reader
	size  int
	mu    sync.Mutex
	ready sync.Cond // enough was decoded
	free  [][]byte  // buffers of blocks
	full  []decoded // oldest first
	busy  bool      // somebody decodes
	ended bool      // nothing is left to decode
}

// decoded is content in the buffer of a block, with what io.ReadFull said.
type decoded struct {
	buf []byte
	n   int
	err error
}

const (
	// aheadBlocks are how many blocks may wait for a scanner: enough that decoding goes on while one is kept from it.
	aheadBlocks = 6
	// wakeBlocks are how many a worker waits for that found none. To be put to sleep and woken for each block took
	// a seventh of the processors' time on a virtual machine.
	wakeBlocks = aheadBlocks / 2
)

// newDecoder unpacks into buffers for blocks of so many bytes.
func newDecoder(src io.Reader, size int) *decoder {
	d := &decoder{src: src, size: size}
	d.ready.L = &d.mu
	for range aheadBlocks {
		d.free = append(d.free, newBlock(size).buf)
	}
	return d
}

// lead decodes as long as it is this worker's turn.
func (d *decoder) lead() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for !d.busy && !d.ended && len(d.free) > 0 {
		last := len(d.free) - 1
		buf := d.free[last]
		d.free = d.free[:last]
		next := d.decode(buf) // meanwhile others take from those that are full
		d.full = append(d.full, next)
		if d.awaited() {
			d.ready.Signal()
		}
	}
}

// awaited says whether there is what a worker waits for that found nothing. Whoever decodes goes on until there is.
func (d *decoder) awaited() bool { return len(d.full) >= wakeBlocks || d.ended }

// decode fills a buffer; d.mu is held before and after.
func (d *decoder) decode(buf []byte) decoded {
	d.busy = true
	d.mu.Unlock()
	n, err := io.ReadFull(d.src, buf[headRoom:headRoom+d.size])
	d.mu.Lock()
	d.busy, d.ended = false, err != nil
	return decoded{buf, n, err}
}

// read gives a block the next content, by exchanging buffers. Only one may read at a time, and none behind
// an error.
func (d *decoder) read(b *block) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.full) == 0 {
		for d.busy && !d.awaited() {
			d.ready.Wait()
		}
	}
	if len(d.full) == 0 {
		out := d.decode(b.buf)
		return out.n, out.err
	}
	out := d.full[0]
	d.full = append(d.full[:0], d.full[1:]...)
	d.free = append(d.free, b.buf)
	b.buf = out.buf
	return out.n, out.err
}
