package emit

import (
	"fmt"
	"strings"
	"time"

	"roomline/cmd/pdlab/model"
)

// printed says whether a record is in the log at all: by level, by flag, by what this era keeps quiet about.
func (b *Bundle) printed(r model.Record) bool {
	level := r.Level
	switch body := r.Body.(type) {
	case model.Receive, model.Finish:
		return b.opt.LogRequests && (r.At < b.opt.RequestsOff[0] || r.At >= b.opt.RequestsOff[1])
	case model.Stats:
		return b.opt.TimeStats
	case model.Failure:
		if body.Propagated && b.opt.Era.quietPropagation && r.Proc.Role == model.DecodeRole {
			level = model.Debug
		}
	}
	return level > model.Debug || b.opt.Debug
}

// render gives the bytes of a record, the line end included.
func (b *Bundle) render(r model.Record) string {
	local := b.local(r)
	switch body := r.Body.(type) {
	case model.Raw:
		return string(body)
	case model.Glog:
		return fmt.Sprintf("E%s %d %s] %s\n", local.Format("0102 15:04:05.000000"), 203020+r.Rank, body.File, body.Message)
	case model.NCCL:
		return fmt.Sprintf("[rank%d]:[E%d%s ProcessGroupNCCL.cpp:629] [Rank %d] %s\n", body.Rank, int(local.Month()), local.Format("02 15:04:05.000000000"), body.Rank, body.Message)
	case model.Access:
		path := body.Path
		if path == "/health" {
			path = b.opt.Era.health
		}
		return fmt.Sprintf("[%s] INFO:     %s - \"%s %s HTTP/1.1\" %s\n", local.Format(stamp), body.Client, body.Method, path, status[body.Status])
	case model.Gateway:
		return b.gatewayLine(r, body)
	}
	if text := b.jsonLine(r, local); text != "" {
		return text + "\n"
	}
	return "[" + b.head(local, r.Rank, r.Stage) + "] " + b.message(r) + "\n"
}

const stamp = "2006-01-02 15:04:05"

var status = map[int]string{200: "200 OK", 400: "400 Bad Request", 500: "500 Internal Server Error", 503: "503 Service Unavailable"}

var levels = map[model.Level]string{model.Debug: "DEBUG", model.Info: " INFO", model.Warn: " WARN", model.Error: "ERROR"}

// head is the stamp with the rank's tags, each only where there is more than one of the kind.
func (b *Bundle) head(local time.Time, rank, stage int) string {
	s := local.Format(b.stampForm())
	if rank == model.NoRank {
		return s
	}
	if b.opt.DP > 1 {
		s += fmt.Sprintf(" DP%d", rank*b.opt.DP/b.opt.Ranks)
	}
	if b.opt.PP > 1 {
		s += fmt.Sprintf(" PP%d", stage)
	}
	if b.opt.Ranks > 1 {
		s += fmt.Sprintf(" TP%d", rank)
	}
	return s
}

func (b *Bundle) stampForm() string {
	if b.opt.MS {
		return stamp + ".000"
	}
	return stamp
}

// message is the text behind the header.
func (b *Bundle) message(r model.Record) string {
	switch body := r.Body.(type) {
	case model.Text:
		return string(body)
	case model.Failure:
		return body.String()
	case model.PrefillBatch:
		return b.opt.Era.prefillBatch(body)
	case model.DecodeBatch:
		return b.opt.Era.decodeBatch(body)
	case model.Stats:
		return b.statsLine(body)
	case model.Receive:
		return b.receiveLine(body)
	case model.Finish:
		return b.finishLine(body)
	case model.Retract:
		return b.opt.Era.retract(body)
	case model.LostPeer:
		return b.opt.Era.lostPeer(body)
	case model.HealthFailed:
		return fmt.Sprintf("Health check failed. Server couldn't get a response from detokenizer for last %.0f seconds. tic start time: %s. last_heartbeat time: %s",
			body.Wait.Seconds(), b.clock(r.Proc, body.Tic).Format("15:04:05"), b.clock(r.Proc, body.Heard).Format("15:04:05"))
	}
	panic(fmt.Sprintf("BUG: no text for %T", r.Body))
}

func (e Era) prefillBatch(p model.PrefillBatch) string {
	var s strings.Builder
	fmt.Fprintf(&s, "Prefill batch%s #new-seq: %d, #new-token: %d, #cached-token: %d, token usage: %.2f, #running-req: 0, ", e.separator, p.Seqs, p.New, p.Cached, p.Usage)
	if !e.graph { // 2025: its own order, no graph, no throughput
		fmt.Fprintf(&s, "%s: %d, #queue-req: %d, %s: %d, ", e.bootstrap, p.Bootstrap, p.Queue, e.inflight, p.Inflight)
		return s.String()
	}
	fmt.Fprintf(&s, "#queue-req: %d, ", p.Queue)
	if e.pendingToken {
		fmt.Fprintf(&s, "#pending-token: %d, ", p.Pending)
	}
	fmt.Fprintf(&s, "%s: %d, %s: %d, ", e.bootstrap, p.Bootstrap, e.inflight, p.Inflight)
	if e.optimistic {
		s.WriteString("#optimistic-req: 0, ")
	}
	fmt.Fprintf(&s, "cuda graph: False, input throughput (token/s): %.2f", p.Throughput)
	return s.String()
}

func (e Era) decodeBatch(d model.DecodeBatch) string {
	var s strings.Builder
	fmt.Fprintf(&s, "Decode batch%s #running-req: %d, #token: %d, token usage: %.2f, pre-allocated usage: %.2f, ", e.separator, d.Running, d.Tokens, d.Usage, d.Preallocated)
	if e.decodeQueues {
		fmt.Fprintf(&s, "#prealloc-req: %d, #transfer-req: %d, ", d.Prealloc, d.Transfer)
	}
	fmt.Fprintf(&s, "#retracted-req: %d, cuda graph: True, gen throughput (token/s): %.2f, #queue-req: %d", d.Retracted, d.Throughput, d.Queue)
	return s.String()
}

// gatewayLine is in UTC, whatever the zone of the servers.
func (b *Bundle) gatewayLine(r model.Record, g model.Gateway) string {
	span := ""
	if g.Request != "" {
		span = fmt.Sprintf("http_request{method=POST uri=/v1/chat/completions version=HTTP/1.1 module=\"%s\" request_id=\"%s\"}: ", b.opt.Era.gateway, g.Request)
	}
	return fmt.Sprintf("%s %s %s%s::%s: %s:%d: %s\n", b.Time(r.At).Format(b.stampForm()), levels[r.Level], span, b.opt.Era.gateway, g.Target, g.File, g.Line, g.Message)
}
