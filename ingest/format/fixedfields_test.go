package format

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var digitRuns = regexp.MustCompile(`[0-9]+`)

// fieldsOf are the names of the numbers of a message.
func fieldsOf(m []byte) (out []string) {
	for _, n := range Gauges(nil, m) {
		out = append(out, n.Field)
	}
	return out
}

// TestFixedFields: other digits in what is fixed give the same fields; what the engine prints is fixed.
func TestFixedFields(t *testing.T) {
	shortest := func(m string) []byte { return digitRuns.ReplaceAll([]byte(m), []byte("0")) }
	for m, want := range map[string]bool{
		messages[0]: true, messages[1]: true, "Prefill batch [12], #new-seq: 1, #new-token: 17, ": true,
		"Decode batch. p99 latency: 1, x: 2": false, "Decode batch: 17": false, "Engine 000: Running: 31 reqs": false, "KVPoll state change: room 1": false,
	} {
		if got := FixedFields(shortest(m)); got != want {
			t.Errorf("%q: %v, want %v", m, got, want)
		}
	}
	r, fixed := rand.New(rand.NewPCG(11, 12)), 0
	for range 20_000 {
		m := bytes.Clone([]byte(batches[r.IntN(len(batches))]))
		for range r.IntN(3) {
			m[r.IntN(len(m))] = "0:,. []ae%x"[r.IntN(11)]
		}
		form := shortest(string(m))
		other := digitRuns.ReplaceAllFunc(form, func([]byte) []byte { return []byte(strings.Repeat("7", 1+r.IntN(25))) })
		if !FixedFields(form) {
			continue
		}
		fixed++
		if a, b := fieldsOf(m), fieldsOf(other); !slices.Equal(a, b) {
			t.Fatalf("%q has %v, %q %v", m, a, other, b)
		}
	}
	if fixed < 5_000 {
		t.Errorf("only %d messages were fixed", fixed)
	}
}
