package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/cmd/pdlab/emit"
	"roomline/cmd/pdlab/scenario"
)

// made is one run, in memory.
type made struct {
	files map[string]string
	truth emit.Truth
}

func produced(t *testing.T, args ...string) made {
	t.Helper()
	o, err := parse(append(args, "DIR"), &bytes.Buffer{})
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	plan, err := scenario.Make(o.scenario, o.settings)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	b, truth := produce(o, plan)
	m := made{map[string]string{}, truth}
	for _, f := range b.Files() {
		m.files[f.Name] = f.Text
	}
	return m
}

// names are the scenarios.
func names() []string {
	var out []string
	for _, s := range scenario.All {
		out = append(out, s.Name)
	}
	return out
}

func TestSameOptionsSameBytes(t *testing.T) {
	for _, name := range names() {
		a, b := t.TempDir(), t.TempDir()
		for _, dir := range []string{a, b} {
			var out, errs bytes.Buffer
			if code := run([]string{"write", "-scenario", name, "-seed", "3", "-log-requests", "-time-stats", "-ranks", "4", "-scrape-form", "file", dir}, &out, &errs); code != 0 {
				t.Fatalf("%s: exit %d: %s", name, code, errs.String())
			}
		}
		err := filepath.WalkDir(a, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			rel, _ := filepath.Rel(a, path)
			one, _ := os.ReadFile(path)
			two, err := os.ReadFile(filepath.Join(b, rel))
			if err != nil || !bytes.Equal(one, two) {
				t.Errorf("%s: %s differs (%v)", name, rel, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checks are what must hold of each scenario, whatever the seed.
var checks = map[string]func(*testing.T, made){
	"healthy": func(t *testing.T, m made) {
		if len(m.truth.Confirmed) != 0 {
			t.Errorf("confirmed: %v", m.truth.Confirmed)
		}
		aborted := strings.Count(m.files["decode-0.log"], "Aborted by AbortReq.")
		if aborted == 0 {
			t.Error("no client hung up")
		}
	},
	"nixl-wedge": func(t *testing.T, m made) {
		need(t, m, "nixl-bootstrap-thread-died", "nixl-wedge", "abort-cascade", "decode-waiting-timeout")
		if n := strings.Count(m.files["prefill-0.log"], "AssertionError: First message should be b'NixlMsgGuard'. Foreign traffic?"); n != len(m.truth.ThreadDeaths) || n != 2 {
			t.Errorf("%d assertion texts, %d threads died", n, len(m.truth.ThreadDeaths))
		}
	},
	"worker-assert": func(t *testing.T, m made) {
		need(t, m, "nixl-transfer-worker-room-missing")
		for _, x := range m.truth.WorkerErrors {
			if !strings.Contains(m.files["prefill-0.log"], "Unexpected transfer worker error for room "+x.Room+"\nTraceback (most recent call last):\n") {
				t.Errorf("room %s: no block", x.Room)
			}
		}
		open := 0
		for _, r := range m.truth.Rooms {
			if r.Decode.State != "Success" && r.Decode.State != "Failed" {
				open++
			}
		}
		if open > 0 {
			t.Errorf("%d rooms are left open", open)
		}
	},
	"abort-cascade": func(t *testing.T, m made) {
		need(t, m, "abort-cascade", "orphaned-queue-entries")
		for _, r := range m.truth.Rooms {
			if strings.HasPrefix(r.Session, "user") && r.Decode.Finished == "" && r.Decode.Received < m.truth.End[:17] {
				t.Errorf("room %s of %s did not finish: the cascade wedged something", r.Room, r.Session)
			}
		}
	},
	"nixl-failure-not-propagated": func(t *testing.T, m made) {
		need(t, m, "nixl-prefill-failure-not-propagated", "decode-waiting-timeout", "nixl-transfer-worker-error")
	},
	"mooncake-session": func(t *testing.T, m made) {
		need(t, m, "mooncake-session-failed", "mooncake-mutual-accusation")
		for file, texts := range map[string][]string{"prefill-0.log": {" failed.\n", "is not alive", "Failed to send kv chunk of "}, "decode-0.log": {"Failed to get kvcache from prefill instance, it might be dead"}} {
			for _, text := range texts {
				if !strings.Contains(m.files[file], text) {
					t.Errorf("%s has no %q", file, text)
				}
			}
		}
	},
	"collective-desync": func(t *testing.T, m made) {
		need(t, m, "collective-desync", "scheduler-crash", "health-detokenizer-timeout")
		log := m.files["decode-0.log"]
		if n := strings.Count(log, "Scheduler watchdog timeout (self.watchdog_timeout=300, self.soft=False)"); n != 2 {
			t.Errorf("%d watchdogs of 2 ranks", n)
		}
		if !strings.Contains(log, "OpType=BROADCAST") || !strings.Contains(log, "OpType=ALLREDUCE") {
			t.Error("the ranks do not differ in their collectives")
		}
	},
	"healthy-day": func(t *testing.T, m made) { need(t, m, "subprocess-teardown"); only(t, m, "subprocess-teardown") },
	"planned-restart": func(t *testing.T, m made) {
		need(t, m, "planned-prefill-restart", "subprocess-teardown")
		only(t, m, "planned-prefill-restart", "subprocess-teardown")
		if log := m.files["prefill-0.log"]; strings.Count(log, "The server is fired up and ready to roll!") != 2 {
			t.Error("prefill was not started twice")
		}
		for _, r := range m.truth.Rooms {
			if r.Decode.Finished == "" && r.Decode.Aborted == "" && r.Decode.Received < m.truth.End[:15] {
				t.Errorf("room %s did not finish", r.Room)
			}
		}
	},
	"port-scanner": func(t *testing.T, m made) {
		rule := "nixl-bootstrap-thread-died"
		if m.truth.Seed%2 == 0 {
			rule = "bootstrap-thread-died-other"
		}
		need(t, m, rule, "decode-waiting-timeout")
	},
	"mooncake-worker-died": func(t *testing.T, m made) {
		need(t, m, "mooncake-transfer-worker-died", "decode-waiting-timeout")
		done := 0
		for _, r := range m.truth.Rooms {
			if r.Decode.Finished > m.truth.ThreadDeaths[0].At {
				done++
			}
		}
		if done < 20 {
			t.Errorf("%d rooms finished after the death of one worker of four", done)
		}
	},
	"stage-orphans": func(t *testing.T, m made) {
		need(t, m, "pp-orphaned-bootstrap")
		if log := m.files["prefill-0.log"]; !strings.Contains(log, " PP0 TP0] Prefill bootstrap failed") || strings.Contains(log, " PP1 TP0] Prefill bootstrap failed") {
			t.Error("want failures of the first stage alone")
		}
	},
	"decode-leak": func(t *testing.T, m made) { need(t, m, "decode-leak-token-usage") },
	"prefill-abort": func(t *testing.T, m made) {
		need(t, m, "prefill-abort-decode-hang", "decode-waiting-timeout")
		if strings.Contains(m.files["decode-0.log"], "Aborted by") {
			t.Error("decode was told of an abort")
		}
	},
	"decode-full": func(t *testing.T, m made) { need(t, m, "prefill-bootstrap-timeout") },
	"prefill-crash": func(t *testing.T, m made) {
		need(t, m, "scheduler-crash", "prefill-heartbeat-lost", "router-no-workers")
	},
	"stale-rank-port":   func(t *testing.T, m made) { need(t, m, "stale-rank-port-after-restart", "subprocess-teardown") },
	"bootstrap-blocked": func(t *testing.T, m made) { need(t, m, "bootstrap-unreachable") },
	"foreign-frames":    func(t *testing.T, m made) { need(t, m, "foreign-traffic-bootstrap-socket") },
	"scheduler-hang":    func(t *testing.T, m made) { need(t, m, "scheduler-watchdog-timeout", "scheduler-crash") },
	"stage-divergence": func(t *testing.T, m made) {
		need(t, m, "pp-stage-divergence", "abort-cascade")
		log := m.files["prefill-0.log"]
		if a, b := strings.Count(log, " PP0 TP0] Prefill batch"), strings.Count(log, " PP1 TP0] Prefill batch"); a != b+1 {
			t.Errorf("the first stage prints %d batches, the second %d: want one that the second never ran", a, b)
		}
	},
	"metadata-collision": func(t *testing.T, m made) {
		if m.truth.Expect["context-corruption-room-mismatch"] != "confirmed" && m.truth.Expect["metadata-not-ready"] != "confirmed" {
			t.Error("no two rooms met in a buffer")
		}
	},
	"page-mismatch": func(t *testing.T, m made) { need(t, m, "kv-page-index-mismatch") },
	"pool-full":     func(t *testing.T, m made) { need(t, m, "decode-kv-retraction") },
	"router-bypass": func(t *testing.T, m made) { need(t, m, "direct-request-no-room"); only(t, m, "direct-request-no-room") },
}

// only says that nothing else may be found.
func only(t *testing.T, m made, rules ...string) {
	t.Helper()
	for _, r := range m.truth.Confirmed {
		if !slices.Contains(rules, r) {
			t.Errorf("%s is confirmed as well", r)
		}
	}
}

func need(t *testing.T, m made, rules ...string) {
	t.Helper()
	for _, r := range rules {
		if m.truth.Expect[r] != "confirmed" {
			t.Errorf("%s is %q", r, m.truth.Expect[r])
		}
	}
}

func TestTruthAndLogsAgree(t *testing.T) {
	for _, name := range names() {
		for seed := 1; seed <= 3; seed++ {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				m := produced(t, "-scenario", name, "-seed", fmt.Sprint(seed), "-log-requests")
				agree(t, m)
				checks[name](t, m)
			})
		}
	}
}

// agree holds the logs against the truth.
func agree(t *testing.T, m made) {
	t.Helper()
	prefill, decode := m.files["prefill-0.log"], m.files["decode-0.log"]
	for _, x := range m.truth.Timeouts {
		if !strings.Contains(decode, "Request "+x.Room+" timed out after 300.0s in KVPoll.WaitingForInput") {
			t.Errorf("room %s timed out, decode does not say so", x.Room)
		}
	}
	if n := strings.Count(decode, " in KVPoll.WaitingForInput\n"); n != len(m.truth.Timeouts) { // of two ranks one prints it
		t.Errorf("decode prints %d timeouts, the truth has %d", n, len(m.truth.Timeouts))
	}
	if n := strings.Count(prefill, "Exception in thread "); n != len(m.truth.ThreadDeaths) {
		t.Errorf("%d threads print their end, deaths: %v", n, m.truth.ThreadDeaths)
	}
	for _, r := range m.truth.Confirmed {
		if slices.Contains(m.truth.Denied, r) || len(m.truth.Entities[r]) == 0 {
			t.Errorf("%s is confirmed, denied %v, entities %v", r, slices.Contains(m.truth.Denied, r), m.truth.Entities[r])
		}
	}
	known := map[string]bool{}
	for _, r := range m.truth.Rooms {
		if known[r.Room] {
			t.Errorf("room %s is there twice", r.Room)
		}
		known[r.Room] = true
	}
	for line := range strings.Lines(prefill + decode) {
		if _, after, ok := strings.Cut(line, "req.bootstrap_room="); ok {
			if room, _, _ := strings.Cut(after, " "); !known[room] {
				t.Errorf("the truth does not know room %q", room)
			}
		}
	}
}

func TestOmitted(t *testing.T) {
	args := []string{"-scenario", "nixl-wedge", "-omit", "prefill-log,decode-metrics"}
	m := produced(t, args...)
	if _, there := m.files["prefill-0.log"]; there || strings.Contains(m.files["roomline.yaml"], "prefill-0.log") || strings.Contains(m.files["roomline.yaml"], "metrics/decode-0") {
		t.Errorf("left out, but there or listed:\n%s", m.files["roomline.yaml"])
	}
	if strings.Join(m.truth.Omitted, " ") != "prefill-log decode-metrics" {
		t.Errorf("truth says %v", m.truth.Omitted)
	}
	listed := produced(t, append(args, "-omit-listed")...)
	if _, there := listed.files["prefill-0.log"]; there || !strings.Contains(listed.files["roomline.yaml"], "prefill-0.log") {
		t.Error("-omit-listed: want the file away and the listing there")
	}
	full := produced(t, "-scenario", "nixl-wedge")
	if fmt.Sprint(full.truth.Expect) != fmt.Sprint(m.truth.Expect) {
		t.Error("what is left out changes what is true")
	}
}

func TestScrapeForms(t *testing.T) {
	file := produced(t, "-scenario", "collective-desync", "-scrape-form", "file")
	if text := file.files["metrics/decode-0.prom"]; strings.Count(text, "# scraped_at ") < 40 || !strings.Contains(text, "# scrape_error curl: (7)") {
		t.Error("one file of many scrapes: want a head for each, and the failed ones")
	}
	shell := produced(t, "-scenario", "collective-desync", "-scrape-form", "shell")
	if text := shell.files["metrics/decode-0.txt"]; !strings.Contains(text, " http://127.0.0.1:30002/metrics\n  % Total") || !strings.Contains(text, "curl: (7) Failed to connect") {
		t.Error("a shell loop: want its heads, curl's meter and its errors")
	}
	hand := produced(t, "-scenario", "nixl-wedge", "-scrape-interval", "0s")
	n := 0
	for name := range hand.files {
		if strings.HasPrefix(name, "metrics/prefill-0/") {
			n++
		}
	}
	if n != 2 || strings.Contains(hand.files["roomline.yaml"], "interval") {
		t.Errorf("by hand: %d scrapes of prefill", n)
	}
}

func TestOptionsInAnyMixture(t *testing.T) {
	for _, args := range [][]string{
		{"-era", "2025", "-ranks", "1", "-log-level", "debug"},
		{"-era", "2026-late", "-ranks", "4", "-dp", "2", "-time-stats", "-ms", "-skew", "2s", "-zone", "Asia/Shanghai"},
		{"-prefills", "2", "-decodes", "3", "-page-size", "256", "-sessions", "30", "-kill-after", "12s"},
		{"-duration", "100s"},
	} {
		for _, name := range names() {
			m := produced(t, append([]string{"-scenario", name}, args...)...)
			if len(m.files) < 4 || m.truth.Scenario != name {
				t.Errorf("%s %v: %d files", name, args, len(m.files))
			}
		}
	}
}

func TestAskedWrongly(t *testing.T) {
	for _, args := range [][]string{{}, {"rite"}, {"write"}, {"write", "-scenario", "nothing", "d"}, {"write", "-era", "1999", "d"}, {"write", "-ranks", "3", "-dp", "2", "d"},
		{"write", "-omit", "everything", "d"}, {"write", "-zone", "Moon/Crater", "d"}, {"write", "-scrape-form", "heap", "d"}, {"write", "-page-size", "0", "d"}} {
		var out, errs bytes.Buffer
		if code := run(args, &out, &errs); code != 2 || errs.Len() == 0 {
			t.Errorf("%v: exit %d, %q", args, code, errs.String())
		}
	}
	var out bytes.Buffer
	if code := run([]string{"list"}, &out, &out); code != 0 || !strings.Contains(out.String(), "nixl-wedge") {
		t.Errorf("list: exit %d, %q", code, out.String())
	}
}

func TestQuick(t *testing.T) {
	begin := time.Now()
	produced(t, "-scenario", "nixl-wedge")
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("one bundle took %v", took)
	}
}
