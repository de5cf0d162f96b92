package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The committed samples are what the commands in their README.md write today.
func TestSamplesAreCurrent(t *testing.T) {
	readmes, err := filepath.Glob("../../samples/*/README.md")
	if err != nil || len(readmes) == 0 {
		t.Fatal("no samples: ", err)
	}
	command := regexp.MustCompile(`(?m)^ +go run \./cmd/pdlab write (.*) samples/\S+$`)
	for _, readme := range readmes {
		text, err := os.ReadFile(readme)
		if err != nil {
			t.Fatal(err)
		}
		args := command.FindSubmatch(text)
		if args == nil {
			continue // not the lab's
		}
		for name, want := range produced(t, strings.Fields(string(args[1]))...).files {
			got, err := os.ReadFile(filepath.Join(filepath.Dir(readme), filepath.FromSlash(name)))
			if err != nil || string(got) != want {
				t.Errorf("%s: %s is not what the command writes (%v)", readme, name, err)
			}
		}
	}
}
