package schema

var (
	fromTests = map[string]part{
		"test": {required: []string{"name"}, keys: []key{
			{"name", text(), "what it shows"},
			{"start", timeText(), "when the first scrape was"},
			{"captured_at", timeText(), "until when the logs were collected: silence up to then was observed"},
			{"marks", mapOf(timeText()), "named moments"},
			{"logs", mapOf(texts()), "role@instance: raw log text; a list is the files of one rotation, oldest first"},
			{"metrics", mapOf(ref("test metrics")), "role@instance: what was scraped"},
			{"mutate", list(ref("mutation")), "what is done to them before they are read"},
			{"expect", list(ref("expect")), "what must come of it; only what is written is held"},
		}},
		"test metrics": {required: []string{"interval", "series"}, keys: []key{
			{"interval", duration(), "between two scrapes"},
			{"series", texts(), "promtool's notation: 'name{label=\"x\"} 1 2+1x5 _'"},
		}},
		"expect": {required: []string{"rule"}, keys: []key{
			{"rule", node{"type": "string"}, "its id"},
			{"entity", mapOf(text()), "which of its findings: {process: prefill@n1}"},
			{"verdict", enum("confirmed", "inconclusive", "refuted"), "of the finding"},
			{"not_fired", enum("clear", "not_observed"), "there is no finding: all was observed, or not"},
			{"steps", mapOf(enum("confirmed", "inconclusive", "refuted")), "verdicts of steps"},
			{"order_proven", mapOf(truth()), "whether the order of a step is proven"},
			{"missing", list(ref("missing")), "why it is open"},
			{"near_miss", ref("near miss"), "how near it came"},
			{"explained_by", texts(), "rules that explain it, all of them; [] for none"},
			{"root", enum("yes", "no", "unknown"), "whether it is where the incident began"},
			{"class", text(), "its kind"},
			{"count", whole(0), "anchors that were folded into it"},
			{"witnesses", whole(0), "independent witnesses that agree"},
			{"rooms", whole(0), "rooms that it is about"},
		}},
		"missing": {required: []string{"reason"}, keys: []key{
			{"reason", enum("no_source", "source_starts_late", "source_ended", "log_gap", "scrape_gap", "series_absent", "series_reset", "frozen", "level_off", "emit_once",
				"room_lines_disabled", "order_ambiguous", "time_uncertain", "zone_unknown", "entity_unknown", "window_open", "life_ended", "proof_missing", "conflict", "capped",
				"record_truncated", "late", "interrupted"), "what was not observed"},
			{"source", text(), "of which source"},
		}},
		"near miss": {keys: []key{
			{"blocked_at", text(), "the step that is not so"},
			{"lacks", texts(), "its signals"},
			{"nearest", text(), "the nearest candidate"},
			{"distance", text(), "how far off it is"},
		}},
		"drop_samples": {doc: "Scrapes fail or vanish, or lack series.", keys: []key{
			source,
			{"series", text(), "RE2 of name{labels}: these are missing from the scrapes, which stay"},
			{"after", timeText(), "scrapes after it; a time, or +90s from the test's start"},
			{"until", timeText(), "scrapes up to it"},
			{"every", whole(1), "each Nth of them"},
			{"as", enum("failed", "gone"), "failed (default): attempts without samples; gone: nobody tried"},
		}},
		"truncate": {doc: "Logs or scrapes are cut at their head or tail.", one: []string{"lines", "after", "before"}, keys: []key{
			source,
			{"lines", node{"type": "integer", "not": node{"const": 0}}, "keep the first N lines of a log, of -N the last"},
			{"after", timeText(), "cut what is stamped after it"},
			{"before", timeText(), "cut what is stamped before it"},
			{"of", enum("logs", "scrapes", "all"), "what is cut, default all"},
		}},
		"shuffle": {doc: "Records of a log stand in another order, as collectors deliver them late.", keys: []key{
			source,
			{"within", duration(), "none passes another whose stamp is further away; without it any order"},
			{"seed", whole(0), "which order"},
		}},
		"skew": {doc: "A clock is ahead.", required: []string{"by"}, keys: []key{
			source,
			{"by", node{"type": "string", "pattern": `^[+-]?((\d+(\.\d+)?)(ns|us|µs|ms|s|m|h|d))+$`}, "how far: 8h, -3s"},
			{"of", enum("logs", "scrapes", "all"), "whose clock, default logs"},
		}},
		"rename_series": {doc: "A metric has another name, as in another release.", required: []string{"from", "to"}, keys: []key{
			source,
			{"from", text(), "name without labels"},
			{"to", text(), "name without labels"},
		}},
		"level_off": {doc: "What only a chattier process prints is not there.", keys: []key{
			source,
			{"rooms_visible", roomsVisible(), "instead of DEBUG: what stays visible of rooms"},
		}},
		"duplicate": {doc: "A log is given twice.", keys: []key{
			source,
			{"as", enum("file", "lines", "excerpt"), "file (default): the same bytes again; lines: each record twice; excerpt: a grep beside it"},
			{"match", text(), "RE2 that the records of an excerpt match"},
		}},
	}
	source = key{"source", node{"type": "string"}, "role@instance as in the test; without it all"}
)

func init() {
	for _, more := range []map[string]part{fromTests, fromOverrides} {
		for name, p := range more {
			parts[name] = p
		}
	}
}
