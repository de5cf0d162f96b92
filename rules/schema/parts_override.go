package schema

var fromOverrides = map[string]part{
	"override": {doc: "Tunes a rule of another pack without a fork.", required: []string{"rule", "reason"}, keys: []key{
		{"rule", node{"type": "string"}, "its id"},
		{"severity", severity, "another severity"},
		{"append", ref("append"), "what is added"},
		{"replace", ref("replace"), "what is put in its place"},
		{"reason", node{"type": "string", "minLength": 1}, "why; reports show it"},
		{"until", node{"type": "string", "pattern": `^\d{4}-\d\d-\d\d$`}, "the last day on which it applies"},
	}},
	"replace": {keys: []key{
		{"title", text(), "another title"},
		{"description", text(), "another description"},
		{"mitigation", text(), "another mitigation"},
		{"tags", texts(), "other tags"},
		{"references", texts(), "other references"},
		{"ties", ties, "accept or strict"},
		{"max_gap", duration(), "between two scrapes"},
		{"steps", mapOf(ref("step to tune")), "numbers of steps, by the step's name"},
	}},
	"append": {keys: []key{
		{"description", text(), "added to the description"},
		{"mitigation", text(), "added to the mitigation"},
		{"tags", texts(), "more tags"},
		{"references", texts(), "more references"},
		{"not", mapOf(texts()), "SIGNAL: literals that its records do not hold either"},
		{"any", mapOf(texts()), "SIGNAL: literals that it is recognised by as well"},
		{"lists", mapOf(texts()), "LIST: more entries"},
		{"exceptions", mapOf(texts()), "EXCEPTION: values that the rule does not speak of"},
	}},
	"step to tune": {keys: []key{
		{"of", text(), "of several operators in a step: the one of this signal"},
		{"for", duration(), "how long"},
		{"within", duration(), "of each other"},
		{"min", whole(1), "at least so many"},
		{"max", whole(0), "at most so many"},
		{"value", number(), "that samples are compared with"},
		{"by", number(), "at least so much"},
		{"start", ref("window to tune"), "how long its `start` is"},
		{"during", ref("window to tune"), "how long its `during` is"},
	}},
	"window to tune": {keys: []key{
		{"within", duration(), "how long a window after a moment is"},
		{"for", duration(), "how long a window before a moment is"},
	}},
}
