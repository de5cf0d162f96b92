package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"
)

// plainReport is the report of the incident as it is.
func plainReport(t *testing.T, x *smallIncident, more ...string) []byte {
	dir := writeTree(t, map[string][]byte{"prefill.log": joined(x.prefill), "decode.log": joined(x.decode), "prefill.prom": []byte(x.scrapes)})
	return reportJSON(t, dir, exitOK, append(sourceArgs(dir, "prefill.log", "decode.log"), more...)...)
}

// The incident is worth the comparison: several rules are confirmed, others refuted or undecided.
func TestIncidentIsWorthIt(t *testing.T) {
	doc := pruned(t, plainReport(t, newIncident()))
	for _, want := range []string{`"rule": "nixl-bootstrap-thread-died"`, `"verdict": "confirmed"`, `"verdict": "inconclusive"`, `"verdict": "clear"`, `"root": "yes"`} {
		if !strings.Contains(doc, want) {
			t.Errorf("the report lacks %s", want)
		}
	}
}

// How a file is cut into blocks and by how many it is read must not show at all.
func TestInvariantUnderBlocksAndWorkers(t *testing.T) {
	x := newIncident()
	want := plainReport(t, x, "--block", "64", "--cpus", "1")
	for _, block := range []int{64, 100, 333, 4 << 10, 1 << 20} {
		for _, cpus := range []int{1, 2} {
			got := plainReport(t, x, "--block", fmt.Sprint(block), "--cpus", fmt.Sprint(cpus))
			if !bytes.Equal(got, want) {
				t.Errorf("blocks of %d, %d workers: %s", block, cpus, firstDifference(string(want), string(got)))
			}
		}
	}
}

// packings are ways to store the same lines; drop are the keys in which that may show.
var packings = []struct {
	name, ext string
	drop      []string
	pack      func(*testing.T, []byte) []byte
}{
	{"gz", ".gz", nil, func(t *testing.T, b []byte) []byte {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		w.Write(b)
		w.Close()
		return out.Bytes()
	}},
	{"gz of two members", ".gz", nil, func(t *testing.T, b []byte) []byte {
		var out bytes.Buffer
		for _, part := range [][]byte{b[:len(b)/3], b[len(b)/3:]} {
			w := gzip.NewWriter(&out)
			w.Write(part)
			w.Close()
		}
		return out.Bytes()
	}},
	{"zst", ".zst", nil, func(t *testing.T, b []byte) []byte {
		w, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		return w.EncodeAll(b, nil)
	}},
	{"no line feed at the end", "", []string{"bytes"}, func(t *testing.T, b []byte) []byte { return bytes.TrimSuffix(b, []byte("\n")) }},
	{"CRLF", "", []string{"bytes", "offset"}, func(t *testing.T, b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) }},
	{"BOM", "", []string{"bytes", "offset"}, func(t *testing.T, b []byte) []byte { return append([]byte("\xef\xbb\xbf"), b...) }},
	{"UTF-16 LE", "", []string{"bytes", "offset"}, func(t *testing.T, b []byte) []byte { return utf16Bytes(b, false) }},
	{"UTF-16 BE", "", []string{"bytes", "offset"}, func(t *testing.T, b []byte) []byte { return utf16Bytes(b, true) }},
}

func utf16Bytes(b []byte, big bool) []byte {
	var out []byte
	for _, u := range append([]uint16{0xFEFF}, utf16.Encode([]rune(string(b)))...) {
		if big {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return out
}

// Nor how it is stored, but for sizes and offsets.
func TestInvariantUnderPacking(t *testing.T) {
	x := newIncident()
	plain := plainReport(t, x)
	for _, p := range packings {
		t.Run(p.name, func(t *testing.T) {
			dir := writeTree(t, map[string][]byte{"prefill.log" + p.ext: p.pack(t, joined(x.prefill)), "decode.log" + p.ext: p.pack(t, joined(x.decode)), "prefill.prom": []byte(x.scrapes)})
			for _, block := range []string{"64", "524288"} {
				got := reportJSON(t, dir, exitOK, append(sourceArgs(dir, "prefill.log"+p.ext, "decode.log"+p.ext), "--block", block)...)
				if p.ext != "" {
					got = bytes.ReplaceAll(got, []byte(".log"+p.ext), []byte(".log"))
				}
				if len(p.drop) == 0 {
					if !bytes.Equal(got, plain) {
						t.Errorf("blocks of %s: %s", block, firstDifference(string(plain), string(got)))
					}
					continue
				}
				if a, b := pruned(t, plain, append(p.drop, "notes")...), pruned(t, got, append(p.drop, "notes")...); a != b {
					t.Errorf("blocks of %s: %s", block, firstDifference(a, b))
				}
			}
		})
	}
}

// Nor whether one file holds it or the three of a rotation, but for where lines stand.
func TestInvariantUnderRotation(t *testing.T) {
	x := newIncident()
	where := []string{"sources", "source", "line", "offset", "nearest"}
	want := pruned(t, plainReport(t, x), where...)
	for _, cut := range [][2]int{{1, 2}, {40, 90}, {60, 161}, {100, 150}, {len(x.prefill) - 2, len(x.prefill) - 1}} {
		files := map[string][]byte{"decode.log": joined(x.decode), "prefill.prom": []byte(x.scrapes),
			"logs/prefill.log.2": joined(x.prefill[:cut[0]]), "logs/prefill.log.1": joined(x.prefill[cut[0]:cut[1]]), "logs/prefill.log": joined(x.prefill[cut[1]:])}
		dir := writeTree(t, files)
		doc := bytes.ReplaceAll(reportJSON(t, dir, exitOK, sourceArgs(dir, "logs", "decode.log")...), []byte("logs/prefill.log"), []byte("prefill.log")) // remedies name it
		got := pruned(t, doc, where...)
		if got != want {
			t.Errorf("cut at %v: %s", cut, firstDifference(want, got))
		}
	}
}
