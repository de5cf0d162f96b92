package scenario

import (
	"fmt"
	"strings"
	"time"

	"roomline/cmd/pdlab/emit"
	"roomline/cmd/pdlab/model"
)

// Settings are what a user may choose of a scenario.
type Settings struct {
	Seed        uint64
	Sessions    int // 0: as many as the scenario has
	KillAfter   time.Duration
	Ranks, DP   int
	Prefills    int
	Decodes     int
	PageSize    int
	ScrapeEvery time.Duration // 0: by hand, at baseline and look
	Duration    time.Duration // 0: as long as it takes
}

// Plan is a scenario ready to run.
type Plan struct {
	Name   string
	Group  string
	Config model.Config
	Marks  []emit.Mark
}

// Scenario is a named incident. Group is that of the signatures which it is there for (A thread death and wedge, B aborts and
// orphans, C timeouts and propagation, D peers, sessions and bootstrap, E collectives and schedulers, F data integrity, G capacity
// and routing), "" of a healthy one. About says in a line what it shows.
type Scenario struct {
	Name, Group, About string
	build              func(*Plan, Settings)
}

// All are the scenarios, in the order in which they are listed.
var All = []Scenario{
	{"healthy", "", "nothing is wrong: waves of work, long idle spans, single clients that hang up", healthy},
	{"healthy-day", "", "nothing is wrong: prompts quote errors, scrapes time out, all is stopped at the end", healthyDay},
	{"planned-restart", "", "prefill is restarted while nobody asks; decode's heartbeat sees it go and come back", plannedRestart},
	{"nixl-wedge", "A", "an agent is killed; ABORT frames kill NIXL's bootstrap threads, nothing is transferred any more", nixlWedge},
	{"port-scanner", "A", "a stranger's frame kills the bootstrap thread of one rank (even seeds: Mooncake)", portScanner},
	{"mooncake-worker-died", "A", "one of four transfer workers dies: a quarter of the rooms hangs, the rest goes on", mooncakeWorkerDied},
	{"worker-assert", "B", "transfer workers meet rooms that are gone: caught per room, nothing wedges", workerAssert},
	{"abort-cascade", "B", "an agent is killed; ABORT is handled, a few entries stay in prefill's in-flight queue", abortCascade},
	{"stage-orphans", "B", "a pipeline's second stage keeps what was cancelled in its bootstrap queue", stageOrphans},
	{"decode-leak", "B", "the KV of rooms that are cancelled in transfer is never given back", decodeLeak},
	{"nixl-failure-not-propagated", "C", "prefill transfers fail, decode is not told and waits out its 300 s", notPropagated},
	{"prefill-abort", "C", "prefill drops what its client cancelled, decode is not told and waits out its 300 s", prefillAbort},
	{"decode-full", "C", "decode has no slot for longer than prefill waits for a bootstrap", decodeFull},
	{"mooncake-session", "D", "the link to a decode rank breaks, its session stays on the blacklist", mooncakeSession},
	{"prefill-crash", "D", "prefill crashes under load, decode's heartbeat fails what was under way (odd seeds: it is started again)", prefillCrash},
	{"stale-rank-port", "D", "prefill is restarted, decode goes on to send to the ports of the old process", staleRankPort},
	{"bootstrap-blocked", "D", "decode cannot reach prefill's bootstrap server", bootstrapBlocked},
	{"foreign-frames", "D", "a hardened prefill drops strangers' frames and a newer decode's ABORT", foreignFrames},
	{"collective-desync", "E", "decode's ranks enter different collectives; all stop, the watchdogs end it", collectiveDesync},
	{"scheduler-hang", "E", "decode's only rank never finishes a batch; its watchdog ends it", schedulerHang},
	{"stage-divergence", "E", "an agent is killed; a pipeline's stages disagree about whom that aborts and wait for each other", stageDivergence},
	{"metadata-collision", "F", "a metadata buffer is freed twice: rooms read each other's metadata", metadataCollision},
	{"page-mismatch", "F", "decode asks for fewer pages than prefill has: KV is cut", pageMismatch},
	{"pool-full", "G", "decode's KV pool is full: requests are retracted, new ones are not admitted", poolFull},
	{"router-bypass", "G", "a monitor asks a server past the router, without a room", routerBypass},
}

// Moments that all scenarios share: servers are ready before baselineAt, nobody asks before loadAt.
const (
	baselineAt = 60 * time.Second
	loadAt     = 90 * time.Second
)

// prefillRate is tokens a second: with it one killed agent of 60 sessions keeps prefill busy.
const prefillRate = 14_000

// Make builds the named scenario.
func Make(name string, s Settings) (Plan, error) {
	var known []string
	for _, x := range All {
		known = append(known, x.Name)
		if x.Name != name {
			continue
		}
		if s.DP < 1 || s.Ranks < 1 || s.Ranks%s.DP != 0 {
			return Plan{}, fmt.Errorf("ranks %d, dp %d: ranks must be a multiple of dp, both at least 1", s.Ranks, s.DP)
		}
		p := Plan{Name: name, Group: x.Group, Config: base(s)}
		x.build(&p, s)
		if s.Duration > 0 {
			p.Config.Duration = s.Duration
		}
		if s.ScrapeEvery == 0 {
			p.Config.ScrapeAt = []time.Duration{baselineAt, p.look()}
		}
		return p, nil
	}
	return Plan{}, fmt.Errorf("unknown scenario %q; known: %s", name, strings.Join(known, ", "))
}

func base(s Settings) model.Config {
	return model.Config{
		Seed: s.Seed, Backend: model.NIXL, Prefills: s.Prefills, Decodes: s.Decodes, Ranks: s.Ranks, DP: s.DP, PageSize: s.PageSize,
		PrefillRate: prefillRate, NIC: 12e9, Slots: 48, DecodeEvery: 40, WaitingTimeout: 300 * time.Second, Watchdog: 300 * time.Second,
		HealthEvery: 10 * time.Second, ScrapeEvery: s.ScrapeEvery, ScrapeFrom: 40 * time.Second,
	}
}

// look is the mark of that name, else two thirds through the run.
func (p *Plan) look() time.Duration {
	for _, m := range p.Marks {
		if m.Name == "look" {
			return m.At
		}
	}
	return p.Config.Duration * 2 / 3
}

// agent is a crowd whose prompts keep prefill busy until it is killed, however many sessions it has.
func agent(s Settings, sessions int) model.Crowd {
	groups := float64(s.Prefills * s.DP) // each computes on its own
	mean := min(max(int(prefillRate*s.KillAfter.Seconds()*groups*1.2)/sessions, 400), 24_000)
	return model.Crowd{Name: "agent", Sessions: sessions, From: loadAt, Ramp: 4 * time.Second, KillAt: loadAt + s.KillAfter, Rounds: 4,
		Prompt: [2]int{mean * 6 / 10, mean * 14 / 10}, Output: [2]int{150, 500}, MaxContext: 48_000, Think: span(500*time.Millisecond, 3*time.Second),
		Patience: 120 * time.Second, RetryBackoff: span(2*time.Second, 5*time.Second)}
}

func span(a, b time.Duration) [2]time.Duration { return [2]time.Duration{a, b} }

// protocol marks baseline, load, kill and look.
func (p *Plan) protocol(s Settings) time.Duration {
	kill := loadAt + s.KillAfter
	p.Marks = []emit.Mark{{Name: "baseline", At: baselineAt}, {Name: "load", At: loadAt}, {Name: "kill", At: kill}, {Name: "look", At: kill + 8*time.Second}}
	return kill
}

func orElse(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}
