package rules

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Limits of a pack: beyond them it is refused, in bounded time and memory. What a file of the
// largest size can be made of is bounded by what the parser makes of each byte.
const (
	MaxFileBytes = 2 << 20
	MaxPackFiles = 256
	maxPackBytes = 8 << 20 // of all its files
	maxPackNodes = 400_000
	maxPackDepth = 64
	maxFaults    = 200 // told; the others are counted
)

// What a pack may be made of: far more than any needs, and little enough that what is made of it stays
// small, since short texts can stand for much.
const (
	maxSteps      = 64 // of a rule
	maxBranches   = 256
	maxLiterals   = 1000    // of a signal, or of a list
	maxAnySeries  = 64      // of a macro
	maxOverrides  = 1000    // of a pack
	maxTotalTexts = 100_000 // literals of all signals of a pack
	maxTotalRegex = 500_000 // steps of all regular expressions of a pack
	maxTotalWords = 200_000 // of all expressions of a pack
)

// bom may stand at the head of a file.
const bom = "\ufeff"

// open makes the part of a file and gives the root mapping of its document, or nil with a fault noted.
func (r *reader) open(f File, order int) *yaml.Node {
	before := len(r.faults)
	root := r.document(f, order)
	switch {
	case len(r.faults) > before:
		return nil
	case root == nil:
		r.fault(nil, "the file is empty: a pack is a mapping with apiVersion, pack, signals, rules")
	case root.Kind != yaml.MappingNode:
		r.fault(nil, "a pack is a mapping with apiVersion, pack, signals, rules")
		return nil
	}
	return root
}

// document makes the part of a file and gives the root of the one document that it holds, within the
// limits; nil if it is empty, or with a fault noted.
func (r *reader) document(f File, order int) *yaml.Node {
	src := bytes.TrimPrefix(f.Data, []byte(bom))
	r.at = &part{file: f.Path, order: order, src: src}
	if len(src) > MaxFileBytes {
		r.fault(nil, "the file of %d bytes is over the limit of %d: make the pack a folder of several files, or join packs with `uses`", len(src), MaxFileBytes)
		return nil
	}
	if at, why := badByte(src); why != "" {
		r.fault(placeOf(src, at), "%s", why)
		return nil
	}
	root, at, msg := parseYAML(src)
	if msg != "" {
		r.fault(at, "%s", msg)
	}
	if root == nil || !r.bounded(root, 0) {
		return nil
	}
	return root
}

// adopt makes the part of a file that was parsed before, within the limits of all.
func (r *reader) adopt(f File, order int, root *yaml.Node) *yaml.Node {
	r.at = &part{file: f.Path, order: order, src: f.Data}
	if !r.bounded(root, 0) {
		return nil
	}
	return root
}

// badByte finds the first byte that is no text, which the parser would tell without its place.
func badByte(src []byte) (int, string) {
	if bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		return 0, "the file is UTF-16: save it as UTF-8"
	}
	for i := 0; i < len(src); {
		c, n := utf8.DecodeRune(src[i:])
		switch {
		case c == utf8.RuneError && n == 1:
			return i, fmt.Sprintf("byte 0x%02x is not UTF-8: save the file as UTF-8", src[i])
		case c == 0:
			return i, "a NUL byte: this is no text file"
		case c < ' ' && c != '\n' && c != '\r' && c != '\t' || c >= 0x7f && c < 0xa0 && c != 0x85:
			return i, fmt.Sprintf("the control character U+%04X cannot stand in a pack: write \"\\x%02x\" in double quotes", c, c)
		}
		i += n
	}
	return 0, ""
}

// placeOf is the line and column of a byte.
func placeOf(src []byte, at int) *yaml.Node {
	head := src[:at]
	begin := bytes.LastIndexByte(head, '\n') + 1
	return &yaml.Node{Line: bytes.Count(head, []byte("\n")) + 1, Column: utf8.RuneCount(head[begin:]) + 1}
}

// parseYAML gives the root of the one document that a text holds, nil if it holds none. What is wrong, and
// where, is for people.
func parseYAML(src []byte) (root, at *yaml.Node, msg string) {
	var doc, second yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(src))
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil, ""
	case err != nil:
		at, msg = syntaxFault(src, err)
		return nil, at, msg
	}
	if len(doc.Content) == 0 {
		return nil, nil, ""
	}
	switch err := dec.Decode(&second); {
	case err == nil:
		return nil, &second, "a second document begins here: a file holds one; make the pack a folder of several files"
	case !errors.Is(err, io.EOF):
		at, msg = syntaxFault(src, err)
		return nil, at, msg
	}
	return doc.Content[0], nil, ""
}

// bounded refuses what YAML can do and a pack may not: what repeats by reference, since a few lines
// could stand for gigabytes, tags, and what is deep or large beyond reason.
func (r *reader) bounded(n *yaml.Node, depth int) bool {
	r.nodes++
	switch {
	case n.Kind == yaml.AliasNode:
		r.fault(n, "aliases (*%s) are not part of rules/v1: use lists and macros", n.Value)
	case n.Anchor != "":
		r.fault(n, "anchors (&%s) are not part of rules/v1: use lists and macros", n.Anchor)
	case n.Style&yaml.TaggedStyle != 0:
		r.fault(n, "tags (%s) are not part of rules/v1: write the value as it is, in quotes if it is a text", n.Tag)
	case depth > maxPackDepth:
		r.fault(n, "nested more than %d deep", maxPackDepth)
		return false
	case r.nodes > maxPackNodes:
		r.fault(n, "the pack has more than %d YAML nodes up to here: split it and join the packs with `uses`", maxPackNodes)
		return false
	}
	before := len(r.faults)
	for _, c := range n.Content {
		if !r.bounded(c, depth+1) {
			return false
		}
	}
	return depth > 0 || len(r.faults) == before
}
