package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
)

// startProfile begins --cpuprofile.
func (a *app) startProfile() error {
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
