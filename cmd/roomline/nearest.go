package main

import (
	"cmp"
	"slices"
	"strings"

	"roomline/rules"
)

// nearest orders words by how little they differ from one.
func nearest(word string, words []string) []string {
	type near struct {
		word string
		far  int
	}
	list := make([]near, len(words))
	for i, w := range words {
		list[i] = near{w, rules.Distance(word, w)}
	}
	slices.SortStableFunc(list, func(a, b near) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.word, b.word)) })
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = n.word
	}
	return out
}

// maxSuggested is how many names are proposed for one that does not exist.
const maxSuggested = 5

// suggest names what may have been meant: names that begin with a text or contain it, then those that
// are a slip of the pen away. It is empty where nothing is near: a wild guess only leads astray.
func suggest(word string, words []string) []string {
	low := strings.ToLower(word)
	var begin, within, typo []string
	for _, w := range nearest(low, words) {
		name := strings.ToLower(w)
		switch {
		case len(low) > 1 && strings.HasPrefix(name, low):
			begin = append(begin, w)
		case len(low) > 1 && strings.Contains(name, low):
			within = append(within, w)
		case slip(low, name):
			typo = append(typo, w)
		}
	}
	out := slices.Compact(slices.Concat(begin, within, typo))
	return out[:min(len(out), maxSuggested)]
}

// slip says whether one word may be the other, misspelt: one letter in four, and not more than three,
// since long names share much (the engine's name before a colon).
func slip(a, b string) bool { return rules.Distance(a, b) <= min(3, max(1, min(len(a), len(b))/4)) }

// didYouMean is the end of a message about a name that does not exist; "" if no other is near.
func didYouMean(word string, words []string) string {
	list := suggest(word, words)
	if len(list) == 0 {
		return ""
	}
	return "; did you mean " + some(list, maxSuggested) + "?"
}
