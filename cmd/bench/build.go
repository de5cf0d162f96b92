package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// build builds what is measured, and what helps to measure.
func (b *bench) build() error {
	mod, err := output("go", "env", "GOMOD")
	if err != nil || mod == "" || mod == "/dev/null" {
		return fmt.Errorf("this is no checkout of Roomline: run `go run ./cmd/bench` in its folder (%v)", err)
	}
	b.root = filepath.Dir(mod)
	for _, x := range []struct {
		to      *string
		name    string
		tags    string
		command string
	}{
		{&b.roomline, "roomline", "", "./cmd/roomline"}, {&b.purego, "roomline-purego", "purego", "./cmd/roomline"},
		{&b.counter, "count", "", "./cmd/bench/count"}, {&b.codec, "codec", "", "./cmd/bench/codec"},
	} {
		*x.to = filepath.Join(b.work, x.name)
		b.say("building %s", x.name)
		cmd := exec.Command("go", "build", "-buildvcs=false", "-tags", x.tags, "-o", *x.to, x.command)
		cmd.Dir = b.root
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("cannot build %s: %w\n%s", x.name, err, text)
		}
	}
	return b.askFlags()
}

// askFlags finds out which flags the tool knows: one without a cache needs not be told to leave it.
func (b *bench) askFlags() error {
	help, err := output(b.roomline, "report", "--help")
	if err != nil {
		return fmt.Errorf("cannot run what was built: %w", err)
	}
	b.flags = map[string]bool{}
	for _, word := range strings.Fields(help) {
		if strings.HasPrefix(word, "--") {
			b.flags[strings.Trim(word, ",")] = true
		}
	}
	return nil
}

// output is what a command writes, without the last line's end.
func output(name string, args ...string) (string, error) {
	var errors bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stderr = &errors
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w %s", name, err, strings.TrimSpace(errors.String()))
	}
	return strings.TrimRight(string(text), "\n"), nil
}
