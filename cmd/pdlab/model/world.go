package model

import (
	"fmt"
	"time"
)

// World is one running cluster.
type World struct {
	cfg    Config
	dice   dice // of what happens
	noise  dice // of what is seen: addresses, moments of scrapes
	now    time.Duration
	seq    uint64
	agenda agenda
	sink   Sink
	truth  *Truth

	prefills  []*prefill
	decodes   []*decode
	clients   []*client // those that wait, in the order in which they asked
	asked     int
	cancelled time.Duration // when the last of Load.Cancels hung up

	workerDied, crashed bool
}

// New gives a cluster that is about to start. What it shows goes to sink.
func New(cfg Config, sink Sink) *World {
	w := &World{cfg: cfg, dice: newDice(cfg.Seed, 0), noise: newDice(cfg.Seed, 1), sink: sink, truth: &Truth{}}
	for i := range cfg.Prefills {
		w.prefills = append(w.prefills, newPrefill(w, i))
	}
	for i := range cfg.Decodes {
		w.decodes = append(w.decodes, newDecode(w, i))
	}
	w.startUp()
	w.startLoad()
	w.startHealth()
	w.startScrapes()
	w.startScan()
	w.startHeartbeats()
	w.startRestarts()
	return w
}

// Truth is complete when the run is over.
func (w *World) Truth() *Truth { return w.truth }

// Run is the whole run.
func Run(cfg Config, sink Sink) *Truth {
	w := New(cfg, sink)
	w.RunUntil(cfg.Duration)
	for _, d := range w.decodes {
		for _, g := range d.groups {
			if g.starved > 0 {
				g.endSpell()
			}
		}
	}
	return w.truth
}

// server is what both roles share: the HTTP main process of an instance.
type server struct {
	w       *World
	proc    Proc
	host    string
	port    int
	started time.Duration
	tok     Tokenizer
	down    bool
	probed  int           // the group that the next health probe goes to
	beat    time.Duration // when the detokenizer was last heard of
}

func newServer(w *World, role Role, index, port int) server {
	host := fmt.Sprintf("192.0.2.%d", map[Role]int{PrefillRole: 10, DecodeRole: 20}[role]+index)
	return server{w: w, proc: Proc{role, index}, host: host, port: port,
		tok: Tokenizer{TTFT: newHistogram(secondBounds), Latency: newHistogram(secondBounds)}}
}

func (s *server) log(rank int, level Level, body any) {
	if !s.down {
		s.w.sink.Log(Record{At: s.w.now, Proc: s.proc, Rank: rank, Level: level, Body: body})
	}
}

func (s *server) textf(rank int, level Level, format string, args ...any) {
	s.log(rank, level, Text(fmt.Sprintf(format, args...)))
}

// receive takes a request at the HTTP door.
func (s *server) receive(r *room, side int) {
	if r.cancelled || !s.ready() {
		return
	}
	r.received[side] = s.w.now
	r.side(side).Received = s.w.now
	s.tok.Active++
	s.log(NoRank, Info, Receive{r.rid[side], r.id, r.p.p.host, bootstrapPort, r.output, r.text})
}

// finish answers a request; with a failure the answer is its text.
func (s *server) finish(r *room, side int, failure string) {
	if r.closed[side] {
		return
	}
	r.closed[side] = true
	s.tok.Active--
	took := s.w.now - r.received[side]
	made := max(r.made, 1)
	if side == prefillSide {
		made = 1
	}
	s.log(NoRank, Info, Finish{r.rid[side], r.id, failure, r.text, r.prompt, made, r.cached, took})
	s.log(NoRank, Info, Access{s.w.routerAddr(), "POST", "/v1/chat/completions", 200})
	if failure != "" {
		s.tok.Aborted++
		return
	}
	s.tok.Requests++
	s.tok.PromptTokens += r.prompt
	s.tok.GeneratedTokens += made
	s.tok.Latency.Observe(took.Seconds())
	s.beat = s.w.now
}

// hangUp is a client that has gone: no answer, an abort for the scheduler.
func (s *server) hangUp(r *room, side int) bool {
	if r.closed[side] || s.down || r.received[side] == 0 {
		return false
	}
	r.closed[side] = true
	s.tok.Active--
	s.tok.Aborted++
	if side == prefillSide || r.dstage != running { // without a first token the server polls the connection itself
		s.textf(NoRank, Error, "Request is disconnected from the client side (type 1). Abort request obj.rid='%s'", r.rid[side])
	}
	return true
}

func (w *World) routerAddr() string { return w.addr(31) }

// addr is where a request of that host comes from.
func (w *World) addr(host int) string {
	return fmt.Sprintf("192.0.2.%d:%d", host, w.noise.between(32768, 60999))
}

// targets are the ranks of data-parallel group dp.
func (w *World) targets(dp int) []int {
	n := w.cfg.Ranks / w.cfg.DP
	out := make([]int, n)
	for i := range out {
		out[i] = dp*n + i
	}
	return out
}
