package scenario

import (
	"time"

	"roomline/cmd/pdlab/model"
)

// users come one by one all the time.
func users(from, until time.Duration, gap [2]time.Duration, patience ...time.Duration) []model.Arrivals {
	return []model.Arrivals{{Name: "user", From: from, Until: until, Gap: gap, Prompt: [2]int{200, 3000}, Output: [2]int{50, 200}, Patience: patience}}
}

func mooncakeWorkerDied(p *Plan, s Settings) {
	c := &p.Config
	c.Backend = model.Mooncake
	c.Bugs = model.Bugs{WorkerDiesAt: loadAt + 45*time.Second}
	c.Duration = c.Bugs.WorkerDiesAt + c.WaitingTimeout + 70*time.Second
	c.Load.Arrivals = users(loadAt, c.Duration-20*time.Second, span(2*time.Second, 7*time.Second), 600*time.Second, 600*time.Second, 90*time.Second)
}

// portScanner has the thread of one rank read what a stranger sent. NIXL's guard asserts, Mooncake takes it apart and fails.
func portScanner(p *Plan, s Settings) {
	c := &p.Config
	if s.Seed%2 == 0 {
		c.Backend = model.Mooncake
	}
	c.Bugs = model.Bugs{ScanAt: loadAt + 40*time.Second}
	c.Duration = c.Bugs.ScanAt + c.WaitingTimeout + 100*time.Second
	c.Load.Arrivals = users(loadAt, c.Duration-20*time.Second, span(4*time.Second, 12*time.Second), 600*time.Second, 600*time.Second, 75*time.Second)
}

// foreignFrames is a prefill that drops what it does not know: strangers' frames, and the ABORT of a decode that is newer.
func foreignFrames(p *Plan, s Settings) {
	c := &p.Config
	c.Bugs = model.Bugs{Hardened: true, ScanAt: loadAt + 40*time.Second}
	c.Duration = 5 * time.Minute
	c.Load.Crowds = []model.Crowd{{Name: "agent", Sessions: orElse(s.Sessions, 8), From: loadAt, Ramp: 10 * time.Second, Until: loadAt + 100*time.Second,
		Prompt: [2]int{800, 5000}, Output: [2]int{100, 400}, MaxContext: 20_000, Think: span(time.Second, 5*time.Second)}}
	for at := loadAt + 15*time.Second; at < loadAt+100*time.Second; at += 300 * time.Millisecond {
		c.Load.Cancels = append(c.Load.Cancels, at)
	}
	c.Load.CancelGap = 8 * time.Second
}
