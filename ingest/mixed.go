package ingest

import (
	"bytes"
	"strconv"
)

// isExposition says whether a line stands in a scrape rather than in a log.
func isExposition(b []byte) bool {
	if len(b) > 2 && b[0] == '#' && b[1] == ' ' {
		word, _, _ := bytes.Cut(b[2:], []byte{' '})
		switch string(bytes.TrimRight(word, "\r")) {
		case "HELP", "TYPE", "UNIT", "EOF", "scraped_at", "scrape", "scrape_error":
			return true
		}
		return false
	}
	return isSample(b)
}

// isSample says whether a line is NAME[{labels}] VALUE [TIMESTAMP].
func isSample(b []byte) bool {
	n := 0
	for n < len(b) && (b[n] == '_' || b[n] == ':' || b[n]-'0' < 10 && n > 0 || (b[n]|0x20)-'a' < 26) {
		n++
	}
	rest := b[n:]
	if n == 0 || len(rest) == 0 {
		return false
	}
	if rest[0] == '{' {
		end := bytes.LastIndexByte(rest, '}')
		if end < 0 {
			return false
		}
		rest = rest[end+1:]
	}
	fields := bytes.Fields(rest)
	if len(fields) == 0 || len(fields) > 2 || rest[0] != ' ' {
		return false
	}
	for _, f := range fields {
		if _, err := strconv.ParseFloat(string(f), 64); err != nil {
			return false
		}
	}
	return true
}

// expositionIn says whether scrapes stand in a sample of a log: one declares a family and has a
// sample of one.
func expositionIn(sample []byte) bool {
	declared, samples := false, false
	for b := range bytes.Lines(sample) {
		b = bytes.TrimRight(b, "\r\n")
		if len(b) == 0 {
			continue
		}
		if b[0] == '#' {
			declared = declared || isExposition(b)
		} else if !samples {
			samples = isSample(b)
		}
		if declared && samples {
			return true
		}
	}
	return false
}

// onlyExposition blanks out what is no scrape, so that lines keep their numbers.
func onlyExposition(content []byte) []byte {
	out := make([]byte, 0, len(content))
	for b := range bytes.Lines(content) {
		if l := bytes.TrimRight(b, "\r\n"); len(l) > 0 && isExposition(l) {
			out = append(out, b...)
			continue
		}
		if b[len(b)-1] == '\n' {
			out = append(out, '\n')
		}
	}
	return out
}
