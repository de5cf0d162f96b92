package rules

import (
	"strings"
	"testing"

	"roomline/rules/mql"
	"roomline/timeline"
)

// TestAbsentSeries: the metrics are off only where none of the engine is shown; else the names are that are like it.
func TestAbsentSeries(t *testing.T) {
	for _, x := range []struct {
		series, have string
		want, not    string
	}{
		{"sglang:num_queue_reqs", "python_info process_start_time_seconds", "start it with --enable-metrics", "macros"},
		{"sglang:num_queue_reqs", "python_info vllm:num_requests_waiting", "but those of vllm: it is another engine", "--enable-metrics"},
		{"vllm:num_requests_waiting", "python_info", "nor any other vllm series: start it with its metrics enabled", "--enable-metrics"},
		{"sglang:num_prefill_bootstrap_queue_reqs\nsglang:bootstrap_queue", "sglang:num_prefill_bootstrap_queue_req sglang:num_running_reqs", "is it sglang:num_prefill_bootstrap_queue_req here?", "--enable-metrics"},
		{"sglang:kv_transfer_latency_ms_count", "sglang:kv_transfer_latency_seconds_count sglang:token_usage", "is it sglang:kv_transfer_latency_seconds_count here?", "token_usage"},
		{"sglang:spec_accept_length", "sglang:token_usage sglang:num_running_reqs", "this build or setup has no such series", "is it"},
		{`=~"sglang[:_]num_(a|b)_reqs"`, "sglang:num_b_reqs", "shows series like sglang[:_]num_(a|b)_reqs with the labels that the rule asks for, though it shows sglang:num_b_reqs with others", "--enable-metrics"},
		{`=~"sglang[:_]num_(a|b)_reqs"`, "python_info", "nor any other sglang series: start it with --enable-metrics", "labels"},
		{"", "sglang:token_usage", "shows such a series", "--enable-metrics"},
		{"roomline_log:running_req", "", "no line of s gives roomline_log:running_req", "scrape"},
	} {
		got := absentSeries(Missing{Reason: SeriesAbsent, Source: "s", Series: x.series}, strings.Fields(x.have))
		if !strings.Contains(got, x.want) || strings.Contains(got, x.not) {
			t.Errorf("%s among %s: %s", x.series, x.have, got)
		}
	}
}

// TestSeriesOn: a target is asked for the names of its kind, and the signal keeps those of the other.
func TestSeriesOn(t *testing.T) {
	e, err := mql.Parse("sglang:num_queue_reqs or roomline_log:queue_req", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &Signal{Expr: e}
	for range 2 {
		for logged, want := range map[bool]string{false: "sglang:num_queue_reqs", true: "roomline_log:queue_req"} {
			if got := s.seriesOn(&timeline.Target{Logged: logged}); got != want {
				t.Errorf("logged %v: %q, want %q", logged, got, want)
			}
		}
	}
	if scraped, logged := s.kinds(); !scraped || !logged {
		t.Errorf("it speaks of scraped series: %v, of logged ones: %v", scraped, logged)
	}
}
