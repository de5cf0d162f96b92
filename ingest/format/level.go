package format

import (
	"bytes"

	"roomline/timeline"
)

// template is the begin of a message and how severe it is.
type template struct {
	prefix string
	level  timeline.Level
}

// Short names for the table.
const (
	dbg  = timeline.LevelDebug
	info = timeline.LevelInfo
	warn = timeline.LevelWarning
	fail = timeline.LevelError
	crit = timeline.LevelCritical
)

// templates are the messages of the engine whose level in its source is known, by their begin. Where
// two fit, the first does.
var templates = []template{
	{"Prefill batch", info},
	{"Decode batch", info},
	{"Receive", info},
	{"Finish", info},
	{"ReqTimeStats(", info},
	{"Req Time Stats(", info},

	{"Prefill bootstrap failed for request", fail},
	{"Prefill transfer failed for request", warn},
	{"Decode handshake failed for request", fail},
	{"Decode transfer failed for request", fail},
	{"Unexpected transfer worker error for room", fail},
	{"NIXL transport error for room", warn},
	{"Context corruption detected:", fail},
	{"Metadata unexpectedly not ready", fail},
	{"Could not fetch prefill parallel info", fail},
	{"Error fetching prefill", fail},
	{"Failed to get prefill server info", fail},
	{"Failed to query dp_ranks", fail},
	{"Lost connection with prefill instance", fail},
	{"Losing connection with prefill instance", fail},
	{"Attempting to reconnect to", info},
	{"PD rebootstrap prefill failed", fail},
	{"PD retract rebootstrap", fail},
	{"Prefill register attempt", warn},
	{"Prefill instance failed to register", fail},
	{"Transfer thread failed because of", crit},
	{"Some requests timed out when bootstrapping", warn},
	{"Some requests fail to receive KV Cache", warn},
	{"STAGING_REQ received for unregistered", warn},
	{"decode_staging_thread: unexpected", warn},
	{"[Staging]", warn},
	{"Prefill staging too small", warn},
	{"Decode staging too small", warn},
	{"len(chunked_dst_kv_indice)", warn},
	{"follow_bootstrap_room conflict", fail},
	{"Ignoring unexpected NIXL bootstrap", warn},
	{"Ignoring malformed NIXL bootstrap", warn},
	{"Ignoring NIXL bootstrap", warn},
	{"NIXL KVManager initialized", info},
	{"Peer ", info},
	{"Synced disaggregation bootstrap port", info},
	{"CommonKVBootstrapServer started", info},
	{"Starting failed-session probe", info},
	{"Transfer for room", fail},
	{"Prefill server with bootstrap_addr", fail},
	{"Failed to send kv chunk", fail},
	{"Failed to send aux data", fail},
	{"Failed to send state components", fail},
	{"Decode instance could be dead", fail},
	{"Page size mismatch", fail},
	{"KV cache dtype mismatch", fail},
	{"State index length mismatch", fail},

	{"Received multipart with total byte size", dbg},
	{"got info room=", dbg},
	{"room=", dbg},
	{"Register KVArgs from", dbg},
	{"Received abort notification", dbg},
	{"Ignoring malformed abort notification", dbg},
	{"Sent ABORT_ACK", dbg},
	{"Received ABORT_ACK", dbg},
	{"Sent abort notification", dbg},
	{"Failed to send abort notification", dbg},
	{"Skipping chunk for room", dbg},
	{"Abort bootstrap queue request", dbg},
	{"Abort inflight queue request", dbg},
	{"Abort prealloc queue request", dbg},
	{"Abort transfer queue request", dbg},
	{"Fetched bootstrap info", dbg},

	{"Scheduler hit an exception", crit},
	{"TokenizerManager hit an exception", crit},
	{"DetokenizerManager hit an exception", crit},
	{"Fatal Python error", crit},
	{"Memory access fault by GPU", crit},
	{"SIGQUIT received", crit},
	{"Received sigquit", crit},
	{"SIGTERM received", warn},
	{"kill_process_tree called", warn},
	{"Subprocess ", fail},
	{"Scheduler watchdog timeout", fail},
	{"TokenizerManager watchdog timeout", fail},
	{"Watchdog timeout", fail},
	{"Scheduler debug info", fail},
	{"Pyspy dump for PID", fail},
	{"Pyspy failed to dump", fail},
	{"Health check failed", fail},
	{"Health check request received during shutdown", warn},
	{"KV cache pool is full. Retract requests", warn},
	{"token_to_kv_pool_allocator memory leak", fail},
	{"req_to_token_pool memory leak", fail},
	{"pool memory leak detected", fail},
	{"Request is disconnected from the client side", info},
	{"Received output for rid=", fail},
	{"Invalid request:", warn},
	{"Unexpected polling state", warn},
	{"Unexpected poll case", fail},
	{"Sleeping 5 seconds before crash diagnostics", fail},
	{"No live scheduler processes found", fail},
	{"Server error:", fail},
	{"Exception in thread", fail},
	{"Traceback (most recent call last)", fail},
	{"Exception in ASGI application", fail},
	{"Engine ", info},
	{"Transfer Engine", info},
	{"server_args=", info},
	{"Load weight", info},
	{"Memory pool end", info},
	{"Capture ", info},
	{"The server is fired up and ready to roll", info},
	{"End of prefill disaggregation mode warmup", info},
	{"End of prefill warmup", info},
}

// byBegin are the templates by the hash of their first four bytes; each has as many.
var byBegin = func() (t [256][]template) {
	for _, x := range templates {
		k := beginHash(uint32(wordOf(x.prefix)))
		t[k] = append(t[k], x)
	}
	return t
}()

// beginHash is a hash of the first four bytes of a message.
func beginHash(w uint32) uint8 { return uint8(w * 0x9e3779b1 >> 24) }

// LevelOf is the level of a message of the engine, which prints none: that of its template in the
// engine's source. LevelUnknown says that no template is known.
func LevelOf(message []byte) timeline.Level {
	if len(message) == 0 || message[0] >= 128 {
		return timeline.LevelUnknown
	}
	if len(message) >= 4 {
		for _, t := range byBegin[beginHash(word32(message))] {
			if n := len(t.prefix); len(message) >= n && message[n-1] == t.prefix[n-1] && string(message[:n]) == t.prefix {
				return t.level
			}
		}
	}
	return inside(message)
}

// inside finds what stands behind other words: the tail of "Request .. exceeds the maximum", "Session
// .. failed.", the watchdogs of other parts, a traceback in the message.
func inside(message []byte) timeline.Level {
	switch message[0] {
	case 'R':
		if bytes.HasPrefix(message, []byte("Request ")) && bytes.Contains(message, []byte("exceeds the maximum")) {
			return fail
		}
	case 'S':
		if !bytes.HasPrefix(message, []byte("Session ")) {
			break
		}
		if bytes.HasSuffix(message, []byte(" failed.")) {
			return fail
		}
		if bytes.Contains(message, []byte("recovered via probe")) {
			return info
		}
	case 'P':
		if bytes.HasPrefix(message, []byte("PP rank ")) && bytes.Contains(message, []byte("unexpected poll state")) {
			return warn
		}
	}
	if !leadingName(message) {
		return timeline.LevelUnknown
	}
	if k := word(message); k > 3 && k < len(message) && message[k] == ':' && level(message[:k]) != timeline.LevelUnknown {
		return level(message[:k])
	}
	if raised(message) {
		return fail
	}
	return timeline.LevelUnknown
}

// leadingName says whether a message begins with a dotted name, alone or before a colon: without one it names
// neither a level nor an exception.
func leadingName(message []byte) bool {
	i := 0
	for i < len(message) && !digit(message[0]) && dotted[message[i]] {
		i++
	}
	return i > 0 && (i == len(message) || message[i] == ':')
}

// dotted are the bytes of a dotted name.
var dotted = func() (t [256]bool) {
	for c := range t {
		t[c] = wordByte(byte(c)) || c == '.'
	}
	return t
}()
