package rules

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"roomline/timeline"
)

// What a pack tells of the engine that it is about: nothing of that is in the code.

// shownBy reads `shown_by` of the pack: the signals of which at least one must have been seen before the
// silence of the pack's rules is worth anything. Signals are known by then.
func (l *loader) shownBy(pack *yaml.Node) {
	list := valueOf(pack, "shown_by")
	if list == nil {
		return
	}
	items := []*yaml.Node{list}
	if list.Kind == yaml.SequenceNode {
		items = list.Content
	}
	for _, n := range items {
		if s := l.signal(n, LogSignal, MetricSignal); s != nil && !slices.Contains(l.p.ShownBy, s) {
			l.p.ShownBy = append(l.p.ShownBy, s)
		}
	}
}

// valueOf is the value of a key; what else stands in the mapping was read before.
func valueOf(n *yaml.Node, key string) *yaml.Node {
	if n == nil {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// badEnds reads which final states of a lifecycle are bad ones.
func (l *loader) badEnds(lc *timeline.Lifecycle, n *yaml.Node) {
	if n == nil {
		return
	}
	lc.Failed = []string{}
	for _, s := range l.strs(n, "failed") {
		if !lc.IsFinal(s) {
			l.fault(n, "failed state %q is not in `final`%s", s, didYouMean(s, lc.Final))
			continue
		}
		lc.Failed = append(lc.Failed, s)
	}
}

// flags reads what makes the entities of a lifecycle visible: {1: FLAG, 2: FLAG, 3: FLAG}, by degree.
func (l *loader) flags(lc *timeline.Lifecycle, n *yaml.Node) {
	for _, p := range l.pairs(n, "flags") {
		degree, err := strconv.Atoi(p.key)
		if err != nil || degree < 1 || degree >= len(lc.Flags) {
			l.fault(p.at, "flags are given for 1 (those that ended are visible), 2 (from when they were received) and 3 (every step), not for %q", p.key)
			continue
		}
		lc.Flags[degree] = l.str(p.value, "flags")
	}
}
