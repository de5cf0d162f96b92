package scenario

import (
	"time"

	"roomline/cmd/pdlab/model"
)

func nixlWedge(p *Plan, s Settings) {
	kill := p.protocol(s)
	c := &p.Config
	c.Duration = kill + 8*time.Minute
	c.Bugs = model.Bugs{NoAbortHandler: true, WorkerAssert: true}
	c.Load.Crowds = []model.Crowd{agent(s, orElse(s.Sessions, 60))}
	c.Load.Arrivals = []model.Arrivals{later(kill+38*time.Second, c.Duration-15*time.Second)}
}

// later are the users who come after the kill, when the queues have been quiet for half a minute.
func later(from, until time.Duration) model.Arrivals {
	return model.Arrivals{Name: "user", From: from, Until: until, Gap: span(12*time.Second, 30*time.Second), Prompt: [2]int{200, 3000}, Output: [2]int{50, 200},
		Patience: []time.Duration{600 * time.Second, 600 * time.Second, 600 * time.Second, 75 * time.Second}}
}

func workerAssert(p *Plan, s Settings) {
	c := &p.Config
	c.Duration = 5 * time.Minute
	c.Bugs = model.Bugs{WorkerAssert: true}
	c.NIC = 8e7 / float64(s.Ranks/s.DP) // a slow fabric: chunks wait for a worker for seconds, and some of their rooms go meanwhile
	end := loadAt + 100*time.Second
	c.Load.Crowds = []model.Crowd{{Name: "agent", Sessions: orElse(s.Sessions, 24), From: loadAt, Ramp: 20 * time.Second, Until: end,
		Prompt: [2]int{2500, 6000}, Output: [2]int{60, 200}, MaxContext: 8_000, Think: span(time.Second, 4*time.Second), RetryBackoff: span(2*time.Second, 5*time.Second)}}
	for at := loadAt + 25*time.Second; at < end; at += 5500 * time.Millisecond {
		c.Load.Cancels = append(c.Load.Cancels, at)
	}
}

func abortCascade(p *Plan, s Settings) {
	kill := p.protocol(s)
	c := &p.Config
	c.Duration = kill + 6*time.Minute
	c.Bugs = model.Bugs{DecodeOnlyAborts: true, Orphans: 9}
	c.Load.Crowds = []model.Crowd{agent(s, orElse(s.Sessions, 60))}
	c.Load.Arrivals = []model.Arrivals{{Name: "user", From: kill + 4*time.Minute, Until: c.Duration - 20*time.Second, Gap: span(7*time.Second, 17*time.Second),
		Prompt: [2]int{200, 3000}, Output: [2]int{50, 200}, Patience: []time.Duration{300 * time.Second}}}
}

func notPropagated(p *Plan, s Settings) {
	c := &p.Config
	c.Bugs = model.Bugs{FailTransfers: 6, FailFrom: loadAt + 15*time.Second, FailEvery: 12 * time.Second}
	until := loadAt + 110*time.Second
	c.Duration = until + c.WaitingTimeout + 40*time.Second
	c.Load.Crowds = []model.Crowd{{Name: "agent", Sessions: orElse(s.Sessions, 12), From: loadAt, Ramp: 10 * time.Second, Until: until,
		Prompt: [2]int{800, 5000}, Output: [2]int{100, 400}, MaxContext: 20_000, Think: span(2*time.Second, 6*time.Second), RetryBackoff: span(4*time.Second, 9*time.Second)}}
}

func mooncakeSession(p *Plan, s Settings) {
	c := &p.Config
	c.Backend = model.Mooncake
	c.Bugs = model.Bugs{SessionFailsAt: loadAt + 45*time.Second}
	c.Duration = loadAt + 250*time.Second
	c.Load.Crowds = []model.Crowd{{Name: "agent", Sessions: orElse(s.Sessions, 8), From: loadAt, Ramp: 10 * time.Second,
		Prompt: [2]int{800, 5000}, Output: [2]int{100, 400}, MaxContext: 20_000, Think: span(2*time.Second, 6*time.Second), RetryBackoff: span(12*time.Second, 30*time.Second)}}
}

func collectiveDesync(p *Plan, s Settings) {
	c := &p.Config
	c.Ranks = max(s.Ranks, 2)
	if c.Ranks%c.DP != 0 {
		c.Ranks = 2 * c.DP
	}
	c.Bugs = model.Bugs{DesyncAt: loadAt + 50*time.Second}
	c.Duration = c.Bugs.DesyncAt + c.Watchdog + 110*time.Second
	c.Load.Crowds = []model.Crowd{{Name: "agent", Sessions: orElse(s.Sessions, 8), From: loadAt, Ramp: 25 * time.Second,
		Prompt: [2]int{800, 5000}, Output: [2]int{100, 400}, MaxContext: 20_000, Think: span(2*time.Second, 6*time.Second), Patience: 130 * time.Second,
		RetryBackoff: span(20*time.Second, 40*time.Second)}}
}
