package format

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// batches are batch and statistics lines of many builds, and what looks like them.
var batches = []string{
	messages[0], messages[1],
	"Prefill batch, #new-seq: 3, token usage: 0.08, #prealloc-req: 2, input throughput (token/s): 4597.53, cuda graph: False",
	"Prefill batch [12], #new-seq: 1, #new-token: 17, ", "Prefill batch [13, #new-seq: 1", "Prefill batch [14] [15], #new-seq: 1", "Prefill batch. #new-seq: 6, #transferring-req: 161 ",
	"Decode batch, #full token: 1, full token usage: 1.00, est. decode TFLOPS/s (per GPU): 2.5, npu graph: B, #queue-req: 3", "Decode batch, #gpu token: 7, pre-allocated usage: 0.04, cache hit rate: 60.44%",
	"Decode batch. #running-req: 55, accept len: 2.50, accept rate: 0.83, cuda graph: False, gen throughput (token/s): 849.00, #queue-req: 5",
	"Engine 000: Avg prompt throughput: 0.5 tokens/s, Running: 31 reqs, Waiting: 48 reqs, GPU KV cache usage: 99.2%, Prefix cache hit rate: 12.0%", "Engine 0: a: 5, b: 6", "Engine 000 is: up", "Avg prompt throughput: 0.0 tokens/s, Running: 1 reqs",
	"Decode batch: a: -5, b: +5, c: .5, d: 5., e: 5.5.5, f: 1e5, g: 5x, h: -, i: 12345678, j: 123456789, k: 1234567.8, l: 123456.78, m: 12345678.9, n: 12345678901234567, o: 0.000000000001234, p: 5 %, q: 5%",
	"Decode batch. a: 1,b: 2,c:3,, d : 4; e: 5; f: 6, g: 7: 8, : 9, #: 10, (x): 11, a: 12", "Decode batch. a: 1\x00, b: 2\x00", "Decode batch. a: 00000000, b: 0000000", "Decode batch. usage: nan, x: 1", "Decode batch. usage: 1.5, x: 1", "Prefill batch. a: 5,", "Prefill batch. a: 5, b:", "Prefill batch. no pairs",
}

func checkGauges(t *testing.T, q *Quick, want []string, text []byte) {
	t.Helper()
	for m := range bytes.SplitSeq(text, []byte("\n")) {
		m = bytes.Clone(m)[:len(m):len(m)]
		all := Gauges(nil, m)
		if want != nil {
			all = slices.DeleteFunc(all, func(n Number) bool { return !slices.Contains(want, n.Field) })
		}
		if got := q.Gauges(nil, m); !slices.Equal(got, all) {
			t.Fatalf("%q: %v, want %v", m, got, all)
		}
	}
}

func FuzzGauges(f *testing.F) {
	for i, m := range batches {
		f.Add([]byte(m+"\n"+batches[(i+1)%len(batches)]), i%3 == 0)
	}
	f.Fuzz(func(t *testing.T, text []byte, few bool) {
		var q Quick
		var want []string
		if few {
			want = []string{"token_usage", "queue_req", "b", "c"}
		}
		q.Want(want)
		for range 3 {
			checkGauges(t, &q, want, text)
		}
	})
}

// Lines with some bytes changed, in one Quick that remembers all of them.
func TestQuickGauges(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, want := range [][]string{nil, {"token_usage", "running_req", "input_throughput", "b", "l"}, {}} {
		var q Quick
		q.Want(want)
		for range 40 {
			for _, m := range batches {
				checkGauges(t, &q, want, []byte(m))
				other := []byte(m)
				for range r.IntN(4) {
					other[r.IntN(len(other))] = "0123456789.,: %-]x\x00"[r.IntN(19)]
				}
				other = other[:len(other)-r.IntN(2)*r.IntN(len(other))]
				for range 2 {
					checkGauges(t, &q, want, other)
				}
				digits := []byte(m)
				for i, c := range digits {
					if digit(c) {
						digits[i] = byte('0' + r.IntN(10))
					}
				}
				checkGauges(t, &q, want, digits)
			}
		}
	}
}

// What is asked for may change, and a place stands for one field all the time.
func TestQuickWant(t *testing.T) {
	var q Quick
	message := []byte(messages[0])
	q.Gauges(nil, message)
	fields := slices.Clone(q.layouts.fields)
	for _, want := range [][]string{{"queue_req", "new_seq"}, {}, nil, {"nothing"}, {"token_usage"}} {
		q.Want(want)
		for range 2 {
			checkGauges(t, &q, want, message)
		}
	}
	if !slices.Equal(fields, q.layouts.fields) {
		t.Errorf("fields were %q, are %q", fields, q.layouts.fields)
	}
}

// What is remembered stays small whatever lines say, and a known layout costs no allocation.
func TestQuickLayoutsStaySmall(t *testing.T) {
	var q Quick
	for i := range 3000 {
		m := []byte(messages[0] + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + ": 5, x: 6, y: 7")
		checkGauges(t, &q, nil, m)
		if len(q.layouts.steps) > maxSteps+64 {
			t.Fatalf("%d steps", len(q.layouts.steps))
		}
	}
	checkGauges(t, &q, nil, append(bytes.Repeat([]byte("Decode batch"), 1000), ": 5"...))
	var dst [32]Number
	for _, m := range batches[:2] {
		message := []byte(m)
		q.Gauges(dst[:0], message)
		if n := testing.AllocsPerRun(100, func() { q.Gauges(dst[:0], message) }); n > 0 {
			t.Errorf("%q allocates %v times", m, n)
		}
	}
}

// TestSameFields: messages that differ in nothing but digits have the same fields where it says so.
func TestSameFields(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	runs := regexp.MustCompile(`[0-9]+`)
	same := 0
	for _, m := range append([]string{"Decode batch. gpu0 usage: 5, x: 1", "Decode batcha:1", "Decode batch 12. x: 5", "Prefill batch. (7) x: 5"}, batches...) {
		form := runs.ReplaceAllString(m, "0")
		if !SameFields([]byte(form)) {
			continue
		}
		same++
		want := fieldsIn(form)
		for range 200 {
			other := runs.ReplaceAllStringFunc(form, func(string) string {
				return strings.Repeat(string(rune('0'+r.IntN(10))), 1+r.IntN(20)) + string(rune('0'+r.IntN(10)))
			})
			if got := fieldsIn(other); !slices.Equal(got, want) {
				t.Fatalf("%q has %q, %q has %q", form, want, other, got)
			}
		}
	}
	if same < 10 || same == len(batches)+4 {
		t.Errorf("%d forms were taken for such", same)
	}
}

func fieldsIn(message string) (out []string) {
	for _, n := range Gauges(nil, []byte(message)) {
		out = append(out, n.Field)
	}
	return out
}
