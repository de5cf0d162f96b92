package schema

import "roomline/rules"

var severity = enum(rules.Severities...)

var ties = enum("accept", "strict")

var semantics = enum("strict", "victoriametrics")

// parts are the mappings of a pack by the names that the loader's faults give them. What is tuned by overrides
// is in parts_override.go, tests are in parts_tests.go.
var parts = map[string]part{
	"pack file": {doc: "A rule pack, or one file of the folder of one: signals, and rules that relate them in time.", keys: []key{
		{"apiVersion", enum("rules/v1"), "the language's version"},
		{"pack", ref("pack"), "name, version and owner"},
		{"uses", list(node{"type": "string"}), "packs whose signals and rules this one names, by path; pinned in rules.lock"},
		{"defaults", ref("defaults"), "what holds for every rule that says nothing else"},
		{"entities", mapOf(ref("entity")), "what instances are about: process, instance, group, room, and what the pack adds"},
		{"lists", mapOf(texts()), "lists of literals that signals name as $NAME"},
		{"macros", mapOf(ref("macro_value")), "parts of expressions that signals name as $NAME: metric renames live in one place"},
		{"lifecycles", mapOf(ref("lifecycle")), "how entities move from state to state"},
		{"signals", mapOf(ref("signal")), "what is recognised: a record, a metric condition, a start-up setting"},
		{"rules", list(ref("rule")), "what signals mean together"},
		{"overrides", list(ref("override")), "how rules of other packs are tuned, with a reason"},
		{"tests", list(ref("test")), "logs and series in, verdicts out (roomline rules test)"},
	}},
	"pack": {required: []string{"name", "version"}, keys: []key{
		{"name", text(), "printed in every finding: NAME@VERSION"},
		{"version", text(), "1.2.0"},
		{"owner", text(), "whom to ask"},
		{"engine", text(), "versions of the tool that can run it: '>=0.1 <1.0'"},
		{"description", text(), "what the pack is about"},
		{"shown_by", texts(), "signals of which one must have been seen before the silence of its rules is worth anything: else the pack gets one line, never clear"},
	}},
	"defaults": {keys: []key{
		{"clock", ref("clock"), "clocks of logs, where nothing better was measured"},
		{"ties", ties, "accept: an order that hangs on clocks alone counts, and is marked unproven; strict: it stays open"},
		{"scrape", ref("scrape"), "scrapes"},
	}},
	"clock": {keys: []key{
		{"resolution", duration(), "of stamps: 1s"},
		{"skew", duration(), "how far two clocks may be apart: 2s"},
	}},
	"scrape": {keys: []key{{"max_gap", duration(), "between two scrapes: what is longer is a gap"},
		{"semantics", semantics, "of metric signals that say nothing else: strict (what was seen), or victoriametrics"}}},
	"entity": {keys: []key{
		{"ignore", texts(), "values that are none, such as room 0"},
		{"idle", node{"type": "string"}, "of process: the gauge that reads 0 when it has nothing to do"},
	}},
	"macro": {keys: []key{
		{"any_series", texts(), "names of one metric, whichever there is"},
		{"expr", text(), "MetricsQL"},
	}},
	"lifecycle": {required: []string{"states", "moves"}, keys: []key{
		{"states", texts(), "from the first to the last"},
		{"final", texts(), "states that end an attempt"},
		{"failed", texts(), "those of them that are bad ends; without it those whose word says so (Failed, Aborted, TimedOut, ...)"},
		{"flags", flags(), "what an operator gives the engine so that its lines show rooms, by degree"},
		{"moves", list(ref("move")), "which signal moves it to which state"},
	}},
	"move": {required: []string{"signal"}, keys: []key{
		{"signal", node{"type": "string"}, "a log signal that captures the entity"},
		{"side", text(), "prefill, decode, or a capture: '$type'"},
		{"state", text(), "which it is in from then on"},
		{"before", ref("before"), "the state that it was in before, and for how long"},
		{"segments", list(ref("segment")), "states with durations that the message tells, one after the other"},
	}},
	"before":  {keys: []key{{"state", text(), "the state before"}, {"seconds", text(), "how long: a capture, '$secs'"}}},
	"segment": {keys: []key{{"state", text(), "a state"}, {"ms", text(), "how long: a capture, '$bootstrap'"}}},

	"signal": {one: []string{"log", "metric", "config"}, doc: "One record, one metric condition, or one start-up setting.", keys: []key{
		{"log", ref("log"), "recognised in one record"},
		{"metric", ref("metric"), "recognised in scrapes"},
		{"config", ref("config"), "recognised in the start-up settings of a process"},
		{"emits", node{"if": node{"type": "string"}, "then": enum("always", "once_per_process", "debug_only", "sampled"), "else": ref("rooms")},
			"what its silence is worth: always (default), once_per_process, debug_only, sampled, {rooms_visible: N}"},
		{"means", node{"if": node{"type": "string"}, "then": enum("start", "exit", "debug_on"), "else": ref("rooms")},
			"what it shows of its process: start (a new life; printed once per start-up), exit, debug_on, {rooms_visible: N}"},
		{"description", text(), "what it is"},
	}},
	"log": {doc: "Literals of the whole assembled record, a traceback with its lines being one.", keys: []key{
		{"role", text(), "of the process that prints it: prefill, decode, router, client; without it any"},
		{"all", texts(), "literals that it holds, every one; or $LIST. One of at least 4 bytes inside one line is needed"},
		{"any", texts(), "literals of which it holds at least one"},
		{"not", texts(), "literals that it does not hold"},
		{"regex", text(), "RE2; begin it with (?m)^ where a prompt in a request log could spell the text"},
		{"capture", mapOf(text()), "NAME: RE2 whose first group is the value, such as room or secs"},
		{"slow", truth(), "true: without a needle, every record is tried"},
	}},
	"metric": {required: []string{"expr"}, keys: []key{
		{"role", text(), "of the scraped process; without it any"},
		{"expr", text(), "MetricsQL, with macros as $NAME"},
		{"by", texts(), "entities that its samples are of"},
		{"fresh_by", text(), "the log signal, or the expression, that shows that the gauge was written at all"},
		{"optional", truth(), "no build need export it"},
		{"max_gap", duration(), "between two scrapes of it"},
		{"semantics", semantics, "victoriametrics: its values as that server would draw them, with its guesses; the finding says so"},
		{"partial", truth(), "true: an aggregate is over the series that a scrape shows, though others show more; the finding says how many"},
	}},
	"config": {required: []string{"key", "value"}, keys: []key{
		{"role", text(), "of the process"},
		{"key", text(), "the setting"},
		{"value", text(), "its value"},
	}},

	"rule": {required: []string{"id", "severity"}, doc: "Relates signals in time.", keys: []key{
		{"id", node{"type": "string", "minLength": 1}, "the slug that people search for; stable from release to release"},
		{"title", text(), "one line; ${process}, ${room} or a capture of the anchor may stand in it"},
		{"severity", severity, "critical, high, warning, info"},
		{"tags", texts(), "root-cause, symptom, context, ..."},
		{"references", texts(), "owner/repo#123, or an address"},
		{"by", texts(), "one finding for each: process (default), instance, group, room, ..."},
		{"pattern", ref("pattern"), "what confirms it: {seq: [...]}, or one operator"},
		{"when", ref("when"), "short form: {log: {...}}, one record is all"},
		{"unless", node{"if": node{"type": "array"}, "then": list(ref("unless")), "else": ref("unless")}, "what makes it false although its steps are there"},
		{"ends", ref("ends"), "what closes a confirmed span; it does not refute it"},
		{"explains", list(ref("explains")), "rules that it is a cause of"},
		{"not_cause_of", texts(), "rules that it never explains"},
		{"mitigation", text(), "what to do at three in the morning"},
		{"let", mapOf(ref("let")), "derived values and intervals that steps name"},
		{"classify", list(ref("branch")), "kinds of it, the first that is true with all above it false"},
		{"ties", ties, "as in defaults, of this rule"},
		{"max_gap", duration(), "between two scrapes, of this rule"},
		{"description", text(), "what happens, and why"},
		{"exceptions", mapOf(ref("exception")), "values that its user may add, of which it does not speak"},
		{"looks_like", texts(), "what it is not to be taken for"},
		{"basis", text(), "what it rests on: source read, logs seen, inferred"},
	}},
	"exception": {keys: []key{
		{"entity", text(), "the key of the rule that is compared"},
		{"capture", text(), "or the capture of the anchor"},
		{"values", texts(), "values that the author knows of"},
		{"description", text(), "what such a value is"},
	}},
	"unless": {required: []string{"event"}, keys: []key{
		{"event", node{"type": "string"}, "the signal"},
		{"after", moment(), "from when on"},
		{"until", moment(), "up to when"},
		{"within", duration(), "or for how long"},
		{"same", texts(), "join on these entities"},
	}},
	"ends": {required: []string{"event"}, keys: []key{{"event", node{"type": "string"}, "the signal"}}},
	"explains": {required: []string{"rule"}, keys: []key{
		{"rule", node{"type": "string"}, "its id"},
		{"within", duration(), "how long before it the cause may lie; without it any time"},
		{"same", texts(), "entities that both share"},
	}},
	"branch": {required: []string{"name"}, keys: []key{
		{"name", text(), "of the kind"},
		{"when", ref("operator"), "what makes it this kind; without it the last resort"},
		{"references", texts(), "added to those of the rule"},
	}},
	"let": {doc: "A baseline {of: GAUGE, during: ...}, a life {of: room}, or a window.", keys: append([]key{
		{"of", texts(), "gauges, or an entity whose life is meant"},
		{"during", node{"if": node{"type": "string"}, "then": node{}, "else": ref("window")}, "last_idle, mark NAME, or a window"},
	}, windowKeys...)},
	"window": {doc: "(after, until], in words.", keys: windowKeys, one: []string{"after", "before"}},

	"absent": {required: []string{"event"}, keys: []key{
		{"event", node{"type": "string"}, "whose silence"},
		{"for", duration(), "how long"},
		{"proof", list(ref("proof")), "what shows that the emitter ran: source_alive, level_debug, {rooms_visible: N}, or a signal"},
		{"same", texts(), "join on these entities"},
		{"start", ref("interval"), "where the silence may begin"},
		{"during", ref("interval"), "the window that is silent"},
	}},
	"count": {required: []string{"event"}, one: []string{"min", "max"}, keys: []key{
		{"event", node{"type": "string"}, "what is counted"},
		{"distinct", text(), "count different values of this capture"},
		{"min", whole(1), "at least so many"},
		{"max", whole(0), "at most so many"},
		{"within", duration(), "of each other"},
		{"same", texts(), "join on these entities"},
	}},
	"holds": {required: []string{"signal", "op", "value", "for"}, keys: []key{
		{"signal", node{"type": "string"}, "a metric signal"},
		{"op", enum("==", "!=", ">", ">=", "<", "<="), "how its samples compare"},
		{"value", ref("value"), "a number, or a baseline: $NAME of `let`"},
		{"for", duration(), "how long, without a gap"},
	}},
	"flat":  {required: []string{"counter"}, keys: spanKeys},
	"grew":  {required: []string{"counter"}, keys: append([]key{{"by", number(), "at least so much"}}, spanKeys...)},
	"rises": {required: []string{"signal", "by"}, keys: changeKeys},
	"falls": {required: []string{"signal", "by"}, keys: changeKeys},
}

var windowKeys = []key{
	{"after", moment(), "STEP, STEP.end or mark NAME, with + 30s or - 30s: where it begins, itself left out"},
	{"within", duration(), "how long it is"},
	{"until", moment(), "where it ends, itself included"},
	{"before", moment(), "where a window before a moment ends"},
	{"for", duration(), "how long that one is"},
}

var spanKeys = []key{
	{"counter", node{"type": "string"}, "a metric signal"},
	{"from", moment(), "from when"},
	{"to", moment(), "to when"},
	{"for", duration(), "or how long, from some scrape in `start` on"},
}

var changeKeys = []key{
	{"signal", node{"type": "string"}, "a metric signal"},
	{"by", number(), "at least so much"},
}

var operatorDocs = map[string]string{
	"event":     "a record of the signal",
	"absent":    "no record of the signal, where that was observed",
	"count":     "so many records, or so many different values",
	"holds":     "a gauge compares so at every scrape for so long",
	"flat":      "a counter does not move",
	"grew":      "a counter moves by so much",
	"rises":     "a gauge goes up by so much",
	"falls":     "a gauge goes down by so much",
	"all":       "all of them",
	"any":       "one of them; the first that is so is shown",
	"witnesses": "independent ways to observe one fact: one speaks for it, none against",
}
