package model

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// tape keeps what a run shows.
type tape struct {
	records []Record
	shots   []Snapshot
}

func (t *tape) Log(r Record)      { t.records = append(t.records, r) }
func (t *tape) Scrape(s Snapshot) { t.shots = append(t.shots, s) }

// small is a cluster with one agent that is killed, and users who come later.
func small(bugs Bugs) Config {
	return Config{
		Seed: 7, Backend: NIXL, Prefills: 1, Decodes: 1, Ranks: 2, DP: 1, PageSize: 1, PrefillRate: 14_000, NIC: 12e9, Slots: 16, DecodeEvery: 40,
		WaitingTimeout: 300 * time.Second, Watchdog: 300 * time.Second, HealthEvery: 10 * time.Second, ScrapeEvery: 5 * time.Second, ScrapeFrom: 40 * time.Second,
		Duration: 480 * time.Second, Bugs: bugs,
		Load: Load{
			Crowds: []Crowd{{Name: "agent", Sessions: 20, From: 60 * time.Second, Ramp: 2 * time.Second, KillAt: 75 * time.Second, Rounds: 4,
				Prompt: [2]int{5000, 15000}, Output: [2]int{100, 300}}},
			Arrivals: []Arrivals{{Name: "user", From: 120 * time.Second, Until: 400 * time.Second, Gap: [2]time.Duration{10 * time.Second, 20 * time.Second},
				Prompt: [2]int{300, 900}, Output: [2]int{20, 60}, Patience: []time.Duration{500 * time.Second}}},
		},
	}
}

func TestAbortKillsEveryTargetedThread(t *testing.T) {
	cfg := small(Bugs{NoAbortHandler: true})
	truth := Run(cfg, &tape{})
	if len(truth.Deaths) != cfg.Ranks {
		t.Fatalf("%d threads died, want one per rank: %v", len(truth.Deaths), truth.Deaths)
	}
	for _, d := range truth.Deaths {
		if d.At < cfg.Load.Crowds[0].KillAt || d.At > cfg.Load.Crowds[0].KillAt+2*time.Second || !strings.HasPrefix(d.Frame, "ABORT ") {
			t.Errorf("a thread died at %v of %q", d.At, d.Frame)
		}
	}
	for _, r := range truth.Rooms {
		if r.OnPrefill.Received > 100*time.Second && (r.OnPrefill.Bootstrapped != 0 || r.OnDecode.Transferred != 0) {
			t.Errorf("room %s got through a dead thread", r.Room)
		}
	}
	if len(truth.Timeouts) == 0 {
		t.Error("no room timed out")
	}
	for _, x := range truth.Timeouts {
		for _, r := range truth.Rooms {
			if r.Room == x.Room && x.At-r.OnDecode.Bootstrapped != cfg.WaitingTimeout {
				t.Errorf("room %s waited %v", r.Room, x.At-r.OnDecode.Bootstrapped)
			}
		}
	}
}

func TestHandledAbortKillsNothing(t *testing.T) {
	truth := Run(small(Bugs{}), &tape{})
	if len(truth.Deaths)+len(truth.Timeouts)+len(truth.Orphans)+len(truth.Asserts) != 0 {
		t.Errorf("deaths %v, timeouts %v, orphans %v, asserts %v", truth.Deaths, truth.Timeouts, truth.Orphans, truth.Asserts)
	}
	for _, r := range truth.Rooms {
		if r.OnPrefill.Received > 100*time.Second && r.OnPrefill.Received < 400*time.Second && r.OnDecode.Finished == 0 {
			t.Errorf("room %s of %s never finished", r.Room, r.Session)
		}
	}
}

// A stuck room freezes decode's gauges at what they read when it came, and health probes do not thaw them.
func TestDecodeGaugesFreezeWhileRoomsAreStuck(t *testing.T) {
	var shown tape
	Run(small(Bugs{NoAbortHandler: true}), &shown)
	active := 0
	for _, s := range shown.shots {
		if s.Proc.Role != DecodeRole || s.At < 150*time.Second || s.At > 400*time.Second {
			continue
		}
		if g := s.Groups[0].Gauges; g.Running+g.Transfer+g.Prealloc != 0 {
			t.Fatalf("at %v decode's gauges read %+v", s.At, g)
		}
		active = max(active, s.Tokenizer.Active)
	}
	if active < 5 {
		t.Errorf("the HTTP layer holds %d requests at most: nobody waits", active)
	}
}

// A probe's batch counts itself: prefill's in-flight gauge of an idle cluster reads 1.
func TestIdleInflightReadsOne(t *testing.T) {
	var shown tape
	Run(small(Bugs{}), &shown)
	for _, s := range shown.shots {
		if s.Proc.Role == PrefillRole && s.At > 42*time.Second && s.At < 58*time.Second && s.Groups[0].Gauges.Inflight != 1 {
			t.Errorf("at %v the in-flight gauge reads %d", s.At, s.Groups[0].Gauges.Inflight)
		}
	}
}

func TestRecordsComeInOrder(t *testing.T) {
	var shown tape
	Run(small(Bugs{NoAbortHandler: true, WorkerAssert: true}), &shown)
	for i := 1; i < len(shown.records); i++ {
		if shown.records[i].At < shown.records[i-1].At {
			t.Fatalf("record %d is of %v, the one before it of %v", i, shown.records[i].At, shown.records[i-1].At)
		}
	}
}

// How closely one looks must not change what happens.
func TestLookingChangesNothing(t *testing.T) {
	often, seldom := small(Bugs{NoAbortHandler: true}), small(Bugs{NoAbortHandler: true})
	seldom.ScrapeEvery = 0
	a, b := Run(often, &tape{}), Run(seldom, &tape{})
	if len(a.Rooms) != len(b.Rooms) {
		t.Fatalf("%d rooms against %d", len(a.Rooms), len(b.Rooms))
	}
	for i := range a.Rooms {
		if fmt.Sprint(*a.Rooms[i]) != fmt.Sprint(*b.Rooms[i]) {
			t.Fatalf("room %s: %+v against %+v", a.Rooms[i].Room, *a.Rooms[i], *b.Rooms[i])
		}
	}
}
