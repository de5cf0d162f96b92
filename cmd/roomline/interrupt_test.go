package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Whoever interrupts learns within a tenth of a second that it was heard, unless the answer is there.
func TestAcknowledge(t *testing.T) {
	for took, said := range map[time.Duration]bool{ackAfter / 2: false, 100 * time.Millisecond: true} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			a := &app{stderr: &lockedWriter{w: &out}}
			ctx, cancel := context.WithCancel(t.Context())
			stop := a.acknowledge(ctx)
			time.Sleep(time.Minute)
			cancel()
			time.Sleep(took)
			synctest.Wait()
			if got := strings.Contains(out.String(), "interrupt again to end at once"); got != said {
				t.Errorf("after %s: %q", took, out.String())
			}
			stop()
		})
	}
	var out strings.Builder
	a := &app{stderr: &out}
	a.acknowledge(context.Background())()
	if out.Len() > 0 {
		t.Errorf("without an interrupt: %q", out.String())
	}
}

// A run that is interrupted at any time ends with a whole report of what was read, or, where all was
// read by then, with that of all, which says how many rules were not judged. Only while that is put together nothing
// can be said.
func TestInterruptedAtAnyTime(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&text, "[2026-05-12 %02d:%02d:%02d TP0] Decode batch. #running-req: %d, #token: 7, token usage: 0.05, #queue-req: 5\n", i/3600, i/60%60, i%60, i%9)
	}
	if err := os.WriteFile(filepath.Join(dir, "decode.log"), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.IntN(150))*time.Millisecond)
		code, stdout, stderr := call(ctx, "report", "-o", "json", "--block", "4096", dir)
		cancel()
		var doc struct {
			Sources  []struct{ Error string }
			Warnings []string
			NotFired []struct {
				Rule, Verdict string
				Missing       []struct{ Reason string }
			} `json:"not_fired"`
		}
		if code == exitInterrupted && stdout == "" && strings.Contains(stderr, errUnbuilt.Error()) {
			continue
		}
		if err := json.Unmarshal([]byte(stdout), &doc); err != nil {
			t.Fatalf("exit status %d, no whole report: %v\n%s", code, err, stderr)
		}
		warned := strings.Contains(strings.Join(doc.Warnings, " "), "interrupted: not all was read")
		for _, n := range doc.NotFired {
			if cut := len(n.Missing) > 0 && n.Missing[0].Reason == "interrupted"; cut && (n.Verdict == "clear" || !strings.Contains(strings.Join(doc.Warnings, " "), "rules were not judged")) {
				t.Fatalf("%s: %s, warnings %q", n.Rule, n.Verdict, doc.Warnings)
			}
		}
		if code != exitInterrupted && (code != exitOK || warned) {
			t.Fatalf("exit status %d, warnings %q", code, doc.Warnings)
		}
		if left := len(doc.Sources) > 0 && doc.Sources[0].Error != ""; left && !warned {
			t.Fatalf("a source was left, but nothing is said of the interrupt: %+v", doc)
		}
	}
}

// The part that an interrupted run has read is judged for so long and no longer: what was not judged says so.
func TestPartIsJudgedForAWhile(t *testing.T) {
	defer func(was time.Duration) { partTime = was }(partTime)
	path := filepath.Join(t.TempDir(), "decode.log")
	if err := os.WriteFile(path, []byte("[2026-05-12 12:00:00 TP0] Decode batch. #running-req: 1, #token: 7, token usage: 0.05, #queue-req: 5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, partTime = range []time.Duration{-1, time.Hour} {
		_, stdout, _ := call(ctx, "report", "-o", "json", path)
		said := strings.Contains(stdout, "to judge the part that was read would have taken long")
		if cut := partTime < 0; said != cut || strings.Contains(stdout, `"reason":"interrupted"`) != cut {
			t.Errorf("judged for %s: %s", partTime, stdout)
		}
	}
}

func TestCPUs(t *testing.T) {
	had := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(had)
	runtime.GOMAXPROCS(3)
	f := &flags{cpus: 1, maxHits: 1}
	restore, err := f.limits()
	if now := runtime.GOMAXPROCS(0); err != nil || now != 1 {
		t.Errorf("%d CPUs, %v", now, err)
	}
	if restore(); runtime.GOMAXPROCS(0) != 3 {
		t.Errorf("not put back: %d", runtime.GOMAXPROCS(0))
	}
	if a := (&app{}); a.root().PersistentFlags().Lookup("cpus").DefValue != "3" {
		t.Error("the limit of the runtime is not the default")
	}
	for _, args := range [][]string{{"--cpus", "0"}, {"--max-hits", "0"}, {"--spool", "3X"}, {"--spool", "0"}, {"--spool", "99999999T"}} {
		if code, _, stderr := call(context.Background(), append([]string{"report", t.TempDir()}, args...)...); code != exitUsage || !strings.Contains(stderr, "give ") {
			t.Errorf("%q: exit status %d, %q", args, code, stderr)
		}
	}
}

func TestByteSize(t *testing.T) {
	for _, s := range []string{"16G", "1T", "3K", "1500", "7M"} {
		var b byteSize
		if err := b.Set(s); err != nil || b.String() != s {
			t.Errorf("%s: %s, %v", s, b.String(), err)
		}
	}
}

// What was locked writes as before.
func TestLockedWriterIsAFile(t *testing.T) {
	f, ok := isFile(&lockedWriter{w: os.Stderr})
	if _, none := isFile(&lockedWriter{w: io.Discard}); !ok || f != os.Stderr || none {
		t.Error("a locked writer hides what it writes to")
	}
}
