package gen_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"regexp"
	"testing"

	"roomline/cmd/bench/gen"
)

const size = 3 << 20

// The same log has the same bytes for ever: figures of one day are compared with those of another.
func TestTextIsTheSameForever(t *testing.T) {
	for role, want := range map[string]string{"prefill": "cd8ae261cd6f8ba2", "decode": "fe921735e3bd6fc4"} {
		h := fnv.New64a()
		h.Write(gen.Text(role, size))
		if got := fmt.Sprintf("%016x", h.Sum64()); got != want {
			t.Errorf("the %s log has other bytes: its hash is %s, not %s", role, got, want)
		}
	}
}

func TestShares(t *testing.T) {
	for _, role := range []string{"prefill", "decode"} {
		text := gen.Text(role, size)
		if len(text) > size || len(text) < size-64<<10 || text[len(text)-1] != '\n' {
			t.Fatalf("%s: %d bytes that end with %q", role, len(text), text[len(text)-1:])
		}
		records := float64(len(regexp.MustCompile(`(?m)^(\[2026|INFO: )`).FindAll(text, -1)))
		for what, c := range map[string]struct{ pattern, share string }{
			"batch lines":             {` batch\. #`, "0.70"},
			"lines of rooms":          {`bootstrap_room=[1-9]\d{18}[, ].*\n| room [1-9]\d{18}[: ]`, "0.20"},
			"access lines":            {`INFO:     10\.`, "0.05"},
			"access lines, unstamped": {`(?m)^INFO:     10\.`, "0.01"},
			"tracebacks, in ten":      {`Traceback`, "0.00"},
		} {
			n := float64(len(regexp.MustCompile(c.pattern).FindAll(text, -1)))
			if got := fmt.Sprintf("%.2f", n/records); got != c.share || n == 0 {
				t.Errorf("%s: %s are %s of the records (%g), not %s", role, what, got, n, c.share)
			}
		}
	}
}

// Both sides speak of the same rooms, some of which fail.
func TestRooms(t *testing.T) {
	of := func(role string) map[string]bool {
		seen := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?:bootstrap_room=| room )(\d+)`).FindAllSubmatch(gen.Text(role, size), -1) {
			if len(m[1]) != 19 {
				t.Errorf("room %s has not 19 digits", m[1])
			}
			seen[string(m[1])] = true
		}
		return seen
	}
	prefill, decode := of("prefill"), of("decode")
	both := 0
	for id := range decode {
		if prefill[id] {
			both++
		}
	}
	if rooms := gen.Of("decode", size).Rooms; len(decode) < rooms*9/10 || len(decode) > rooms || both < rooms*9/10 {
		t.Errorf("%d rooms come up, %d are in the decode log, %d in both", rooms, len(decode), both)
	}
	text := gen.Text("decode", size)
	for _, what := range []string{"Decode handshake failed", "Decode transfer failed", "CUDA out of memory", "503 Service"} {
		if !bytes.Contains(text, []byte(what)) {
			t.Errorf("no line says %q", what)
		}
	}
}
