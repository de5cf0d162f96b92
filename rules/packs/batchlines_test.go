package packs

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"roomline/ingest"
	"roomline/rules"
	"roomline/rules/match"
	"roomline/timeline"
)

// batchForms are batch lines of which each 0 is a number that is not known.
var batchForms = []string{
	"Decode batch. #running-req: 0, #token: 0, token usage: 0.0, pre-allocated usage: 0.0, #prealloc-req: 0, #transfer-req: 0, #retracted-req: 0, cuda graph: True, gen throughput (token/s): 0.0, #queue-req: 0, ",
	"Decode batch [0], #running-req: 0, #full token: 0, full token usage: 0.0, #prealloc-req: 0, #transfer-req: 0, #retracted-req: 0, cuda graph: False, gen throughput (token/s): 0.0, #queue-req: 0",
	"Prefill batch. #new-seq: 0, #new-token: 0, #cached-token: 0, token usage: 0.0, #running-req: 0, #queue-req: 0, #bootstrap-req: 0, #inflight-req: 0, input throughput (token/s): 0.0, ",
	"Prefill batch, #new-seq: 0, #new-token: 0, #cached-token: 0, #unbootstrapped-req: 0, #queue-req: 0, ",
	"Decode batch. #running-req: 0, #swa token: 0, #transfer-req: 0,",
	"Decode batch, nothing runs",
}

func shippedMatcher(t *testing.T) *rules.Set {
	t.Helper()
	packs, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	set, err := rules.NewSet(packs...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// batchMessage writes numbers into a form; most of them are such as rules ask for.
func batchMessage(r *rand.Rand, forms []string) (form, message []byte) {
	form = []byte(forms[r.IntN(len(forms))])
	for _, c := range form {
		if c != '0' {
			message = append(message, c)
			continue
		}
		numbers := []string{"0", "0", "1", "1", "64", "256", "95", "9", "97", "00", fmt.Sprint(r.IntN(10)), fmt.Sprint(r.IntN(100000))}
		message = append(message, numbers[r.IntN(len(numbers))]...)
	}
	return form, message
}

func batchHeader(r *rand.Rand, second int) string {
	ranks := []string{"", " TP0", " DP3 TP7", " PP1", " TP1 PP2"}
	return fmt.Sprintf("[2026-11-01 12:%02d:%02d.%03d%s] ", second/60, second%60, r.IntN(1000), ranks[r.IntN(len(ranks))])
}

// TestBatchLinesAreDecided: what the shipped packs are said to find in all lines like one, they find in each;
// and of most lines it is said.
func TestBatchLinesAreDecided(t *testing.T) {
	m := shippedMatcher(t).Matcher
	r, decided, compared := rand.New(rand.NewPCG(7, 8)), 0, 0
	const lines = 150
	for range lines {
		form, message := batchMessage(r, batchForms)
		l, header := timeline.Alike{Form: form}, batchHeader(r, r.IntN(60))
		if _, rank, _ := strings.Cut(header[len("[2026-11-01 "):], " "); rank != "" && r.IntN(2) == 0 {
			l.Rank = []byte(" " + strings.TrimSuffix(rank, "] "))
		}
		line := []byte(header + string(message))
		needles := m.Needles(nil, line)
		for _, n := range needles {
			l.IDs = append(l.IDs, n.ID)
		}
		for rest := message; len(rest) > 0; {
			d, n := timeline.DigitsOf(rest)
			if n > 0 {
				if r.IntN(8) == 0 {
					d = timeline.AnyDigits
				}
				l.Digits = append(l.Digits, d)
			}
			rest = rest[max(n, 1):]
		}
		signals, ok := m.Decide(&l)
		if !ok {
			continue
		}
		decided++
		for range 12 {
			compared += likeIt(t, r, m, &l, signals)
		}
	}
	if decided < lines/2 || compared < 4*decided {
		t.Errorf("of %d lines %d were decided, %d lines compared", lines, decided, compared)
	}
}

// likeIt writes another line and gives 1 if it is alike, and what was said holds of it.
func likeIt(t *testing.T, r *rand.Rand, m ingest.Matcher, l *timeline.Alike, signals []timeline.SignalID) int {
	t.Helper()
	header := batchHeader(r, r.IntN(60))
	if len(l.Rank) > 0 {
		header = header[:len("[2026-11-01 12:00:00.000")] + string(l.Rank) + "] "
	}
	line, run := []byte(header), 0
	for _, c := range l.Form {
		if c != '0' {
			line = append(line, c)
			continue
		}
		for {
			number := []byte(fmt.Sprintf("%0*d", 1+r.IntN(3), r.IntN(1000)))
			if d, _ := timeline.DigitsOf(number); run >= len(l.Digits) || d&^l.Digits[run] == 0 {
				line = append(line, number...)
				break
			}
		}
		run++
	}
	needles := m.Needles(nil, line)
	ids := []int32(nil)
	for _, n := range needles {
		ids = append(ids, n.ID)
	}
	if !reflect.DeepEqual(ids, l.IDs) {
		return 0
	}
	var found timeline.Matches
	m.Match(&found, line, needles)
	var got []timeline.SignalID
	for _, f := range found.List {
		got = append(got, f.Signal)
	}
	if !reflect.DeepEqual(got, signals) {
		t.Fatalf("%q is %v, said was %v of %q %b", line, got, signals, l.Form, l.Digits)
	}
	return 1
}

// TestEachBatchFormIsDecided: of each form the signals of plain lines are told, whatever text the matcher was laid out
// for. A literal of a shipped signal that only the header of a line may hold, and that is no needle, lets millions of
// lines be matched one by one.
func TestEachBatchFormIsDecided(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, form := range batchForms {
		for _, rank := range []string{"", " DP3 TP7", " TP1 PP0", " TP1 PP2"} {
			line := func() string {
				out := "[2026-11-01 12:00:00.000" + rank + "] "
				for _, c := range form {
					if c == '0' {
						out += fmt.Sprint(2 + r.IntN(87)) // neither what is told apart from all else, nor nearly all
						continue
					}
					out += string(c)
				}
				return out
			}
			var sample []byte
			for len(sample) < 1<<17 {
				sample = append(append(sample, line()...), '\n')
			}
			plain := shippedMatcher(t).Matcher
			for _, m := range []*match.Matcher{plain, plain.Tuned(sample)} {
				if l := alikeTo(m, form, line()); !isDecided(m, l, rank) {
					t.Errorf("rank %q: signals of lines like %q are not told", rank, form)
				}
			}
		}
	}
}

// alikeTo are the lines that have the needles of one, and some digits that are neither 0 nor 1 nor begin with 9.
func alikeTo(m *match.Matcher, form, line string) *timeline.Alike {
	l := &timeline.Alike{Form: []byte(form)}
	for _, n := range m.Needles(nil, []byte(line)) {
		l.IDs = append(l.IDs, n.ID)
	}
	for range strings.Count(form, "0") {
		d, _ := timeline.DigitsOf([]byte("27"))
		l.Digits = append(l.Digits, d)
	}
	return l
}

// isDecided says whether it is told what lines are, whatever their headers or at least for a rank.
func isDecided(m *match.Matcher, l *timeline.Alike, rank string) bool {
	_, ok := m.Decide(l)
	if !ok {
		l.Rank = []byte(rank)
		_, ok = m.Decide(l)
	}
	return ok
}

// undeciding hides that a matcher decides.
type undeciding struct{ ingest.Matcher }

// TestBatchLinesScanTheSame: a scan finds the same whether its matcher decides batch lines or not.
func TestBatchLinesScanTheSame(t *testing.T) {
	set := shippedMatcher(t)
	path := filepath.Join(t.TempDir(), "decode.log")
	for seed := range uint64(6) {
		if err := os.WriteFile(path, batchLog(seed), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, numbers := range [][]string{nil, {}, set.LogNumbers()} {
			opt := ingest.Options{Block: []int{700, 4096, 1 << 20}[seed%3], Workers: 1 + int(seed%2), MaxHits: 1 + int(seed)*7, CountsOnly: set.CountsOnly, SignalRole: set.SignalRole, Numbers: numbers}
			role := []string{"decode", "prefill", "decode"}[seed%3]
			opt.Matcher = undeciding{set.Matcher}
			want := scanned(t, path, role, opt)
			opt.Matcher = set.Matcher
			got := scanned(t, path, role, opt)
			hits, wanted := got.Log.All(), want.Log.All()
			if len(wanted) == 0 || !reflect.DeepEqual(hits, wanted) {
				t.Fatalf("seed %d: %d hits, want %d, or others", seed, len(hits), len(wanted))
			}
			got.Log, want.Log = nil, nil
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d: %+v\nwant %+v", seed, got, want)
			}
		}
	}
}

// batchLog is mostly batch lines, with others, tracebacks and repeated seconds between them.
func batchLog(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 9))
	var b bytes.Buffer
	forms := []string{batchForms[seed%2], batchForms[2+seed%4]}
	if seed < 3 {
		forms = forms[:1]
	}
	for i := range 12_000 {
		second := i / 400
		if r.IntN(50) == 0 {
			second += r.IntN(3) - 1
		}
		b.WriteString(batchHeader(r, max(second, 0)))
		_, message := batchMessage(r, forms)
		switch r.IntN(40) {
		case 0:
			b.WriteString("Scheduler hit an exception: Traceback (most recent call last):\n  File \"x.py\", line 3, in f\nRuntimeError: gone")
		case 1:
			b.WriteString("Decode transfer failed for request rank=0 decode_req.req.rid='a' decode_req.req.bootstrap_room=" + fmt.Sprint(r.IntN(50)) + " with exception KVTransferError(bootstrap_room=1): lost")
		case 2:
			b.Write(message)
			b.WriteString("\nand more of it")
		default:
			b.Write(message)
		}
		b.WriteString("\n")
	}
	return b.Bytes()
}

func scanned(t *testing.T, path, role string, opt ingest.Options) *timeline.Stream {
	t.Helper()
	facts, texts, err := ingest.Scan(context.Background(), []ingest.Input{{Path: path, Role: role, Kind: "log", Zone: "UTC"}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	texts.Close()
	return &facts.Streams[0]
}
