package match

import (
	"regexp"
	"regexp/syntax"
	"sync"
)

// Regexp is a regexp as package regexp understands it, leftmost-first. It is parsed once, by [ParseRegexp] or
// when it is first asked for, and compiled only if package regexp has to run it: most signals of the packs
// are in no line of a log, and most of the others are run in another way.
type Regexp struct {
	text     string // "": that of tree
	parse    sync.Once
	tree     *syntax.Regexp
	compile  sync.Once
	compiled *regexp.Regexp
}

// ParseRegexp parses a regexp. What it gives compiles: package regexp refuses nothing that parses.
func ParseRegexp(text string) (*Regexp, error) {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return regexpOf(text, tree), nil
}

// KnownRegexp is a regexp that is known to parse: it panics where it is first used if it does not.
func KnownRegexp(text string) *Regexp { return &Regexp{text: text} }

func regexpOf(text string, tree *syntax.Regexp) *Regexp {
	r := &Regexp{text: text, tree: tree}
	r.parse.Do(func() {})
	return r
}

// String is its text.
func (r *Regexp) String() string { return r.text }

// Tree is what was parsed. Nobody may change it.
func (r *Regexp) Tree() *syntax.Regexp {
	r.parse.Do(func() { r.tree = mustParse(r.text) })
	return r.tree
}

// Compiled is the regexp for package regexp to run.
func (r *Regexp) Compiled() *regexp.Regexp {
	r.compile.Do(func() {
		text := r.text
		if text == "" {
			text = sourceOf(r.Tree())
		}
		r.compiled = regexp.MustCompile(text)
	})
	return r.compiled
}
