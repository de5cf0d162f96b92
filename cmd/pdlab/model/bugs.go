package model

import "time"

// Bugs are behaviours of the real thing that can be switched on.
type Bugs struct {
	// NoAbortHandler: the prefill bootstrap thread knows no ABORT frame and dies of one.
	NoAbortHandler bool
	// WorkerAssert: a transfer worker insists that it knows the room of a chunk; without it such a chunk is skipped.
	WorkerAssert bool
	// DecodeOnlyAborts: a client that hangs up is noticed by decode alone; prefill learns of it by ABORT frames.
	DecodeOnlyAborts bool
	// Orphans: so many rooms at most, aborted while they wait for or are in a prefill batch, are never removed from the
	// in-flight queue: the manager has failed them, the scheduler's poll goes on to treat them as undone.
	Orphans int
	// FailTransfers: so many transfers end in a NIXL error on rank 0, one at most each FailEvery from FailFrom on.
	// Decode is never told.
	FailTransfers       int
	FailFrom, FailEvery time.Duration
	// SessionFailsAt: from then on the link to rank 0 of decode-0 is broken; Mooncake blacklists that session for ever.
	SessionFailsAt time.Duration
	// DesyncAt: at the first decode forward after it the ranks of decode-0 enter different collectives and none returns. A
	// single rank waits for its device instead.
	DesyncAt time.Duration
	// ScanAt: then a frame of a stranger reaches the bootstrap socket of a rank of prefill-0. Hardened: the thread drops
	// what it does not know, strangers' frames and ABORT alike.
	ScanAt   time.Duration
	Hardened bool
	// WorkerDiesAt: the first transfer after it raises in a Mooncake transfer worker of rank 0, which nobody catches.
	WorkerDiesAt time.Duration
	// CrashAt: the first batch of prefill-0 after it ends its scheduler; it is started again after CrashStay, if that is not 0.
	CrashAt, CrashStay time.Duration
	// PrefillOnlyAborts: a client that hangs up is noticed by prefill alone, which does not tell decode.
	PrefillOnlyAborts bool
	// DoubleFree: the abort of a room in the transfer queue gives its metadata buffer back twice, so that two rooms share it.
	DoubleFree bool
	// DecodePrefix: decode leaves the pages out that it has cached itself, prefill sends them all.
	DecodePrefix bool
	// LeakOnAbort: the KV of a room that is aborted in the transfer queue is never given back.
	LeakOnAbort bool
	// BootstrapBlocked: decode cannot reach prefill's bootstrap server.
	BootstrapBlocked bool
	// StageOrphans: an abort in the bootstrap queue is carried out by the first pipeline stage alone.
	StageOrphans bool
	// DivergeAt: aborts after it leave the pipeline stages of a prefill with different queues.
	DivergeAt time.Duration
}
