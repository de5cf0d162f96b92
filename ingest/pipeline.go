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
	free := make(chan *block, p.workers+2)
	for range cap(free) {
		free <- newBlock(p.block)
	}
	chains := make(chan *chain)
	results := make(chan scanned, p.workers)
	parts := make(chan *part, 2*p.workers+2)
	for range cap(parts) {
		parts <- &part{}
	}
	var failed error
	var reader, workers sync.WaitGroup
	reader.Go(func() {
		r := &blockReader{src: src, size: p.block, free: free, out: chains, read: p.read}
		failed = r.run(ctx)
	})
	for range p.workers {
		workers.Go(func() { p.work(chains, free, parts, results) })
	}
	go func() { workers.Wait(); close(results) }()
	p.collect(results, parts)
	reader.Wait()
	return failed
}

// work scans chain after chain. A worker takes a part before it takes a chain: else workers could all
// wait for parts while the one whose turn it is has none.
func (p *pipeline) work(chains <-chan *chain, free chan<- *block, parts chan *part, results chan<- scanned) {
	s := &scanner{}
	for {
		out := <-parts
		c, ok := <-chains
		if !ok {
			parts <- out
			return
		}
		ctx := *p.ctx
		ctx.fileHead = c.seq == 0
		s.start(&ctx, p.clock, out)
		for b := range c.blocks {
			s.feed(b)
			free <- b
		}
		s.finish()
		results <- scanned{c.seq, out}
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
