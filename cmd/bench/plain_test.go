package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The plain count tells lines from records, and rooms from what looks like one.
func TestPlain(t *testing.T) {
	text := "[2026-11-01 12:00:00.000 DP0 TP0] Traceback\n  RuntimeError: one\nRuntimeError: two\n\n" +
		"INFO:     10.0.0.1:4 - \"GET /health HTTP/1.1\" 200 OK\n" +
		"[2026-11-01 12:00:01.000 DP0 TP0] room 1 is none, bootstrap_room=77, again bootstrap_room=78\n" +
		"[2026-11-01 12:00:02.000 DP0 TP0] of room 77 RuntimeError RuntimeError: x"
	path := filepath.Join(t.TempDir(), "a.log")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := newPlain([]string{`RuntimeError:`, `RuntimeError: t[wx]o`, `bootstrap_room=(\d+)`, ` room (\d+)`})
	if err := p.read(path); err != nil {
		t.Fatal(err)
	}
	if p.lines != 7 || p.records != 4 {
		t.Errorf("%d lines in %d records, not 7 in 4", p.lines, p.records)
	}
	for i, want := range [][2]int64{{3, 2}, {1, 1}, {1, 1}, {2, 2}} {
		if got := [2]int64{p.patterns[i].lines, p.patterns[i].records}; got != want {
			t.Errorf("pattern %d: lines and records are %v, not %v", i, got, want)
		}
	}
	if len(p.rooms) != 2 || !p.rooms[77] || !p.rooms[1] {
		t.Errorf("rooms are %v", p.rooms)
	}
}

// A record may lie on both sides of where a file is cut for reading, and counts once.
func TestPlainAcrossChunks(t *testing.T) {
	p := newPlain([]string{"AssertionError"})
	p.chunk([]byte("[2026-11-01 12:00:00.000] AssertionError\n"))
	p.chunk([]byte("  AssertionError\n[2026-11-01 12:00:01.000] AssertionError\n"))
	if p.records != 2 || p.patterns[0].lines != 3 || p.patterns[0].records != 2 {
		t.Errorf("%d records; the pattern hits %d lines in %d records", p.records, p.patterns[0].lines, p.patterns[0].records)
	}
}
