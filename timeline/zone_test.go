package timeline

import (
	"fmt"
	"strings"
	"testing"
)

const hour = 3600

// assumed is a stream whose zone nothing tells, told one that says it.
func assumed(base string, from, to float64) Stream {
	s := told(base, from, to)
	s.Assumed = true
	return s
}

func told(base string, from, to float64) Stream { return reach(log(base), from, to) }

func TestZones(t *testing.T) {
	for _, c := range []struct {
		name    string
		streams []Stream
		want    string // doubted streams with their shift
	}{
		{"8 hours ahead of what is told", []Stream{told("prefill@n1", 0, 600), assumed("decode@n2", 8*hour, 8*hour+600)}, "decode@n2 -8h0m0s"},
		{"7 hours behind", []Stream{told("prefill@n1", 0, 600), assumed("decode@n2", -7*hour, -7*hour+600)}, "decode@n2 7h0m0s"},
		{"half an hour in it", []Stream{told("prefill@n1", 0, 600), assumed("decode@n2", 5.5*hour, 5.5*hour+600)}, "decode@n2 -5h30m0s"},
		{"nothing is told: both are doubted", []Stream{assumed("prefill@n1", 0, 600), assumed("decode@n2", 8*hour, 8*hour+600)}, "prefill@n1 8h0m0s decode@n2 -8h0m0s"},
		{"both zones are told", []Stream{told("prefill@n1", 0, 600), told("decode@n2", 8*hour, 8*hour+600)}, ""},
		{"they overlap", []Stream{told("prefill@n1", 0, 9*hour), assumed("decode@n2", 8*hour, 16*hour)}, ""},
		{"one after the other, minutes apart", []Stream{told("prefill@n1", 0, 60), assumed("decode@n2", 120, 180)}, ""},
		{"no zone is so far off", []Stream{told("prefill@n1", 0, 600), assumed("decode@n2", 15*hour, 15*hour+600)}, ""},
		{"another day", []Stream{told("prefill@n1", 0, 600), assumed("decode@n2", 48*hour, 48*hour+600)}, ""},
		{"two logs of one process", []Stream{assumed("prefill@n1", 0, 600), assumed("prefill@n1", 8*hour, 8*hour+600)}, ""},
		{"a told one without a stamp tells nothing", []Stream{{Role: "router"}, assumed("prefill@n1", 0, 600), assumed("decode@n2", 8*hour, 8*hour+600)},
			"prefill@n1 8h0m0s decode@n2 -8h0m0s"},
		{"what a log prints is as doubtful as its stamps", []Stream{gauges(assumed("prefill@n1", 0, 600), gauge("running_req", "", 1, 2)),
			assumed("decode@n2", 8*hour, 8*hour+600)}, "prefill@n1 8h0m0s decode@n2 -8h0m0s"},
		{"alone", []Stream{assumed("prefill@n1", 0, 600)}, ""},
		{"without a stamp", []Stream{told("prefill@n1", 0, 600), {Role: "decode", Instance: "n2", Assumed: true}}, ""},
	} {
		equal(t, c.name, zones(build(c.streams...)), c.want)
	}
}

func zones(inc *Incident) string {
	var out []string
	for _, z := range inc.Zones {
		out = append(out, inc.Stream(z.Stream).Name, z.Shift.String())
	}
	return strings.Join(out, " ")
}

// TestZoneShare: a shift must mend most of it; a whole hour that does so is taken before a quarter
// that does slightly better, and a small shift before a great one.
func TestZoneShare(t *testing.T) {
	for _, c := range []struct {
		name  string
		other Stream
		want  string
	}{
		{"three quarters of it overlap", assumed("decode@n2", 8*hour+150, 8*hour+750), "decode@n2 -8h0m0s"},
		{"less than a third would overlap", assumed("decode@n2", 8*hour+450, 8*hour+1049), ""},
		{"a quarter mends 1 % more", assumed("decode@n2", 8*hour+5, 8*hour+605), "decode@n2 -8h0m0s"},
		{"the smallest of several", assumed("decode@n2", 8*hour, 12*hour), "decode@n2 -8h0m0s"},
	} {
		equal(t, c.name, zones(build(told("prefill@n1", 0, 600), c.other)), c.want)
	}
}

// TestZoneOfScrapes: an exposition's stamps are told; they win over logs that agree with each other.
func TestZoneOfScrapes(t *testing.T) {
	f := facts(assumed("prefill@n1", 8*hour, 8*hour+600), assumed("decode@n2", 8*hour, 8*hour+600))
	f.Targets = []Target{{Role: "prefill", Instance: "n1", Scrapes: []Scrape{{At: sec(0), OK: true}, {At: sec(600), OK: true}}}}
	inc := Build(f, testSchema())
	equal(t, "both logs", zones(inc), "prefill@n1 -8h0m0s decode@n2 -8h0m0s")
	equal(t, "share", fmt.Sprintf("%.2f", inc.Zones[0].Overlap), "1.00")
	equal(t, "why", inc.Zones[0].Why, "zone assumed UTC; shifting by -8 h makes 100 % of it overlap with the other sources")
}

// TestZoneOfExcerpt: a grep stands or falls with its full log.
func TestZoneOfExcerpt(t *testing.T) {
	full, grep := prefill(hit(8*hour, sigSeen, "a"), hit(8*hour+9, sigSeen, "bb")), prefill(hit(8*hour, sigSeen, "a"))
	full.Name, full.Assumed, grep.Assumed = "full", true, true
	equal(t, "doubted", zones(build(full, grep, told("decode@n2", 0, 9))), "full -8h0m0s")
}

func TestHours(t *testing.T) {
	for q, want := range map[float64]string{-8: "-8 h", 5.5: "+5 h 30 min", -0.25: "-0 h 15 min", 14: "+14 h"} {
		equal(t, "hours", hours(sec(q*hour).Sub(epoch)), want)
	}
}
