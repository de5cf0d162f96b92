package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// call runs the program in process.
func call(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(ctx, args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

func TestInterruptedIs130(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	code, _, stderr := call(ctx, "report", t.TempDir())
	if code != exitInterrupted || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exit status %d, stderr %q", code, stderr)
	}
}

// A reader that went away is no failure of ours, and nothing is said of it.
func TestClosedPipeIsSuccess(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	cmd := exec.Command("roomline", "rules", "list")
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = w, &stderr
	err = cmd.Run()
	w.Close()
	if err != nil || stderr.Len() > 0 {
		t.Errorf("%v: %s", err, stderr.String())
	}
}

func TestShippedPacksPassTheirTests(t *testing.T) {
	code, stdout, stderr := call(context.Background(), "rules", "test")
	if code != exitOK || !strings.Contains(stdout, " 0 expectations failed") {
		t.Errorf("exit status %d\n%s%s", code, stdout, stderr)
	}
}

func TestEveryRuleIsExplainedAndShown(t *testing.T) {
	_, list, _ := call(context.Background(), "rules", "list")
	for _, l := range strings.Split(list, "\n")[1:] {
		id, rest, ok := strings.Cut(l, " ")
		if !ok || !strings.Contains(rest, "@") {
			continue
		}
		if code, out, err := call(context.Background(), "rules", "explain", id); code != 0 || !strings.Contains(out, "1. ") || !strings.Contains(out, "Its signals:") {
			t.Errorf("explain %s: %d %s%s", id, code, out, err)
		}
		if code, out, err := call(context.Background(), "rules", "show", id); code != 0 || !strings.Contains(out, "id: "+id) {
			t.Errorf("show %s: %d %s%s", id, code, out, err)
		}
	}
}
