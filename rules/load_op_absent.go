package rules

import "go.yaml.in/yaml/v3"

// absentArgs reads a silence: of what, how long, and what shows that it means something.
func (l *loader) absentArgs(op *Op, n *yaml.Node, f map[string]pair) {
	op.Signal = l.needed(n, f, "absent", "event", LogSignal)
	op.For, op.hasFor = l.span(f["for"].value, "for"), f["for"].value != nil
	l.lasting(f["for"].value, op.For, "for")
	if op.Signal != nil && op.Signal.Emits.Kind != 0 && (op.Signal.Emits.Kind == 1 || op.Signal.Emits.Kind == 3) {
		l.fault(f["event"].value, "the silence of %q never proves anything (it is printed once, or sampled): no step may wait for it", op.Signal.Name)
	}
	if n.Kind == yaml.MappingNode && !op.hasFor && op.During == nil && !l.misspelt(n, "absent") {
		op.needsFor = true // during may still stand beside it
	}
	for _, c := range l.items(f["proof"].value, "proof") {
		op.Proofs = append(op.Proofs, l.proof(c))
	}
}

// proof reads what shows that the emitter ran: a word, how much of rooms is visible, or a signal.
func (l *loader) proof(n *yaml.Node) Proof {
	if n.Kind == yaml.MappingNode {
		return Proof{Kind: "rooms_visible", Rooms: l.roomsVisible(n)}
	}
	switch n.Value {
	case "source_alive", "level_debug":
		return Proof{Kind: n.Value}
	}
	if n.Kind == yaml.ScalarNode && l.signalNamed(n.Value) == nil {
		proofs := []string{"source_alive", "level_debug", "rooms_visible"}
		if hint := l.didYouMean(n.Value, append(proofs, names(l, signalsOf)...)); hint != "" {
			l.fault(n, "unknown proof %q%s", n.Value, hint)
		} else {
			l.fault(n, "unknown proof %q; it may be source_alive, level_debug, {rooms_visible: N} or a log signal", n.Value)
		}
		return Proof{Kind: "signal"}
	}
	return Proof{Kind: "signal", Signal: l.signal(n, LogSignal)}
}
