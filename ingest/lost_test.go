package ingest

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzNothingIsLost: every line of a clean log is counted, and all of its text that is not blank
// stands in exactly one record, whatever the lines are.
func FuzzNothingIsLost(f *testing.F) {
	for seed := range uint64(3) {
		f.Add([]byte(strings.Join(compose(rand.New(rand.NewPCG(seed, 3)), 60), "\n")), 300)
	}
	f.Add([]byte("no header\n[2026-05-12 03:14:02] x\n\nab[2026-05-12 03:14:03] y[2026-05-12 03:14:04]\n  z"), 64)
	f.Fuzz(func(t *testing.T, content []byte, block int) {
		content = clean(content)
		if len(content) == 0 || len(content) > 32<<10 {
			return
		}
		log := filepath.Join(t.TempDir(), "a.log")
		if err := os.WriteFile(log, content, 0o644); err != nil {
			t.Fatal(err)
		}
		facts, texts, err := scanUnpacked(context.Background(), []Input{{Path: log, Kind: "log"}}, Options{Matcher: everything{}, Block: 64 + block&1023, MaxHits: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		defer texts.Close()
		if facts.Sources[0].Wrapper != "" || facts.Sources[0].Error != "" || facts.Sources[0].Kind != "log" {
			return // taken for something else
		}
		want := int64(bytes.Count(content, newline))
		if content[len(content)-1] != '\n' {
			want++
		}
		if got := facts.Sources[0].Lines; got != want {
			t.Errorf("%d lines, want %d", got, want)
		}
		var got strings.Builder
		for _, h := range facts.Streams[0].Hits {
			got.WriteString(h.Caps[0])
		}
		if a, b := squeeze(string(content)), squeeze(got.String()); a != b {
			t.Errorf("records hold\n%q\nof\n%q", b, a)
		}
	})
}

// clean takes out what is no clean text, and suppression markers, which are no records.
func clean(b []byte) []byte {
	b = bytes.ToValidUTF8(b, nil)
	b = bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0xfeff || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x3000 {
			return -1
		}
		return r
	}, b)
	var out []byte
	for l := range bytes.Lines(b) {
		if !bytes.Contains(bytes.ToLower(l), []byte("message")) && !bytes.Contains(bytes.ToLower(l), []byte("repeated")) && !bytes.Contains(bytes.ToLower(l), []byte("suppress")) {
			out = append(out, l...)
		}
	}
	return out
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }
