package ingest

import (
	"cmp"
	"os"
	"slices"
	"sync"

	"roomline/timeline"
)

const (
	// keepEach is how many hits of a signal have their bytes kept, in the order of the file.
	keepEach = 4096
	// keepLength bounds the bytes of one, keepBytes those of all, keepMemory what of them lies in memory.
	keepLength = 64 << 10
	keepBytes  = 16 << 20
	keepMemory = 256 << 10
)

// keeper keeps the bytes of the hits of a packed file that are likely to be shown. They could be had again
// only by unpacking all that lies before them, which takes as long as the scan did. Rules ask for the first
// hits of what is rare, so of each signal the first ones are kept; what is not kept is unpacked again.
//
// Workers call of, one goroutine calls take for part after part, and end when there are no more. From then on any may
// find. A nil keeper has kept nothing.
type keeper struct {
	spool *spool
	mu    sync.Mutex // until the end, of what stands below
	count []int32    // of kept hits by signal
	at    []keptText
	mem   []byte // what does not lie in the file
	file  *os.File
	size  int64       // in the file
	full  bool        // nothing more is kept
	spare []*keptPart // whose memory the next ones take
}

// keptText says where the bytes lie that stand at an offset of the content.
type keptText struct {
	off, at int64
	size    int
}

// keptPart are the bytes of hits of one part.
type keptPart struct {
	bytes []byte
	hits  []keptHit
}

// keptHit is a hit whose bytes a part brings. They stand in the order of the hits.
type keptHit struct {
	signal timeline.SignalID
	off    int64
	size   int // 0: they are those of the hit before
}

// of copies the bytes of the hits of a part as far as they lie in a block. Hits that are likely not to be
// kept are left out.
func (k *keeper) of(hits []timeline.RawHit, b *block) *keptPart {
	p := k.wanted(hits)
	if p == nil {
		return nil
	}
	data, n := b.buf[b.from:b.to], 0
	for _, h := range p.hits {
		from := h.off - b.base
		if from < 0 || from+int64(h.size) > int64(len(data)) {
			continue // it began in the block before
		}
		if n > 0 && p.hits[n-1].off == h.off {
			h.size = 0
		}
		p.bytes = append(p.bytes, data[from:from+int64(h.size)]...)
		p.hits[n] = h
		n++
	}
	p.hits = p.hits[:n]
	return p
}

// wanted lists the hits of signals of which too few are kept; nil if there are none.
func (k *keeper) wanted(hits []timeline.RawHit) *keptPart {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.full || len(hits) == 0 {
		return nil
	}
	p := &keptPart{}
	if n := len(k.spare); n > 0 {
		p, k.spare = k.spare[n-1], k.spare[:n-1]
	}
	for i := range hits {
		h := &hits[i]
		if k.has(h.Signal) < keepEach && h.Length > 0 && h.Length <= keepLength {
			p.hits = append(p.hits, keptHit{h.Signal, h.Offset, int(h.Length)})
		}
	}
	return p
}

// has is how many hits of a signal are kept.
func (k *keeper) has(id timeline.SignalID) int32 {
	if int(id) >= len(k.count) {
		return 0
	}
	return k.count[id]
}

// take keeps what a part gave. Parts come in order, so what is kept does not depend on who was faster.
func (k *keeper) take(p *keptPart) {
	k.mu.Lock()
	defer k.mu.Unlock()
	rest, text, last := p.bytes, []byte(nil), int64(-1)
	for _, h := range p.hits {
		if h.size > 0 {
			text, rest = rest[:h.size], rest[h.size:]
		}
		if k.full || k.has(h.signal) >= keepEach {
			continue
		}
		k.note(h.signal)
		if h.off != last {
			k.add(h.off, text)
			last = h.off
		}
	}
	p.hits, p.bytes = p.hits[:0], p.bytes[:0]
	k.spare = append(k.spare, p)
}

// note counts a hit that is kept.
func (k *keeper) note(id timeline.SignalID) {
	for int(id) >= len(k.count) {
		k.count = append(k.count, 0)
	}
	k.count[id]++
}

// add keeps a text. Where it cannot, it is as if there were too many.
func (k *keeper) add(off int64, text []byte) {
	if len(k.mem)+len(text) > keepMemory {
		k.full = k.size+int64(len(k.mem)+len(text)) > keepBytes || k.spill() != nil
	}
	if !k.full {
		k.at = append(k.at, keptText{off, k.size + int64(len(k.mem)), len(text)})
		k.mem = append(k.mem, text...)
	}
}

// spill moves what lies in memory to a file.
func (k *keeper) spill() (err error) {
	if err := k.spool.charge(int64(len(k.mem))); err != nil {
		return err
	}
	if k.file == nil {
		k.spool.mu.Lock()
		k.file, err = k.spool.create("texts")
		k.spool.mu.Unlock()
		if err != nil {
			return err
		}
	}
	n, err := k.file.WriteAt(k.mem, k.size)
	if err == nil {
		k.size += int64(n)
		k.mem = k.mem[:0]
	}
	return err
}

// end says that the scan is over.
func (k *keeper) end() {
	k.spare = nil
	slices.SortStableFunc(k.at, func(a, b keptText) int { return cmp.Compare(a.off, b.off) })
}

// find gives the bytes that begin at an offset of the content, if they are kept.
func (k *keeper) find(off int64, size int) ([]byte, bool) {
	if k == nil {
		return nil, false
	}
	i, ok := slices.BinarySearchFunc(k.at, off, func(t keptText, off int64) int { return cmp.Compare(t.off, off) })
	if !ok || k.at[i].size != size {
		return nil, false
	}
	at := k.at[i].at
	if at >= k.size {
		return k.mem[at-k.size:][:size], true
	}
	b := make([]byte, size)
	_, err := k.file.ReadAt(b, at)
	return b, err == nil
}

// close gives up the file. What lay in it can be found no more.
func (k *keeper) close() error {
	if k == nil || k.file == nil {
		return nil
	}
	return k.file.Close()
}
