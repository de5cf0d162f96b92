package format

import "bytes"

// fieldName is the name of a field as printed; "" if it cannot be one. The known ones cost nothing.
func fieldName(key []byte) string {
	if name := knownField(string(key)); name != "" {
		return name
	}
	if len(key) == 0 || len(key) > 48 {
		return ""
	}
	return makeField(key)
}

// makeField makes the name of a field that no table knows.
func makeField(key []byte) string {
	if k := bytes.IndexByte(key, '('); k > 0 {
		key = key[:k]
	}
	var buf [48]byte
	n := 0
	for _, c := range key {
		switch {
		case digit(c) || c-'a' < 26:
		case c-'A' < 26:
			c |= 0x20
		default:
			if n == 0 || buf[n-1] == '_' {
				continue
			}
			c = '_'
		}
		buf[n] = c
		n++
	}
	return intern(bytes.TrimRight(buf[:n], "_"))
}

// knownField names the fields of the builds that were seen.
func knownField(key string) string {
	switch key {
	case "#new-seq":
		return "new_seq"
	case "#new-token":
		return "new_token"
	case "#cached-token":
		return "cached_token"
	case "token usage":
		return "token_usage"
	case "full token usage":
		return "full_token_usage"
	case "swa token usage":
		return "swa_token_usage"
	case "#running-req":
		return "running_req"
	case "#queue-req":
		return "queue_req"
	case "#prealloc-req":
		return "prealloc_req"
	case "#inflight-req":
		return "inflight_req"
	case "#transfer-req":
		return "transfer_req"
	case "#retracted-req":
		return "retracted_req"
	case "#bootstrap-req":
		return "bootstrap_req"
	case "#pending-token":
		return "pending_token"
	case "#token":
		return "token"
	case "#full token":
		return "full_token"
	case "#swa token":
		return "swa_token"
	case "pre-allocated usage":
		return "pre_allocated_usage"
	case "input throughput (token/s)":
		return "input_throughput"
	case "gen throughput (token/s)":
		return "gen_throughput"
	case "accept len":
		return "accept_len"
	case "accept rate":
		return "accept_rate"
	case "mamba usage":
		return "mamba_usage"
	case "mamba num":
		return "mamba_num"
	case "#unbootstrapped-req":
		return "unbootstrapped_req"
	case "#transferring-req":
		return "transferring_req"
	case "#optimistic-req":
		return "optimistic_req"
	case "Running":
		return "running_req"
	case "Waiting", "Pending":
		return "waiting_req"
	case "Swapped":
		return "swapped_req"
	case "GPU KV cache usage":
		return "kv_cache_usage"
	}
	return ""
}
