package template

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// referenceTemplate is Append word by word and byte by byte.
func referenceTemplate(dst, message []byte) []byte {
	base := len(dst)
	message = message[:min(len(message), look)]
	for i := 0; i < len(message); {
		n, varies := referenceWord(message[i:])
		switch {
		case n == 0:
			dst = append(dst, message[i])
			n = 1
		case varies:
			dst = referenceVary(dst, base)
		default:
			dst = append(dst, message[i:i+n]...)
		}
		i += n
	}
	return dst[:min(len(dst), base+Max)]
}

// referenceWord is the length of the word at the begin of b, and whether it differs each time.
func referenceWord(b []byte) (n int, varies bool) {
	hex := true
	for n < len(b) && wordClass[b[n]] != 0 {
		varies = varies || wordClass[b[n]] == wordDigit
		hex = hex && wordClass[b[n]] != wordOther
		n++
	}
	return n, varies || hex && n >= 8
}

// referenceVary appends a '#', or lets the one before stand for it too where nothing but separators lies between.
func referenceVary(dst []byte, base int) []byte {
	i := len(dst)
	for i > base && (dst[i-1] == ' ' || dst[i-1] == ',' || dst[i-1] == ':' || dst[i-1] == '/') {
		i--
	}
	if i > base && dst[i-1] == variable {
		return dst[:i]
	}
	return append(dst, variable)
}

// What differs each time is left out, what tells kinds apart is not.
func TestAppend(t *testing.T) {
	for _, same := range [][]string{
		{"room 4100000000000000002 failed after 300.0s", "room 7 failed after 2s"},
		{"sendBytes failed on Socket(fd=31, addr=[node-a1.example.org]:35106): Broken pipe", "sendBytes failed on Socket(fd=8, addr=[10.0.0.7]:1): Broken pipe"},
		{"peer fe80::1ff:fe23:4567:890a gone", "peer 192.0.2.7:8998 gone", "peer 2001:db8::1 gone"},
		{"at 0x7f62a2f2e978 in id 550e8400-e29b-41d4-a716-446655440000", "at 0x5 in id deadbeef"},
		{"ranks 1, 2, 3 wait", "ranks 1 wait"},
		{"loss 1e+05 of -3", "loss 7 of 4"},
		{strings.Repeat("word ", 24) + "one end", strings.Repeat("word ", 24) + "another end"},
	} {
		for _, o := range same[1:] {
			if a, b := string(Append(nil, []byte(same[0]))), string(Append(nil, []byte(o))); a != b {
				t.Errorf("%q and %q:\n%s\n%s", same[0], o, a, b)
			}
		}
	}
	for _, other := range [][2]string{{"room 1 failed", "room 1 done"}, {"feed 1", "fade 1"}, {"failed.", "failed!"}} {
		if a, b := string(Append(nil, []byte(other[0]))), string(Append(nil, []byte(other[1]))); a == b {
			t.Errorf("%q and %q are both %q", other[0], other[1], a)
		}
	}
	long := Append(nil, []byte(strings.Repeat("x", 5000)))
	if len(long) != Max {
		t.Errorf("a template of %d bytes", len(long))
	}
}

func checkTemplate(t *testing.T, prefix, message string) {
	t.Helper()
	want := string(referenceTemplate([]byte(prefix), []byte(message)))
	text := append(make([]byte, 0, len(message)), message...) // nothing behind it may be read
	for name, f := range map[string]func(dst, message []byte) []byte{"append": Append, "portable": portable} {
		if got := string(f(append(make([]byte, 0, len(prefix)), prefix...), text)); got != want {
			t.Fatalf("%s of %q behind %q:\n%q, want\n%q", name, message, prefix, got, want)
		}
	}
}

func portable(dst, message []byte) []byte {
	return appendPortable(dst, message[:min(len(message), look)])
}

// The table of the kernel is that of the portable version: each byte alone, in a word, in a list.
func TestClasses(t *testing.T) {
	for c := range 256 {
		for _, around := range [][2]string{{"", ""}, {"x", "1"}, {"1", "2"}, {"abcdefa", ""}, {"7 ", " 8"}, {" ", "beefdead"}} {
			checkTemplate(t, "", around[0]+string([]byte{byte(c)})+around[1])
		}
	}
}

func FuzzTemplate(f *testing.F) {
	for _, s := range []string{
		"room 4100000000000000002 failed after 300.0s", "sendBytes failed on Socket(fd=31, addr=[node-a1.example.org]:35106): Broken pipe", "at 0x7f62a2f2e978 in id 550e8400-e29b-41d4-a716-446655440000",
		"ranks 1, 2, 3 wait", "# 1 #2 ## deadbeef deadbee feedfacefeed", "\xff\x00 1 \xe4\xb8\xad2", strings.Repeat("word ", 24) + "one end", strings.Repeat("x", 130), strings.Repeat("a", 250) + "1234567", strings.Repeat("x", 60) + " deadbeef", strings.Repeat("x", 57) + "abcdefab12", strings.Repeat("a", 63) + "#1 2", strings.Repeat("x", 119) + " , 1 2", strings.Repeat("(", 118) + "1 2 3 x", strings.Repeat("ab,", 40) + "17",
	} {
		f.Add("source.py:12\x00", s)
	}
	f.Fuzz(checkTemplate)
}

func TestTemplateIsTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		var b strings.Builder
		for b.Len() < r.IntN(400) {
			b.WriteString([]string{"a", "f", "g", "7", "deadbee", " ", ", ", ": ", "#", "/", "-", "(", "word", strings.Repeat("long", r.IntN(40)), "\xff"}[r.IntN(15)])
		}
		checkTemplate(t, "s#"[:r.IntN(3)], b.String())
	}
}

func BenchmarkTemplate(b *testing.B) {
	for name, m := range map[string]string{
		"room":     "KVPoll state change: room 6716263735388272580 Bootstrapping -> WaitingForInput, queue_time=9.47ms",
		"transfer": "Prefill transfer progress for room 8137840783916886524: chunk 6 of 12, index_slice=[968, 5205], is_last=False, state=KVPoll.Transferring",
		"text":     "Request is disconnected from the client side because nobody is waiting for an answer any more and so it is given up",
	} {
		for version, f := range map[string]func(dst, message []byte) []byte{"append": Append, "portable": portable, "reference": referenceTemplate} {
			b.Run(name+"/"+version, func(b *testing.B) {
				b.SetBytes(int64(len(m)))
				b.ReportAllocs()
				buf, message := make([]byte, 0, 2*look+64), []byte(m)
				for b.Loop() {
					f(buf, message)
				}
			})
		}
	}
}

// Numberless is a message with each run of digits as one 0, and different for different words.
func TestNumberless(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	runs := regexp.MustCompile(`[0-9]+`)
	done := 0
	for range 50_000 {
		var b strings.Builder
		for n := r.IntN(280); b.Len() < n; {
			b.WriteString([]string{"a", "0", "7", "12", "#", ", ", ": ", ".", "-", "word", "0123456789", "\x00", "\xff", strings.Repeat("5", r.IntN(20))}[r.IntN(14)])
		}
		message := b.String()
		got, ok := Numberless([]byte("x"), []byte(message))
		long := len(message) > look || len(message) == 0
		if want := "x" + runs.ReplaceAllString(message, "0"); ok && string(got) != want || ok != (hasKernel && !long) {
			t.Fatalf("%q: %q %v, want %q %v", message, got, ok, want, !long)
		}
		if ok {
			done++
		}
	}
	if hasKernel && done < 10_000 {
		t.Errorf("only %d messages were short", done)
	}
}
