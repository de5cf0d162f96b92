package model

import (
	"math/bits"
	"strconv"
	"time"
)

// Poll is KVPoll. absent is a room that a manager does not know (any more).
type Poll int

const (
	absent Poll = iota - 1
	Failed
	Bootstrapping
	WaitingForInput
	Transferring
	Success
)

// stage says in which queue of a scheduler a request is.
type stage int

const (
	nowhere stage = iota
	bootstrapQueue
	waitingQueue
	inBatch
	inflightQueue
	preallocQueue
	transferQueue
	retractedQueue
	running
	gone
)

// Reasons that stand at the end of a failure line.
const (
	byAbortReq    = "Aborted by AbortReq."
	byAbortFrame  = "Aborted by decode-side abort notification."
	otherRank     = "Failed due to an unknown reason from another rank"
	mightBeDead   = "Failed to get kvcache from prefill instance, it might be dead"
	nixlSender    = "NIXL KVSender Exception"
	nixlReceiver  = "NIXL KVReceiver Exception"
	waitingState  = "timed out after %.1fs in KVPoll.WaitingForInput"
	bootstrapping = "timed out after %.1fs in KVPoll.Bootstrapping"
)

// room is one request on its way through the cluster; a health probe is a fake room, which touches no transfer.
type room struct {
	id      string // decimal, up to 63 bits
	num     uint64
	fake    bool
	request string // the router's id of it
	rid     [2]string
	client  *client
	text    string // of the prompt, where it is worth showing

	prompt, cached, output int
	todo                   int // tokens of the prompt that no batch has had yet, once one has begun with it

	p *prefillGroup
	d *decodeGroup

	// prefill side, per rank of its group
	pstage  stage
	status  []Poll
	infos   []bool // transfer_infos knows the room
	reason  []string
	orphan  bool // Bugs.Orphans
	aborted [2]bool
	closed  [2]bool // the HTTP side has answered or hung up

	// decode side
	dstage    stage
	arrived   int  // ranks whose KV has come
	pages     int  // that decode asked for; 0: all
	buffer    int  // of its metadata
	noticed   bool // an ABORT was sent
	cancelled bool // the router has dropped it
	made      int  // tokens

	received, created, ready, batched, queued, sent [2]time.Duration
	done                                            func() // of a probe
	truth                                           *RoomTruth
}

const (
	prefillSide = 0
	decodeSide  = 1
)

// newRoomID draws an id as the router does: anything of 63 bits but the fake 0.
func (w *World) newRoomID() (string, uint64) {
	n := w.dice.Uint64() >> 1
	if bits.Len64(n) == 0 {
		n = 1
	}
	return strconv.FormatUint(n, 10), n
}

// poll is what poll_and_all_reduce gives for the sender: the minimum over the ranks. A rank that does not know the room any
// more says WaitingForInput, and so does the scheduler of an orphan.
func (r *room) poll() Poll {
	if r.orphan {
		return WaitingForInput
	}
	low := Success
	for _, s := range r.status {
		if s == absent {
			s = WaitingForInput
		}
		low = min(low, s)
	}
	return low
}

// left is what prefill still has to compute of it.
func (r *room) left() int {
	if r.todo > 0 {
		return r.todo
	}
	return r.prompt - r.cached
}

// fail fails the room on the ranks that know it; the named rank has the reason, the others hear of it.
func (r *room) fail(rank int, reason string) {
	if r.status[rank] == absent {
		return
	}
	r.status[rank] = Failed
	if r.reason[rank] == "" {
		r.reason[rank] = reason
	}
}

// clear forgets the room on every rank: what a chunk that is still queued will run into.
func (r *room) clear() {
	for i := range r.status {
		r.status[i], r.infos[i] = absent, false
	}
}

func remove(rooms []*room, r *room) []*room {
	for i, x := range rooms {
		if x == r {
			return append(rooms[:i], rooms[i+1:]...)
		}
	}
	return rooms
}
