package model

import (
	"fmt"
	"strings"
	"time"
)

const guardAssertion = "AssertionError: First message should be b'" + guard + "'. Foreign traffic?"

// die ends the bootstrap thread: nothing catches what it raises at that line of its source.
func (k *prefillRank) die(f frame, guarded bool, line, raised string) {
	k.dead = true
	read := f.tag
	if f.room != nil {
		read += " " + f.room.id
	}
	k.g.p.w.truth.Deaths = append(k.g.p.w.truth.Deaths, ThreadDeath{Proc: k.g.p.proc, Rank: k.tp, At: k.g.p.w.now, Thread: "bootstrap_thread", Frame: read, Guard: guarded})
	number := map[bool]int{true: 1234, false: 1107}[guarded]
	k.excepthook(5, "bootstrap_thread", fmt.Sprintf("line %d, in bootstrap_thread\n    %s", number, line), raised)
}

// excepthook writes a thread's traceback as Python does: in many small writes, so the lines of other processes on the same
// pipe get between them, even in mid-line. It has no stamp and no rank.
func (k *prefillRank) excepthook(number int, thread, frame, raised string) {
	p := k.g.p
	at := p.w.now + p.w.dice.span(50*time.Microsecond, 200*time.Microsecond)
	text := strings.Join([]string{
		"Exception in thread ",
		fmt.Sprintf("Thread-%d (%s)", number, thread),
		":\n",
		"Traceback (most recent call last):\n",
		"  File \"/usr/lib/python3.12/threading.py\", line 1075, in _bootstrap_inner\n    self.run()\n",
		"  File \"/usr/lib/python3.12/threading.py\", line 1012, in run\n    self._target(*self._args, **self._kwargs)\n",
		"  File \"/sgl-workspace/sglang/python/sglang/srt/disaggregation/" + p.w.cfg.Backend + "/conn.py\", " + frame + "\n",
		raised + "\n",
	}, "\x00")
	for _, piece := range strings.Split(text, "\x00") {
		p.w.at(at, func() { p.log(k.tp, Error, Raw(piece)) })
		at += p.w.dice.span(20*time.Microsecond, 110*time.Microsecond)
	}
}

// startScan plans the frame of a stranger.
func (w *World) startScan() {
	if at := w.cfg.Bugs.ScanAt; at > 0 {
		w.at(at, func() {
			g := w.prefills[0].groups[0]
			g.ranks[w.dice.IntN(len(g.ranks))].push(frame{tag: "\x16\x03\x01", size: 517})
		})
	}
}

// foreign is a frame that the thread does not know. Only a hardened one survives it.
func (k *prefillRank) foreign(f frame) {
	p := k.g.p
	switch {
	case p.w.cfg.Bugs.Hardened:
		tag, frames := "b'\\x16\\x03\\x01'", 1
		if f.room != nil {
			tag, frames = "b'ABORT'", 4
		}
		p.textf(k.tp, Warn, "Ignoring unexpected NIXL bootstrap message tag=%s frames=%d. This can happen when stale or foreign traffic reaches the bootstrap socket.", tag, frames)
		p.w.truth.Foreign = append(p.w.truth.Foreign, ProcEvent{p.proc, p.w.now})
	case p.w.cfg.Backend == NIXL:
		k.die(f, true, "waiting_req_bytes[0] == GUARD", guardAssertion)
	case p.w.dice.IntN(2) == 0:
		k.die(f, false, "mooncake_session_id = waiting_req_bytes[3].decode(\"ascii\")", "IndexError: list index out of range")
	default:
		k.die(f, false, "room = waiting_req_bytes[0].decode(\"ascii\")", "UnicodeDecodeError: 'ascii' codec can't decode byte 0x81 in position 9: ordinal not in range(128)")
	}
}

// dies ends a Mooncake transfer worker: it re-raises, so its shard of the rooms is never sent again on this rank.
func (wk *worker) dies() bool {
	k, w := wk.k, wk.k.g.p.w
	at := w.cfg.Bugs.WorkerDiesAt
	if at == 0 || w.now < at || k.i != 0 || k.g.dp != 0 || k.g.p.proc.Index != 0 || w.workerDied {
		return false
	}
	w.workerDied = true
	w.truth.Deaths = append(w.truth.Deaths, ThreadDeath{Proc: k.g.p.proc, Rank: k.tp, At: w.now, Thread: "transfer_worker"})
	k.excepthook(9, "transfer_worker", "line 1016, in transfer_worker\n    raise RuntimeError(",
		fmt.Sprintf("RuntimeError: Transfer thread failed because of %s. Prefill instance with bootstrap_port=%d is dead.", "CUDA error: an illegal memory access was encountered", bootstrapPort))
	return true
}
