package skeleton

import "testing"

// An id that YAML would take for something else than a text is refused, since the pack would not load.
func TestIDs(t *testing.T) {
	for id, good := range map[string]bool{"decode-queue-stuck": true, "no": true, "1-2": true, "null": false, "": false, "A": false, "a b": false, "../x": false} {
		if _, err := Pack(id, Kinds[0].Name); (err == nil) != good {
			t.Errorf("%q: %v", id, err)
		}
	}
}
