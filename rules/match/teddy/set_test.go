package teddy

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"roomline/timeline"
)

// brute is the definition: every place of every needle.
func brute(needles [][]byte, text []byte) []timeline.Needle {
	var out []timeline.Needle
	for off := range text {
		for id, n := range needles {
			if bytes.HasPrefix(text[off:], n) {
				out = append(out, timeline.Needle{Off: off, ID: int32(id)})
			}
		}
	}
	return out
}

// check holds each kernel that the machine has against the definition. The text lies between bytes
// that would complete a needle.
func check(t testing.TB, needles [][]byte, text []byte) {
	t.Helper()
	want := brute(needles, text)
	for _, r := range []*Rates{Estimated(), Counted(text)} {
		for _, k := range kernels() {
			got := newSet(needles, r, k).Scan(nil, text)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: needles %q in %q:\ngot  %v\nwant %v", k, needles, text, got, want)
			}
		}
	}
}

func words4(list ...string) [][]byte {
	var out [][]byte
	for _, s := range list {
		out = append(out, []byte(s))
	}
	return out
}

func TestScanByHand(t *testing.T) {
	for name, c := range map[string]struct {
		needles [][]byte
		text    string
	}{
		"nothing to find":          {nil, "room=1"},
		"no text":                  {words4("room"), ""},
		"shorter than a window":    {words4("room"), "roo"},
		"the whole text":           {words4("room"), "room"},
		"overlapping itself":       {words4("aaaa", "aaaaa"), strings.Repeat("a", 300)},
		"one in another":           {words4("room", "bootstrap_room=", "oom=1"), "x bootstrap_room=1"},
		"one a prefix of another":  {words4("Failed", "Failed to", "Failed to send"), "Failed to send Failed to Failed"},
		"one window, many needles": {words4("xroom", "yroom", "zroom", "room"), "xroom yroom zroom"},
		"beyond ASCII":             {words4("größe", "\xff\xfe\xfd\xfc", "漢字"), "gr\xc3\xb6\xc3\x9fe grv\x1fe \xff\xfe\xfd\xfc\x7f 漢字"},
		"zero bytes":               {words4("\x00\x00\x00\x00"), "\x00\x00\x00\x00\x00"},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.needles, []byte(c.text)) })
	}
}

// TestScanEdges: a needle at every place of texts of every length up to several chunks, the last
// byte of the text the last of the needle, and what lies behind the text completing another.
func TestScanEdges(t *testing.T) {
	for _, needles := range [][][]byte{words4("abcd", "needle", "dle."), words4("abcdef", "needle", "dle.needl")} {
		first := string(needles[0])
		for _, k := range kernels() {
			s := newSet(needles, Estimated(), k)
			for size := range 2*chunk + 10 {
				backing := bytes.Repeat([]byte("needle."), size/7+4)
				for at := 0; at+len(first) <= size; at++ {
					text := bytes.Repeat([]byte{'.'}, size)
					copy(text[at:], first)
					if got := s.Scan(nil, text); !slices.Equal(got, []timeline.Needle{{Off: at}}) {
						t.Fatalf("%s: %d of %d: got %v", k, at, size, got)
					}
				}
				if got, want := s.Scan(nil, backing[:size]), brute(needles, backing[:size]); !slices.Equal(got, want) {
					t.Fatalf("%s: %d bytes of more: got %v, want %v", k, size, got, want)
				}
			}
		}
	}
}

// TestScanAppends: what is in dst stays in front, whatever its order.
func TestScanAppends(t *testing.T) {
	for _, k := range kernels() {
		s := newSet(words4("needle"), Estimated(), k)
		before := []timeline.Needle{{Off: 99, ID: 7}, {Off: 3, ID: 1}}
		got := s.Scan(slices.Clone(before), []byte("a needle"))
		if want := append(before, timeline.Needle{Off: 2}); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", k, got, want)
		}
	}
}

// TestScanRandom: few letters, so that needles overlap, begin and end alike; candidates are many, so
// that there is often no room for more.
func TestScanRandom(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	word := func(n, letters int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = "ab \x00\xff=xyzw"[rng.Intn(letters)]
		}
		return b
	}
	for range 300 {
		letters := 1 + rng.Intn(10)
		least := Window + 2*rng.Intn(2) // what is never shorter is looked for otherwise
		var needles [][]byte
		for range 1 + rng.Intn(100) {
			needles = append(needles, word(least+rng.Intn(9), letters))
		}
		text := word(rng.Intn(600), letters)
		for range rng.Intn(4) {
			text = append(text, needles[rng.Intn(len(needles))]...)
		}
		check(t, needles, text)
	}
}

// TestScanAllocates: a scan allocates nothing once there is room for what it finds.
func TestScanAllocates(t *testing.T) {
	text := bytes.Repeat([]byte("a needle in a haystack. "), 500)
	for _, k := range kernels() {
		s := newSet(words4("needle", "haystack"), Estimated(), k)
		found := s.Scan(nil, text)
		if got := testing.AllocsPerRun(20, func() { found = s.Scan(found[:0], text) }); got > 0 || len(found) != 1000 {
			t.Errorf("%s: %v allocations, %d found", k, got, len(found))
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("room=|bootstrap_room=|oom=1", "bootstrap_room=1", uint8(0))
	f.Add("aaaa|aaaaa", "aaaaaaaaaaaaaaa", uint8(100))
	f.Fuzz(func(t *testing.T, list, text string, repeat uint8) {
		var needles [][]byte
		for _, n := range strings.Split(list, "|") {
			if len(n) >= Window {
				needles = append(needles, []byte(n))
			}
		}
		if text = strings.Repeat(text, 1+int(repeat)); len(text) > 4000 || len(needles) > 300 {
			t.Skip()
		}
		check(t, needles, []byte(text))
	})
}

// TestPlanSpreads: with rates counted in a text, few candidates are not needles.
func TestPlanSpreads(t *testing.T) {
	text := logText(1 << 18)
	for _, k := range kernels()[1:] {
		needles := phrases(60)
		if got := len(noise(newSet(needles, Counted(text), k), text)); got > len(text)/400 {
			t.Errorf("%s: %d candidates in %d bytes", k, got, len(text))
		}
	}
}

// noise are the candidates of a text.
func noise(s *Set, text []byte) (at []int) {
	var buf [room]uint32
	for base, chunks := 0, (len(text)-Window+1)/chunk; chunks > 0; {
		done, n := s.candidates(&text[base], chunks, &buf)
		for _, i := range buf[:n] {
			at = append(at, base+int(i))
		}
		base, chunks = base+done*chunk, chunks-done
	}
	return at
}

// logText are lines of a decode log, and now and then one of a room.
func logText(size int) []byte {
	var b []byte
	for i := 0; len(b) < size; i++ {
		b = fmt.Appendf(b, "[2026-05-12 03:14:%02d TP%d] Decode batch. #running-req: %d, #token: %d, token usage: 0.%02d, cuda graph: True, gen throughput (token/s): %d.%02d, #queue-req: 0, \n", i%60, i%8, i%97, i*31, i%90, i%2000, i%100)
		if i%7 == 0 {
			b = fmt.Appendf(b, "[2026-05-12 03:14:%02d TP%d] KVPoll state change: room %d Bootstrapping -> WaitingForInput, bootstrap_room=%d\n", i%60, i%8, i*7919, i*7919)
		}
	}
	return b[:size]
}

// phrases are error texts of 15 to 40 bytes, as signals have them.
func phrases(n int) [][]byte {
	rng := rand.New(rand.NewSource(5))
	nouns := strings.Fields("transfer request connection worker scheduler memory cache session socket handshake tokenizer kernel buffer timeout checkpoint queue stream device replica gateway tensor batch heartbeat endpoint")
	verbs := strings.Fields("failed aborted rejected lost refused expired exceeded overflowed crashed stalled missing corrupted unreachable exhausted invalid unexpected terminated")
	links := strings.Fields("for while during after of in because without before")
	pick := func(list []string) string { return list[rng.Intn(len(list))] }
	seen := map[string]bool{}
	var out [][]byte
	for len(out) < n {
		p := pick(nouns) + " " + pick(verbs)
		if rng.Intn(2) == 0 {
			p = strings.ToUpper(p[:1]) + p[1:]
		}
		for len(p) < 15+rng.Intn(20) {
			p += " " + pick(links) + " " + pick(nouns)
		}
		if p = p[:min(len(p), 40)]; !seen[p] {
			seen[p] = true
			out = append(out, []byte(p))
		}
	}
	return out
}
