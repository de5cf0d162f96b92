package packtest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// The laws.
const (
	LawRemoval   = "removal"  // without a span of evidence: never refuted, never clear where the span left a mark
	LawOrder     = "order"    // streams interleaved anew inside the clock's resolution: the same verdicts
	LawIdentity  = "identity" // another id in one source: not confirmed; another id everywhere: the same verdicts
	LawZone      = "zone"     // one source's zone off by whole hours: the same verdict, or inconclusive
	LawSkew      = "skew"     // one process's clock off by what the pack doubts of it: confirmed and refuted never become one another
	maxOfOneKind = 12         // variants of a law beside removal, of one test
)

// LawNames are the laws, in the order in which they are held.
var LawNames = []string{LawRemoval, LawOrder, LawIdentity, LawZone, LawSkew}

// Suite is the metamorphic suite: laws that hold for every test that expects something confirmed, without
// anybody writing them down. The same seed gives the same variants.
type Suite struct {
	*Runner
	Seed uint64
	N    int // removals of each test; the other laws have at most 12 variants each

	Tests    int
	Variants map[string]int // by law
	Broken   []Breach
}

// Breach is a law that a test shows to be broken.
type Breach struct {
	Test    *rules.Test
	Law     string
	Rule    string
	What    string   // confirmed -> refuted
	How     string   // what was done to the test, in words
	Touched []string // lines that were removed or changed, with their source
}

// variant is a case with something done to it.
type variant struct {
	law  string
	then *Case
	how  string
	ids  []int                                      // lines that were touched
	held func(before, after *verdicts) []difference // what the law forbids
	less func() []*variant                          // smaller ones, to find what of it matters
}

// difference is one instance whose verdict a law forbids.
type difference struct{ rule, what string }

// Hold holds the laws of one test, if it expects something confirmed.
func (s *Suite) Hold(t *rules.Test) error {
	if !slices.ContainsFunc(t.Expect, func(e rules.Expect) bool { return e.Verdict == "confirmed" }) {
		return nil
	}
	c, err := New(t, s.Pack)
	if err != nil {
		return err
	}
	before, err := s.verdicts(c)
	if err != nil {
		return err
	}
	if s.Variants == nil {
		s.Variants = map[string]int{}
	}
	s.Tests++
	for _, v := range s.variants(before, t) {
		s.Variants[v.law]++
		found, err := s.breaks(v, before)
		if err != nil {
			return err
		}
		s.note(t, v, found, before)
	}
	return nil
}

// variants are all that are tried of one test.
func (s *Suite) variants(before *verdicts, t *rules.Test) []*variant {
	h := fnv.New64a()
	h.Write([]byte(t.Name))
	rng := rand.New(rand.NewPCG(s.Seed, h.Sum64()))
	var out []*variant
	out = append(out, removals(rng, before.c, s.N)...)
	for _, list := range [][]*variant{orders(rng, before.c, s.Pack), identities(before, s.Pack), zones(before), skews(before, s.Set)} {
		rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		out = append(out, list[:min(len(list), maxOfOneKind)]...)
	}
	return out
}

func (s *Suite) breaks(v *variant, before *verdicts) ([]difference, error) {
	after, err := s.verdicts(v.then)
	if err != nil {
		return nil, fmt.Errorf("test %q, %s: %w", before.c.Name, v.how, err)
	}
	return v.held(before, after), nil
}

// note keeps breaches, each kind of a test once, with as little done to it as shows it.
func (s *Suite) note(t *rules.Test, v *variant, found []difference, before *verdicts) {
	for _, d := range found {
		if slices.ContainsFunc(s.Broken, func(b Breach) bool { return b.Test == t && b.Law == v.law && b.Rule == d.rule && b.What == d.what }) {
			continue
		}
		w := s.shrunk(v, d, before)
		b := Breach{Test: t, Law: v.law, Rule: d.rule, What: d.what, How: w.how}
		for _, id := range w.ids {
			source, l := before.c.line(id)
			b.Touched = append(b.Touched, source+": "+l.Text)
		}
		s.Broken = append(s.Broken, b)
	}
}

// maxShrinks bounds how often a breach is tried anew.
const maxShrinks = 200

// shrunk gives the smallest variant found that still shows the breach.
func (s *Suite) shrunk(v *variant, d difference, before *verdicts) *variant {
	for tries := 0; v.less != nil; {
		smaller := (*variant)(nil)
		for _, w := range v.less() {
			if tries++; tries > maxShrinks {
				return v
			}
			if found, err := s.breaks(w, before); err == nil && slices.Contains(found, d) {
				smaller = w
				break
			}
		}
		if smaller == nil {
			break
		}
		v = smaller
	}
	return v
}

// verdicts are those of a case, of each instance by what its anchor is.
type verdicts struct {
	*judged
	all   []anchored
	quiet map[string]bool
}

// anchored is an instance with the lines, by id, that its anchor stands in; of a scrape none.
type anchored struct {
	rules.Instance
	lines []int
}

func (s *Suite) verdicts(c *Case) (*verdicts, error) {
	j, err := s.judge(c)
	if err != nil {
		return nil, err
	}
	v := &verdicts{judged: j}
	all, quiet := rules.Unfolded(s.Set, j.inc)
	v.quiet = quiet
	for _, i := range all {
		a := anchored{Instance: i}
		if i.Hit != nil {
			if p := j.places[i.Hit.Ref.Source]; p.Log >= 0 {
				a.lines = c.LineIDs(p, i.Hit.Ref)
			}
		}
		v.all = append(v.all, a)
	}
	return v, nil
}

// at gives the instances of the same rule and anchor.
func (v *verdicts) at(x *anchored) []*anchored {
	var out []*anchored
	for i := range v.all {
		y := &v.all[i]
		if y.Rule != x.Rule {
			continue
		}
		switch {
		case (x.Hit == nil) != (y.Hit == nil):
		case x.Hit == nil && x.At == y.At && x.Base == y.Base,
			x.Hit != nil && slices.ContainsFunc(x.lines, func(id int) bool { return slices.Contains(y.lines, id) }):
			out = append(out, y)
		}
	}
	return out
}

// only is the verdict that all share; ok is false if they differ.
func only(xs []*anchored) (v timeline.Truth, ok bool) {
	for _, x := range xs {
		if x.Verdict != xs[0].Verdict {
			return timeline.U, false
		}
	}
	return xs[0].Verdict, true
}

// same says which verdicts are others than before.
func same(before, after *verdicts) []difference {
	a, b := before.listed(), after.listed()
	var out []difference
	for _, x := range a {
		if !slices.Contains(b, x) {
			out = append(out, difference{strings.Fields(x)[0], "no longer: " + x})
		}
	}
	for _, x := range b {
		if !slices.Contains(a, x) {
			out = append(out, difference{strings.Fields(x)[0], "only then: " + x})
		}
	}
	return out
}

// listed are all verdicts in words.
func (v *verdicts) listed() []string {
	var out []string
	for _, x := range v.all {
		where := fmt.Sprint("lines ", x.lines)
		if x.Hit == nil {
			where = x.Base + " " + x.At.String()
		}
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s, %s, root %s %s", x.Rule, x.Verdict, where, x.Root, x.Class)))
	}
	for rule, clear := range v.quiet {
		out = append(out, fmt.Sprintf("%s not fired, observed %t", rule, clear))
	}
	slices.Sort(out)
	return out
}
