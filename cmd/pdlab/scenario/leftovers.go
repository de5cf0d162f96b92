package scenario

import (
	"time"

	"roomline/cmd/pdlab/model"
)

// cancels lets a client hang up each so often.
func cancels(c *model.Config, from, until, gap time.Duration) {
	for at := from; at < until; at += gap {
		c.Load.Cancels = append(c.Load.Cancels, at)
	}
}

// slow gives each transfer seconds: rooms can be cancelled while their KV is on its way.
func slow(c *model.Config, bytes float64) { c.NIC = bytes / float64(c.Ranks/c.DP) }

// stageOrphans is a pipeline of two stages; what is cancelled before it bootstrapped is taken out of the first one only.
func stageOrphans(p *Plan, s Settings) {
	c := &p.Config
	c.PP, c.Slots = 2, 6
	c.Bugs = model.Bugs{StageOrphans: true}
	until := loadAt + 100*time.Second
	c.Duration = until + 5*time.Minute
	c.Load.Crowds = []model.Crowd{{Name: "agent", Sessions: orElse(s.Sessions, 16), From: loadAt, Ramp: 10 * time.Second, Until: until,
		Prompt: [2]int{800, 4000}, Output: [2]int{100, 400}, MaxContext: 16_000, Think: span(time.Second, 4*time.Second), RetryBackoff: span(2*time.Second, 5*time.Second)}}
	cancels(c, loadAt+25*time.Second, until, 6*time.Second)
}

// stageDivergence kills an agent whose rooms wait for their bootstrap; the stages disagree about whom that aborts.
func stageDivergence(p *Plan, s Settings) {
	kill := p.protocol(s)
	c := &p.Config
	c.PP, c.Slots, c.Watchdog, c.HealthConstant = 2, 8, time.Hour, true
	c.Bugs = model.Bugs{DivergeAt: kill}
	c.Duration = kill + 6*time.Minute
	c.Load.Crowds = []model.Crowd{agent(s, orElse(s.Sessions, 40))}
	c.Load.Crowds[0].Output = [2]int{300, 700}
	c.Load.Arrivals = users(kill+3*time.Second, c.Duration-15*time.Second, span(5*time.Second, 15*time.Second), 600*time.Second, 75*time.Second)
}

// decodeLeak never gets back the KV of rooms that were cancelled while it came.
func decodeLeak(p *Plan, s Settings) {
	c := &p.Config
	slow(c, 1.2e8)
	c.DecodePool = 200_000
	c.Bugs = model.Bugs{LeakOnAbort: true}
	until := loadAt + 100*time.Second
	c.Duration = until + 4*time.Minute
	c.Load.Crowds = []model.Crowd{{Name: "agent", Sessions: orElse(s.Sessions, 16), From: loadAt, Ramp: 20 * time.Second, Until: until,
		Prompt: [2]int{2500, 6000}, Output: [2]int{60, 200}, MaxContext: 8_000, Think: span(time.Second, 4*time.Second), RetryBackoff: span(2*time.Second, 5*time.Second)}}
	cancels(c, loadAt+25*time.Second, until, 7*time.Second)
}
