package teddy

import (
	"bytes"
	"math/rand"
	"testing"
)

// TestFinder: every place in texts of every length up to several vectors, with what looks like the
// literal before and behind it, and against bytes.Index on texts of few letters.
func TestFinder(t *testing.T) {
	for _, lit := range []string{"a", "ab", "abc", "bootstrap_room=", "', 'x'"} {
		f := NewFinder([]byte(lit))
		for size := range 200 {
			backing := bytes.Repeat([]byte(lit), 200/len(lit)+2)
			text := backing[:size:size]
			if got, want := f.Index(text), bytes.Index(text, f.Text); got != want {
				t.Fatalf("%q in %d bytes: %d, want %d", lit, size, got, want)
			}
			for at := 0; at+len(lit) <= size; at++ {
				text := bytes.Repeat([]byte{'.'}, size)
				copy(text[at:], lit)
				if got := f.Index(text); got != at {
					t.Fatalf("%q at %d of %d: %d", lit, at, size, got)
				}
			}
		}
	}
	rng := rand.New(rand.NewSource(1))
	for range 20000 {
		text := make([]byte, rng.Intn(300))
		for i := range text {
			text[i] = "abcx"[rng.Intn(1+rng.Intn(4))]
		}
		from := rng.Intn(len(text) + 1)
		lit := bytes.Clone(text[from:min(len(text), from+rng.Intn(8))])
		if rng.Intn(3) == 0 {
			lit = append(lit, 'c')
		}
		f := NewFinder(lit)
		if got, want := f.Index(text), bytes.Index(text, lit); got != want {
			t.Fatalf("%q in %q: %d, want %d", lit, text, got, want)
		}
	}
}

func BenchmarkFinder(b *testing.B) {
	text := []byte(`[2026-11-01 12:00:00.047] Receive: obj=GenerateReqInput(validation_time=3.41e-05, received_time=1793534400.05, rid='2a657be9358abdcf99e0b8e188a44c47', http_worker_ipc=None, video_data=None, sampling_params={'temperature': 0.6, 'top_p': 0.95, 'max_new_tokens': 6849, 'ignore_eos': False}, return_logprob=False, logprob_start_len=-1, top_logprobs_num=0, stream=True, log_metrics=True, return_hidden_states=False, bootstrap_host='10.12.5.222', bootstrap_port=8998, bootstrap_room=6716263735388272580`)
	f := NewFinder([]byte("bootstrap_room="))
	b.Run("finder", func(b *testing.B) {
		for b.Loop() {
			f.Index(text)
		}
	})
	b.Run("bytes", func(b *testing.B) {
		for b.Loop() {
			bytes.Index(text, f.Text)
		}
	})
}
