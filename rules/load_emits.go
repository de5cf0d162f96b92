package rules

import (
	"go.yaml.in/yaml/v3"

	"roomline/timeline"
)

// emits reads what the silence of a signal is worth.
func (l *loader) emits(s *Signal, n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind == yaml.MappingNode {
		s.Emits = timeline.Emits{Kind: timeline.EmitRoomsVisible, Rooms: l.roomsVisible(n)}
		return
	}
	kinds := map[string]timeline.EmitKind{"always": timeline.EmitAlways, "once_per_process": timeline.EmitOncePerProcess,
		"debug_only": timeline.EmitDebugOnly, "sampled": timeline.EmitSampled}
	s.Emits.Kind = kinds[l.oneOf(n, "emits", "always", "once_per_process", "debug_only", "sampled")]
}

// means reads what a line shows of its process.
func (l *loader) means(s *Signal, n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind == yaml.MappingNode {
		s.Means = timeline.Means{Kind: timeline.MeansRoomsVisible, Rooms: l.roomsVisible(n)}
		return
	}
	kinds := map[string]timeline.MeanKind{"start": timeline.MeansStart, "exit": timeline.MeansExit, "debug_on": timeline.MeansDebugOn}
	s.Means.Kind = kinds[l.oneOf(n, "means", "start", "exit", "debug_on")]
}

func (l *loader) roomsVisible(n *yaml.Node) int {
	ps := l.pairs(n, "rooms_visible")
	if len(ps) != 1 || ps[0].key != "rooms_visible" {
		l.fault(n, "expected {rooms_visible: N}")
		return 0
	}
	v := l.integer(ps[0].value, "rooms_visible")
	if v < 0 || v > 3 {
		l.fault(ps[0].value, "rooms_visible is 0 (failures), 1 (finished), 2 (received) or 3 (every step)")
	}
	return v
}
