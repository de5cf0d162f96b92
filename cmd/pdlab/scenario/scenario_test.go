package scenario

import (
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/cmd/pdlab/model"
)

func settings() Settings {
	return Settings{Seed: 1, KillAfter: 25 * time.Second, Ranks: 2, DP: 1, Prefills: 1, Decodes: 1, PageSize: 1, ScrapeEvery: 10 * time.Second}
}

func TestMake(t *testing.T) {
	for _, s := range All {
		p, err := Make(s.Name, settings())
		if err != nil || s.About == "" || p.Config.Duration < 4*time.Minute {
			t.Errorf("%s: %q, %v long, %v", s.Name, s.About, p.Config.Duration, err)
		}
	}
	if _, err := Make("nixl", settings()); err == nil || !strings.Contains(err.Error(), "nixl-wedge") {
		t.Errorf("an unknown scenario: %v", err)
	}
	odd := settings()
	odd.Ranks, odd.DP = 3, 2
	if _, err := Make("healthy", odd); err == nil {
		t.Error("3 ranks in 2 groups are accepted")
	}
	byHand := settings()
	byHand.ScrapeEvery = 0
	if p, _ := Make("nixl-wedge", byHand); len(p.Config.ScrapeAt) != 2 || p.Config.ScrapeAt[1] != loadAt+33*time.Second {
		t.Errorf("by hand: scrapes at %v", p.Config.ScrapeAt)
	}
}

// Each group of signatures has scenarios, and each rule of the domain one verdict, whatever happens.
func TestEveryRuleIsDecided(t *testing.T) {
	groups := map[string]int{}
	for _, s := range All {
		groups[s.Group]++
		p, _ := Make(s.Name, settings())
		x := Expect(p, model.Run(p.Config, nothing{}), Evidence{})
		n := map[string]int{}
		for _, rule := range append(slices.Clone(x.Confirmed), x.Denied...) {
			n[rule]++
		}
		for rule, why := range x.Left {
			n[rule]++
			if len(why) < 20 {
				t.Errorf("%s: %s is left open because %q", s.Name, rule, why)
			}
		}
		for _, rule := range Rules {
			if n[rule] != 1 {
				t.Errorf("%s: %s has %d verdicts", s.Name, rule, n[rule])
			}
		}
		if len(n) != len(Rules) {
			t.Errorf("%s: %d rules are decided, there are %d", s.Name, len(n), len(Rules))
		}
	}
	for _, g := range []string{"A", "B", "C", "D", "E", "F", "G"} {
		if groups[g] < 2 {
			t.Errorf("group %s has %d scenarios", g, groups[g])
		}
	}
}

// A room whose time is cut off before it could show leaves its rule open or denied, never confirmed.
func TestExpectFollowsTheTruth(t *testing.T) {
	short := settings()
	short.Duration = 200 * time.Second // a minute and a half after the kill: no timeout yet, the wedge too young
	p, _ := Make("nixl-wedge", short)
	x := Expect(p, model.Run(p.Config, nothing{}), Evidence{LogRequests: true, Scrapes: true, Histograms: true})
	got := strings.Join(x.Confirmed, " ")
	if !strings.Contains(got, "nixl-bootstrap-thread-died") || strings.Contains(got, "nixl-wedge") || strings.Contains(got, "timeout") {
		t.Errorf("confirmed: %s", got)
	}
	long, _ := Make("nixl-wedge", settings())
	blind := Expect(long, model.Run(long.Config, nothing{}), Evidence{})
	if got := strings.Join(blind.Confirmed, " "); strings.Contains(got, "nixl-wedge") || !strings.Contains(got, "decode-waiting-timeout") {
		t.Errorf("without request logs and scrapes, confirmed: %s", got)
	}
	if len(blind.Wedged) != 1 {
		t.Errorf("wedged: %v", blind.Wedged)
	}
}

func TestCrowded(t *testing.T) {
	at := func(room string, s int) model.RoomEvent {
		return model.RoomEvent{Room: room, At: time.Duration(s) * time.Second}
	}
	events := []model.RoomEvent{at("1", 0), at("1", 1), at("2", 1), at("3", 4), at("4", 9)}
	for within, want := range map[time.Duration]int{3 * time.Second: 2, 5 * time.Second: 3, time.Minute: 4} {
		if got := crowded(events, within); got != want {
			t.Errorf("within %v: %d rooms, want %d", within, got, want)
		}
	}
}

// nothing is a sink that looks away.
type nothing struct{}

func (nothing) Log(model.Record)      {}
func (nothing) Scrape(model.Snapshot) {}
