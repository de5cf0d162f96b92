package rules

import (
	"fmt"
	"sort"
	"strings"
)

// Fault is one mistake in a pack: where it stands, what is wrong, what was probably meant.
type Fault struct {
	File      string
	Line, Col int // from 1; Col counts characters; both 0 if it is about the file as a whole
	Message   string
	Text      string // the line itself

	order int // of the file in its pack
}

// Error is the fault with its line and a caret.
func (f Fault) Error() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s", printable(f.File), printable(f.Message))
	}
	text, col := []rune(printable(f.Text)), max(f.Col-1, 0)
	if cut := 160; len(text) > cut {
		from := min(max(0, col-cut/2), len(text))
		text, col = text[from:min(len(text), from+cut)], max(col-from, 0)
	}
	return fmt.Sprintf("%s:%d:%d: %s\n    %s\n    %s^", printable(f.File), f.Line, f.Col, printable(f.Message), string(text), strings.Repeat(" ", col))
}

// printable puts a mark in the place of each character that a terminal would obey, so that columns
// stay; a tab becomes one blank.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\t':
			return ' '
		case c < ' ' || c >= 0x7f && c < 0xa0 || c == 0x061c || c >= 0x200b && c <= 0x200f || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069 || c == 0xfeff:
			return '\ufffd'
		}
		return c
	}, s)
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
		if fs[i].order != fs[j].order {
			return fs[i].order < fs[j].order
		}
		if fs[i].Line != fs[j].Line {
			return fs[i].Line < fs[j].Line
		}
		return fs[i].Col < fs[j].Col
	})
	return fs
}

// nearest is the word most like the given one, "" if none is near: a transposition counts as one
// edit, and at most a third of the letters (two at the least, but not all) may differ.
func nearest(word string, words []string) string {
	best, limit := "", min(max(2, len(word)/3), len(word)-1)
	for _, w := range words {
		if max(len(w)-len(word), len(word)-len(w)) > limit {
			continue
		}
		if d := distance(word, w); d <= limit && (d < limit || best == "") && d < len(w) {
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
