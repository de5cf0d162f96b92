//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const smallPack = "apiVersion: rules/v1\npack: {name: small, version: 1.0.0}\nrules: [{id: small, severity: info, when: {log: {all: [aaaaa]}}}]\n"

// Paths that are no packs, and some that would never end, are refused at once, each with what to do;
// the shipped pack is still there.
func TestHostilePackPaths(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	link := func(to, name string) {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, fifo := range []string{"fifo", "piped/part.yaml"} {
		if err := os.MkdirAll(filepath.Dir(at(fifo)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(at(fifo), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(t, at("piped/pack.yaml"), smallPack)
	link("loop", "loop")
	write(t, at("looped/pack.yaml"), smallPack)
	link("part.yaml", "looped/part.yaml")
	write(t, at("yml/pack.yaml"), smallPack)
	write(t, at("yml/rules.yml"), "rules: []\n")
	write(t, at("empty/README.md"), "no pack")
	write(t, at("big.yaml"), smallPack+strings.Repeat("# comment\n", 300_000))
	write(t, at("endless/pack.yaml"), smallPack)
	link("/dev/zero", "endless/part.yaml")
	write(t, at("locked/pack.yaml"), "apiVersion: rules/v1\npack: {name: l, version: 1.0.0}\nuses: [../small.yaml]\n")
	write(t, at("small.yaml"), smallPack)
	link("/dev/zero", "locked/rules.lock")
	write(t, at("many/pack.yaml"), smallPack)
	for i := range 300 {
		write(t, at("many/p"+strings.Repeat("x", i%7)+string(rune('a'+i%26))+string(rune('a'+i/26))+".yaml"), "rules: []\n")
	}
	write(t, at("log.txt"), "[2026-03-02 10:00:00 TP0] begin\n")
	for path, want := range map[string]string{
		"fifo": "it is a pipe, a device or a folder", "piped": "part.yaml: it is a pipe", "/dev/zero": "it is a pipe, a device", "loop": "too many levels of symbolic links",
		"looped": "part.yaml: too many levels", "yml": "rules.yml would not be read: the files of a pack end in .yaml; rename it", "empty": "give a pack's file, or a folder that holds pack.yaml",
		"big.yaml": "it is over the limit of 2097152 bytes", "endless": "part.yaml: it is a pipe, a device", "locked": "rules.lock: it is a pipe, a device",
		"many": "holds more than 256 files", "nowhere": "no such file or directory; give a pack's file",
	} {
		if !filepath.IsAbs(path) {
			path = at(path)
		}
		began := time.Now()
		code, out, stderr := call(context.Background(), "report", "--rules", path, at("log.txt"))
		if code != exitPartial || !strings.Contains(stderr, want) || !strings.Contains(out, "did not run") {
			t.Errorf("%s: exit %d, want %q of %.300s", path, code, want, stderr)
		}
		if time.Since(began) > time.Minute {
			t.Errorf("%s: it took %v", path, time.Since(began))
		}
	}
}

// Links within a folder of packs lead to the same pack: uses that go through them neither load it
// twice nor go on for ever.
func TestPackLinks(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write(t, at("lib/small.yaml"), smallPack)
	if err := os.Symlink(".", at("lib/again")); err != nil {
		t.Fatal(err)
	}
	write(t, at("a.yaml"), "apiVersion: rules/v1\npack: {name: a, version: 1.0.0}\nuses: [lib/small.yaml, lib/again/again/small.yaml]\n")
	write(t, at("round.yaml"), "apiVersion: rules/v1\npack: {name: r, version: 1.0.0}\nuses: [lib/again/../../round.yaml]\n")
	write(t, at("log.txt"), "[2026-03-02 10:00:00 TP0] begin\n")
	if code, _, stderr := call(context.Background(), "rules", "lock", at("a.yaml")); code != exitOK {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	if code, _, stderr := call(context.Background(), "report", "--no-builtin-rules", "--rules", at("a.yaml"), at("log.txt")); code != exitOK {
		t.Errorf("exit %d: %s", code, stderr)
	}
	if code, out, _ := call(context.Background(), "rules", "lint", at("round.yaml")); code != exitFailOn || !strings.Contains(out, "uses go round in a circle") {
		t.Errorf("exit %d: %s", code, out)
	}
}
