package rules

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"roomline/rules/mql"
	"roomline/timeline"
)

const minNeedle = 4 // bytes: a shorter literal stands in nearly every line

func (l *loader) signals(n *yaml.Node) {
	for _, p := range l.pairs(n, "signals") {
		l.addSignal(p.key, p.at, p.value)
	}
}

// addSignal reads one signal; it is known by name even if it has faults, so that each mistake is
// told once.
func (l *loader) addSignal(name string, at, n *yaml.Node) *Signal {
	s := &Signal{Name: name, Line: at.Line, pack: l.p}
	l.p.Signals = append(l.p.Signals, s)
	l.p.byName[name] = s
	f := l.known(n, "signal")
	kinds := 0
	for kind, read := range map[string]func(*Signal, *yaml.Node, *yaml.Node){"log": l.logSignal, "metric": l.metricSignal, "config": l.configSignal} {
		if p, ok := f[kind]; ok {
			kinds++
			read(s, at, p.value)
		}
	}
	if kinds != 1 && len(l.faults) == 0 {
		l.fault(at, "signal %q needs exactly one of log, metric, config", name)
	}
	s.Description = l.str(f["description"].value, "description")
	l.emits(s, f["emits"].value)
	l.means(s, f["means"].value)
	return s
}

func (l *loader) literals(n *yaml.Node, what string) []string {
	if n != nil && n.Kind == yaml.ScalarNode && strings.HasPrefix(n.Value, "$") {
		list, ok := l.lists[n.Value[1:]]
		if !ok {
			l.fault(n, "unknown list %q", n.Value)
		}
		return list
	}
	return l.strs(n, what)
}

func (l *loader) logSignal(s *Signal, at, n *yaml.Node) {
	s.Kind = LogSignal
	f := l.known(n, "log")
	s.Role = l.str(f["role"].value, "role")
	s.All, s.Any, s.Not = l.literals(f["all"].value, "all"), l.literals(f["any"].value, "any"), l.literals(f["not"].value, "not")
	s.Regex = l.regex(f["regex"].value, "regex")
	for _, p := range l.pairs(f["capture"].value, "capture") {
		if re := l.regex(p.value, "capture "+p.key); re != nil {
			s.Captures = append(s.Captures, Capture{p.key, re})
		}
	}
	if len(s.Captures) > 32 {
		l.fault(f["capture"].at, "signal %q has %d captures; the limit is 32", s.Name, len(s.Captures))
	}
	s.Slow = l.boolean(f["slow"].value, "slow")
	if !s.Slow && len(s.Needles()) == 0 {
		l.fault(at, "signal %q has no literal of %d bytes inside one line in `all` (or in every `any`), so every record would have to be tried: give one, or write slow: true if that is meant", s.Name, minNeedle)
	}
}

// Needles are literals of which every record of the signal holds at least one; none if there are
// no such.
func (s *Signal) Needles() []string {
	best := ""
	for _, a := range s.All {
		for _, part := range strings.Split(a, "\n") {
			if len(part) >= minNeedle && len(part) > len(best) {
				best = part
			}
		}
	}
	if best != "" {
		return []string{best}
	}
	for _, a := range s.Any {
		if len(a) < minNeedle || strings.Contains(a, "\n") {
			return nil
		}
	}
	return s.Any
}

// IsNeedle says whether a literal may be searched for by itself: a part of it that lies inside one line is long
// enough.
func IsNeedle(literal string) bool { return len((&Signal{All: []string{literal}}).Needles()) > 0 }

func (l *loader) metricSignal(s *Signal, _, n *yaml.Node) {
	s.Kind = MetricSignal
	f := l.known(n, "metric")
	s.Role = l.str(f["role"].value, "role")
	s.By = l.strs(f["by"].value, "by")
	s.Optional = l.boolean(f["optional"].value, "optional")
	s.MaxGap = l.duration(f["max_gap"].value, "max_gap")
	s.Expr = l.expr(f["expr"].value, n, "expr")
	if v := f["semantics"].value; v != nil {
		l.fault(v, "semantics: only the tool's own are available in this version")
	}
	fresh := f["fresh_by"].value
	text := l.str(fresh, "fresh_by")
	switch {
	case text == "" || text == "scrape":
	case isName(text):
		s.judged, s.fresh = true, text
	default:
		s.judged, s.FreshExpr = true, l.expr(fresh, n, "fresh_by")
	}
}

func isName(s string) bool {
	for _, c := range s {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}

func (l *loader) expr(n, around *yaml.Node, what string) *mql.Expr {
	text := l.str(n, what)
	if text == "" {
		l.fault(or(n, around), "a metric signal needs an expression")
		return nil
	}
	e, err := mql.Parse(text, l.macros)
	if err != nil {
		l.fault(n, "%s: %v", what, err)
		return nil
	}
	l.p.exprs = append(l.p.exprs, e)
	return e
}

// configSignal recognises a setting in the start-up dump (server_args=ServerArgs(key=value, ...)).
func (l *loader) configSignal(s *Signal, at, n *yaml.Node) {
	s.Kind = ConfigSignal
	f := l.known(n, "config")
	s.Role = l.str(f["role"].value, "role")
	key, value := l.str(f["key"].value, "key"), l.str(f["value"].value, "value")
	if key == "" || value == "" {
		l.fault(at, "config signal %q needs key and value", s.Name)
		return
	}
	s.All = []string{"server_args=ServerArgs("}
	s.Regex = settingRegex(key, value)
}

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

// resolveFresh binds fresh_by names once all signals are known.
func (l *loader) resolveFresh() {
	for _, s := range l.p.Signals {
		if s.fresh == "" {
			continue
		}
		s.Fresh = l.p.byName[s.fresh]
		if s.Fresh == nil || s.Fresh.Kind != LogSignal {
			l.fault(&yaml.Node{Line: s.Line, Column: 1}, "fresh_by of signal %q names %q, which is no log signal%s", s.Name, s.fresh, didYouMean(s.fresh, l.signalNames()))
		}
	}
}
