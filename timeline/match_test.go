package timeline

import (
	"slices"
	"testing"
)

// TestMatchesGrow: the captures of a match stay what they are when many others come, and one that was
// dropped leaves no trace.
func TestMatchesGrow(t *testing.T) {
	var m Matches
	for range 2 {
		m.Reset()
		for i := range 100 {
			n := i % 5
			hit := m.Add(SignalID(i), i, n)
			for c := range n {
				hit.Caps[c] = Span{int32(i), int32(i + c)}
			}
			if i%3 == 0 {
				m.Drop()
			}
		}
		if len(m.List) != 66 {
			t.Fatalf("%d matches, want 66", len(m.List))
		}
		for _, hit := range m.List {
			i := int(hit.Signal)
			for c, s := range hit.Caps {
				if want := (Span{int32(i), int32(i + c)}); s != want {
					t.Errorf("match %d, capture %d: got %v, want %v", i, c, s, want)
				}
			}
			if len(hit.Caps) != i%5 {
				t.Errorf("match %d: %d captures, want %d", i, len(hit.Caps), i%5)
			}
		}
	}
}

func TestMatchTexts(t *testing.T) {
	m := Match{Caps: []Span{{0, 2}, {}, {3, 3}}, Has: 0b101}
	if got, want := m.Texts([]byte("abc")), []string{"ab", "", ""}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := (&Match{}).Texts(nil); got != nil {
		t.Errorf("without captures: %q, want nil", got)
	}
}
