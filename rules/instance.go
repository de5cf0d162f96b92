package rules

import (
	"cmp"
	"slices"

	"roomline/timeline"
)

// instance is one (rule, key, anchor) under its best choice.
type instance struct {
	c       *ctx
	alt     *alt
	verdict timeline.Truth
	choices []choice
	reasons []Missing
	blocked int // step that is not confirmed, where it is refuted the one that is; -1: none
	classes []Class
	class   string

	text     string // its key
	severity int
	reads    reads // of its steps and classes
	shown    *Shown
	search   *search // for the nearest candidate of the blocking step, nil if none was made

	place  int  // among the folded ones of its rule
	listed bool // it is one of those
	count  int
	ranks  []string // of the anchors folded into it

	root      Root
	settled   bool // explained and root are known
	why       reads
	explained []*instance
	caused    bool // a rule names a cause of it

	excepted *Excepted // it is not listed as a finding

	moved bool // it came, or its root is another: its place in the order is not known

	number   int       // among all findings; -1: its place is new
	standing *Standing // in the latest result
	links    links
}

// floorOf is the start-up that the life began with, if it is not the first.
func (c *ctx) floorOf() *timeline.Moment {
	if !c.rule.has("process") || c.life <= 1 || c.proc < 0 {
		return nil
	}
	if starts := c.inc.Processes[c.proc].Starts; len(starts) > int(c.life)-2 {
		return &starts[c.life-2]
	}
	return nil
}

// judge finds the best choice for one anchor.
func (f *facts) judge(of *ctx, a *alt, first *out) *instance {
	c := f.newCtx(of.rule)
	c.key, c.proc, c.base, c.instance, c.group, c.hit = of.key, of.proc, of.base, of.instance, of.group, a.hit
	c.anchor = a.moment
	c.life, c.latest = f.lifeOfAnchor(of, a)
	if a.hit != nil {
		p := f.process(a.hit)
		c.proc, c.base, c.instance, c.group = a.hit.Process, f.names[a.hit.Process], p.Instance, p.Group
	} else if c.life > 1 {
		c.key = renamed(of, c.life)
	}
	c.floor = c.floorOf()
	i := &instance{c: c, alt: a, blocked: -1, root: RootUnknown, text: keyText(c.key), severity: slices.Index(Severities, c.rule.Severity)}
	i.excepted = c.exceptedBy()
	f.noting(&i.reads, func() { i.decide(first, of.shared) })
	return i
}

// decide judges the steps behind the anchor.
func (i *instance) decide(first *out, shared *sharedMemo) {
	c, a := i.c, i.alt
	c.limit = c.spanEnd()
	c.bind[0], c.ends[0] = a.moment, a.endOr()
	p := c.choose(1, shared)
	i.verdict = min(a.value, p.value)
	i.choices = append([]choice{{0, a.value, a, first}}, p.choices...)
	i.settle()
}

func renamed(of *ctx, life int32) []KV {
	key := slices.Clone(of.key)
	for i := range key {
		if key[i].Key == "process" {
			key[i].Value = timeline.LifeName(of.base, int(life))
		}
	}
	return key
}

func (f *facts) lifeOfAnchor(of *ctx, a *alt) (int32, int32) {
	if a.hit != nil {
		return a.hit.Life, a.hit.Latest
	}
	least, most := int32(1), int32(1)
	if of.proc < 0 || a.moment == nil {
		return least, most
	}
	for _, s := range f.inc.Processes[of.proc].Starts {
		v := f.later(s, *a.moment)
		if v == timeline.T {
			least++
		}
		if v != timeline.F {
			most++
		}
	}
	return least, most
}

// settle binds the moments of the choices and draws the reasons, the blocking step and the classes.
func (i *instance) settle() {
	c := i.c
	for _, ch := range i.choices {
		if i.blocked < 0 && (ch.value == timeline.F || ch.value == timeline.U && i.verdict == timeline.U) {
			i.blocked = ch.step
		}
		if ch.step < len(c.rule.Steps) && ch.alt != nil {
			c.bind[ch.step], c.ends[ch.step] = ch.alt.moment, ch.alt.endOr()
		}
	}
	i.reason()
	i.classify()
}

// reason unites the reasons of what is undecided.
func (i *instance) reason() {
	i.reasons = nil
	for _, ch := range i.choices {
		if ch.value == timeline.U {
			i.reasons = append(i.reasons, i.whyOpen(ch)...)
		}
	}
	i.reasons = unique(i.reasons)
}

// whyOpen says why a choice is undecided.
func (i *instance) whyOpen(ch choice) []Missing {
	list := []Missing{}
	if ch.alt != nil {
		list = append(list, ch.alt.reasons...)
	}
	return unique(i.inDoubt(ch.step, append(list, ch.out.why()...)))
}

// classify: a branch is the class only if it is T and every branch above it is F.
func (i *instance) classify() {
	ruledOut := true
	for _, b := range i.c.rule.Branches {
		v := timeline.T
		if b.When != nil {
			v = i.c.happened(b.When)
		}
		i.classes = append(i.classes, Class{b.Name, v})
		if v == timeline.T && ruledOut && i.class == "" {
			i.class = b.Name
		}
		ruledOut = ruledOut && v == timeline.F
	}
}

// happened is the value of an operator. Where it is T one moment shows it: the hour before each of a
// thousand anchors holds a hundred thousand more.
func (c *ctx) happened(op *Op) timeline.Truth {
	if o := c.first(op, 0); len(o.alts) > 0 {
		return timeline.T
	}
	return c.eval(op, 0).value()
}

func ranksOf(hits []*timeline.Hit) []string {
	var out []string
	for _, h := range hits {
		if h.Rank != "" && !slices.Contains(out, h.Rank) {
			out = append(out, h.Rank)
		}
	}
	slices.Sort(out)
	return out
}

// spanEnd is the earliest moment that closes this instance: its `ends` event, the start of the next
// life of its process, or its exit.
func (c *ctx) spanEnd() *timeline.Moment {
	var ends []timeline.Moment
	if s := c.rule.Ends; s != nil {
		own := c.rule.has("process") || c.rule.has("instance")
		for _, h := range c.inc.Hits[s.id] {
			// the start line belongs to the next life, so the instance is matched
			if p := c.process(h); own && c.names[h.Process] == c.base || !own && p.Group == c.group {
				ends = append(ends, h.Moment())
			}
		}
	}
	if c.rule.has("process") && c.proc >= 0 {
		p := &c.inc.Processes[c.proc]
		ends = append(append(ends, p.Starts...), p.Exits...)
	}
	var first *timeline.Moment
	for i := range ends {
		m := &ends[i]
		if c.later(*c.anchor, *m) == timeline.F {
			continue
		}
		if first == nil || cmp.Or(cmp.Compare(m.Lo, first.Lo), cmp.Compare(posOf(m), posOf(first))) < 0 {
			first = m
		}
	}
	c.noteEnds(first)
	return first
}

// noteEnds notes that the `ends` events up to the first one were looked at.
func (c *ctx) noteEnds(first *timeline.Moment) {
	hi := timeline.MaxTime
	if first != nil {
		hi = first.Lo
	}
	if c.rule.Ends != nil {
		c.noteAll(c.rule.Ends.id, hi)
	}
}
