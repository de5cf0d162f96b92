package emit

import (
	"fmt"
	"strconv"
	"strings"

	"roomline/cmd/pdlab/model"
)

// exposition writes one scrape in the Prometheus text format.
type exposition struct {
	strings.Builder
	era  Era
	dp   int
	role model.Role
}

func (b *Bundle) expose(s model.Snapshot) string {
	x := &exposition{era: b.opt.Era, dp: b.opt.DP, role: s.Proc.Role}
	x.schedulers(s.Groups)
	x.tokenizer(s.Tokenizer)
	x.family("process_start_time_seconds", "gauge", "Start time of the process since unix epoch in seconds.")
	x.sample("process_start_time_seconds", "", float64(b.Time(s.Started).UnixMilli())/1000)
	return x.String()
}

func (x *exposition) family(name, kind, help string) {
	fmt.Fprintf(x, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

func (x *exposition) sample(name, labels string, v float64) {
	if labels != "" {
		labels = "{" + labels + "}"
	}
	fmt.Fprintf(x, "%s%s %s\n", name, labels, number(v))
}

// number prints as Python's client does: 1.0, not 1.
func number(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// labels are those of a scheduler's reporting rank, sorted: le and mode come before model_name.
func (x *exposition) labels(g model.GroupMetrics, more string) string {
	dp := ""
	if x.dp > 1 {
		dp = fmt.Sprintf("dp_rank=\"%d\",", g.DP)
	}
	return fmt.Sprintf("%sengine_type=\"%s\",%smodel_name=\"dsv4-flash\",moe_ep_rank=\"0\",pp_rank=\"%d\",tp_rank=\"%d\"", dp, x.role, more, g.Stage, g.Rank)
}

// gauge is one family of scheduler gauges.
type gauge struct {
	name, help string
	value      func(model.GroupMetrics) float64
}

var gauges = []gauge{
	{"num_running_reqs", "The number of running requests.", func(g model.GroupMetrics) float64 { return float64(g.Gauges.Running) }},
	{"num_queue_reqs", "The number of requests in the waiting queue.", func(g model.GroupMetrics) float64 { return float64(g.Gauges.Queue) }},
	{"", "The number of requests in the prefill bootstrap queue.", func(g model.GroupMetrics) float64 { return float64(g.Gauges.Bootstrap) }},
	{"num_prefill_inflight_queue_reqs", "The number of requests in the prefill inflight queue.", func(g model.GroupMetrics) float64 { return float64(g.Gauges.Inflight) }},
	{"num_decode_prealloc_queue_reqs", "The number of requests in the decode prealloc queue.", func(g model.GroupMetrics) float64 { return float64(g.Gauges.Prealloc) }},
	{"num_decode_transfer_queue_reqs", "The number of requests in the decode transfer queue.", func(g model.GroupMetrics) float64 { return float64(g.Gauges.Transfer) }},
	{"token_usage", "The token usage.", func(g model.GroupMetrics) float64 { return float64(int(g.Gauges.Usage*100+0.5)) / 100 }},
	{"gen_throughput", "The generation throughput (token/s).", func(g model.GroupMetrics) float64 { return float64(int(g.Gauges.Throughput*1000)) / 1000 }},
}

func (x *exposition) schedulers(groups []model.GroupMetrics) {
	for _, f := range gauges {
		name := "sglang:" + f.name
		if f.name == "" {
			name = "sglang:" + x.era.bootstrapGauge
		}
		x.family(name, "gauge", f.help)
		for _, g := range groups {
			v := f.value(g)
			if f.name == "gen_throughput" && x.role == model.PrefillRole {
				v = 0
			}
			x.sample(name, x.labels(g, ""), v)
		}
	}
	x.realtime(groups)
	x.failures("num_bootstrap_failed_reqs_total", "The number of bootstrap failed requests.", groups, func(g model.GroupMetrics) int { return g.Counters.BootstrapFailed })
	x.failures("num_transfer_failed_reqs_total", "The number of transfer failed requests.", groups, func(g model.GroupMetrics) int { return g.Counters.TransferFailed })
	x.failures("num_retracted_requests_total", "Total number of retracted requests.", groups, func(g model.GroupMetrics) int { return g.Retractions })
	x.transfers(groups)
}

func (x *exposition) realtime(groups []model.GroupMetrics) {
	const name = "sglang:realtime_tokens_total"
	x.family(name, "counter", "Total number of tokens processed (updated on each log interval).")
	for _, g := range groups {
		modes := []struct {
			mode string
			n    int
		}{{"prefill_compute", g.Counters.Prefilled}, {"prefill_cache", g.Counters.Cached}, {"decode", g.Counters.Decoded}}
		for _, m := range modes {
			if (m.mode == "decode") == (x.role == model.DecodeRole) {
				x.sample(name, x.labels(g, "mode=\""+m.mode+"\","), float64(m.n))
			}
		}
	}
}

// failures exist only for ranks that ever failed.
func (x *exposition) failures(name, help string, groups []model.GroupMetrics, count func(model.GroupMetrics) int) {
	headed := false
	for _, g := range groups {
		if count(g) == 0 {
			continue
		}
		if !headed {
			headed = true
			x.family("sglang:"+name, "counter", help)
		}
		x.sample("sglang:"+name, x.labels(g, ""), float64(count(g)))
	}
}

// transfers are observed by prefill alone, when a room leaves its in-flight queue with Success.
func (x *exposition) transfers(groups []model.GroupMetrics) {
	if x.role != model.PrefillRole {
		return
	}
	const name = "sglang:kv_transfer_latency_ms"
	if !x.era.histograms {
		x.family(name, "gauge", "The KV cache transfer latency in ms.")
		for _, g := range groups {
			x.sample(name, x.labels(g, ""), float64(int(g.LastMS*100))/100)
		}
		return
	}
	x.family(name, "histogram", "Histogram of KV cache transfer latency in ms.")
	for _, g := range groups {
		x.histogram(name, g.Transfer, func(le string) string { return x.labels(g, le) })
	}
}

// histogram writes _sum before the buckets, as the real exposition does.
func (x *exposition) histogram(name string, h model.Histogram, labels func(le string) string) {
	x.sample(name+"_sum", labels(""), float64(int(h.Sum*1000))/1000)
	for i, n := range h.Counts {
		le := "+Inf"
		if i < len(h.Bounds) {
			le = number(h.Bounds[i])
		}
		x.sample(name+"_bucket", labels("le=\""+le+"\","), float64(n))
	}
	x.sample(name+"_count", labels(""), float64(h.Count()))
}

func (x *exposition) tokenizer(t model.Tokenizer) {
	labels := func(le string) string {
		streaming := ""
		if x.era.streamingLabel {
			streaming = "is_streaming=\"true\","
		}
		return fmt.Sprintf("engine_type=\"%s\",%s%smodel_name=\"dsv4-flash\"", x.role, streaming, le)
	}
	counters := []struct {
		name, help string
		n          int
	}{
		{"num_requests_total", "Number of requests processed.", t.Requests},
		{"num_aborted_requests_total", "Number of requests aborted.", t.Aborted},
		{"prompt_tokens_total", "Number of prefill tokens processed.", t.PromptTokens},
		{"generation_tokens_total", "Number of generation tokens processed.", t.GeneratedTokens},
	}
	for _, c := range counters {
		x.family("sglang:"+c.name, "counter", c.help)
		x.sample("sglang:"+c.name, labels(""), float64(c.n))
	}
	if x.role == model.DecodeRole {
		x.family("sglang:time_to_first_token_seconds", "histogram", "Histogram of time to first token in seconds.")
		x.histogram("sglang:time_to_first_token_seconds", t.TTFT, labels)
	}
	if x.era.httpActive {
		x.family("sglang:http_requests_active", "gauge", "Number of currently active HTTP requests.")
		x.sample("sglang:http_requests_active", "endpoint=\"/v1/chat/completions\",method=\"POST\"", float64(t.Active))
	}
}
