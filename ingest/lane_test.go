package ingest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roomline/timeline"
)

// asked is a Matcher that must see every record, so that nothing goes through the lane.
type asked struct{ Matcher }

func (asked) Always() bool { return true }

// laneLines are what the lane takes and what it must leave to the assembler, one beside the other.
var laneLines = []string{
	"[%s TP0] Decode batch. #running-req: 1, #token: 10, gen throughput (token/s): 2.5, #queue-req: 1",
	"[%s TP0] Decode batch. #running-req: %n, #token: %n, gen throughput (token/s): %n.5, #queue-req: %n",
	"[%s TP1] Decode batch. #running-req: %n, #token: %n, gen throughput (token/s): %n.5, #queue-req: %n",
	"[%s TP1] Decode batch. #running-req: %n, #token: #, gen throughput (token/s): %n.5, #queue-req: %n",
	"[%s TP1] Decode batch. #running-req: %n, accept len: %n.%n, #queue-req: %n",
	"[%s TP1] Decode batch. p%n latency: %n, #queue-req: %n",
	"[%s TP1] Decode batch: %n",
	"[%s TP1] Decode batch x: %n",
	"[%s TP1] Engine %n: Running: %n reqs",
	"[%s TP1] Decode batch. #running-req: %n, gpu%n usage: %n.5",
	"[%s TP0] Decode batcha:%n", "[%s TP0] Engine %n: Running: 1 reqs",
	"[%s DP1 TP3] Prefill batch. #new-seq: 1, #new-token: 1, #queue-req: 4",
	"[%s] Receive: obj=GenerateReqInput(rid='a', text='[2026-05-12 08:00:00] x', bootstrap_room=77)",
	"[%s TP1] Decode transfer failed for request bootstrap_room=5 with exception",
	"[%s TP2] KVPoll state change: room=6 Bootstrapping -> WaitingForInput",
	"[%s] INFO:     192.0.2.9:48240 - \"GET /health HTTP/1.1\" 200 OK",
	"[%s] INFO: glued [%s TP1] Decode batch. #running-req: 3",
	"[%s TP0] Scheduler hit an exception: Traceback (most recent call last):",
	"[%s TP0] index [1 2-3] of room=9",
	"[%s TP0] message repeated 3 times: [ x ]",
	"[%s TP0] last message repeated 3 times",
	"[%s TP0][file.py:7][INFO]: bracketed room=1",
	"[%s] WARNING server.py:12: levelled",
	"[%s TP0]",
	"[%s TP0] ",
	"[%s",
	"  File \"x.py\", line 7, in f",
	"RuntimeError: room=3",
	"Exception in thread Thread-2 (bootstrap_thread):",
	"INFO:     127.0.0.1:1 - \"GET /health HTTP/1.1\" 200 OK",
	"-- Suppressed 7 messages from x --",
	"", "   ", "plain words",
	"E0512 08:00:01.000001 7 transfer.cpp:1] Worker: failed",
}

// laneText makes a log of such lines; bytes change a character here and there.
func laneText(r *rand.Rand, lines int) string {
	var b strings.Builder
	at := 8*3600*1000 + 599_000
	for range lines {
		if r.IntN(2) == 0 {
			at += r.IntN(900) - r.IntN(2)*300
		}
		stamp := fmt.Sprintf("2026-05-12 %02d:%02d:%02d", at/3_600_000, at/60_000%60, at/1000%60)
		if r.IntN(3) > 0 {
			stamp += fmt.Sprintf(".%03d", at%1000)
		}
		line := strings.ReplaceAll(laneLines[r.IntN(len(laneLines))], "%s", stamp)
		for strings.Contains(line, "%n") {
			line = strings.Replace(line, "%n", []string{"0", "7", "41", "1234567890123456", "12345678901234567", "99999999999999999999999", strings.Repeat("9", 120)}[r.IntN(r.IntN(7)+1)], 1)
		}
		if r.IntN(40) == 0 && len(line) > 0 {
			k := r.IntN(len(line))
			line = line[:k] + string("0:-[] xT."[r.IntN(9)]) + line[k+1:]
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), strings.Repeat("\n", r.IntN(2)))
}

// checkLane scans a log with the lane and without it.
func checkLane(t *testing.T, text string, opt Options) {
	t.Helper()
	dir := t.TempDir()
	log := write(t, dir, "prefill.log", text)
	got := dump(t, scanPaths(t, opt, log), dir)
	opt.Matcher = asked{opt.Matcher}
	if want := dump(t, scanPaths(t, opt, log), dir); got != want {
		t.Fatalf("with the lane, facts are others:\n%s\n%s", firstDifference(want, got), text)
	}
}

// TestLane: what goes past the assembler comes out as from it.
func TestLane(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		opt := Options{Matcher: testWords, MaxHits: 5, Block: []int{64, 700, 0}[r.IntN(3)]}
		if r.IntN(3) == 0 {
			opt.Numbers = []string{"running_req"}
		}
		if r.IntN(4) == 0 {
			opt.Since = timeline.Time(1778573400+r.IntN(60)) * timeline.Second
		}
		opt.CountsOnly = func(id timeline.SignalID) bool { return id == 4 }
		checkLane(t, laneText(r, 1+r.IntN(120)), opt)
	}
}

// TestLaneDigits: lines of one form and second of which digits tell more than numbers are all read.
func TestLaneDigits(t *testing.T) {
	for _, form := range []string{
		"Decode batch. #running-req: 3, gpu%d usage: %d.5, #queue-req: 1", "Decode batch %d. #running-req: %d", "Decode batcha:%d", "Engine %d: Running: %d reqs",
	} {
		var b strings.Builder
		for i := range 90 {
			line := form
			for strings.Contains(line, "%d") {
				line = strings.Replace(line, "%d", []string{"0", "1", "12", "123456789012"}[i*7/3%4], 1)
			}
			fmt.Fprintf(&b, "[2026-05-12 08:00:%02d TP%d] %s\n", i/9, i%2, line)
		}
		checkLane(t, b.String(), Options{Matcher: testWords, MaxHits: 5})
	}
}

// TestLaneOnDamage: so it does where bytes were lost, doubled or changed.
func TestLaneOnDamage(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 9))
		b := []byte(laneText(r, 12))
		for range 1 + r.IntN(6) {
			k := r.IntN(len(b))
			switch r.IntN(3) {
			case 0:
				b[k] = byte(r.IntN(256))
			case 1:
				b = slices.Delete(b, k, min(len(b), k+r.IntN(40)))
			default:
				b = slices.Insert(b, k, b[r.IntN(k+1):k]...)
			}
			b = append(b, '\n')
		}
		checkLane(t, string(b), Options{Matcher: testWords, MaxHits: 4, Block: 64 + r.IntN(300)})
	}
}

func FuzzLane(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(laneText(rand.New(rand.NewPCG(seed, 8)), 12), uint16(seed*100))
	}
	f.Fuzz(func(t *testing.T, text string, block uint16) {
		if len(text) > 4096 {
			return
		}
		checkLane(t, text, Options{Matcher: testWords, MaxHits: 4, Block: 64 + int(block)})
	})
}
