package model

import (
	"fmt"
	"strings"
	"time"
)

// guard opens every frame of NIXL but ABORT.
const guard = "NixlMsgGuard"

// frame is one ZMQ message to a prefill rank: the transfer info of a room (tag guard), or an ABORT, which has no guard.
type frame struct {
	tag  string
	room *room
	from *decodeGroup
	size int
}

// prefillRank is one scheduler process: its bootstrap thread, the only reader of its PULL socket, and its transfer workers.
type prefillRank struct {
	g       *prefillGroup
	tp, i   int
	dead    bool // the bootstrap thread
	inbox   []frame
	reading bool
	workers [4]worker
	broken  []string // Mooncake sessions on the blacklist
}

func newPrefillRank(g *prefillGroup, tp, i int) *prefillRank {
	k := &prefillRank{g: g, tp: tp, i: i}
	for n := range k.workers {
		k.workers[n].k = k
	}
	return k
}

// push delivers a frame. PUSH never fails: what a dead thread does not read lies there for ever.
func (k *prefillRank) push(f frame) {
	k.inbox = append(k.inbox, f)
	k.read()
}

func (k *prefillRank) read() {
	if k.dead || k.reading || len(k.inbox) == 0 || k.g.p.down {
		return
	}
	k.reading = true
	w := k.g.p.w
	w.after(w.dice.span(40*time.Microsecond, 160*time.Microsecond), func() {
		k.reading = false
		f := k.inbox[0]
		k.inbox = k.inbox[1:]
		k.handle(f)
		k.read()
	})
}

func (k *prefillRank) handle(f frame) {
	k.g.p.textf(k.tp, Debug, "Received multipart with total byte size %d", f.size)
	switch {
	case f.tag == "ABORT" && k.g.p.w.cfg.Bugs.NoAbortHandler:
		k.die(f)
	case f.tag == "ABORT":
		k.abortFrame(f.room)
		if k.g.p.w.cfg.Backend == Mooncake {
			k.g.p.textf(k.tp, Debug, "Sent ABORT_ACK for room %s to %s:%d", f.room.id, f.from.d.host, f.from.ports[k.i])
		}
	default:
		k.transferInfo(f)
	}
}

// transferInfo fills transfer_infos: equal rank counts on both sides, so one info is all that a rank needs.
func (k *prefillRank) transferInfo(f frame) {
	r := f.room
	k.g.p.textf(k.tp, Debug, "got info room=%s agent_name=%s required_dst_info_num=1", r.id, f.from.agent)
	if r.pstage == gone {
		return
	}
	r.infos[k.i] = true
	if r.status[k.i] != Failed {
		r.status[k.i] = max(r.status[k.i], WaitingForInput)
	}
	k.g.p.textf(k.tp, Debug, "room=%s is bootstrapped", r.id)
	set(&r.side(prefillSide).Bootstrapped, k.g.p.w.now)
	r.side(prefillSide).State = "WaitingForInput"
	k.g.kick()
}

// die ends the thread: nothing catches what the guard's assert raises. The excepthook writes in many small writes, so the
// lines of other processes on the same pipe get between them, even in mid-line.
func (k *prefillRank) die(f frame) {
	k.dead = true
	p := k.g.p
	p.w.truth.Deaths = append(p.w.truth.Deaths, ThreadDeath{p.proc, k.tp, p.w.now, fmt.Sprintf("%s %s", f.tag, f.room.id)})
	at := p.w.now + p.w.dice.span(50*time.Microsecond, 200*time.Microsecond)
	for _, piece := range excepthook() {
		p.w.at(at, func() { p.log(k.tp, Error, Raw(piece)) })
		at += p.w.dice.span(20*time.Microsecond, 110*time.Microsecond)
	}
}

func excepthook() []string {
	const conn = "/sgl-workspace/sglang/python/sglang/srt/disaggregation/nixl/conn.py"
	text := strings.Join([]string{
		"Exception in thread \x00Thread-5 (bootstrap_thread)\x00:\n",
		"Traceback (most recent call last):\n",
		"  File \"/usr/lib/python3.12/threading.py\", line 1075, in _bootstrap_inner\n    self.run()\n",
		"  File \"/usr/lib/python3.12/threading.py\", line 1012, in run\n    self._target(*self._args, **self._kwargs)\n",
		"  File \"" + conn + "\", line 1234, in bootstrap_thread\n    waiting_req_bytes[0] == GUARD\n",
		"AssertionError: First message should be b'" + guard + "'. Foreign traffic?\n",
	}, "\x00")
	return strings.Split(text, "\x00")
}
