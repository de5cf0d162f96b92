package rules

import (
	"errors"
	"maps"
	"regexp"
	"slices"
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

func (l *loader) literals(s *Signal, n *yaml.Node, what string) []string {
	if n == nil || n.Kind != yaml.ScalarNode || !strings.HasPrefix(n.Value, "$") || len(n.Value) == 1 {
		return l.strs(n, what)
	}
	if s.listed == nil {
		s.listed = map[string]string{}
	}
	s.listed[what] = n.Value[1:]
	return l.list(n)
}

const maxCaptures = 32

func (l *loader) logSignal(s *Signal, at, n *yaml.Node) {
	s.Kind = LogSignal
	f := l.known(n, "log")
	s.Role = l.role(f["role"].value)
	before := len(l.faults) + l.more
	s.All, s.Any, s.Not = l.literals(s, f["all"].value, "all"), l.literals(s, f["any"].value, "any"), l.literals(s, f["not"].value, "not")
	listless := len(l.faults)+l.more > before // what it looks for is not known
	for _, list := range []struct {
		key   string
		texts []string
	}{{"all", s.All}, {"any", s.Any}, {"not", s.Not}} {
		if n := f[list.key].value; n != nil && !(l.atMost(n, len(list.texts), maxLiterals, "literals in "+list.key) && l.spend(n, &l.texts, len(list.texts), maxTotalTexts, "literals")) {
			return
		}
	}
	s.Regex = l.regex(f["regex"].value, "regex")
	l.captures(s, f["capture"])
	s.Slow = l.boolean(f["slow"].value, "slow")
	if !s.Slow && !listless {
		l.checkNeedle(s, at, f)
	}
	l.checkLiterals(s, f)
}

func (l *loader) captures(s *Signal, p pair) {
	for _, c := range l.pairs(p.value, "capture") {
		re := l.regex(c.value, "capture "+c.key)
		if re == nil && l.str(c.value, "capture "+c.key) == "" {
			l.fault(c.at, "capture %q has no expression", c.key)
		}
		s.Captures = append(s.Captures, Capture{c.key, re})
	}
	if len(s.Captures) > maxCaptures {
		l.fault(p.at, "signal %q has %d captures; the limit is %d", s.Name, len(s.Captures), maxCaptures)
	}
}

// checkNeedle wants a literal by which records of the signal can be found at all.
func (l *loader) checkNeedle(s *Signal, at *yaml.Node, f map[string]pair) {
	if len(s.Needles()) > 0 {
		return
	}
	if bad := slices.IndexFunc(s.Any, func(a string) bool { return needleIn(a) == "" }); bad >= 0 {
		n := f["any"].value
		if n.Kind == yaml.SequenceNode {
			n = n.Content[bad]
		}
		l.fault(n, "the alternative %q has no literal of %d bytes inside one line, so every record would have to be tried: give a longer one, add one to `all`, or write slow: true if that is meant", clip(s.Any[bad]), minNeedle)
		return
	}
	if n := f["all"].value; len(s.All) > 0 {
		at = n
	}
	l.fault(at, "%s has no literal of %d bytes inside one line in `all` (or in every `any`), so every record would have to be tried: give one, or write slow: true if that is meant", s.words(), minNeedle)
}

// checkLiterals refuses a signal of which no record can have what it asks for.
func (l *loader) checkLiterals(s *Signal, f map[string]pair) {
	for i, not := range s.Not {
		holds := func(a string) bool { return strings.Contains(a, not) }
		if !slices.ContainsFunc(s.All, holds) && (len(s.Any) == 0 || !allStrings(s.Any, holds)) {
			continue
		}
		n := f["not"].value
		if n.Kind == yaml.SequenceNode {
			n = n.Content[i]
		}
		l.fault(n, "%s can never match: what it asks for holds %q, which it forbids", s.words(), clip(not))
	}
}

// words name a signal; that of a short form has no name but the rule's.
func (s *Signal) words() string {
	if id, ok := strings.CutPrefix(s.Name, "."); ok {
		return "rule " + quote(id)
	}
	return "signal " + quote(s.Name)
}

func allStrings(list []string, ok func(string) bool) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !ok(s) })
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

// Needles are literals of which every record of the signal holds at least one; none if there are
// no such.
func (s *Signal) Needles() []string {
	best := ""
	for _, a := range s.All {
		if n := needleIn(a); len(n) > len(best) {
			best = n
		}
	}
	if best != "" {
		return []string{best}
	}
	var out []string
	for _, a := range s.Any {
		n := needleIn(a)
		if n == "" {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// needleIn is a literal that can be a needle; "" if it is too short, or does not lie inside one line.
func needleIn(literal string) string {
	if len(literal) < minNeedle || strings.Contains(literal, "\n") {
		return ""
	}
	return literal
}

// IsNeedle says whether a literal may be searched for by itself: it is long enough and lies inside one line.
func IsNeedle(literal string) bool { return needleIn(literal) != "" }

func (l *loader) metricSignal(s *Signal, _, n *yaml.Node) {
	s.Kind = MetricSignal
	f := l.known(n, "metric")
	s.Role = l.role(f["role"].value)
	s.By = l.strs(f["by"].value, "by")
	s.Optional = l.boolean(f["optional"].value, "optional")
	s.MaxGap = l.duration(f["max_gap"].value, "max_gap")
	s.Expr = l.expr(f["expr"].value, n, "expr")
	l.reading(s, f)
	fresh := f["fresh_by"].value
	text := l.str(fresh, "fresh_by")
	switch {
	case text == "" || text == "scrape":
	case l.isSignalName(text):
		s.judged = true
		l.fresh = append(l.fresh, freshRef{s, l.spot(fresh)})
	default:
		s.judged, s.FreshExpr = true, l.expr(fresh, n, "fresh_by")
	}
}

var (
	plainName     = regexp.MustCompile(`^\w+$`)
	qualifiedName = regexp.MustCompile(`^([\w.-]+)/\w+$`)
)

// isSignalName tells a signal's name from an expression; PACK/NAME only of a pack that is used, since
// a division reads the same.
func (l *loader) isSignalName(s string) bool {
	m := qualifiedName.FindStringSubmatch(s)
	return plainName.MatchString(s) || m != nil && slices.ContainsFunc(l.p.Uses, func(p *Pack) bool { return p.Name == m[1] })
}

// freshRef is a fresh_by that names a signal, until all are known.
type freshRef struct {
	of *Signal
	at spot
}

func (l *loader) expr(n, around *yaml.Node, what string) *mql.Expr {
	text := l.str(n, what)
	if text == "" {
		l.fault(or(n, around), "a metric signal needs an expression")
		return nil
	}
	if l.exprWords > maxTotalWords {
		return nil
	}
	macros, unclear := l.macrosFor()
	for _, name := range slices.Sorted(maps.Keys(unclear)) {
		if strings.Contains(text, "$"+name) {
			l.fault(n, "macro $%s is in several packs that this one uses: define it in this pack", name)
			return nil
		}
	}
	e, err := mql.Parse(text, macros)
	if err != nil {
		l.badExpr(n, what, text, err, slices.Sorted(maps.Keys(macros)))
		return nil
	}
	l.spend(n, &l.exprWords, e.Words(), maxTotalWords, "words of expressions")
	l.p.exprs = append(l.p.exprs, e)
	return e
}

// badExpr tells what is wrong with an expression, at the byte of it where that is known.
func (l *loader) badExpr(n *yaml.Node, what, text string, err error, macros []string) {
	var bad *mql.Error
	if !errors.As(err, &bad) {
		l.fault(n, "%s: %v", what, err)
		return
	}
	hint := ""
	if name, ok := strings.CutPrefix(bad.Msg, "unknown macro $"); ok {
		name, _, _ = strings.Cut(name, ";")
		hint = l.didYouMean(name, macros)
	}
	l.fault(l.inside(n, bad.Column-1), "%s: %s%s", what, bad.Msg, hint)
}

// startUpLines hold the settings of a process: the dump of server_args=ServerArgs(key=value, ...), and
// the line that says what was allocated (max_total_num_tokens=N, key=value, ...).
var startUpLines = []string{"server_args=ServerArgs(", "max_total_num_tokens="}

// configSignal recognises a setting among what a process says of itself as it starts.
func (l *loader) configSignal(s *Signal, at, n *yaml.Node) {
	s.Kind = ConfigSignal
	f := l.known(n, "config")
	s.Role = l.role(f["role"].value)
	key, value := l.str(f["key"].value, "key"), l.str(f["value"].value, "value")
	if key == "" || value == "" {
		l.fault(at, "config signal %q needs key and value", s.Name)
		return
	}
	s.Any = startUpLines
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
	for _, f := range l.fresh {
		out := l.in(f.at)
		f.of.Fresh = l.signal(f.at.node, LogSignal)
		out()
	}
}
