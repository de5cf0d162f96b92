package format

import (
	"bytes"
	"strconv"
)

// Number is a number that a message prints, under the name of its field.
type Number struct {
	Field string
	Value float64
}

// Gauges appends the numbers of a batch line ("Prefill batch, #new-seq: 3, ..", "Decode batch ..",
// of every build) or of a statistics line of vLLM's ("Engine 000: .. Running: 31 reqs, ..") to dst.
// A field is named as printed, without '#' and units in parentheses, in small letters, what is no
// letter or digit as '_': "#prealloc-req" is prealloc_req, "gen throughput (token/s)" gen_throughput.
// A percentage is given as a fraction. Other messages have none.
func Gauges(dst []Number, message []byte) []Number {
	return pairs(dst, pairsOf(message))
}

// pairsOf is what stands behind the head of a batch or statistics line; other messages have none.
func pairsOf(message []byte) []byte {
	if len(message) < 16 {
		return nil
	}
	switch message[0] {
	case 'P':
		if bytes.HasPrefix(message, []byte("Prefill batch")) {
			return message[13:]
		}
	case 'D':
		if bytes.HasPrefix(message, []byte("Decode batch")) {
			return message[12:]
		}
	case 'E':
		if bytes.HasPrefix(message, []byte("Engine ")) {
			if k := bytes.Index(message[:16], []byte(": ")); k > 0 {
				return message[k:]
			}
		}
	case 'A':
		if bytes.HasPrefix(message, []byte("Avg prompt throughput: ")) {
			return message
		}
	}
	return nil
}

// pairs reads "[iter], KEY: VALUE, KEY: VALUE ..", also with '.' or nothing behind the head.
func pairs(dst []Number, b []byte) []Number {
	for p, ok := nextPair(b, pastIteration(b)); ok; p, ok = nextPair(b, p.next) {
		if name := fieldName(p.key); p.size > 0 && name != "" {
			dst = append(dst, Number{name, p.value})
		}
	}
	return dst
}

// SameFields says whether all messages that are this one but for their digits have the same fields. form has
// one digit for each run of them. A field may be named with digits ("gpu0 usage"), and a short message and the
// head of a statistics line are told by how many there are.
func SameFields(form []byte) bool {
	if len(form) < 16 || form[0] == 'E' {
		return false
	}
	b := pairsOf(form)
	for p, ok := nextPair(b, pastIteration(b)); ok; p, ok = nextPair(b, p.next) {
		if bytes.ContainsAny(p.key, "0123456789") {
			return false
		}
	}
	return true
}

// pastIteration is where what stands behind " [12]" begins.
func pastIteration(b []byte) int {
	if len(b) < 2 || b[0] != ' ' || b[1] != '[' {
		return 0
	}
	return max(bytes.IndexByte(b, ']')+1, 1)
}

// pair is "KEY: VALUE" with the bytes that the number of its value takes, 0 if that is none.
type pair struct {
	key      []byte
	value    float64
	at, size int // of the value
	next     int // where the next pair may begin
}

// nextPair reads the pair that begins at i or behind separators there.
func nextPair(b []byte, i int) (p pair, ok bool) {
	for i < len(b) && (b[i] == ' ' || b[i] == ',' || b[i] == '.' || b[i] == ':' || b[i] == ';') {
		i++
	}
	colon := bytes.IndexByte(b[i:], ':')
	if colon < 0 || i+colon+2 > len(b) {
		return p, false
	}
	p.key, p.at = b[i:i+colon], i+colon+1
	if b[p.at] == ' ' {
		p.at++
	}
	p.value, p.size = number(b[p.at:])
	p.next = p.at + p.size
	if comma := bytes.IndexByte(b[p.next:], ','); comma >= 0 {
		p.next += comma + 1
	} else {
		p.next = len(b)
	}
	return p, true
}

// number reads a decimal number at the begin of b and the percent sign behind it; n is 0 if what
// stands there is none, or goes on as a word.
func number(b []byte) (v float64, n int) {
	mant, frac, seen, dot := uint64(0), 0, 0, false
	if len(b) > 0 && b[0] == '-' {
		n = 1
	}
	for ; n < len(b); n++ {
		if c := b[n]; digit(c) {
			mant, seen = mant*10+uint64(c-'0'), seen+1
			if dot {
				frac++
			}
		} else if c == '.' && !dot {
			dot = true
		} else {
			break
		}
	}
	if seen == 0 || n < len(b) && wordByte(b[n]) {
		return 0, 0
	}
	percent := n < len(b) && b[n] == '%'
	if percent && seen <= 13 {
		frac += 2 // exact: one rounding
	}
	if seen <= 13 || seen <= 15 && !percent {
		v = float64(mant) / float10[frac]
		if b[0] == '-' {
			v = -v
		}
	} else {
		v, _ = strconv.ParseFloat(string(b[:n]), 64)
		if percent {
			v /= 100
		}
	}
	if percent {
		n++
	}
	return v, n
}

// float10 are the powers of ten that a float64 holds exactly and 15 digits need.
var float10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

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
