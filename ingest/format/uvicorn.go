package format

import (
	"bytes"

	"roomline/timeline"
)

// access says whether a message is a line of uvicorn's access log: ADDRESS - "METHOD PATH ..
func access(message []byte) bool {
	if len(message) > 64 {
		message = message[:64]
	}
	i := bytes.IndexByte(message, ' ')
	return i > 0 && i+4 < len(message) && message[i+1] == '-' && message[i+2] == ' ' && message[i+3] == '"' && upper(message[i+4])
}

// uvicornBare reads a line of uvicorn's without a stamp, "INFO:     127.0.0.1:1234 - "GET ..".
func uvicornBare(line []byte) (Head, bool) {
	n := word(line)
	if n < 4 || n+1 >= len(line) || line[n] != ':' || line[n+1] != ' ' {
		return Head{}, false
	}
	h := Head{Name: "uvicorn", Level: level(line[:n]), Body: n + 1 + blanks(line[n+1:])}
	return h, h.Level != timeline.LevelUnknown && h.Body >= 8
}

// BareAccess says whether a line is one of uvicorn's access log without a stamp, at level info: what Classify
// says of it is Foreign unless Hole is true, LevelOf is info, and Routine is true. Servers print one for
// each request.
func BareAccess(line []byte) bool {
	const begin = len("INFO:   ")
	return len(line) > begin && word64(line) == infoWord && access(line[begin+blanks(line[begin:]):])
}
