package format

import "bytes"

// Routine says whether a message is one that a healthy process prints all the time: a batch or
// statistics line, an access line, a log of a request, a progress bar. h is its header, nil for a line
// without one.
func Routine(h *Head, message []byte) bool {
	if len(message) < 4 {
		return false
	}
	switch message[0] {
	case 'D', 'P':
		if bytes.HasPrefix(message, []byte("Decode batch")) || bytes.HasPrefix(message, []byte("Prefill batch")) {
			return true
		}
	case 's', 'f': // tower-http round each request
		if bytes.HasPrefix(message, []byte("started processing request")) || bytes.HasPrefix(message, []byte("finished processing request")) {
			return true
		}
	case 'F', 'R':
		if Quotes(message) || bytes.HasPrefix(message, []byte("ReqTimeStats(")) || bytes.HasPrefix(message, []byte("Req Time Stats(")) {
			return true
		}
	case 'E', 'A':
		if len(Gauges(nil, message[:min(len(message), 80)])) > 0 {
			return true
		}
	}
	if h != nil {
		return access(message)
	}
	if bare, ok := uvicornBare(message); ok {
		return access(message[bare.Body:])
	}
	return access(message) || bar(message)
}
