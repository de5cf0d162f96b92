package emit

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"roomline/cmd/pdlab/model"
)

var header = regexp.MustCompile(`^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:[.,](\d{3}))?((?: (?:DP|PP|ATTN_CP|MOE_DP|TP|EP)\d+)*)\] (.*)$`)

func bundle(era string, change func(*Options)) *Bundle {
	e, err := FindEra(era)
	if err != nil {
		panic(err)
	}
	opt := Options{Era: e, Ranks: 4, DP: 2, Zone: time.UTC, ScrapeForm: "folder", ScrapeEvery: 5 * time.Second, Duration: time.Minute}
	if change != nil {
		change(&opt)
	}
	return New(opt)
}

func TestBatchLinesByEra(t *testing.T) {
	const number = `[\d.]+`
	cases := []struct{ era, prefill, decode string }{
		{"2025", `Prefill batch\. #new-seq: 1, #new-token: 611, #cached-token: 64, token usage: 0\.08, #running-req: 0, #unbootstrapped-req: 2, #queue-req: 3, #transferring-req: 4, `,
			`Decode batch\. #running-req: 22, #token: 41000, token usage: 0\.31, pre-allocated usage: 0\.04, #retracted-req: 0, cuda graph: True, gen throughput \(token/s\): 541\.03, #queue-req: 0`},
		{"2026-spring", `Prefill batch, #new-seq: 1, .*#queue-req: 3, #prealloc-req: 2, #inflight-req: 4, cuda graph: False, input throughput \(token/s\): ` + number,
			`Decode batch, #running-req: 22, .*#prealloc-req: 1, #transfer-req: 7, #retracted-req: 0, .*`},
		{"2026-mid", `Prefill batch, .*#queue-req: 3, #pending-token: 900, #bootstrap-req: 2, #inflight-req: 4, cuda graph: False, .*`, `Decode batch, .*#transfer-req: 7, .*`},
		{"2026-late", `Prefill batch, .*#bootstrap-req: 2, #inflight-req: 4, #optimistic-req: 0, cuda graph: False, .*`, `Decode batch, .*`},
	}
	for _, c := range cases {
		b := bundle(c.era, nil)
		lines := []struct {
			rank int
			body any
			want string
		}{
			{2, model.PrefillBatch{Seqs: 1, New: 611, Cached: 64, Queue: 3, Pending: 900, Bootstrap: 2, Inflight: 4, Usage: 0.08, Throughput: 4597.531}, c.prefill},
			{0, model.DecodeBatch{Running: 22, Tokens: 41000, Prealloc: 1, Transfer: 7, Usage: 0.31, Preallocated: 0.04, Throughput: 541.03}, c.decode},
		}
		for _, l := range lines {
			got := strings.TrimSuffix(b.render(model.Record{At: 90 * time.Second, Proc: model.Proc{Role: model.PrefillRole}, Rank: l.rank, Body: l.body}), "\n")
			m := header.FindStringSubmatch(got)
			if m == nil || !regexp.MustCompile("^"+l.want+"$").MatchString(m[4]) {
				t.Errorf("%s: %q does not match %q", c.era, got, l.want)
			}
			if l.rank == 2 && m != nil && m[3] != " DP1 TP2" {
				t.Errorf("%s: rank 2 of 4 in 2 groups is tagged %q", c.era, m[3])
			}
		}
	}
}

func TestStamps(t *testing.T) {
	shanghai, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Skip("no time zones here")
	}
	b := bundle("2026-mid", func(o *Options) { o.Zone, o.Skew, o.MS = shanghai, 1500*time.Millisecond, true })
	cases := []struct {
		role model.Role
		body any
		want string
	}{
		{model.PrefillRole, model.Text("x"), "[2026-07-08 22:00:10.250] x\n"},
		{model.DecodeRole, model.Text("x"), "[2026-07-08 22:00:11.750] x\n"},
		{model.PrefillRole, model.Access{Client: "192.0.2.40:1", Method: "GET", Path: "/health", Status: 200}, "[2026-07-08 22:00:10] INFO:     192.0.2.40:1 - \"GET /health HTTP/1.1\" 200 OK\n"},
		{model.RouterRole, model.Gateway{Target: "server", File: "src/server.rs", Line: 794, Message: "hello"}, "2026-07-08 14:00:10.250  INFO smg::server: src/server.rs:794: hello\n"},
		{model.PrefillRole, model.NCCL{Rank: 3, Message: "m"}, "[rank3]:[E708 22:00:10.250000000 ProcessGroupNCCL.cpp:629] [Rank 3] m\n"},
		{model.PrefillRole, model.Glog{File: "a.cpp:1", Message: "m"}, "E0708 22:00:10.250000 203019 a.cpp:1] m\n"},
		{model.PrefillRole, model.Raw("Exception in thread "), "Exception in thread "},
	}
	for _, c := range cases {
		got := b.render(model.Record{At: 10250 * time.Millisecond, Proc: model.Proc{Role: c.role}, Rank: model.NoRank, Level: model.Info, Body: c.body})
		if got != c.want {
			t.Errorf("%T: got %q, want %q", c.body, got, c.want)
		}
	}
}

func TestWhatIsPrinted(t *testing.T) {
	told := model.Record{Proc: model.Proc{Role: model.DecodeRole}, Level: model.Error, Body: model.Failure{Stage: "Decode transfer failed", Propagated: true}}
	for era, want := range map[string]bool{"2025": true, "2026-spring": true, "2026-mid": false, "2026-late": false} {
		if got := bundle(era, nil).printed(told); got != want {
			t.Errorf("%s prints what decode only heard of: %v", era, got)
		}
	}
	b := bundle("2026-mid", nil)
	for _, body := range []any{model.Receive{}, model.Finish{}, model.Stats{}} {
		if b.printed(model.Record{Level: model.Info, Body: body}) {
			t.Errorf("%T is printed although its flag is off", body)
		}
	}
}

func TestExpositionByEra(t *testing.T) {
	groups := []model.GroupMetrics{{Gauges: model.Gauges{Bootstrap: 17, Inflight: 1}, Transfer: model.Histogram{Bounds: []float64{10}, Counts: []int{2, 3}, Sum: 40}, LastMS: 12}}
	cases := map[string][]string{
		"2025":      {"sglang:num_prefill_prealloc_queue_reqs{", "\n# TYPE sglang:kv_transfer_latency_ms gauge\n"},
		"2026-late": {`sglang:num_prefill_bootstrap_queue_reqs{engine_type="prefill",model_name="dsv4-flash",moe_ep_rank="0",pp_rank="0",tp_rank="0"} 17.0`, `sglang:kv_transfer_latency_ms_bucket{engine_type="prefill",le="+Inf",model_name="dsv4-flash",moe_ep_rank="0",pp_rank="0",tp_rank="0"} 3.0`, "sglang:http_requests_active{"},
	}
	line := regexp.MustCompile(`^[a-z_:]+(\{([a-z_]+="[^"]*",?)*\})? -?[\d.]+$`)
	for era, wants := range cases {
		b := bundle(era, func(o *Options) { o.Ranks, o.DP = 1, 1 })
		text := b.expose(model.Snapshot{Proc: model.Proc{Role: model.PrefillRole}, Groups: groups, Tokenizer: model.Tokenizer{TTFT: groups[0].Transfer, Latency: groups[0].Transfer}})
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", era, want, text)
			}
		}
		for l := range strings.Lines(text) {
			if l = strings.TrimSuffix(l, "\n"); !strings.HasPrefix(l, "# ") && !line.MatchString(l) {
				t.Errorf("%s: %q is no sample", era, l)
			}
		}
		if strings.Contains(text, "failed_reqs_total") {
			t.Errorf("%s: a failure counter is there although nothing failed", era)
		}
	}
}
