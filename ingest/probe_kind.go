package ingest

import (
	"bytes"
	"slices"

	"roomline/ingest/expo"
	"roomline/ingest/format"
	"roomline/ingest/wrap"
)

// kindOf decides between logs and scrapes: a flag, the manifest, the content.
func (f *file) kindOf() string {
	switch {
	case f.in != nil && f.in.Kind != "":
		return f.in.Kind
	case f.entry != nil && f.entry.kind != "":
		return f.entry.kind
	case len(bytes.TrimSpace(f.sample)) == 0:
		if ext := logExt.FindString(f.named.family); ext == ".prom" || ext == ".metrics" {
			return "scrapes"
		}
		return "log"
	case f.documentOfLogs():
		return "log"
	case expo.Looks(f.sample):
		if f.recordsIn() {
			return "mixed"
		}
		return "scrapes"
	}
	return "log"
}

// engines are the formats whose records are never part of a scrape, unlike what looks like logfmt or
// a date in a header.
var engines = []string{"sglang", "uvicorn", "gateway", "vllm", "dynamo", "glog", "nixl"}

// recordsIn says whether log records stand among the scrapes of a sample.
func (f *file) recordsIn() bool {
	for _, l := range f.sampleLines(1 << 30) {
		if isExposition(l) {
			continue
		}
		if h, ok := format.Parse(l); ok && h.HasTime && slices.Contains(engines, h.Name) {
			return true
		}
	}
	return false
}

// documentOfLogs says whether it is a store's answer in JSON that holds log lines; one that holds
// samples looks alike.
func (f *file) documentOfLogs() bool {
	b := bytes.TrimLeft(bytes.TrimPrefix(f.sample, utf8BOM), " \t\r\n")
	return len(b) > 0 && b[0] == '{' && wrap.Detect(f.sampleLines(detectLines)).Name() != ""
}

func onlyNULs(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }

// binary says whether a sample is no text. NULs alone are the hole of a log that was truncated while
// a process wrote on.
func binary(b []byte) bool {
	b = b[:min(len(b), 64<<10)]
	nul, odd := 0, 0
	for _, c := range b {
		switch {
		case c == 0:
			nul++
		case c < 0x09 || c > 0x0d && c < 0x1b || c > 0x1b && c < 0x20:
			odd++
		}
	}
	return odd > 0 && (nul+odd)*10 > len(b)*3
}
