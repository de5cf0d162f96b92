package cre

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

var idText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$`) })

func validID(s string) bool { return idText().MatchString(s) }

const (
	creKeys  = "id severity title category pillar author description cause impact impactScore tags mitigation mitigationScore references reports applications"
	metaKeys = "name id hash gen generation kind version"
	appKeys  = "name processName processPath containerName imageUrl repoUrl version"
)

// severities are CRE's numbers as words of rules/v1, which has no low.
var severities = []string{"critical", "high", "warning", "info", "info"}

// cre reads what the author tells of the problem. What has no place in a rule is a note; none of it is a
// condition, so the rule stays.
func (r *reader) cre(s *source, n *yaml.Node) {
	if n == nil {
		s.severity = "info"
		return
	}
	r.known(n, "cre", creKeys, InPart)
	s.id, s.title = r.str(n, "id"), oneLine(r.str(n, "title"))
	s.severity = r.severity(n)
	s.description, s.cause, s.impact = r.str(n, "description"), r.str(n, "cause"), r.str(n, "impact")
	s.mitigation, s.author = r.str(n, "mitigation"), oneLine(r.str(n, "author"))
	s.tags, s.references = append([]string{r.str(n, "category"), r.str(n, "pillar")}, r.strs(n, "tags")...), r.strs(n, "references")
	for _, k := range []string{"impactScore", "mitigationScore", "reports"} {
		if v := r.str(n, k); v != "" {
			s.scores += ", " + k + " " + v
		}
	}
	if apps := child(n, "applications"); apps != nil {
		for _, a := range apps.Content {
			r.known(a, "an application", appKeys, InPart)
			s.apps = append(s.apps, application(a))
		}
	}
}

func (r *reader) severity(n *yaml.Node) string {
	v := child(n, "severity")
	if v == nil {
		return severities[0] // what CRE takes: its zero
	}
	if word := strings.ToLower(v.Value); slices.Contains(severities, word) {
		return word
	}
	i, err := strconv.Atoi(v.Value)
	if err != nil || i < 0 || i >= len(severities) {
		r.notes.add(InPart, r.at(v), "severity "+v.Value, "it is 0 (critical) to 4 (info), so how grave the author holds it is not known; taken as info")
		return "info"
	}
	return severities[i]
}

// application is the name of an application with all that tells it.
func application(n *yaml.Node) string {
	var out []string
	for _, k := range strings.Fields(appKeys) {
		if v := child(n, k); v != nil && v.Kind == yaml.ScalarNode && v.Value != "" {
			if k == "name" {
				out = append([]string{v.Value}, out...)
			} else {
				out = append(out, k+" "+v.Value)
			}
		}
	}
	return oneLine(strings.Join(out, ", "))
}

func (r *reader) metadata(s *source, n *yaml.Node) {
	r.known(n, "metadata", metaKeys, InPart)
	s.metaID = r.str(n, "id")
	if s.generation = r.str(n, "gen"); s.generation == "" {
		s.generation = r.str(n, "generation")
	}
}

// str is the text of a key.
func (r *reader) str(n *yaml.Node, key string) string {
	v := child(n, key)
	if v == nil || v.Tag == "!!null" {
		return ""
	}
	if v.Kind != yaml.ScalarNode {
		r.notes.add(InPart, r.at(v), "key "+key, "it is no text; left away")
		return ""
	}
	return r.cut(v, key)
}

// maxText is how long a text of a rule may be, so that one rule does not fill the pack.
const maxText = 16 << 10

// cut is a text up to the limit.
func (r *reader) cut(v *yaml.Node, key string) string {
	if len(v.Value) <= maxText {
		return v.Value
	}
	r.notes.add(InPart, r.at(v), "key "+key, "its text of %d bytes is cut at %d", len(v.Value), maxText)
	return strings.ToValidUTF8(v.Value[:maxText], "")
}

// strs are the texts of a key.
func (r *reader) strs(n *yaml.Node, key string) []string {
	v := child(n, key)
	switch {
	case v == nil || v.Tag == "!!null":
		return nil
	case v.Kind == yaml.ScalarNode:
		return []string{v.Value}
	}
	var out []string
	for _, c := range v.Content {
		if v.Kind != yaml.SequenceNode || c.Kind != yaml.ScalarNode {
			r.notes.add(InPart, r.at(c), "key "+key, "it is a list of texts; what is none is left away")
		} else if c.Value != "" {
			out = append(out, c.Value)
		}
	}
	return out
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// prose is the description of a rule: what its author says, and what of it was not carried over.
func (s *source) prose(n *notes) string {
	var parts []string
	add := func(head, text string) {
		if text = strings.TrimSpace(text); text != "" {
			parts = append(parts, head+text)
		}
	}
	add("", s.description)
	add("Cause: ", s.cause)
	add("Impact: ", s.impact)
	add("Applications: ", strings.Join(s.apps, "; "))
	var left []string
	for _, x := range n.sorted() {
		if x.Effect == InPart {
			left = append(left, "- "+oneLine(x.What)+" ("+x.Place()+"): "+oneLine(x.Why))
		}
	}
	if left != nil {
		add("Carried over in part:\n", strings.Join(left, "\n"))
	}
	return strings.Join(parts, "\n")
}
