package model

import (
	"fmt"
	"strings"
	"time"
)

// Role of a process.
type Role string

const (
	PrefillRole Role = "prefill"
	DecodeRole  Role = "decode"
	RouterRole  Role = "router"
)

// Proc names a process: prefill-0, decode-1, router-0.
type Proc struct {
	Role  Role
	Index int
}

// Level of a record. SGLang prints none; it decides what --log-level hides.
type Level int

const (
	Debug Level = iota
	Info
	Warn
	Error
)

// NoRank is the rank of the HTTP main process, whose lines carry no rank.
const NoRank = -1

// Record is one thing that a process writes to its log. Body is one of the types below.
type Record struct {
	At    time.Duration
	Proc  Proc
	Rank  int // tensor-parallel rank, or NoRank
	Stage int // pipeline stage of a prefill rank
	Level Level
	Body  any
}

// Text is a message with the usual header; further lines of it have none.
type Text string

// Raw is written as it is, without a header or a line end: what a thread's excepthook writes, and foreign libraries.
type Raw string

// Glog is a message of a C++ library on the same stream.
type Glog struct{ File, Message string }

// NCCL is a message of the c10d watchdog.
type NCCL struct {
	Rank    int
	Message string
}

// PrefillBatch and DecodeBatch are the schedulers' batch lines.
type PrefillBatch struct {
	Seqs, New, Cached, Queue, Pending, Bootstrap, Inflight int
	Usage, Throughput                                      float64
}

type DecodeBatch struct {
	Running, Tokens, Queue, Prealloc, Transfer, Retracted int
	Usage, Preallocated, Throughput                       float64
}

// Failure says that a room failed on one side. Propagated: this rank only heard of it from another.
type Failure struct {
	Stage      string // "Prefill bootstrap failed" and the like
	Rank       int
	Rid, Room  string
	Reason     string
	Propagated bool
}

// String is the line, and the message that the client is sent.
func (f Failure) String() string {
	who := "req"
	if strings.HasPrefix(f.Stage, "Decode") {
		who = "decode_req.req"
	}
	return fmt.Sprintf("%s for request rank=%d %s.rid='%s' %s.bootstrap_room=%s with exception KVTransferError(bootstrap_room=%s): %s",
		f.Stage, f.Rank, who, f.Rid, who, f.Room, f.Room, f.Reason)
}

// Stats is what a request spent where.
type Stats struct {
	Kind                                       string // prefill or decode
	Rid, Room                                  string
	Input, Cached, Output                      int
	Entry                                      time.Duration
	Bootstrap, Alloc, Transfer, Queue, Forward time.Duration
	Megabytes, Speed                           float64
}

// Receive and Finish are the lines of --log-requests. Room is "None" where a client bypassed the router. Text is the prompt,
// which is printed from a level of request logging on.
type Receive struct {
	Rid, Room, Host string
	Port, Output    int
	Text            string
}

type Finish struct {
	Rid, Room, Failure     string // Failure: empty unless the answer is one
	Text                   string
	Prompt, Output, Cached int
	Latency                time.Duration
}

// Retract says that the KV pool was full: the ratio is that of new tokens that the scheduler reckons with.
type Retract struct {
	Requests, Gained int
	From, To         float64
}

// LostPeer says that the heartbeat took a prefill for gone.
type LostPeer struct {
	Addr  string
	Rooms int
}

// Access is a line of the HTTP server.
type Access struct {
	Client, Method, Path string
	Status               int
}

// Gateway is a line of the router. Request is empty outside a request.
type Gateway struct {
	Request, Target, File string
	Line                  int
	Message               string
}

// Sink takes what the cluster shows, in time order.
type Sink interface {
	Log(Record)
	Scrape(Snapshot)
}
