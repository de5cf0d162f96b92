package emit

import (
	"fmt"
	"time"

	"roomline/cmd/pdlab/model"
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

// StatsWithRooms says whether ReqTimeStats names the room.
func (e Era) StatsWithRooms() bool { return e.stats != statsOld }

// DecodeQueues says whether decode's batch lines tell how many rooms wait for what.
func (e Era) DecodeQueues() bool { return e.decodeQueues }

// Histograms says whether finished transfers are counted, or only the last one is shown.
func (e Era) Histograms() bool { return e.histograms }

// retract spells a full pool; builds before mid 2026 do not say how many tokens were gained.
func (e Era) retract(r model.Retract) string {
	gained := ""
	if e.pendingToken {
		gained = fmt.Sprintf("#new_tokens_gained: %d, ", r.Gained)
	}
	return fmt.Sprintf("KV cache pool is full. Retract requests. #retracted_reqs: %d, %s#new_token_ratio: %.4f -> %.4f", r.Requests, gained, r.From, r.To)
}

func (e Era) lostPeer(l model.LostPeer) string {
	if e.stats == statsOld {
		return fmt.Sprintf("Losing connection with prefill instance (bootstrap_addr: %s), affected %d requests", l.Addr, l.Rooms)
	}
	return fmt.Sprintf("Lost connection with prefill instance (bootstrap_addr: %s), %d requests affected", l.Addr, l.Rooms)
}
