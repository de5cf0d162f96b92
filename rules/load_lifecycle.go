package rules

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"roomline/timeline"
)

// lifecycles reads how entities move. The ids of signals in them are those of this pack; a Set renumbers them.
func (l *loader) lifecycles(n *yaml.Node) {
	for _, p := range l.pairs(n, "lifecycles") {
		f := l.known(p.value, "lifecycle")
		lc := timeline.Lifecycle{Pack: l.p.Name, Entity: p.key, States: l.strs(f["states"].value, "states"), Final: l.strs(f["final"].value, "final"), Ignore: l.p.Ignore[p.key]}
		l.badEnds(&lc, f["failed"].value)
		l.flags(&lc, f["flags"].value)
		if m := f["moves"].value; m != nil {
			for _, c := range m.Content {
				l.move(&lc, c)
			}
		}
		l.p.Lifecycles = append(l.p.Lifecycles, lc)
	}
}

func (l *loader) move(lc *timeline.Lifecycle, n *yaml.Node) {
	f := l.known(n, "move")
	s := l.signal(or(f["signal"].value, n), LogSignal)
	if s == nil {
		return
	}
	m := timeline.Move{Signal: l.index(s), Side: l.str(f["side"].value, "side"), State: l.state(lc, f["state"].value)}
	if v := f["before"].value; v != nil {
		b := l.known(v, "before")
		m.Before, m.BeforeSeconds = l.state(lc, b["state"].value), l.str(b["seconds"].value, "seconds")
		l.checkCapture(s, b["seconds"].value)
	}
	if v := f["segments"].value; v != nil {
		for _, c := range v.Content {
			g := l.known(c, "segment")
			m.Segments = append(m.Segments, timeline.SegmentDef{State: l.state(lc, g["state"].value), MS: l.str(g["ms"].value, "ms")})
			l.checkCapture(s, g["ms"].value)
		}
	}
	if s.capture(lc.Entity) < 0 {
		l.fault(n, "signal %q captures no %q, so it moves none", s.Name, lc.Entity)
	}
	lc.Moves = append(lc.Moves, m)
}

func (l *loader) state(lc *timeline.Lifecycle, n *yaml.Node) string {
	if n == nil {
		return ""
	}
	return l.oneOf(n, "state", lc.States...)
}

// checkCapture refuses $name where the signal captures no such name; anything else is taken literally.
func (l *loader) checkCapture(s *Signal, n *yaml.Node) {
	if n == nil || !strings.HasPrefix(n.Value, "$") {
		return
	}
	if name := strings.Trim(n.Value, "${}"); s.capture(name) < 0 {
		l.fault(n, "signal %q captures no %q", s.Name, name)
	}
}

func (s *Signal) capture(name string) int {
	for i, c := range s.Captures {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// index is the place of a signal in its pack, which is its id until a Set numbers all.
func (l *loader) index(s *Signal) timeline.SignalID {
	for i, x := range l.p.Signals {
		if x == s {
			return timeline.SignalID(i)
		}
	}
	return -1
}
