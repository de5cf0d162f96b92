package scenario

import (
	"time"

	"roomline/cmd/pdlab/model"
)

// metadataCollision gives a buffer back twice when a room is cancelled, so that two rooms after it share one.
func metadataCollision(p *Plan, s Settings) {
	c := &p.Config
	slow(c, 3e8)
	c.Slots, c.DecodePolling = 12, 24
	c.Bugs = model.Bugs{DoubleFree: true}
	until := loadAt + 150*time.Second
	c.Duration = until + c.WaitingTimeout + 20*time.Second // a room that the gate holds back waits its whole time
	c.Load.Crowds = []model.Crowd{{Name: "agent", Sessions: orElse(s.Sessions, 20), From: loadAt, Ramp: 10 * time.Second, Until: until,
		Prompt: [2]int{1500, 4000}, Output: [2]int{60, 200}, MaxContext: 6_000, Think: span(500*time.Millisecond, 2*time.Second), RetryBackoff: span(2*time.Second, 5*time.Second)}}
	cancels(c, loadAt+15*time.Second, until, 4*time.Second)
}

// pageMismatch has decode leave out the pages that it has itself, which prefill does not reckon with.
func pageMismatch(p *Plan, s Settings) {
	c := &p.Config
	c.Bugs = model.Bugs{DecodePrefix: true}
	c.Duration = 5 * time.Minute
	c.Load.Crowds = []model.Crowd{crowd(s, 6, loadAt+120*time.Second)}
}

// poolFull lets answers grow until decode's pool is full: requests are retracted, and none is admitted before they are back.
func poolFull(p *Plan, s Settings) {
	c := &p.Config
	c.DecodePool = 80_000
	c.Duration = loadAt + 5*time.Minute
	until := loadAt + 4*time.Minute
	c.Load.Crowds = []model.Crowd{{Name: "agent", Sessions: orElse(s.Sessions, 40*s.DP), From: loadAt, Ramp: 15 * time.Second, Until: until,
		Prompt: [2]int{1000, 3000}, Output: [2]int{1800, 4500}, Think: span(time.Second, 4*time.Second)}}
}

// routerBypass is a healthy cluster that a monitor asks directly, with an even seed at prefill as well.
func routerBypass(p *Plan, s Settings) {
	c := &p.Config
	c.Duration = 6 * time.Minute
	c.Load.Crowds = []model.Crowd{crowd(s, 6, loadAt+150*time.Second)}
	c.Load.Direct = []model.Direct{{Role: model.DecodeRole, From: loadAt, Until: c.Duration - 10*time.Second, Gap: span(20*time.Second, 40*time.Second)}}
	if s.Seed%2 == 0 {
		c.Load.Direct = append(c.Load.Direct, model.Direct{Role: model.PrefillRole, From: loadAt, Until: c.Duration - 10*time.Second, Gap: span(20*time.Second, 40*time.Second)})
	}
}

// schedulerHang is a decode of one rank whose device never comes back.
func schedulerHang(p *Plan, s Settings) {
	s.Ranks, s.DP = 1, 1
	p.Config.Ranks, p.Config.DP = 1, 1
	c := &p.Config
	c.Bugs = model.Bugs{DesyncAt: loadAt + 50*time.Second}
	c.Duration = c.Bugs.DesyncAt + c.Watchdog + 90*time.Second
	one := crowd(s, 8, c.Duration)
	one.Patience = 130 * time.Second
	c.Load.Crowds = []model.Crowd{one}
}
