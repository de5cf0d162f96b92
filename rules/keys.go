package rules

import "slices"

// Keys says which keys each part of a pack may have, by the names that faults give the parts ("pack
// file", "rule", "window"): what the loader takes, for whoever describes it (package rules/schema).
func Keys() map[string][]string {
	out := make(map[string][]string, len(allowedIn))
	for part, keys := range allowedIn {
		out[part] = slices.Clone(keys)
	}
	return out
}

// Operators are the words that may head a step.
func Operators() []string { return append([]string{}, operators...) }
