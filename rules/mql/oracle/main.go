// Command oracle runs VictoriaMetrics v1.151.0 over generated data and records what it answers, for
// the tests of rules/mql; with -bench it measures it against our evaluator. It is a module of its own
// so that nothing of the server reaches those who build or use roomline. See README.md.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	out := flag.String("o", "../testdata/oracle", "the `folder` to write recorded answers to")
	all := flag.Bool("all", false, "record every position of every grid (too much to keep)")
	measure := flag.Bool("bench", false, "measure instead of recording")
	runs := flag.Int("runs", 7, "how often each query is measured")
	flag.Parse()
	if err := run(*out, *all, *measure, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

func run(out string, all, measure bool, runs int) error {
	tmp, err := os.MkdirTemp("", "mql-oracle")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	binary, err := build(tmp)
	if err != nil {
		return err
	}
	if measure {
		return bench(binary, runs)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, irregular := range []bool{false, true} {
		if err := recordOne(binary, out, generate(irregular), grids(all)); err != nil {
			return err
		}
	}
	return nil
}

func recordOne(binary, out string, d dataset, gs []grid) error {
	s, err := start(binary)
	if err != nil {
		return err
	}
	defer s.stop()
	if err := s.load(d); err != nil {
		return err
	}
	r, err := record(s, d, gs)
	if err != nil {
		return err
	}
	return r.write(out)
}
