package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// sample is one run of a command.
type sample struct {
	wall, cpu time.Duration
	rss       int64 // peak, bytes; no less than what this program had when it started the command
}

// result is all runs of a job.
type result struct {
	job
	samples []sample
	stderr  string // of the last run, if it was kept
	failed  error
}

// measure runs all jobs once to warm up, then round after round. What fails is left out of the rounds
// and of the table.
func (b *bench) measure(jobs []job) error {
	for _, path := range []string{b.decode.path, b.prefill.path, b.small.path, b.gz, b.zst} {
		if err := warm(path); err != nil {
			return err
		}
	}
	b.results = map[string]*result{}
	for _, j := range jobs {
		r := &result{job: j}
		b.results[j.name], b.order = r, append(b.order, j.name)
		b.say("warming up: %s", j.name)
		s, err := b.exec(r)
		if r.failed = err; err != nil {
			b.say("%v: left out", err)
		} else if j.once {
			r.samples = append(r.samples, s)
		}
	}
	if r := b.results[rgOne]; r.failed != nil {
		return r.failed
	}
	for n := range b.rounds {
		b.say("round %d of %d", n+1, b.rounds)
		b.round()
	}
	return nil
}

func (b *bench) round() {
	for _, name := range b.order {
		r := b.results[name]
		if r.failed != nil || r.once {
			continue
		}
		s, err := b.exec(r)
		if err != nil {
			r.failed, r.samples = err, nil
			b.say("%v: left out", err)
			continue
		}
		r.samples = append(r.samples, s)
	}
}

// exec runs a command to its end. What it writes goes to /dev/null; a home of its own keeps the caches
// and the histories of whoever runs this out of it.
func (b *bench) exec(r *result) (sample, error) {
	home := filepath.Join(b.work, "home")
	var stderr strings.Builder
	cmd := exec.Command(r.argv[0], r.argv[1:]...)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+home, "XDG_CONFIG_HOME="+home, "TERM=dumb")
	if r.debug {
		cmd.Stderr = &stderr
	}
	if err := os.MkdirAll(home, 0o755); err != nil {
		return sample{}, err
	}
	begin := time.Now()
	err := cmd.Run()
	wall := time.Since(begin)
	r.stderr = stderr.String()
	if err != nil {
		return sample{}, fmt.Errorf("%s: %w (%s)", r.name, err, strings.Join(r.argv, " "))
	}
	state := cmd.ProcessState // what wait4 says
	return sample{wall: wall, cpu: state.UserTime() + state.SystemTime(), rss: peak(state)}, nil
}

// median of what is asked of each run; false if there is none.
func (b *bench) median(name string, of func(sample) float64) (float64, bool) {
	r := b.results[name]
	if r == nil || len(r.samples) == 0 {
		return 0, false
	}
	var all []float64
	for _, s := range r.samples {
		all = append(all, of(s))
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2, true
}

func wallOf(s sample) float64 { return s.wall.Seconds() }
func cpuOf(s sample) float64  { return s.cpu.Seconds() }
func rssOf(s sample) float64  { return float64(s.rss) / (1 << 20) }
