package emit

import (
	"fmt"
	"time"
)

// Era is how the builds of one time spell their lines and metrics.
type Era struct {
	Name  string
	Epoch time.Time

	separator           string // behind "Prefill batch" and "Decode batch"
	bootstrap, inflight string // field names of the prefill batch line
	pendingToken        bool
	optimistic          bool
	graph               bool // graph and throughput are printed
	decodeQueues        bool // #prealloc-req and #transfer-req are printed
	bootstrapGauge      string
	histograms          bool // kv_transfer_latency_ms is one, not a gauge
	streamingLabel      bool
	httpActive          bool
	quietPropagation    bool // what decode only heard from another rank is DEBUG
	stats               int  // form of ReqTimeStats
	health              string
	gateway             string // prefix of the router's targets
}

var eras = []Era{
	{
		Name: "2025", Epoch: time.Date(2025, 6, 26, 2, 0, 0, 0, time.UTC), separator: ".",
		bootstrap: "#unbootstrapped-req", inflight: "#transferring-req",
		bootstrapGauge: "num_prefill_prealloc_queue_reqs", stats: 1, health: "/health_generate", gateway: "sglang_router_rs",
	},
	{
		Name: "2026-spring", Epoch: time.Date(2026, 4, 15, 9, 0, 0, 0, time.UTC), separator: ",",
		bootstrap: "#prealloc-req", inflight: "#inflight-req", graph: true, decodeQueues: true,
		bootstrapGauge: "num_prefill_prealloc_queue_reqs", histograms: true, stats: 2, health: "/health", gateway: "sgl_model_gateway",
	},
	{
		Name: "2026-mid", Epoch: time.Date(2026, 7, 8, 14, 0, 0, 0, time.UTC), separator: ",",
		bootstrap: "#bootstrap-req", inflight: "#inflight-req", pendingToken: true, graph: true, decodeQueues: true,
		bootstrapGauge: "num_prefill_bootstrap_queue_reqs", histograms: true, streamingLabel: true, httpActive: true,
		quietPropagation: true, stats: 2, health: "/health", gateway: "smg",
	},
	{
		Name: "2026-late", Epoch: time.Date(2026, 9, 24, 1, 0, 0, 0, time.UTC), separator: ",",
		bootstrap: "#bootstrap-req", inflight: "#inflight-req", pendingToken: true, optimistic: true, graph: true, decodeQueues: true,
		bootstrapGauge: "num_prefill_bootstrap_queue_reqs", histograms: true, streamingLabel: true, httpActive: true,
		quietPropagation: true, stats: 3, health: "/health", gateway: "smg",
	},
}

// FindEra gives the era of that name.
func FindEra(name string) (Era, error) {
	known := ""
	for _, e := range eras {
		if e.Name == name {
			return e, nil
		}
		known += " " + e.Name
	}
	return Era{}, fmt.Errorf("unknown era %q; known:%s", name, known)
}

// Histograms says whether finished transfers are counted, or only the last one is shown.
func (e Era) Histograms() bool { return e.histograms }
