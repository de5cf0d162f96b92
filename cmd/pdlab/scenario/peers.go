package scenario

import (
	"time"

	"roomline/cmd/pdlab/model"
)

// crowd is an agent that asks from loadAt on and comes back a while after a failure.
func crowd(s Settings, sessions int, until time.Duration) model.Crowd {
	return model.Crowd{Name: "agent", Sessions: orElse(s.Sessions, sessions), From: loadAt, Ramp: 10 * time.Second, Until: until,
		Prompt: [2]int{800, 5000}, Output: [2]int{100, 400}, MaxContext: 20_000, Think: span(time.Second, 5*time.Second), RetryBackoff: span(8*time.Second, 20*time.Second)}
}

// prefillCrash ends prefill under load; with an odd seed somebody starts it again.
func prefillCrash(p *Plan, s Settings) {
	c := &p.Config
	slow(c, 3e8) // so that rooms are under way when it happens
	c.Heartbeat = 5 * time.Second
	c.Bugs = model.Bugs{CrashAt: loadAt + 50*time.Second}
	if s.Seed%2 == 1 {
		c.Bugs.CrashStay = 25 * time.Second
	}
	c.Duration = c.Bugs.CrashAt + 3*time.Minute
	c.Load.Crowds = []model.Crowd{crowd(s, 10, c.Duration-30*time.Second)}
}

// staleRankPort restarts prefill at a quiet moment; decode has no heartbeat and goes on to send to ports of the old process.
func staleRankPort(p *Plan, s Settings) {
	c := &p.Config
	restart := loadAt + 120*time.Second
	c.Restarts = []model.Restart{{Prefill: 0, At: restart, Stay: 12 * time.Second}}
	c.Duration = restart + 60*time.Second + c.WaitingTimeout + 2*time.Minute
	c.Load.Crowds = []model.Crowd{crowd(s, 6, loadAt+70*time.Second)}
	c.Load.Arrivals = users(restart+60*time.Second, c.Duration-20*time.Second, span(8*time.Second, 20*time.Second), 600*time.Second)
}

// bootstrapBlocked is a firewall between decode and prefill's bootstrap port.
func bootstrapBlocked(p *Plan, s Settings) {
	c := &p.Config
	c.Bugs = model.Bugs{BootstrapBlocked: true}
	c.Duration = loadAt + 3*time.Minute
	c.Load.Crowds = []model.Crowd{crowd(s, 5, c.Duration-30*time.Second)}
}

// prefillAbort has prefill notice a client that hangs up, and nobody tells decode.
func prefillAbort(p *Plan, s Settings) {
	c := &p.Config
	c.Backend = model.Mooncake
	slow(c, 1.2e8)
	c.Bugs = model.Bugs{PrefillOnlyAborts: true}
	until := loadAt + 100*time.Second
	c.Duration = until + c.WaitingTimeout + 40*time.Second
	c.Load.Crowds = []model.Crowd{crowd(s, 12, until)}
	cancels(c, loadAt+20*time.Second, until, 9*time.Second)
}

// decodeFull leaves rooms without a slot for longer than prefill waits for their bootstrap.
func decodeFull(p *Plan, s Settings) {
	c := &p.Config
	c.Backend, c.Slots = model.Mooncake, 6
	c.Duration = loadAt + c.WaitingTimeout + 150*time.Second
	long := crowd(s, 24*s.DP, c.Duration)
	long.Output, long.MaxContext = [2]int{6500, 9500}, 0
	c.Load.Crowds = []model.Crowd{long}
}
