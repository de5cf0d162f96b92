package ingest

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"roomline/timeline"
)

// noisy writes a log in which a message with two lines of stack behind it, a blank line and a second
// message take up 5 of 8 lines.
func noisy(times int) string {
	var b strings.Builder
	for i := range times {
		s := fmt.Sprintf("[2026-05-12 %02d:%02d:%02d TP%d] ", 8+i/3600, i/60%60, i%60, i%4)
		fmt.Fprintf(&b, "%sDecode batch, #running-req: %d, #token: 10, token usage: 0.1, #queue-req: 1\n", s, i)
		fmt.Fprintf(&b, "%s%s happened here\n", s, strings.Repeat(string(rune('a'+i%26)), 1+i/26))
		fmt.Fprintf(&b, "%sSend failed on socket %d of 10.0.0.%d:%d\nException raised from send (most recent call first):\nframe #0: send + 0x%x\n\n", s, i, i%9, i, i)
		fmt.Fprintf(&b, "%sGave up peer %d\n", s, i)
		fmt.Fprintf(&b, "%sINFO:     192.0.2.9:4824%d - \"GET /health HTTP/1.1\" 200 OK\n", s, i%9)
	}
	return b.String()
}

func TestRepeatsAreNamed(t *testing.T) {
	const times = 300
	dir := t.TempDir()
	log := write(t, dir, "decode.log", noisy(times))
	begin := scanPaths(t, Options{}, log).Sources[0].First
	want := []timeline.Repeat{{Text: "Send failed on socket 0 of 10.0.0.0:0", With: []string{"Gave up peer 0"}, Records: times, Lines: 5 * times, Of: 8 * times,
		Line: 3, LastLine: 8*times - 1, First: begin, Last: begin + (times-1)*timeline.Second}}
	for _, block := range []int{64, 4 << 10, 1 << 20} {
		for _, workers := range []int{1, 3} {
			got := scanPaths(t, Options{Block: block, Workers: workers}, log).Sources[0].Repeats
			if !reflect.DeepEqual(got, want) {
				t.Errorf("blocks of %d, %d workers: %+v", block, workers, got)
			}
		}
	}
}

// The files of a rotation are counted each; an envelope and an excerpt of the time change nothing.
func TestRepeatsOfFilesAndEnvelopes(t *testing.T) {
	const times = 300
	text := noisy(times)
	half := strings.Index(text, "[2026-05-12 08:02:30")
	dir := t.TempDir()
	write(t, dir, "decode.log.1", text[:half])
	write(t, dir, "decode.log", text[half:])
	var sum timeline.Repeat
	for _, s := range scanPaths(t, Options{Block: 512}, dir).Sources {
		if len(s.Repeats) != 1 || s.Repeats[0].Line != 3 {
			t.Fatalf("%s: %+v", s.Path, s.Repeats)
		}
		sum.Records, sum.Lines = sum.Records+s.Repeats[0].Records, sum.Lines+s.Repeats[0].Lines
	}
	if sum.Records != times || sum.Lines != 5*times {
		t.Errorf("both files: %+v", sum)
	}

	var docker strings.Builder
	for l := range strings.Lines(text) {
		fmt.Fprintf(&docker, "{\"log\":%q,\"stream\":\"stderr\",\"time\":\"2026-05-12T08:00:00.000000000Z\"}\n", l)
	}
	for _, block := range []int{512, 1 << 20} {
		r := scanPaths(t, Options{Block: block}, write(t, t.TempDir(), "decode.log", docker.String())).Sources[0].Repeats
		if len(r) != 1 || r[0].Records != times || r[0].Lines != 5*times || r[0].Of != 8*times {
			t.Errorf("in docker's envelope, blocks of %d: %+v", block, r)
		}
	}

	first := scanPaths(t, Options{}, write(t, t.TempDir(), "decode.log", text)).Sources[0].First
	r := scanPaths(t, Options{Since: first + 100*timeline.Second, Until: first + 199*timeline.Second}, write(t, t.TempDir(), "decode.log", text)).Sources[0].Repeats
	if len(r) != 1 || r[0].Records != 100 || r[0].Of != 800 {
		t.Errorf("of 100 seconds: %+v", r)
	}
}

func TestRoutineIsNoRepeat(t *testing.T) {
	var b strings.Builder
	for i := range 2000 {
		s := fmt.Sprintf("[2026-05-12 08:%02d:%02d TP0] ", i/60, i%60)
		fmt.Fprintf(&b, "%sDecode batch, #running-req: 1, #token: %d, token usage: 0.1, #queue-req: 1\n", s, i)
		fmt.Fprintf(&b, "%sReceive: obj=GenerateReqInput(rid='%d', bootstrap_room=1)\n", s[:20]+"] ", i)
		fmt.Fprintf(&b, "%sINFO:     192.0.2.9:4824%d - \"GET /health HTTP/1.1\" 200 OK\n", s[:20]+"] ", i%9)
		fmt.Fprintf(&b, "Capturing batches:  %d%%|#### | 3/9 [00:01<00:02,  2.1it/s]\nINFO:     127.0.0.1:%d - \"GET /metrics HTTP/1.1\" 200 OK\n", i%100, i)
	}
	s := scanPaths(t, Options{Block: 4096}, write(t, t.TempDir(), "decode.log", b.String())).Sources[0]
	if len(s.Repeats) > 0 {
		t.Errorf("%+v", s.Repeats)
	}
}

// Beyond the limit new messages are not told apart, and that is said where one could be missed; those
// that are known go on to be counted. Nothing of it depends on blocks.
func TestRepeatsLimit(t *testing.T) {
	word := func(i int) string {
		w := ""
		for ; i > 0 || w == ""; i /= 20 {
			w += string(rune('g' + i%20)) // no hex
		}
		return w
	}
	log := func(early bool) string {
		var b strings.Builder
		put := func(i int, text string) {
			fmt.Fprintf(&b, "[2026-05-12 %02d:%02d:%02d TP0] %s\n", 8+i/3600, i/60%60, i%60, text)
		}
		for i := range 6000 {
			if early {
				put(i, "the same thing")
			}
			put(i, "thing "+word(i))
		}
		for i := range 6000 {
			put(6000+i, "the same thing")
		}
		return b.String()
	}
	for _, early := range []bool{true, false} {
		path := write(t, t.TempDir(), "decode.log", log(early))
		for _, block := range []int{64, 4 << 10, 1 << 20} {
			s := scanPaths(t, Options{Block: block, Workers: 3}, path).Sources[0]
			said := strings.Contains(strings.Join(s.Notes, "\n"), "more than 4096 different messages")
			switch {
			case early && (len(s.Repeats) != 1 || s.Repeats[0].Records != 12000 || said):
				t.Errorf("blocks of %d: %+v, %q", block, s.Repeats, s.Notes)
			case !early && (len(s.Repeats) != 0 || !said):
				t.Errorf("blocks of %d, known too late: %+v, %q", block, s.Repeats, s.Notes)
			}
		}
	}
}

// One thread that lost its store writes nine tenths of a real log.
func TestRealNoiseIsNamed(t *testing.T) {
	files, _ := filepath.Glob("../../shared/real/01-*.log.gz")
	if len(files) == 0 {
		t.Skip("no real logs beside the checkout")
	}
	s := scanPaths(t, Options{}, files[0]).Sources[0]
	lines := int64(0)
	for _, r := range s.Repeats {
		lines += r.Lines
		t.Logf("%.1f%%: %d times %s %q", 100*r.Share(), r.Records, r.Text, r.With)
	}
	if lines*100 < s.Lines*85 {
		t.Errorf("%d of %d lines are named", lines, s.Lines)
	}
}

// What is shown of a record is cut, trimmed and made valid, whatever stands in the memory that it gets.
func TestSampleText(t *testing.T) {
	long := strings.Repeat("ä", maxRepeatText)
	for _, c := range []struct{ source, message, want string }{
		{"", "  plain text ", "plain text"},
		{"router", "plain", "router plain"},
		{"", "bad \xff\xfe byte", "bad \ufffd byte"},
		{"", long, long[:maxRepeatText] + "…"},
		{"", "x" + long, "x" + long[:maxRepeatText-2] + "…"},
		{"", "\xff" + strings.Repeat("x", maxRepeatText+9), strings.Repeat("x", maxRepeatText-1) + "…"},
		{"", " \t ", ""},
	} {
		arena := append(make([]byte, 0, 4096), "what stood before"...)
		for _, dst := range [][]byte{nil, arena, arena[:4:4]} {
			got := appendSample(dst, c.source, []byte(c.message))
			if string(got[:len(dst)]) != string(dst) || string(got[len(dst):]) != c.want {
				t.Errorf("%q of %q is shown as %q behind %q, not %q", c.message, c.source, got[len(dst):], got[:len(dst)], c.want)
			}
		}
	}
}
