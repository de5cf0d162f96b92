// Bench measures Roomline against ripgrep and lnav, and prints one table of ratios:
//
//	go run ./cmd/bench             a GiB, nine rounds, some fifteen minutes
//	go run ./cmd/bench -quick      100 MiB, three rounds
//
// It builds the tool, writes logs if there are none, finds the yardsticks, runs all commands in
// interleaved rounds (A B C A B C ...) on a warm page cache, and divides medians. What is counted (hits
// of each pattern, records, rooms) is held against ripgrep and a plain count of its own. Times mean
// nothing by themselves: machines are noisy, so only ratios of one run are compared
// (docs/performance.md). It exits 1 if a count differs; a target that is missed is told by the table.
//
// It gives no package to others and keeps what it made in the folder of -data. Concurrency: commands
// run one after the other, and no goroutine runs beside them. Linux only: memory and the machine are read from where Linux tells them.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// config is what the command line says.
type config struct {
	data, rg, lnav string
	rounds         int
	quick          bool
	only           string
}

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(args []string, stderr io.Writer) (config, error) {
	var c config
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.StringVar(&c.data, "data", "", "folder with prefill.log and decode.log, written if absent (default: one below the folder for temporary files)")
	fs.StringVar(&c.rg, "rg", "", "ripgrep 15 (default: fetched with npm)")
	fs.StringVar(&c.lnav, "lnav", "lnav", "lnav 0.11.1")
	fs.IntVar(&c.rounds, "n", 0, "rounds (default 9, with -quick 3)")
	fs.BoolVar(&c.quick, "quick", false, "logs of 100 MiB and 3 rounds: to see whether all works, and roughly how it stands")
	fs.StringVar(&c.only, "only", "", "run only commands whose name holds one of these words, separated by commas; rg always runs")
	if err := fs.Parse(args); err != nil {
		return c, err
	}
	if c.rounds == 0 {
		c.rounds = 9
		if c.quick {
			c.rounds = 3
		}
	}
	if c.data == "" {
		c.data = filepath.Join(os.TempDir(), "roomline-bench-1g")
		if c.quick {
			c.data = filepath.Join(os.TempDir(), "roomline-bench-100m")
		}
	}
	return c, nil
}

// run does all, one step after the other; how far it is stands on stderr.
func run(args []string, stdout, stderr io.Writer) error {
	c, err := parse(args, stderr)
	if err != nil {
		return err
	}
	say := func(format string, args ...any) { fmt.Fprintf(stderr, format+"\n", args...) }
	work, err := os.MkdirTemp("", "roomline-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	b := &bench{config: c, work: work, say: say}
	for _, step := range []func() error{b.build, b.logs, b.derived, b.tools, b.packs} {
		if err := step(); err != nil {
			return err
		}
	}
	before := load()
	if err := b.measure(b.jobs()); err != nil {
		return err
	}
	b.count()
	b.goBenchmarks()
	b.print(stdout, before)
	if b.wrong > 0 {
		return fmt.Errorf("%d counts differ: see the table", b.wrong)
	}
	return nil
}

// bench is one run.
type bench struct {
	config
	work string // folder for what this run alone needs
	say  func(format string, args ...any)

	root                             string // of the module
	roomline, purego, counter, codec string // what was built
	flags                            map[string]bool
	prefill, decode                  logFile
	gz, zst                          string
	ten                              []string // --source flags
	rgPatterns, pack50, pack50one    string
	pack400                          string
	small                            logFile // ten MiB, for what starting and loading packs takes
	packCRE                          string  // of CRE rules, imported

	results  map[string]*result
	order    []string
	checks   []row
	judged   map[string]float64 // ms by benchmark
	wrong    int
	versions []string
}

// logFile is a log and its size.
type logFile struct {
	path string
	size int64
}
