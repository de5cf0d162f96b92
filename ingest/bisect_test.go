package ingest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

// alwaysWords is wordMatcher for which every record is assembled: no lane, and nothing passed over.
type alwaysWords struct{ wordMatcher }

func (alwaysWords) Always() bool { return true }

// composeTimed writes a log of a clock in a zone: lines that stand late, a clock that is set back or
// not, lines without a stamp, tracebacks, what looks like a header and is none.
func composeTimed(r *rand.Rand, begin time.Time, lines, setBacks int) string {
	var b strings.Builder
	at, off := begin, time.Duration(0)
	back := map[int]bool{}
	for range setBacks {
		back[lines/8+r.IntN(lines*3/4)] = true
	}
	for i := range lines {
		at = at.Add(time.Duration(r.IntN(2500)) * time.Millisecond)
		if back[i] {
			off -= time.Duration(2+r.IntN(90)) * time.Minute
		}
		stamp := at.Add(off - time.Duration(r.IntN(5))*time.Second).Format("2006-01-02 15:04:05")
		head := fmt.Sprintf("[%s TP%d] ", stamp, r.IntN(3))
		switch r.IntN(12) {
		case 0:
			fmt.Fprintf(&b, "%sScheduler hit an exception: Traceback (most recent call last):\n  File \"x.py\", line 7, in f\n    run()\nRuntimeError: room=%d\n", head, r.IntN(3))
		case 1:
			fmt.Fprintf(&b, "Exception in thread Thread-2:\nAssertionError: First message\nsome line room=%d\n", r.IntN(3))
		case 2:
			fmt.Fprintf(&b, "%sranks=[2026-7] of [1] room=%d\n", head, r.IntN(9))
		case 3:
			fmt.Fprintf(&b, "-- Suppressed 7 messages from x --\n%sMessage Suppressed 3 messages\n", head)
		case 4:
			fmt.Fprintf(&b, "INFO:     127.0.0.1:1 - \"GET /health HTTP/1.1\" 200 OK\n\n")
		case 5:
			fmt.Fprintf(&b, "%swas cut [%s TP1] glued room=4\n", head, stamp)
		default:
			fmt.Fprintf(&b, "%sDecode batch, #running-req: %d, #token: 10, #queue-req: 1 bootstrap_room=%d\n", head, r.IntN(9), r.IntN(5))
		}
	}
	return b.String()
}

// asIfRead makes facts alike that cannot be: what is not read is not counted, and is said.
func asIfRead(f *timeline.Facts) (unread bool) {
	for i := range f.Sources {
		s := &f.Sources[i]
		for _, n := range s.Notes {
			unread = unread || strings.Contains(n, "were not read")
		}
		s.Lines, s.Unparsed, s.UnparsedSamples, s.Notes = 0, 0, nil, nil
	}
	return unread
}

// What is said of a part of the time is what reading all of a log says, whatever is not read of it.
func TestPartOfTheTimeIsWhatReadingAllGives(t *testing.T) {
	zones := []string{"", "UTC", "America/New_York", "+05:30"}
	unread, all := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		begin := time.Date(2026, 11, 1, r.IntN(3), r.IntN(60), 0, 0, time.UTC) // New York sets its clocks back at 02:00
		lines := 400 + r.IntN(1200)
		text := composeTimed(r, begin, lines, r.IntN(3)/2*(1+r.IntN(2)))
		text = []string{"", "a banner room=1\n\nsecond line\n", "[2026-10-31 00:00:00] Message Suppressed 3 messages\n\n"}[r.IntN(3)] + text
		dir := t.TempDir()
		in := Input{Path: write(t, dir, "decode.log", text), Zone: zones[r.IntN(len(zones))], Shift: time.Duration(r.IntN(3)-1) * time.Hour}
		whole := scanOne(t, in, Options{Matcher: testWords})
		first, last := whole.Streams[0].First.Lo, whole.Streams[0].Last.Lo
		instant := func() timeline.Time {
			return first + timeline.Time(r.Int64N(int64(last-first)*13/10)) - (last-first)*15/100
		}
		opt := Options{Block: 512 << r.IntN(4), Workers: 1 + r.IntN(3), MaxHits: 4 + r.IntN(500)}
		switch opt.Since = instant(); r.IntN(4) {
		case 0:
			opt.Until = opt.Since + timeline.Time(1+r.IntN(900))*timeline.Second
		case 1:
			opt.Until, opt.Since = opt.Since, timeline.NoTime
		case 2:
			opt.Since = last + timeline.Time(r.Int64N(int64(2*hour)))
		}
		opt.Matcher, opt.stride = testWords, 1<<10
		got := scanOne(t, in, opt)
		opt.Matcher, opt.stride = alwaysWords{testWords}, 1<<40
		want := scanOne(t, in, opt)
		if !countsAgree(got, want) {
			t.Fatalf("seed %d: lines and lines that were not understood: %+v, want %+v", seed, got.Sources[0], want.Sources[0])
		}
		if asIfRead(want) {
			t.Fatal("the reference did not read all")
		}
		if asIfRead(got) {
			unread++
		} else {
			all++
		}
		if a, b := dump(t, want, dir), dump(t, got, dir); a != b {
			t.Fatalf("seed %d, %+v since %v until %v: other facts:\n%s", seed, in, opt.Since, opt.Until, firstDifference(a, b))
		}
	}
	t.Logf("%d in part, %d whole", unread, all)
	if unread < 10 || all < 10 {
		t.Errorf("%d files were read in part, %d as a whole: the test shows little", unread, all)
	}
}

// countsAgree says whether counts that only reading tells are alike where all was read.
func countsAgree(got, want *timeline.Facts) bool {
	a, b := &got.Sources[0], &want.Sources[0]
	for _, n := range a.Notes {
		if strings.Contains(n, "were not read") {
			return a.Lines <= b.Lines && a.Unparsed <= b.Unparsed
		}
	}
	return a.Lines == b.Lines && a.Unparsed == b.Unparsed && fmt.Sprint(a.UnparsedSamples) == fmt.Sprint(b.UnparsedSamples)
}

func scanOne(t *testing.T, in Input, opt Options) *timeline.Facts {
	t.Helper()
	f, texts, err := scanUnpacked(context.Background(), []Input{in}, opt)
	if err != nil {
		t.Fatal(err)
	}
	texts.Close()
	return f
}

// Where a stamp contradicts the order of those before it, or an end of what is asked for is too near, nothing is left unread.
func TestLeavesNothingUnreadInDoubt(t *testing.T) {
	line := func(at int) string {
		return fmt.Sprintf("[2026-05-12 %02d:%02d:%02d TP0] Decode batch, #running-req: 0\n", at/3600, at/60%60, at%60)
	}
	from := func(at, n int) (text string) {
		for i := range n {
			text += line(at + i)
		}
		return text
	}
	day := timeline.Time(1778544000) * timeline.Second
	at := func(s int) timeline.Time { return day + timeline.Time(s)*timeline.Second }
	for _, c := range []struct {
		name, text   string
		since, until timeline.Time
		unread       bool
	}{
		{"in order, behind", from(3600, 3600), timeline.NoTime, at(4000), true},
		{"in order, before", from(3600, 3600), at(8000), timeline.NoTime, true},
		{"set back behind until", from(3600, 3000) + from(6000, 600), timeline.NoTime, at(4000), false},
		{"set back before since", from(3600, 3000) + from(5000, 1000), at(8000), timeline.NoTime, false},
		{"set back into what is asked for", from(3600, 3600) + from(3600, 60), timeline.NoTime, at(4000), false},
		{"ends shortly before since", from(3600, 3600), at(7230), timeline.NoTime, false},
		{"goes on after a pause", from(3600, 3600) + from(20000, 3), at(19999), timeline.NoTime, false},
		{"goes on after a pause, without a line feed", from(3600, 3600) + strings.TrimSpace(line(20000)), at(19999), timeline.NoTime, false},
		{"ends shortly behind until", from(3600, 3600), timeline.NoTime, at(7150), false},
		{"pauses as long as a clock may have been set back", from(3600, 1800) + from(9000, 1800), timeline.NoTime, at(5000), false},
		{"a pause, and ends before since by less", from(3600, 1800) + from(9000, 1800), at(10900), timeline.NoTime, false},
		{"no stamps", strings.Repeat("a line without a header\n", 5000), at(8000), timeline.NoTime, false},
	} {
		f := scanOne(t, Input{Path: write(t, t.TempDir(), "decode.log", c.text), Role: "decode"}, Options{Since: c.since, Until: c.until, stride: 1 << 10})
		bytes := f.Sources[0].Bytes
		if unread := asIfRead(f); unread != c.unread || bytes != int64(len(c.text)) {
			t.Errorf("%s: unread is %v, want %v; %d bytes of %d", c.name, unread, c.unread, bytes, len(c.text))
		}
	}
}
