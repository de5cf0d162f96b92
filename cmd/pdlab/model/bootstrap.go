package model

import "time"

// guard opens every frame of NIXL but ABORT.
const guard = "NixlMsgGuard"

// frame is one ZMQ message to a prefill rank: the transfer info of a room (tag guard), an ABORT, which has no guard, or
// what a stranger sends, which is of no room.
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
	if k.dead || k.reading || len(k.inbox) == 0 || k.g.p.down || k.g.over {
		return
	}
	k.reading = true
	w := k.g.p.w
	w.after(w.dice.span(40*time.Microsecond, 160*time.Microsecond), func() {
		k.reading = false
		if k.g.over {
			return
		}
		f := k.inbox[0]
		k.inbox = k.inbox[1:]
		k.handle(f)
		k.read()
	})
}

func (k *prefillRank) handle(f frame) {
	k.g.p.textf(k.tp, Debug, "Received multipart with total byte size %d", f.size)
	switch {
	case f.room == nil || f.tag == "ABORT" && k.g.p.w.cfg.Bugs.Hardened:
		k.foreign(f)
	case f.tag == "ABORT" && k.g.p.w.cfg.Bugs.NoAbortHandler:
		k.die(f, true, "waiting_req_bytes[0] == GUARD", guardAssertion)
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
