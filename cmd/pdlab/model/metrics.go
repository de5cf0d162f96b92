package model

import (
	"slices"
	"time"
)

// Gauges are the values that a scheduler wrote last. They are written only when a prefill batch is reported, every so many
// decode forwards, and every 30 s while fully idle; otherwise they keep what they had, which is the trap.
type Gauges struct {
	Running, Queue, Bootstrap, Inflight, Prealloc, Transfer int
	Usage, Throughput                                       float64
	UsedTokens, Retracted                                   int
}

// Counters of one scheduler group. They grow with what happens.
type Counters struct {
	Prefilled, Cached, Decoded      int // realtime tokens
	BootstrapFailed, TransferFailed int
}

// Tokenizer are the counters of the HTTP main process.
type Tokenizer struct {
	Requests, Aborted, PromptTokens, GeneratedTokens int
	Active                                           int // requests that the HTTP layer holds now
	TTFT, Latency                                    Histogram
}

// Histogram counts observations up to each bound; the last count is that of all.
type Histogram struct {
	Bounds []float64
	Counts []int
	Sum    float64
}

var (
	latencyBounds = []float64{10, 50, 200, 1000, 5000} // ms
	secondBounds  = []float64{1, 5, 20, 60, 300}       // s
)

func newHistogram(bounds []float64) Histogram {
	return Histogram{Bounds: bounds, Counts: make([]int, len(bounds)+1)}
}

// Observe adds one value.
func (h *Histogram) Observe(v float64) {
	for i, b := range h.Bounds {
		if v <= b {
			h.Counts[i]++
		}
	}
	h.Counts[len(h.Bounds)]++
	h.Sum += v
}

// Count is the number of observations.
func (h Histogram) Count() int { return h.Counts[len(h.Bounds)] }

func (h Histogram) clone() Histogram {
	h.Counts = slices.Clone(h.Counts)
	return h
}

// GroupMetrics is what the reporting rank of one scheduler group exports.
type GroupMetrics struct {
	Rank, DP    int
	Stage       int
	Retractions int
	Gauges      Gauges
	Counters    Counters
	Transfer    Histogram // ms per finished transfer; prefill only
	LastMS      float64   // the last transfer, where a build has a gauge
}

// Snapshot is one scrape of one server.
type Snapshot struct {
	At        time.Duration
	Proc      Proc
	Err       string // not empty: nothing was scraped
	Started   time.Duration
	Groups    []GroupMetrics
	Tokenizer Tokenizer
}
