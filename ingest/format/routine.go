package format

import "bytes"

// Routine says whether a message is one that a healthy process prints all the time: a batch or
// statistics line, an access line, a log of a request, a progress bar. h is its header, nil for a line
// without one.
func Routine(h *Head, message []byte) bool {
	if h != nil || len(message) < 4 {
		return routine(message)
	}
	if printedOften(message) {
		return true
	}
	if bare, ok := uvicornBare(message); ok {
		return access(message[bare.Body:])
	}
	return access(message) || bar(message)
}

// routine is Routine for a message behind a header.
func routine(message []byte) bool {
	return len(message) >= 4 && (printedOften(message) || access(message))
}

// printedOften says whether a message of at least four bytes is a batch or statistics line or a log of
// a request.
func printedOften(message []byte) bool {
	switch message[0] {
	case 'D', 'P':
		return bytes.HasPrefix(message, []byte("Decode batch")) || bytes.HasPrefix(message, []byte("Prefill batch"))
	case 's', 'f': // tower-http round each request
		return bytes.HasPrefix(message, []byte("started processing request")) || bytes.HasPrefix(message, []byte("finished processing request"))
	case 'F', 'R':
		return Quotes(message) || bytes.HasPrefix(message, []byte("ReqTimeStats(")) || bytes.HasPrefix(message, []byte("Req Time Stats("))
	case 'E', 'A':
		var few [4]Number
		return len(Gauges(few[:0], message[:min(len(message), 80)])) > 0
	}
	return false
}
