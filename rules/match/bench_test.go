package match

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"roomline/timeline"
)

// patterns are literals of 50 signals as a pack has them.
var patterns = strings.Split(`KVTransferError
Prefill transfer failed for request
Decode transfer failed for request
Prefill bootstrap failed for request
Decode handshake failed for request
 timed out after 
in KVPoll.WaitingForInput
in KVPoll.Bootstrapping
Lost connection with prefill instance
Losing connection with prefill instance
Failed to send kv chunk of 
Decode instance could be dead
Failed to get kvcache from prefill instance, it might be dead
KV cache pool is full. Retract requests
Watchdog timeout
Scheduler hit an exception
TokenizerManager hit an exception
DetokenizerManager hit an exception
CUDA out of memory
NCCL error
torch.OutOfMemoryError
an illegal memory access
Received sigquit from a child process
SIGTERM received
memory leak detected
Health check failed. Server couldn't get a response from detokenizer
Prefill out of memory. Try to lower your batch size
Decode out of memory. Try to lower your batch size
Could not fetch prefill parallel info from bootstrap_addr
Error fetching prefill info from bootstrap
Failed to register prefill instance to bootstrap server
Prefill instance failed to register
Transfer engine initialization failed
is not alive
ibv_poll_cq status 
Failed to modify QP to RTR
transport retry counter exceeded
Connection reset by peer
Broken pipe
Address already in use
Grammar accept_token failed
exceeds the maximum allowed length
Abort completed for
Client disconnected
zmq.error.ZMQError
ms for recv operation
AssertionError
RuntimeError:
NaN in the logits
Segmentation fault`, "\n")

// corpus is the log named by ROOMLINE_BENCH_LOG, else lines of the same kind.
func corpus(b *testing.B) []byte {
	if path := os.Getenv("ROOMLINE_BENCH_LOG"); path != "" {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		return text
	}
	var sb strings.Builder
	for i := 0; sb.Len() < 8<<20; i++ {
		fmt.Fprintf(&sb, "[2026-05-12 03:14:%02d TP%d] Decode batch. #running-req: %d, #token: %d, token usage: 0.%02d, cuda graph: True, gen throughput (token/s): %d.%02d, #queue-req: 0, \n", i%60, i%8, i%97, i*31, i%90, i%2000, i%100)
		if i%200 == 0 {
			fmt.Fprintf(&sb, "[2026-05-12 03:14:%02d TP%d] Decode transfer failed for request rank=%d decode_req.req.rid='x' decode_req.req.bootstrap_room=%d with exception KVTransferError(bootstrap_room=%d): Aborted by AbortReq.\n", i%60, i%8, i%8, i*7919, i*7919)
		}
	}
	return []byte(sb.String())
}

func benchNeedles(b *testing.B, literals []string) {
	var signals []Signal
	for _, p := range literals {
		signals = append(signals, Signal{All: []string{p}})
	}
	m, text := build(b, signals...), corpus(b)
	const block = 512 << 10
	var found []timeline.Needle
	total := 0
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		total = 0
		for at := 0; at < len(text); at += block {
			found = m.Needles(found[:0], text[at:min(at+block, len(text))])
			total += len(found)
		}
	}
	b.ReportMetric(float64(total), "needles")
}

func BenchmarkNeedles50(b *testing.B) { benchNeedles(b, patterns) }

// BenchmarkNeedles52 has the two literals of every room besides, which hit one record in five.
func BenchmarkNeedles52(b *testing.B) {
	benchNeedles(b, append([]string{"bootstrap_room=", " room "}, patterns...))
}

// BenchmarkNeedles500 is what a run with many packs looks like.
func BenchmarkNeedles500(b *testing.B) {
	many := append([]string(nil), patterns...)
	for i := range 450 {
		many = append(many, fmt.Sprintf("%s in module %d", patterns[i%50][:4+i%7], i))
	}
	benchNeedles(b, many)
}

func BenchmarkMatch(b *testing.B) {
	m := build(b, Signal{All: []string{"transfer failed", "KVTransferError"}, Not: []string{"another rank"}})
	record := []byte("[2026-05-12 03:14:12 TP0] Decode transfer failed for request rank=0 with exception KVTransferError(bootstrap_room=42): Aborted by AbortReq.")
	needles := m.Needles(nil, record)
	var dst timeline.Matches
	b.ReportAllocs()
	for b.Loop() {
		dst.Reset()
		m.Match(&dst, record, needles)
	}
}
