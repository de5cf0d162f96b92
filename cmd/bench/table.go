package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strings"
)

// print writes the machine, the table, and what each command took.
func (b *bench) print(w io.Writer, before string) {
	fmt.Fprintf(w, "%s; %d cores, %s; Linux %s; %s; load %s before, %s after\n", field("/proc/cpuinfo", "model name"), runtime.NumCPU(), ram(), text("/proc/sys/kernel/osrelease"), runtime.Version(), before, load())
	fmt.Fprintf(w, "%s; logs of %s and %s MiB; medians of %d interleaved rounds, page cache warm\n\n", strings.Join(b.versions, "; "), mib(b.prefill.size), mib(b.decode.size), b.rounds)
	fmt.Fprintln(w, "| measure | value | must | aim | met |\n|---|--:|--:|--:|---|")
	for _, r := range append(b.rows(), b.checks...) {
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", r.what, r.shown(), r.limit(r.must), r.limit(r.aim), r.met())
	}
	fmt.Fprintln(w, "\n| command | wall s | least | most | cpu s | GB/s | peak MiB |\n|---|--:|--:|--:|--:|--:|--:|")
	for _, name := range b.order {
		b.command(w, name)
	}
}

// limit is a target as the table has it.
func (r *row) limit(x float64) string {
	sign := "≤"
	if r.atLeast {
		sign = "≥"
	}
	if r.free {
		return ""
	}
	return fmt.Sprintf("%s %g%s", sign, x, r.unit)
}

func (b *bench) command(w io.Writer, name string) {
	wall, ok := b.median(name, wallOf)
	if !ok {
		fmt.Fprintf(w, "| %s | failed | | | | | |\n", name)
		return
	}
	r := b.results[name]
	cpu, _ := b.median(name, cpuOf)
	rss, _ := b.median(name, rssOf)
	least, most := math.Inf(1), 0.0
	for _, s := range r.samples {
		least, most = min(least, wallOf(s)), max(most, wallOf(s))
	}
	rate := ""
	if r.bytes > 0 {
		rate = fmt.Sprintf("%.2f", float64(r.bytes)/wall/1e9)
	}
	fmt.Fprintf(w, "| %s | %.3f | %.3f | %.3f | %.3f | %s | %.0f |\n", name, wall, least, most, cpu, rate, rss)
}

func mib(bytes int64) string { return fmt.Sprint(bytes >> 20) }

// load is the load average of the last minute.
func load() string { return strings.SplitN(text("/proc/loadavg")+" ", " ", 2)[0] }

func text(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(b))
}

// field is the value of the first line with a key.
func field(path, key string) string {
	for line := range strings.Lines(text(path)) {
		if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return "unknown"
}

// ram is how much memory there is.
func ram() string {
	var kib int64
	if _, err := fmt.Sscan(field("/proc/meminfo", "MemTotal"), &kib); err != nil {
		return "unknown RAM"
	}
	return fmt.Sprintf("%d GiB", (kib+1<<19)>>20)
}
