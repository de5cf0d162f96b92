package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The yardsticks. Debian's ripgrep 13 is four times slower on many patterns: to be faster than that
// proves nothing.
const (
	rgPackage = "@vscode/ripgrep-linux-x64@1.18.0"
	rgIn      = "node_modules/@vscode/ripgrep-linux-x64/bin/rg"
	rgWanted  = "ripgrep 15."
)

// tools finds the yardsticks. Without ripgrep there is no table; without lnav a row is missing.
func (b *bench) tools() error {
	if b.rg == "" {
		b.rg = filepath.Join(b.data, rgIn)
		if _, err := os.Stat(b.rg); err != nil {
			b.say("fetching %s", rgPackage)
			if _, err := output("npm", "install", "--no-audit", "--no-fund", "--prefix", b.data, rgPackage); err != nil {
				return fmt.Errorf("cannot fetch ripgrep 15 (%w): get it with `npm install %s`, or from its releases, and give it with -rg", err, rgPackage)
			}
		}
	}
	version, err := output(b.rg, "--version")
	if err != nil {
		return fmt.Errorf("ripgrep does not run: %w; give ripgrep 15 with -rg", err)
	}
	if !strings.HasPrefix(version, rgWanted) {
		return fmt.Errorf("%s is %s, and the targets are set against ripgrep 15: get it with `npm install %s`", b.rg, firstLine(version), rgPackage)
	}
	b.versions = append(b.versions, firstLine(version))
	b.findLnav()
	return nil
}

func (b *bench) findLnav() {
	at, err := exec.LookPath(b.lnav)
	if err != nil {
		b.say("lnav is not there (%v): its row is left out; `apt-get install lnav` gets it", err)
		b.lnav = ""
		return
	}
	b.lnav = at
	if version, err := output(at, "-V"); err == nil {
		b.versions = append(b.versions, firstLine(version))
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
