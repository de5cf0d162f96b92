package main

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// limits caps all that the program does at --cpus: readers, the judge, the collector of memory. Without
// the flag the runtime's own limit holds: GOMAXPROCS, a container's quota, else all CPUs. It gives what
// puts the limit back. What else is counted is refused here too, where it is no number.
func (f *flags) limits() (restore func(), err error) {
	restore = func() {}
	switch {
	case f.cpus < 1:
		return restore, usage("--cpus %d is no number of CPUs: give 1 or more", f.cpus)
	case f.maxHits < 1:
		return restore, usage("--max-hits %d is no number of hits: give 1 or more", f.maxHits)
	}
	if had := runtime.GOMAXPROCS(0); had != f.cpus {
		runtime.GOMAXPROCS(f.cpus)
		restore = func() { runtime.GOMAXPROCS(had) }
	}
	return restore, nil
}

// each does pieces of work on as many CPUs as may be used.
func (a *app) each(n int, do func(piece int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, max(a.f.cpus, 1)) {
		all.Go(func() {
			for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
				do(k)
			}
		})
	}
	all.Wait()
}
