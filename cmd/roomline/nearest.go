package main

import (
	"cmp"
	"slices"
)

// nearest orders words by how little they differ from one.
func nearest(word string, words []string) []string {
	type near struct {
		word string
		far  int
	}
	list := make([]near, len(words))
	for i, w := range words {
		list[i] = near{w, distance(word, w)}
	}
	slices.SortStableFunc(list, func(a, b near) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.word, b.word)) })
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = n.word
	}
	return out
}

// distance is how many letters must be put in, taken out or changed. Long words count as far.
func distance(a, b string) int {
	const longest = 64
	if len(a) > longest || len(b) > longest {
		return longest
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
