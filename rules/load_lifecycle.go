package rules

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"roomline/timeline"
)

// lifecycles reads how entities move. The ids of signals in them are those of this pack; a Set renumbers them.
func (l *loader) lifecycles(n *yaml.Node) {
	for _, p := range l.pairs(n, "lifecycles") {
		f := l.known(p.value, "lifecycle")
		l.once(p.at, "lifecycle", p.key)
		lc := timeline.Lifecycle{Pack: l.p.Name, Entity: p.key, States: l.strs(f["states"].value, "states"), Final: l.strs(f["final"].value, "final"), Ignore: l.p.Ignore[p.key]}
		l.finals(&lc, f["final"].value)
		l.badEnds(&lc, f["failed"].value)
		l.flags(&lc, f["flags"].value)
		for _, c := range l.items(f["moves"].value, "moves") {
			l.move(&lc, c)
		}
		l.p.Lifecycles = append(l.p.Lifecycles, lc)
	}
}

func (l *loader) move(lc *timeline.Lifecycle, n *yaml.Node) {
	f := l.known(n, "move")
	s := l.needed(n, f, "move", "signal", LogSignal)
	if s == nil {
		return
	}
	if f["state"].value == nil && f["segments"].value == nil {
		l.fault(n, "a move needs a state, or segments")
	}
	m := timeline.Move{Signal: timeline.SignalID(len(l.p.moved)), Side: l.side(f["side"].value), State: l.state(lc, f["state"].value)}
	if v := f["before"].value; v != nil {
		b := l.known(v, "before")
		m.Before, m.BeforeSeconds = l.state(lc, b["state"].value), l.str(b["seconds"].value, "seconds")
		l.checkCapture(s, b["seconds"].value)
	}
	l.checkCapture(s, f["side"].value)
	for _, c := range l.items(f["segments"].value, "segments") {
		g := l.known(c, "segment")
		m.Segments = append(m.Segments, timeline.SegmentDef{State: l.state(lc, g["state"].value), MS: l.str(g["ms"].value, "ms")})
		l.checkCapture(s, g["ms"].value)
	}
	if s.capture(lc.Entity) < 0 {
		l.fault(n, "signal %q captures no %q, so it moves none", s.Name, lc.Entity)
	}
	lc.Moves, l.p.moved = append(lc.Moves, m), append(l.p.moved, s)
}

// finals holds the final states against the states.
func (l *loader) finals(lc *timeline.Lifecycle, n *yaml.Node) {
	list := []*yaml.Node{n}
	if n == nil {
		return
	}
	if n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	for _, c := range list {
		if !slices.Contains(lc.States, c.Value) {
			l.fault(c, "final state %q is none of the states%s", c.Value, l.didYouMean(c.Value, lc.States))
		}
	}
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
