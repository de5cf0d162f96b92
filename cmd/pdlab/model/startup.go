package model

import (
	"fmt"
	"strings"
	"time"
)

// startUpTime is how long a server takes until its port answers.
const startUpTime = 24 * time.Second

// startUp prints what a server prints when it starts, in short: its settings, its bootstrap server, that it is ready.
func (w *World) startUp() {
	for _, p := range w.prefills {
		p.start(PrefillRole, 2*time.Second, p.bootstrapServer)
	}
	for _, d := range w.decodes {
		d.start(DecodeRole, 4*time.Second, func() {})
	}
	var from, to []string
	for _, p := range w.prefills {
		from = append(from, fmt.Sprintf("(\"http://%s:%d\", Some(%d))", p.host, p.port, bootstrapPort))
	}
	for _, d := range w.decodes {
		to = append(to, fmt.Sprintf("\"http://%s:%d\"", d.host, d.port))
	}
	w.at(28*time.Second, func() {
		w.gateway(Info, "", "server", "src/server.rs", 794, "Starting router on 0.0.0.0:8000 | mode: PrefillDecode { prefill_urls: [%s], decode_urls: [%s], prefill_policy: None, decode_policy: None } | policy: RoundRobin",
			strings.Join(from, ", "), strings.Join(to, ", "))
	})
}

// start prints the start-up of one server; the port answers from its end on.
func (s *server) start(role Role, at time.Duration, then func()) {
	w := s.w
	s.started = at
	w.at(at, func() {
		s.textf(NoRank, Info, "server_args=ServerArgs(model_path='/models/dsv4-flash', host='%s', port=%d, tp_size=%d, dp_size=%d, page_size=%d, disaggregation_mode='%s', disaggregation_transfer_backend='%s', disaggregation_bootstrap_port=%d, disable_overlap_schedule=False, enable_hierarchical_cache=False, enable_metrics=True, watchdog_timeout=%.1f, decode_log_interval=%d)",
			s.host, s.port, w.cfg.Ranks, w.cfg.DP, w.cfg.PageSize, role, w.cfg.Backend, bootstrapPort, w.cfg.Watchdog.Seconds(), w.cfg.DecodeEvery)
	})
	w.at(at+1500*time.Millisecond, then)
	for rank := range w.cfg.Ranks {
		w.at(at+3*time.Second+w.dice.span(0, 400*time.Millisecond), func() { s.textf(rank, Info, "Init torch distributed begin.") })
		w.at(at+20*time.Second+w.dice.span(0, 900*time.Millisecond), func() { s.engine(rank) })
	}
	w.at(at+23*time.Second, func() { s.textf(NoRank, Info, "The server is fired up and ready to roll!") })
}

func (s *server) engine(rank int) {
	if s.w.cfg.Backend == NIXL {
		s.textf(rank, Info, "NIXL KVManager initialized with backend: UCX")
	}
	s.textf(rank, Info, "max_total_num_tokens=%d, chunked_prefill_size=%d, max_prefill_tokens=16384, max_running_requests=%d, context_len=65536", capacity, chunkTokens, s.w.cfg.Slots)
}
