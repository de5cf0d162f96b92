package format

import "bytes"

// sideText is the begin of a message that only one side prints.
type sideText struct{ prefix, role string }

// sideTexts are the messages that only one side prints, by their begin. What a text says of the other
// side does not matter: "Lost connection with prefill instance" is a decode's.
var sideTexts = []sideText{
	{"Prefill bootstrap failed for request", "prefill"},
	{"Prefill transfer failed for request", "prefill"},
	{"Prefill register attempt", "prefill"},
	{"Prefill instance failed to register", "prefill"},
	{"Prefill staging too small", "prefill"},
	{"Unexpected transfer worker error for room", "prefill"},
	{"NIXL transport error for room", "prefill"},
	{"Some requests timed out when bootstrapping", "prefill"},
	{"CommonKVBootstrapServer started", "prefill"},
	{"Synced disaggregation bootstrap port", "prefill"},
	{"End of prefill disaggregation mode warmup", "prefill"},
	{"Transfer thread failed because of", "prefill"},
	{"len(chunked_dst_kv_indice)", "prefill"},
	{"got info room=", "prefill"},
	{"Received abort notification", "prefill"},
	{"Sent ABORT_ACK", "prefill"},
	{"Abort bootstrap queue request", "prefill"},
	{"Abort inflight queue request", "prefill"},
	{"AssertionError: First message should be b'NixlMsgGuard'", "prefill"},

	{"Decode handshake failed for request", "decode"},
	{"Decode transfer failed for request", "decode"},
	{"Decode staging too small", "decode"},
	{"Some requests fail to receive KV Cache", "decode"},
	{"Lost connection with prefill instance", "decode"},
	{"Losing connection with prefill instance", "decode"},
	{"Could not fetch prefill parallel info", "decode"},
	{"Error fetching prefill", "decode"},
	{"Failed to get prefill server info", "decode"},
	{"Prefill server with bootstrap_addr", "decode"},
	{"Attempting to reconnect to", "decode"},
	{"Context corruption detected:", "decode"},
	{"Metadata unexpectedly not ready", "decode"},
	{"PD rebootstrap prefill failed", "decode"},
	{"PD retract rebootstrap", "decode"},
	{"STAGING_REQ received for unregistered", "decode"},
	{"decode_staging_thread: unexpected", "decode"},
	{"Abort prealloc queue request", "decode"},
	{"Abort transfer queue request", "decode"},
	{"Sent abort notification", "decode"},
	{"Received ABORT_ACK", "decode"},
}

// sidesByFirst are the indexes of sideTexts that begin with a byte.
var sidesByFirst = func() (t [128][]uint16) {
	for i, x := range sideTexts {
		t[x.prefix[0]] = append(t[x.prefix[0]], uint16(i))
	}
	return t
}()

// RoleOf says which side a message proves its process to be (prefill, decode, router) and by what, in
// a few words. "" proves nothing.
func RoleOf(message []byte) (role, why string) {
	if len(message) < 16 || message[0] >= 128 || Quotes(message) {
		return "", ""
	}
	if role := batchRole(message); role != "" {
		return role, "batch lines"
	}
	for _, i := range sidesByFirst[message[0]] {
		if t := sideTexts[i]; bytes.HasPrefix(message, []byte(t.prefix)) {
			return t.role, "its messages"
		}
	}
	switch message[0] {
	case ' ':
		role, why = frameRole(message), "traceback"
	case 'R':
		role, why = statsRole(message), "request statistics"
	case 'E':
		role, why = threadRole(message), "thread names"
	case 's':
		role, why = argsRole(message), "server_args"
		if gatewayTarget(message) && bytes.Contains(message[:min(len(message), 80)], []byte("::")) {
			role, why = "router", "gateway lines"
		}
	}
	if role == "" {
		return "", ""
	}
	return role, why
}

// RoleOfHead says which side a header alone proves.
func RoleOfHead(h Head) (role, why string) {
	if h.Name == "gateway" {
		return "router", "gateway lines"
	}
	return "", ""
}

// batchRole looks at the fields that a batch line has under disaggregation only.
func batchRole(m []byte) string {
	if bytes.HasPrefix(m, []byte("Prefill batch")) {
		for _, f := range [...]string{"#inflight-req: ", "#transferring-req: ", "#unbootstrapped-req: ", "#bootstrap-req: "} {
			if bytes.Contains(m, []byte(f)) {
				return "prefill"
			}
		}
	}
	if bytes.HasPrefix(m, []byte("Decode batch")) {
		for _, f := range [...]string{"#transfer-req: ", "#prealloc-req: ", "pre-allocated usage: "} {
			if bytes.Contains(m, []byte(f)) {
				return "decode"
			}
		}
	}
	return ""
}

// statsRole reads type=prefill or type=decode of a request's statistics.
func statsRole(m []byte) string {
	if !bytes.HasPrefix(m, []byte("ReqTimeStats(")) && !bytes.HasPrefix(m, []byte("Req Time Stats(")) {
		return ""
	}
	return named(m, "type=", 256)
}

// argsRole reads disaggregation_mode='prefill' of the dump of the server's arguments.
func argsRole(m []byte) string {
	if !bytes.HasPrefix(m, []byte("server_args=")) {
		return ""
	}
	return named(m, "disaggregation_mode='", len(m))
}

// named is prefill or decode if that stands behind a key within the first n bytes.
func named(m []byte, key string, n int) string {
	k := bytes.Index(m[:min(n, len(m))], []byte(key))
	if k < 0 {
		return ""
	}
	switch rest := m[k+len(key):]; {
	case bytes.HasPrefix(rest, []byte("prefill")), bytes.HasPrefix(rest, []byte("Prefill")):
		return "prefill"
	case bytes.HasPrefix(rest, []byte("decode")), bytes.HasPrefix(rest, []byte("Decode")):
		return "decode"
	}
	return ""
}

// threadRole reads "Exception in thread Thread-2 (bootstrap_thread):". A launch_.. thread is a
// harness's.
func threadRole(m []byte) string {
	if !bytes.HasPrefix(m, []byte("Exception in thread")) {
		return ""
	}
	switch {
	case bytes.Contains(m, []byte("(bootstrap_thread)")), bytes.Contains(m, []byte("(transfer_worker)")):
		return "prefill"
	case bytes.Contains(m, []byte("(decode_thread)")), bytes.Contains(m, []byte("(heartbeat_checker)")), bytes.Contains(m, []byte("(decode_staging_thread)")):
		return "decode"
	}
	return ""
}

// frameRole reads a frame of a traceback: the file of one side's scheduler, or its event loop.
func frameRole(m []byte) string {
	switch {
	case !bytes.Contains(m, []byte("disagg")):
		return ""
	case bytes.Contains(m, []byte("disaggregation/prefill.py")), bytes.Contains(m, []byte("_disagg_prefill")):
		return "prefill"
	case bytes.Contains(m, []byte("disaggregation/decode.py")), bytes.Contains(m, []byte("_disagg_decode")):
		return "decode"
	case bytes.Contains(m, []byte("in bootstrap_thread")), bytes.Contains(m, []byte("in transfer_worker")):
		return "prefill"
	case bytes.Contains(m, []byte("in decode_thread")), bytes.Contains(m, []byte("in heartbeat_checker")):
		return "decode"
	}
	return ""
}
