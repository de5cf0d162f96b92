package timeline

import "testing"

func TestSchema(t *testing.T) {
	s := SignalDef{Captures: []string{"room", "secs"}}
	equal(t, "first", s.Capture("room"), 0)
	equal(t, "second", s.Capture("secs"), 1)
	equal(t, "none", s.Capture("reason"), -1)
	lc := testLifecycle()
	equal(t, "an end", lc.IsFinal("Failed"), true)
	equal(t, "no end", lc.IsFinal("Transferring"), false)
	equal(t, "no state", lc.IsFinal(""), false)
}

// TestValue: a side or a length is a word of the pack or what the line says.
func TestValue(t *testing.T) {
	def, h := &SignalDef{Captures: []string{"type"}}, hit(1, sigSeen, "decode")
	for text, want := range map[string]string{"prefill": "prefill", "$type": "decode", "${type}": "decode", "$other": "", "": ""} {
		equal(t, text, Value(text, def, &h), want)
	}
}
