package rules

import (
	"fmt"
	"sort"
	"strings"
)

// Fault is one mistake in a pack: where it stands, what is wrong, what was probably meant.
type Fault struct {
	File      string
	Line, Col int // from 1
	Message   string
	Text      string // the line itself
}

// Error is the fault with its line and a caret.
func (f Fault) Error() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s", f.File, f.Message)
	}
	text := strings.ReplaceAll(f.Text, "\t", " ")
	caret := strings.Repeat(" ", max(f.Col-1, 0)) + "^"
	if cut := 160; len(text) > cut {
		from := min(max(0, f.Col-cut/2), len(text))
		text, caret = text[from:min(len(text), from+cut)], strings.Repeat(" ", max(f.Col-1-from, 0))+"^"
	}
	return fmt.Sprintf("%s:%d:%d: %s\n    %s\n    %s", f.File, f.Line, f.Col, f.Message, text, caret)
}

// Faults are all mistakes of a pack, in the order of its lines.
type Faults []Fault

// Error lists them, one after the other.
func (fs Faults) Error() string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.Error()
	}
	return strings.Join(out, "\n")
}

func (fs Faults) sorted() Faults {
	sort.SliceStable(fs, func(i, j int) bool {
		if fs[i].Line != fs[j].Line {
			return fs[i].Line < fs[j].Line
		}
		return fs[i].Col < fs[j].Col
	})
	return fs
}

// nearest is the word most like the given one, "" if none is near: a transposition counts as one
// edit, and at most a third of the letters (two at the least) may differ.
func nearest(word string, words []string) string {
	best, limit := "", max(2, len(word)/3)
	for _, w := range words {
		if d := distance(word, w); d <= limit && (d < limit || best == "") {
			best, limit = w, d
		}
	}
	return best
}

// distance is the optimal string alignment distance of two short words.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	var before, last, row [66]int
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(row[j-1]+1, last[j]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

func didYouMean(word string, words []string) string {
	if w := nearest(word, words); w != "" {
		return fmt.Sprintf("; did you mean %q?", w)
	}
	return ""
}
