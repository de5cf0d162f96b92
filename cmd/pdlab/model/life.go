package model

import (
	"fmt"
	"time"
)

// ready says whether the port answers.
func (s *server) ready() bool { return !s.down && s.w.now >= s.started+startUpTime }

// quit is the end that a child's SIGQUIT brings about.
func (s *server) quit() {
	s.textf(NoRank, Error, "SIGQUIT received. signum=3, frame=None. It usually means one child failed.")
	s.textf(NoRank, Error, "kill_process_tree called: parent_pid=25288, include_parent=True, pid=25288")
	s.down = true
	s.w.truth.Crashes = append(s.w.truth.Crashes, ProcEvent{s.proc, s.w.now})
}

// stop is a SIGTERM: a normal end.
func (s *server) stop(then func()) {
	if s.down {
		return
	}
	s.w.truth.Stops = append(s.w.truth.Stops, ProcEvent{s.proc, s.w.now})
	s.textf(NoRank, Warn, "SIGTERM received. signum=None frame=None. Draining requests and shutting down...")
	s.w.after(s.w.dice.span(time.Second, 3*time.Second), func() {
		s.textf(NoRank, Error, "Subprocess scheduler_0 (pid=%d) crashed with exit code -15. Triggering SIGQUIT for cleanup...", 25400)
		s.textf(NoRank, Error, "kill_process_tree called: parent_pid=25288, include_parent=True, pid=25288")
		s.down = true
		then()
	})
}

func (w *World) startRestarts() {
	for _, r := range w.cfg.Restarts {
		p := w.prefills[r.Prefill]
		w.at(r.At, func() { p.stop(func() { p.gone(r.Stay) }) })
	}
	if w.cfg.Teardown == 0 {
		return
	}
	at := w.cfg.Teardown
	for _, d := range w.decodes {
		w.at(at, func() { d.stop(func() {}) })
		at += 2 * time.Second
	}
	for _, p := range w.prefills {
		w.at(at, func() { p.stop(func() { p.gone(0) }) })
		at += 2 * time.Second
	}
}

// crashes ends the scheduler of prefill-0 in the batch that it is about to run.
func (w *World) crashes(p *prefill) bool {
	at := w.cfg.Bugs.CrashAt
	if at == 0 || w.now < at || p.proc.Index != 0 || w.crashed {
		return false
	}
	w.crashed = true
	p.textf(w.dice.IntN(w.cfg.Ranks), Error, "Scheduler hit an exception: Traceback (most recent call last):\n  File \"/sgl-workspace/sglang/python/sglang/srt/managers/scheduler.py\", line 3021, in run_scheduler_process\n    scheduler.event_loop_overlap_disagg_prefill()\n  File \"/sgl-workspace/sglang/python/sglang/srt/disaggregation/prefill.py\", line 412, in event_loop_overlap_disagg_prefill\n    result = self.run_batch(batch)\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.50 GiB. GPU 0 has a total capacity of 79.11 GiB of which 1.02 GiB is free.\n")
	w.after(w.dice.span(200*time.Millisecond, 900*time.Millisecond), func() {
		p.quit()
		p.gone(w.cfg.Bugs.CrashStay)
	})
	return true
}

// gone is a prefill whose process has ended, with all that it held; it comes back after stay, if that is not 0.
func (p *prefill) gone(stay time.Duration) {
	p.down = true
	for _, g := range p.groups {
		g.over = true
	}
	if stay > 0 {
		p.w.after(stay, p.again)
	}
}

// again starts a new process in its place: new schedulers, counters from zero, other ports of its ranks.
func (p *prefill) again() {
	w := p.w
	p.down = false
	p.tok = Tokenizer{TTFT: newHistogram(secondBounds), Latency: newHistogram(secondBounds)}
	p.fresh()
	w.truth.Restarted = append(w.truth.Restarted, ProcEvent{p.proc, w.now})
	p.start(PrefillRole, w.now, p.bootstrapServer)
	for _, g := range p.groups {
		w.every(w.now+startUpTime+w.dice.span(0, time.Second), time.Second, g.idle)
	}
}

func (p *prefill) bootstrapServer() {
	p.textf(NoRank, Info, "CommonKVBootstrapServer started successfully on %s:%d", p.host, bootstrapPort)
}

func (p *prefill) bootstrapAddr() string { return fmt.Sprintf("%s:%d", p.host, bootstrapPort) }
