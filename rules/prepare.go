package rules

import (
	"bytes"
	"cmp"
	"slices"

	"go.yaml.in/yaml/v3"
)

// prepared is a shipped pack of which the files are parsed, but nothing is read yet.
type prepared struct {
	src   *Source
	roots []*yaml.Node // by file; nil is left to whoever loads the pack
}

// section is a part of a file that can be parsed by itself: some of its top-level keys.
type section struct {
	of    *prepared
	file  int
	first int // line, from 0
	text  []byte
	root  *yaml.Node // nil if it is not what it seems to be
}

// Prepare parses shipped packs that are about to be loaded: YAML is the larger part of what a start costs.
// Their sections are pieces of work for each, which may do several at a time. What does not parse here is
// parsed as it is loaded, and told there.
func (lib *Library) Prepare(each func(n int, do func(piece int)), names ...string) {
	var pieces []*section
	for _, name := range names {
		src, err := lib.opened(nil, name)
		if err != nil || src.pinned() {
			continue
		}
		p := &prepared{src: src, roots: make([]*yaml.Node, len(src.Files))}
		lib.prepared[name] = p
		for i, f := range src.Files {
			pieces = append(pieces, p.sections(i, f.Data, lib.Untested)...)
		}
	}
	work := slices.SortedStableFunc(slices.Values(pieces), func(a, b *section) int { return cmp.Compare(len(b.text), len(a.text)) })
	each(len(work), func(i int) { work[i].parse() }) // the longest first, so that none is left over in the end
	for len(pieces) > 0 {
		n := 1
		for n < len(pieces) && pieces[n].of == pieces[0].of && pieces[n].file == pieces[0].file {
			n++
		}
		pieces[0].of.roots[pieces[0].file] = joined(pieces[:n])
		pieces = pieces[n:]
	}
}

// leastSection is how many bytes are worth being parsed by themselves.
const leastSection = 4 << 10

// sections cuts a file at lines that begin with a word, as its top-level keys do. Its tests may be left out.
func (p *prepared) sections(file int, src []byte, untested bool) []*section {
	var out []*section
	from, line, tests := 0, 0, false
	cut := func(at, n int) {
		if !tests {
			out = append(out, &section{of: p, file: file, first: line, text: src[from:at]})
		}
		from, line = at, n
	}
	for at, n := 0, 0; at < len(src); n++ {
		if c := src[at]; 'a' <= c && c <= 'z' {
			next := untested && bytes.HasPrefix(src[at:], []byte("tests:\n"))
			if next || tests || at-from >= leastSection {
				cut(at, n)
				tests = next
			}
		}
		next := bytes.IndexByte(src[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	cut(len(src), 0)
	return out
}

func (s *section) parse() {
	if root, _, msg := parseYAML(s.text); msg == "" && root != nil && root.Kind == yaml.MappingNode {
		shift(root, s.first)
		s.root = root
	}
}

// shift moves a node down by so many lines.
func shift(n *yaml.Node, lines int) {
	n.Line += lines
	for _, c := range n.Content {
		shift(c, lines)
	}
}

// joined is the mapping of all sections of a file, nil if one is missing.
func joined(list []*section) *yaml.Node {
	root := list[0].root
	for _, s := range list[1:] {
		if root == nil || s.root == nil {
			return nil
		}
		root.Content = append(root.Content, s.root.Content...)
	}
	return root
}
