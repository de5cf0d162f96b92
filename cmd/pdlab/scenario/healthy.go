package scenario

import (
	"time"

	"roomline/cmd/pdlab/model"
)

func healthy(p *Plan, s Settings) {
	c := &p.Config
	c.Duration = 11 * time.Minute
	for i, from := range []time.Duration{loadAt, 300 * time.Second, 510 * time.Second} {
		name := string(rune('a'+i)) + "-wave"
		c.Load.Crowds = append(c.Load.Crowds, model.Crowd{Name: name, Sessions: orElse(s.Sessions, 6), From: from, Ramp: 10 * time.Second, Until: from + 50*time.Second,
			Prompt: [2]int{400, 3500}, Output: [2]int{80, 400}, MaxContext: 20_000, Think: span(time.Second, 6*time.Second), Patience: 120 * time.Second,
			RetryBackoff: span(2*time.Second, 5*time.Second)})
		for n := range 3 { // tried until somebody waits: clients that do are rare in a healthy cluster
			for try := range 60 {
				c.Load.Cancels = append(c.Load.Cancels, from+time.Duration(8+14*n)*time.Second+time.Duration(try)*97*time.Millisecond)
			}
		}
	}
	c.Load.CancelGap = 10 * time.Second
}

// healthyDay is healthy too, with what people do all day: prompts that quote the errors of others, scrapes that time out, a stop
// of everything at the end.
func healthyDay(p *Plan, s Settings) {
	healthy(p, s)
	c := &p.Config
	for i := range c.Load.Crowds {
		c.Load.Crowds[i].Quotes = quotes
	}
	c.ScrapeLoss = 0.1
	c.Teardown = c.Duration - 30*time.Second
}

// plannedRestart stops prefill while nobody asks and starts it again; decode's heartbeat sees it go.
func plannedRestart(p *Plan, s Settings) {
	c := &p.Config
	c.Heartbeat = 5 * time.Second
	c.Restarts = []model.Restart{{Prefill: 0, At: loadAt + 120*time.Second, Stay: 15 * time.Second}}
	for i, from := range []time.Duration{loadAt, loadAt + 200*time.Second} {
		c.Load.Crowds = append(c.Load.Crowds, model.Crowd{Name: string(rune('a'+i)) + "-wave", Sessions: orElse(s.Sessions, 6), From: from, Ramp: 10 * time.Second, Until: from + 70*time.Second,
			Prompt: [2]int{400, 3500}, Output: [2]int{80, 400}, MaxContext: 20_000, Think: span(time.Second, 6*time.Second)})
	}
	c.Duration = loadAt + 330*time.Second
}

// quotes are prompts of people who ask a model about a log: every text that is a sign of something when a server prints it.
var quotes = []string{
	"Why did this happen?\nException in thread Thread-5 (bootstrap_thread):\nTraceback (most recent call last):\n  File \"conn.py\", line 1234, in bootstrap_thread\nAssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?",
	"[2026-07-08 14:05:00 TP0] Decode transfer failed for request rank=0 decode_req.req.rid='77' decode_req.req.bootstrap_room=123456789 with exception KVTransferError(bootstrap_room=123456789): Request 123456789 timed out after 300.0s in KVPoll.WaitingForInput",
	"it says \"Unexpected transfer worker error for room 4711\" and then AssertionError, what's that? assert room in self.transfer_infos",
	"[2026-07-08 14:05:00 TP1] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: Transfer thread failed because of x. Prefill instance with bootstrap_port=8998 is dead.",
	"[2026-07-08 14:05:00 TP0] Scheduler watchdog timeout (self.watchdog_timeout=300, self.soft=False)\n[2026-07-08 14:05:00 TP1] Scheduler watchdog timeout (self.watchdog_timeout=300, self.soft=False)",
	"Context corruption detected: Request a (bootstrap_room=1) received metadata from bootstrap_room=2. Metadata buffer index: 3. This indicates metadata buffer index collision.",
	"[2026-07-08 14:05:00] Lost connection with prefill instance (bootstrap_addr: 192.0.2.10:8998), 5 requests affected",
	"SIGQUIT received. signum=3, frame=None. It usually means one child failed.",
	"KV cache pool is full. Retract requests. #retracted_reqs: 4, #new_token_ratio: 0.7000 -> 1.0000",
	"Health check failed. Server couldn't get a response from detokenizer for last 20 seconds. tic start time: 14:05:00. last_heartbeat time: 14:04:10",
	"Fatal Python error: Aborted",
	"Invalid request: Disaggregated request received without bootstrap room id",
	"token_to_kv_pool_allocator memory leak detected! available_size=1",
	"2026-07-08 14:05:00 ERROR smg::routers::http::pd_router: src/routers/http/pd_router.rs:1044: Failed to select PD pair error=No available decode workers (all circuits open or unhealthy)",
}
