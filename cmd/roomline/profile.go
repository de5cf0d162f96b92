package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"time"
)

// startProfile begins --cpuprofile, and what --memprofile is written from.
func (a *app) startProfile() error {
	if a.f.memProfile != "" && memRate > 0 {
		runtime.MemProfileRate = memRate
	}
	if a.f.cpuProfile == "" {
		return nil
	}
	f, err := os.Create(a.f.cpuProfile)
	if err != nil {
		return usage("cannot write the CPU profile: %v; give --cpuprofile a path that can be written", err)
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		f.Close()
		return usage("cannot begin the CPU profile: %v", err)
	}
	a.cpu = f
	return nil
}

// stopProfile ends --cpuprofile. What fails is told; the run's status stays.
func (a *app) stopProfile() {
	if a.cpu != nil {
		pprof.StopCPUProfile()
		if err := a.cpu.Close(); err != nil {
			a.complain(fmt.Errorf("cannot write the CPU profile: %w", err))
		}
	}
}

// tellStage says with --debug how far the run is: how long since it began, and what was taken from
// the heap until then, which is the same on every machine, whatever its times are worth.
func (a *app) tellStage(what string) {
	if !a.f.debug {
		return
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	a.debugf("%s after %s: %d heap allocations, %d bytes in all", what, time.Since(a.began), m.Mallocs, m.TotalAlloc)
}

// heapProfile writes --memprofile while the incident is there.
func (a *app) heapProfile() {
	if a.f.memProfile == "" {
		return
	}
	f, err := os.Create(a.f.memProfile)
	if err == nil {
		runtime.GC() // so that the profile shows what is alive, not what was left
		err = pprof.WriteHeapProfile(f)
		if e := f.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		a.complain(fmt.Errorf("cannot write the heap profile: %w", err))
	}
}
