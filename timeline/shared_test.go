package timeline

import "testing"

func TestFileOf(t *testing.T) {
	inc := &Incident{Sources: []Source{{Path: "j.log#a.service"}, {Path: "j.log#b.service"}, {Path: "s.log"}, {Path: "s.log#0"}, {Path: "odd#name.log"}, {Path: "p.log"}}}
	for _, x := range []struct {
		path, file string
		shared     bool
	}{{"j.log#a.service", "j.log", true}, {"s.log", "s.log", true}, {"s.log#0", "s.log", true}, {"odd#name.log", "odd#name.log", false}, {"p.log", "p.log", false}} {
		if file, shared := inc.FileOf(x.path); file != x.file || shared != x.shared {
			t.Errorf("%s: %s, %v", x.path, file, shared)
		}
	}
}
