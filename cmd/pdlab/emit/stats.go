package emit

import (
	"fmt"
	"strings"
	"time"

	"roomline/cmd/pdlab/model"
)

// Forms of ReqTimeStats: before rooms were in it, spring 2026, late 2026.
const (
	statsOld = iota + 1
	statsSpring
	statsLate
)

func (b *Bundle) statsLine(s model.Stats) string {
	var w strings.Builder
	fmt.Fprintf(&w, "ReqTimeStats(rid=%s, ", s.Rid)
	if b.opt.Era.stats != statsOld {
		fmt.Fprintf(&w, "bootstrap_room=%s, ", s.Room)
	}
	fmt.Fprintf(&w, "input_len=%d, cached_input_len=%d, output_len=%d, type=%s): ", s.Input, s.Cached, s.Output, s.Kind)
	if b.opt.Era.stats == statsLate {
		b.lateStats(&w, s)
	} else {
		springStats(&w, s)
	}
	return w.String()
}

func springStats(w *strings.Builder, s model.Stats) {
	name := "bootstrap_queue_duration"
	if s.Kind == "decode" {
		name = "prealloc_queue_duration"
	}
	fmt.Fprintf(w, "%s(%s) = bootstrap(%s) + alloc_wait(%s); ", name, ms(s.Bootstrap+s.Alloc), ms(s.Bootstrap), ms(s.Alloc))
	if s.Kind == "decode" {
		fmt.Fprintf(w, "transfer_duration=%s; ", ms(s.Transfer))
	}
	fmt.Fprintf(w, "queue_duration=%s, forward_duration=%s, start=%.3f", ms(s.Queue), ms(s.Forward), 5120+s.Entry.Seconds()) // start is a perf_counter, no epoch
	if s.Kind == "prefill" {
		fmt.Fprintf(w, ", transfer_speed=%.2fGB/s, transfer_total=%.2fMB, #retries=0", s.Speed, s.Megabytes)
	}
}

func (b *Bundle) lateStats(w *strings.Builder, s model.Stats) {
	fmt.Fprintf(w, "bootstrap_duration=%s, ", ms(s.Bootstrap))
	if s.Kind == "decode" {
		fmt.Fprintf(w, "alloc_wait_duration=%s, transfer_duration=%s, ", ms(s.Alloc), ms(s.Transfer))
	}
	fmt.Fprintf(w, "queue_duration=%s, forward_duration=%s, entry_time=%.3f", ms(s.Queue), ms(s.Forward), float64(b.Time(s.Entry).UnixMilli())/1000)
	if s.Kind == "prefill" {
		fmt.Fprintf(w, ", transfer_speed=%.2f GB/s, transfer_total=%.2f MB", s.Speed, s.Megabytes)
	}
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2fms", d.Seconds()*1000) }
