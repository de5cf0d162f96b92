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
	read    func(n int)
	done    func(p *part) // in order of the content
}

type scanned struct {
	seq  int
	part *part
}

// run scans src to its end and gives the error that ended it early.
func (p *pipeline) run(ctx context.Context, src io.Reader) error {
	f := &feeder{src: src, size: p.block, read: p.read}
	results := make(chan scanned, p.workers)
	parts := make(chan *part, 2*p.workers+2)
	for range cap(parts) {
		parts <- &part{}
	}
	var workers sync.WaitGroup
	for range p.workers {
		workers.Go(func() { p.work(ctx, f, parts, results) })
	}
	go func() { workers.Wait(); close(results) }()
	p.collect(results, parts)
	return f.err
}

// work scans chain after chain. A worker takes a part before it takes a chain: else workers could all
// wait for parts while the one whose turn it is has none.
func (p *pipeline) work(ctx context.Context, f *feeder, parts chan *part, results chan<- scanned) {
	s, b := &scanner{}, newBlock(p.block)
	for {
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
		results <- scanned{seq, out}
	}
}

// collect hands parts on in order, and gives them back.
func (p *pipeline) collect(results <-chan scanned, parts chan<- *part) {
	waiting := map[int]*part{}
	next := 0
	for r := range results {
		waiting[r.seq] = r.part
		for part := waiting[next]; part != nil; part = waiting[next] {
			delete(waiting, next)
			next++
			p.done(part)
			part.reset()
			parts <- part
		}
	}
}
