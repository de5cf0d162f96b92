package ingest

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// referenceTemplate is template word by word and byte by byte.
func referenceTemplate(dst, message []byte) []byte {
	base := len(dst)
	message = message[:min(len(message), templateOf)]
	for i := 0; i < len(message) && len(dst)-base < maxTemplate; {
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
	return dst[:min(len(dst), base+maxTemplate)]
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

func checkTemplate(t *testing.T, prefix, message string) {
	t.Helper()
	dst := append(make([]byte, 0, len(prefix)), prefix...)
	got, want := string(template(dst, []byte(message))), string(referenceTemplate([]byte(prefix), []byte(message)))
	if got != want {
		t.Fatalf("%q behind %q:\n%q, want\n%q", message, prefix, got, want)
	}
}

func FuzzTemplate(f *testing.F) {
	for _, s := range []string{
		"room 4100000000000000002 failed after 300.0s", "sendBytes failed on Socket(fd=31, addr=[node-a1.example.org]:35106): Broken pipe", "at 0x7f62a2f2e978 in id 550e8400-e29b-41d4-a716-446655440000",
		"ranks 1, 2, 3 wait", "# 1 #2 ## deadbeef deadbee feedfacefeed", "\xff\x00 1 \xe4\xb8\xad2", strings.Repeat("word ", 24) + "one end", strings.Repeat("x", 130), strings.Repeat("a", 1020) + "1234567", strings.Repeat("ab,", 40) + "17",
	} {
		f.Add("source.py:12\x00", s)
	}
	f.Fuzz(checkTemplate)
}

func TestTemplateIsTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		var b strings.Builder
		for b.Len() < r.IntN(1300) {
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
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(m)))
			b.ReportAllocs()
			message := []byte(m)
			for b.Loop() {
				var buf [2 * maxTemplate]byte
				textSum(template(buf[:0], message))
			}
		})
		b.Run(name+"/reference", func(b *testing.B) {
			b.SetBytes(int64(len(m)))
			message := []byte(m)
			for b.Loop() {
				var buf [2 * maxTemplate]byte
				textSum(referenceTemplate(buf[:0], message))
			}
		})
	}
}
