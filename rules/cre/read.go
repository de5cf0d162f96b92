package cre

import (
	"bytes"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"roomline/rules"
)

// found is a rule as read, with what was wrong with it.
type found struct {
	source *source
	notes  *notes
}

// reader reads the rules of one file.
type reader struct {
	file  string
	terms map[string]*yaml.Node // named terms of the document
	notes *notes                // of the rule that is read
}

// readFile reads the rules of every document of a file; notes are of the file as a whole.
func readFile(f *File) ([]found, []Note) {
	r := &reader{file: f.Path}
	var out []found
	of := &notes{}
	for _, doc := range documents(f.Src) {
		root, faults := rules.Document(f.Path, doc)
		if faults != nil {
			at := place{f.Path, faults[0].Line, faults[0].Col}
			of.add(LeftOut, at, "the file", "%s", faults[0].Message)
			continue
		}
		out = append(out, r.document(root, of)...)
	}
	return out, of.list
}

// documents cuts a file at lines of ---. Each part keeps its line numbers.
func documents(src []byte) [][]byte {
	var out [][]byte
	begin, line, from := 0, 0, 0
	for at := 0; at < len(src); line++ {
		next := at + bytes.IndexByte(src[at:], '\n') + 1
		if next == at {
			next = len(src)
		}
		if text := src[at:next]; at > begin && bytes.HasPrefix(text, []byte("---")) && (len(text) == 3 || text[3] == ' ' || text[3] == '\n' || text[3] == '\r') {
			out = append(out, shifted(src[begin:at], from))
			begin, from = at, line
		}
		at = next
	}
	return append(out, shifted(src[begin:], from))
}

func shifted(doc []byte, lines int) []byte {
	if lines == 0 {
		return doc
	}
	return append(bytes.Repeat([]byte{'\n'}, lines), doc...)
}

// document reads the rules and the named terms of one document. One without rules is no file of rules.
func (r *reader) document(root *yaml.Node, of *notes) []found {
	list := child(root, "rules")
	if list == nil || list.Kind != yaml.SequenceNode {
		if root != nil && root.Kind != 0 {
			of.add(Skipped, place{file: r.file, line: root.Line, col: root.Column}, "the document", "it has no list of `rules`")
		}
		return nil
	}
	r.terms = map[string]*yaml.Node{}
	if terms := child(root, "terms"); terms != nil && terms.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(terms.Content); i += 2 {
			r.terms[terms.Content[i].Value] = terms.Content[i+1]
		}
	}
	for _, key := range keys(root) {
		if !strings.Contains(" rules terms section version id ", " "+key.Value+" ") {
			of.add(InPart, r.at(key), "key "+key.Value, "it is not known beside `rules`%s", didYouMean(key.Value, "rules terms"))
		}
	}
	var out []found
	for _, n := range list.Content {
		r.notes = &notes{}
		out = append(out, found{r.rule(n), r.notes})
	}
	return out
}

// rule reads one rule. It always gives one, so that what is wrong is told of it.
func (r *reader) rule(n *yaml.Node) *source {
	s := &source{at: r.at(n)}
	if n.Kind != yaml.MappingNode {
		r.out(n, "the rule", "it is no mapping with cre, metadata, rule")
		return s
	}
	r.known(n, "a rule", "cre metadata rule compiler", LeftOut)
	r.metadata(s, child(n, "metadata"))
	r.cre(s, child(n, "cre"))
	if s.id == "" {
		s.id = s.metaID
	}
	if s.title == "" {
		s.title = s.id
	}
	if !validID(s.id) {
		r.out(n, "id "+head(s.id), "an id is letters, digits, dots, dashes and underscores, at most 80 of them")
	}
	if c := child(n, "compiler"); c != nil {
		r.notes.add(InPart, r.at(c), "compiler "+c.Value, "which versions of the compiler read the rule is not looked at")
	}
	r.body(s, n)
	return s
}

func (r *reader) body(s *source, n *yaml.Node) {
	body := child(n, "rule")
	if body == nil || body.Kind != yaml.MappingNode {
		r.out(n, "the rule", "it has no `rule` with a set or a sequence")
		return
	}
	r.known(body, "rule", "set sequence", LeftOut)
	set, sequence := child(body, "set"), child(body, "sequence")
	switch {
	case set != nil && sequence != nil:
		r.out(body, "the rule", "it has a set and a sequence, and which of them is meant cannot be told")
	case sequence != nil:
		s.node = r.node(sequence, true, 0)
	case set != nil:
		s.node = r.node(set, false, 0)
	}
	if s.node == nil && !r.notes.out() {
		r.out(body, "the rule", "it has neither a set nor a sequence")
	}
}

func (r *reader) at(n *yaml.Node) place { return place{r.file, n.Line, n.Column} }

func (r *reader) out(n *yaml.Node, what, why string, args ...any) {
	r.notes.add(LeftOut, r.at(n), what, why, args...)
}

// known notes the keys that are not among the allowed ones, with the nearest spelling. Of a condition it leaves
// the rule out: what a misspelt key was to say is not known.
func (r *reader) known(n *yaml.Node, what, allowed string, e Effect) {
	seen := map[string]bool{}
	for _, k := range keys(n) {
		if !strings.Contains(" "+allowed+" ", " "+k.Value+" ") {
			r.notes.add(e, r.at(k), "key "+k.Value, "it is not known in %s%s%s", what, map[Effect]string{InPart: "; left away"}[e], didYouMean(k.Value, allowed))
		} else if seen[k.Value] {
			r.notes.add(LeftOut, r.at(k), "key "+k.Value, "it stands twice in %s", what)
		}
		seen[k.Value] = true
	}
}

func didYouMean(word, words string) string {
	if w := rules.Nearest(word, strings.Fields(words)); w != "" {
		return fmt.Sprintf("; did you mean %q?", w)
	}
	return ""
}

func keys(n *yaml.Node) []*yaml.Node {
	var out []*yaml.Node
	if n != nil && n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			out = append(out, n.Content[i])
		}
	}
	return out
}

// child is the value of a key, nil if there is none.
func child(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}
