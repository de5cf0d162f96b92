package model

import (
	"fmt"
	"time"
)

// desyncs stops an instance for ever: its ranks have entered different collectives and each waits for the others. Nothing is
// printed; counters and gauges keep what they had. Only the watchdogs, a long time later, say something.
func (w *World) desyncs(d *decode) bool {
	if d.hung {
		return true
	}
	at := w.cfg.Bugs.DesyncAt
	if at == 0 || w.now < at || d.proc.Index != 0 {
		return false
	}
	d.hung = true
	if w.cfg.Ranks == 1 { // no collective: one rank whose kernel never comes back
		w.truth.Hung = append(w.truth.Hung, ProcEvent{d.proc, w.now})
		fire := w.now + w.cfg.Watchdog + w.dice.span(5*time.Second, 40*time.Second)
		w.at(fire, func() { d.watchdog(0, false) })
		w.at(fire+5700*time.Millisecond, d.crash)
		return true
	}
	w.truth.Desync = append(w.truth.Desync, ProcEvent{d.proc, w.now})
	seq := w.dice.between(200_000, 900_000)
	fire := w.now + w.cfg.Watchdog + w.dice.span(5*time.Second, 40*time.Second)
	odd := w.dice.IntN(w.cfg.Ranks) // the rank that decided otherwise
	for rank := range w.cfg.Ranks {
		w.at(w.now+w.cfg.Watchdog+w.dice.span(20*time.Millisecond, 200*time.Millisecond), func() { d.collective(rank, rank == odd, seq) })
		w.at(fire+w.dice.span(0, 700*time.Millisecond), func() { d.watchdog(rank, rank == odd) })
	}
	w.at(fire+5*time.Second+700*time.Millisecond, d.crash)
	return true
}

func (d *decode) collective(rank int, odd bool, seq int) {
	op := "ALLREDUCE, NumelIn=286720, NumelOut=286720"
	if odd {
		op, seq = "BROADCAST, NumelIn=1, NumelOut=1", seq+1
	}
	ms := d.w.cfg.Watchdog.Milliseconds()
	d.log(rank, Error, NCCL{rank, fmt.Sprintf("Watchdog caught collective operation timeout: WorkNCCL(SeqNum=%d, OpType=%s, Timeout(ms)=%d) ran for %d milliseconds before timing out.",
		seq, op, ms, ms+int64(d.w.dice.between(20, 90)))})
}

func (d *decode) watchdog(rank int, odd bool) {
	g := d.groups[rank*d.w.cfg.DP/d.w.cfg.Ranks]
	frame := "    synchronize (torch/cuda/streams.py:222)\n    process_batch_result_decode (scheduler_output_processor_mixin.py:214)"
	if d.w.cfg.Ranks > 1 {
		frame = "    all_reduce (torch/distributed/distributed_c10d.py:2806)\n    forward_decode (deepseek_v4.py:1411)\n    run_batch (scheduler.py:2391)"
	}
	if odd {
		frame = "    broadcast (torch/distributed/distributed_c10d.py:2635)\n    broadcast_pyobj (sglang/srt/utils/common.py:1342)\n    recv_requests (scheduler.py:1187)"
	}
	reqs := ""
	if len(g.running) > 0 {
		reqs = fmt.Sprintf("Req(rid=%s, input_ids=[1, 733, 16289], output_ids=[28705])", g.running[0].rid[decodeSide])
	}
	pid := 25400 + rank
	d.textf(rank, Error, "Scheduler debug info:\nscheduler.cur_batch.batch_size()=%d\nscheduler.cur_batch.reqs=[%s]", len(g.running), reqs)
	d.textf(rank, Error, "Pyspy dump for PID %d:\nProcess %d: sglang::scheduler_TP%d\nPython v3.12.3 (/usr/bin/python3.12)\n\nThread %d (active): \"MainThread\"\n%s\n    event_loop_overlap_disagg_decode (decode.py:988)", pid, pid, rank, pid, frame)
	d.textf(rank, Error, "Scheduler watchdog timeout (self.watchdog_timeout=%.0f, self.soft=False)", d.w.cfg.Watchdog.Seconds())
	d.w.truth.Watchdogs = append(d.w.truth.Watchdogs, ThreadDeath{Proc: d.proc, Rank: rank, At: d.w.now})
}

// crash is the end that the watchdogs bring about.
func (d *decode) crash() {
	d.quit()
	for _, c := range append([]*client(nil), d.w.clients...) {
		if c.room.d.d == d {
			d.w.gateway(Error, c.room.request, "routers::http::pd_router", "src/routers/http/pd_router.rs", 590, "Decode server returned error status decode_url=http://%s:%d status=500 Internal Server Error", d.host, d.port)
			d.w.disconnect(c.room)
			c.answered(c.room, false)
		}
	}
}
