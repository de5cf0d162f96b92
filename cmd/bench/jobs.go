package main

import (
	"path/filepath"
	"strings"
)

// job is a command that is measured.
type job struct {
	name  string
	bytes int64 // of log, uncompressed; 0 where that says nothing
	argv  []string
	once  bool // too long for every round; only its memory is asked for
	debug bool // what it says on stderr is kept
}

// Names of the jobs, which the rows of the table ask for.
const (
	rgOne, rgPair           = "rg", "rg, pair"
	mainJob, pairJob        = "roomline", "roomline, pair"
	gaugesJob, portableJob  = "roomline, all gauges", "roomline, portable"
	shippedJob, shippedPair = "roomline, shipped packs", "roomline, shipped packs, pair"
	tenJob, secondJob       = "roomline, ten files", "roomline, pair again"
	rules50, rules400       = "roomline, 50 literals", "roomline, 400 literals"
	creJob, creFifty        = "roomline, 361 CRE rules, 10 MiB", "roomline, 50 literals, 10 MiB"
	gzOurs, gzAlone         = "roomline, .gz", "gzip decoder alone"
	zstOurs, zstAlone       = "roomline, .zst", "zstd decoder alone"
	startJob, lnavJob       = "roomline, samples/nixl-wedge", "lnav"
	allocsOne, allocsPair   = "roomline, allocations", "roomline, allocations of the pair"
)

// jobs are all that can be run here. What is divided by each other stands side by side.
func (b *bench) jobs() []job {
	one, pair := b.decode.size, b.decode.size+b.prefill.size
	ours := func(rules string, rest ...string) []string {
		return append(b.report("--no-builtin-rules", "--rules", rules), rest...)
	}
	logs := []string{b.prefill.path, b.decode.path}
	jobs := []job{
		{name: rgOne, bytes: one, argv: []string{b.rg, "-c", "-f", b.rgPatterns, b.decode.path}},
		{name: mainJob, bytes: one, argv: ours(b.pack50, b.decode.path)},
		{name: gaugesJob, bytes: one, argv: ours(b.pack50, "--all-numbers", b.decode.path)},
		{name: portableJob, bytes: one, argv: append([]string{b.purego}, ours(b.pack50, b.decode.path)[1:]...)},
		{name: rgPair, bytes: pair, argv: append([]string{b.rg, "-c", "-f", b.rgPatterns}, logs...)},
		{name: pairJob, bytes: pair, argv: ours(b.pack50, logs...)},
		{name: rules50, bytes: one, argv: ours(b.pack50one, b.decode.path)},
		{name: rules400, bytes: one, argv: ours(b.pack400, b.decode.path)},
		{name: creFifty, bytes: b.small.size, argv: ours(b.pack50one, b.small.path)},
		{name: creJob, bytes: b.small.size, argv: ours(b.packCRE, b.small.path)},
		{name: shippedJob, bytes: one, argv: b.report(b.decode.path)},
		{name: shippedPair, bytes: pair, argv: b.report(logs...)},
		{name: gzAlone, bytes: one, argv: []string{b.codec, "unpack", "gzip", b.gz}},
		{name: gzOurs, bytes: one, argv: ours(b.pack50, b.gz)},
		{name: zstAlone, bytes: one, argv: []string{b.codec, "unpack", "zstd", b.zst}},
		{name: zstOurs, bytes: one, argv: ours(b.pack50, b.zst)},
		{name: startJob, argv: b.report(filepath.Join(b.root, "samples", "nixl-wedge"))},
		{name: tenJob, bytes: 5 * pair, argv: ours(b.pack50, b.ten...), once: true},
		{name: allocsOne, bytes: one, argv: ours(b.pack50, "--debug", b.decode.path), once: true, debug: true},
		{name: allocsPair, bytes: pair, argv: append(ours(b.pack50, "--debug"), logs...), once: true, debug: true},
	}
	if b.flags[noCache] {
		again := append([]string{b.roomline, "report", "--no-builtin-rules", "--rules", b.pack50}, logs...)
		jobs = append(jobs, job{name: secondJob, bytes: pair, argv: again})
	}
	if b.lnav != "" {
		jobs = append(jobs, job{name: lnavJob, bytes: one, argv: []string{b.lnav, "-n", "-q", "-c", ":goto 0", b.decode.path}})
	}
	return b.chosen(jobs)
}

const noCache = "--no-cache"

// report is a command line of the tool that reads all anew.
func (b *bench) report(args ...string) []string {
	argv := []string{b.roomline, "report"}
	if b.flags[noCache] {
		argv = append(argv, noCache)
	}
	return append(argv, args...)
}

// chosen are the jobs that -only asks for. Nearly all is divided by ripgrep, so that always runs.
func (b *bench) chosen(jobs []job) []job {
	if b.only == "" {
		return jobs
	}
	var out []job
	for _, j := range jobs {
		wanted := j.name == rgOne
		for _, word := range strings.Split(b.only, ",") {
			wanted = wanted || strings.Contains(j.name, word)
		}
		if wanted {
			out = append(out, j)
		}
	}
	return out
}
