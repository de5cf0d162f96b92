package rules

import "go.yaml.in/yaml/v3"

// Document reads one YAML document under the limits of a pack file: size, nodes, depth, no aliases. The root is
// nil if it is empty or has faults. It is for rules of other languages that are carried over into packs;
// nothing is opened, the path is for messages.
func Document(path string, src []byte) (*yaml.Node, Faults) {
	r := &reader{}
	root := r.document(File{Path: path, Data: src}, 0)
	return root, r.faults
}

// Nearest is the word most like the given one, "" if none is near.
func Nearest(word string, words []string) string { return nearest(word, words) }

// Distance is how many letters must be put in, taken out, changed, or swapped with their neighbour to make one word
// of another. Words of more than 64 bytes count as far.
func Distance(a, b string) int { return distance(a, b) }
