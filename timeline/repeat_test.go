package timeline

import "testing"

func TestShare(t *testing.T) {
	equal(t, "a fifth", (&Repeat{Lines: 20, Of: 100}).Share(), 0.2)
	equal(t, "of nothing", (&Repeat{Lines: 20}).Share(), 0)
}
