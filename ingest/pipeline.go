package ingest

import (
	"context"
	"io"
	"sync"
)

// pipeline scans the content of one file with several workers and hands their parts on in order.
type pipeline struct {
	workers int
	block   int
	ctx     *scanContext
	clock   clock
	keeper  *keeper      // of packed content; nil where all can be read again
	likely  func() int64 // of packed content: about how many bytes there are; nil where that is known, or of no use
	read    func(n int)
	done    func(p *part) // in order of the content
	from    int64         // where in the content it begins: its head, or a record with a header
	// almost is called before the last part is handed on, unless the content was broken off: where that
	// part begins, a later scan can go on. It may be nil.
	almost func()
}

type scanned struct {
	seq  int
	part *part
	kept *keptPart // nil where nothing is kept, or nothing more
}

// run scans src to its end and gives the error that ended it early.
func (p *pipeline) run(ctx context.Context, src io.Reader) error {
	f := &feeder{src: src, size: p.block, read: p.read}
	if p.keeper != nil && p.workers > 1 {
		f.decoder = newDecoder(src, p.block)
	}
	f.skip(p.from)
	first := f.seq
	results := make(chan scanned, p.workers)
	parts := make(chan *part, p.workers+2)
	for range cap(parts) {
		parts <- newPart()
	}
	var workers sync.WaitGroup
	for range p.workers {
		workers.Go(func() { p.work(ctx, f, parts, results) })
	}
	go func() { workers.Wait(); close(results) }()
	last := p.collect(first, results, parts)
	if last != nil {
		if p.almost != nil && f.err == nil {
			p.almost()
		}
		p.done(last)
	}
	return f.err
}

// work scans chain after chain. A worker takes a part before it takes a chain: else workers could all
// wait for parts while the one whose turn it is has none.
func (p *pipeline) work(ctx context.Context, f *feeder, parts chan *part, results chan<- scanned) {
	s, b := &scanner{}, newBlock(p.block)
	for {
		if f.decoder != nil {
			f.decoder.lead()
		}
		out := <-parts
		seq, ok := f.begin(ctx, b)
		if !ok {
			parts <- out
			return
		}
		sc := *p.ctx
		sc.fileHead = seq == 0
		s.start(&sc, p.clock, out)
		s.feed(b)
		for !b.end && !b.final && f.more(ctx, b) {
			s.feed(b)
		}
		s.finish()
		out.inOrder() // here, since whoever gathers is alone
		r := scanned{seq: seq, part: out}
		if p.keeper != nil {
			r.kept = p.keeper.of(out.hits, b)
		}
		results <- r
	}
}

// collect hands parts on in order, and gives them back; all but the last, which it gives.
func (p *pipeline) collect(next int, results <-chan scanned, parts chan<- *part) (last *part) {
	waiting := map[int]scanned{}
	for r := range results {
		waiting[r.seq] = r
		for r := waiting[next]; r.part != nil; r = waiting[next] {
			delete(waiting, next)
			if r.kept != nil {
				p.keeper.take(r.kept)
			}
			next++
			if last != nil {
				p.done(last)
				last.reset()
				parts <- last
			}
			last = r.part
		}
	}
	return last
}
