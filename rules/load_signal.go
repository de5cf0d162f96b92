package rules

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

func (l *loader) signals(n *yaml.Node) {
	for _, p := range l.pairs(n, "signals") {
		l.addSignal(p.key, p.at, p.value)
	}
}

// addSignal reads one signal; it is known by name even if it has faults, so that each mistake is
// told once.
func (l *loader) addSignal(name string, at, n *yaml.Node) *Signal {
	s := &Signal{Name: name, File: l.at.file, Line: at.Line, pack: l.p}
	if strings.ContainsAny(name, "/ ") {
		l.fault(at, "a signal's name has no / and no blank: %q", name)
	}
	if l.once(at, "signal", name) { // the first one counts
		l.p.Signals = append(l.p.Signals, s)
		l.p.byName[name] = s
	}
	before := len(l.faults) + l.more
	f := l.known(n, "signal")
	unknown := len(l.faults)+l.more > before
	kinds := 0
	for _, k := range []struct {
		name string
		read func(*Signal, *yaml.Node, *yaml.Node)
	}{{"log", l.logSignal}, {"metric", l.metricSignal}, {"config", l.configSignal}} {
		if p, ok := f[k.name]; ok {
			kinds++
			k.read(s, at, p.value)
		}
	}
	if s.bad = kinds != 1; s.bad && !unknown {
		l.fault(at, "signal %q needs exactly one of log, metric, config", name)
	}
	s.Description = l.str(f["description"].value, "description")
	if s.Kind != LogSignal && !s.bad {
		for _, key := range []string{"emits", "means"} {
			if p, ok := f[key]; ok {
				l.fault(p.at, "only log signals have %q", key)
			}
		}
	}
	l.emits(s, f["emits"].value)
	l.means(s, f["means"].value)
	return s
}

var knownRoles = []string{"prefill", "decode", "router", "client", "unknown"}

// role reads a role; a pack may speak of roles that are not known here, so only what is nearly one
// that is known is refused.
func (l *loader) role(n *yaml.Node) string {
	s := l.str(n, "role")
	if s != "" && !slices.Contains(knownRoles, s) {
		if hint := l.didYouMean(s, knownRoles); hint != "" {
			l.fault(n, "unknown role %q%s", s, hint)
		}
	}
	return s
}
