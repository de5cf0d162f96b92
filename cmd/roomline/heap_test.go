package main

import (
	"runtime"
	"sync/atomic"
	"time"
)

// watchHeap looks at the heap now and then; the function that it gives ends that and says how much
// more than at the begin was in use.
func watchHeap() func() uint64 {
	var begin, now runtime.MemStats
	runtime.ReadMemStats(&begin)
	var top atomic.Uint64
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(10 * time.Millisecond):
				runtime.ReadMemStats(&now)
				top.Store(max(top.Load(), now.HeapInuse))
			}
		}
	}()
	return func() uint64 {
		close(done)
		<-ended
		return max(top.Load(), begin.HeapInuse) - begin.HeapInuse
	}
}
