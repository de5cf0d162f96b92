package rules

import "strings"

// keysOf says which keys each part of a pack may have.
var keysOf = map[string]string{
	"pack file": "apiVersion pack uses defaults entities lists macros lifecycles signals rules overrides tests",
	"pack":      "name version owner engine shown_by description", "defaults": "clock ties scrape", "clock": "resolution skew", "scrape": "max_gap semantics",
	"signal": "log metric config emits means description", "log": "role all any not regex capture slow", "metric": "role expr by fresh_by optional max_gap semantics partial",
	"config": "role key value", "entity": "ignore idle", "lifecycle": "states final failed flags moves",
	"move": "signal side state before segments", "before": "state seconds", "segment": "state ms", "macro": "any_series expr",
	"rule":   "id title severity tags references by pattern when unless ends explains not_cause_of mitigation let classify ties max_gap description exceptions looks_like basis",
	"absent": "event for proof same start during", "count": "event distinct min max within same", "holds": "signal op value for",
	"flat": "counter from to for", "grew": "counter by from to for", "rises": "signal by", "falls": "signal by",
	"unless": "event after until within same", "ends": "event", "explains": "rule within same", "branch": "name when references",
	"window": "after within until before for", "let": "of during after within until before for", "exception": "entity capture values description",
	"test": "name start logs metrics mutate expect captured_at marks", "test metrics": "interval series",
	"expect":       "rule entity verdict steps missing not_fired near_miss explained_by root class count order_proven witnesses rooms",
	"drop_samples": "source series after until every as", "truncate": "source lines after before of", "shuffle": "source within seed",
	"skew": "source by of", "rename_series": "source from to", "level_off": "source rooms_visible", "duplicate": "source as match",
	"missing": "reason source", "near miss": "blocked_at lacks nearest distance",

	"override": "rule severity append replace reason until",
	"replace":  "title description mitigation tags references ties max_gap steps", "append": "description mitigation tags references not any lists exceptions",
	"lock file": "version packs", "pin": "path sha256 pack",
	"step to tune": "of for within min max value by start during", "window to tune": "within for",
}

// allowedIn are the same keys, one by one.
var allowedIn = func() map[string][]string {
	out := make(map[string][]string, len(keysOf))
	for part, keys := range keysOf {
		out[part] = strings.Fields(keys)
	}
	return out
}()

// misplaced are keys that people look for elsewhere than where they stand, with where that is.
var misplaced = map[string]map[string]string{
	"pack file": {"exceptions": "a rule declares its exceptions, an override gives their values (append: {exceptions: ...})",
		"name": "it stands in pack: {name, version, owner}", "version": "it stands in pack: {name, version, owner}",
		"clock": "it stands in defaults: {clock: ...}", "ties": "it stands in defaults, or in a rule", "scrape": "it stands in defaults: {scrape: ...}"},
	"signal": {"role": "it stands in log, metric or config", "all": "it stands in log: {...}", "any": "it stands in log: {...}", "not": "it stands in log: {...}",
		"regex": "it stands in log: {...}", "capture": "it stands in log: {...}", "expr": "it stands in metric: {...}"},
	"log":    {"emits": "it stands beside log, not in it", "means": "it stands beside log, not in it"},
	"metric": {"emits": "only log signals have it", "means": "only log signals have it"},
	"rule": {"steps": "they stand in pattern: {seq: [...]}", "seq": "it stands in pattern: {seq: [...]}", "within": "it stands in a step's window",
		"fresh_by": "it stands in a metric signal", "same": "it stands beside an operator: {event: SIGNAL, same: [room]}"},
	"count": {"for": "a count takes within: how long", "during": "it stands beside count, not in it", "start": "count takes during, not start"},
	"holds": {"start": "it stands beside holds, not in it", "during": "holds takes start (beside it), not during", "within": "holds takes for: how long", "counter": "holds takes signal"},
	"flat":  {"start": "it stands beside flat, not in it", "signal": "flat takes counter"}, "grew": {"start": "it stands beside grew, not in it", "signal": "grew takes counter"},
	"rises": {"during": "it stands beside rises, not in it", "within": "it stands in during, beside rises"}, "falls": {"during": "it stands beside falls, not in it", "within": "it stands in during, beside falls"},
	"override": {"title": "it stands in replace: {...}", "mitigation": "it stands in replace or append: {...}", "tags": "they stand in replace or append: {...}",
		"references": "they stand in replace or append: {...}", "not": "it stands in append: {not: {SIGNAL: [...]}}", "any": "it stands in append: {any: {SIGNAL: [...]}}",
		"exceptions": "they stand in append: {exceptions: {NAME: [...]}}", "steps": "they stand in replace: {steps: {STEP: {...}}}"},
	"replace": {"severity": "it stands beside replace, not in it", "not": "a `not` can only be added to: append: {not: {SIGNAL: [...]}}", "exceptions": "values can only be added: append: {exceptions: {NAME: [...]}}",
		"explains": "causes belong to the author of a rule", "pattern": "steps are tuned by replace: {steps: {STEP: {...}}}", "by": "the key of a rule belongs to its author", "unless": "what makes a rule false belongs to its author"},
	"append": {"severity": "it stands beside append, not in it", "steps": "they stand in replace: {steps: {STEP: {...}}}", "title": "it stands in replace: {...}",
		"unless": "what makes a rule false belongs to its author: declare an exception there", "all": "more literals than the author asked for belong into a rule of your own"},
}
