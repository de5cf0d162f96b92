package rules

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"roomline/timeline"
)

// missKind says what was wrong with a rejected candidate.
type missKind uint8

const (
	missNone    missKind = iota // nothing: it was no candidate for a near miss
	missKey                     // of another key
	missEarly                   // before the window
	missLate                    // behind it
	missForeign                 // in a source of another role
	missKinds   = iota
)

// miss is a rejected candidate; a smaller order is closer.
type miss struct {
	hit   *timeline.Hit
	kind  missKind
	order timeline.Time
}

// search looks for the candidate of one step that missed by least. There may be a hundred thousand
// candidates and thousands of steps that ask, so it looks only where the closest can stand.
type search struct {
	c     *ctx
	op    *Op
	same  []string
	w     *window
	best  miss
	kinds [missKinds]miss // the best of each kind

	signals []*Signal
}

func (c *ctx) newSearch(op *Op, previous int) *search {
	w, _ := c.windowFor(op, previous)
	return &search{c: c, op: op, same: c.same(op), w: w, signals: op.signals()}
}

// nearest says which hit of the step's signals missed by least, and by how much.
func (n *search) nearest() (line, distance string) {
	c := n.c
	n.best, n.kinds = miss{}, [missKinds]miss{}
	for _, s := range n.signals {
		n.others(s)
		n.around(s)
		if hits := c.inc.Misfits[s.id]; len(hits) > 0 && n.kinds[missForeign].hit == nil {
			n.kinds[missForeign] = miss{hits[0], missForeign, timeline.MaxTime}
		}
	}
	if n.best.hit == nil {
		n.best = n.kinds[missForeign]
	}
	if n.best.hit == nil {
		return "", ""
	}
	return c.describe(n.best.hit), n.text(n.best)
}

// rest are the best of the other kinds, the nearest first.
func (n *search) rest() []Candidate {
	var left []miss
	for _, m := range n.kinds {
		if m.hit != nil && m.kind != n.best.kind {
			left = append(left, m)
		}
	}
	slices.SortStableFunc(left, func(a, b miss) int { return cmp.Compare(a.order, b.order) })
	var out []Candidate
	for _, m := range left {
		out = append(out, Candidate{n.c.describe(m.hit), n.text(m)})
	}
	return out
}

// touched says whether changed hits may change what was found.
func (n *search) touched(d *delta) bool {
	for _, s := range n.signals {
		if len(d.misfits[s.id]) > 0 {
			return true
		}
		if sd := d.signals[s.id]; sd != nil && slices.ContainsFunc(sd.hits, n.matters) {
			return true
		}
	}
	return false
}

// matters says whether a hit is the one found, or missed by as little.
func (n *search) matters(h *timeline.Hit) bool {
	for _, b := range n.kinds {
		if b.hit != nil && b.hit.Stream == h.Stream && b.hit.Pos == h.Pos {
			return true
		}
	}
	m := n.missOf(h)
	b := &n.kinds[m.kind]
	return m.kind != missNone && (b.hit == nil || m.order <= b.order)
}

// try keeps a hit if it missed by less than the best one, or by as much and stands before it.
func (n *search) try(h *timeline.Hit, want missKind) bool {
	m := n.missOf(h)
	if m.kind == missNone || want != missNone && m.kind != want {
		return false
	}
	for _, b := range []*miss{&n.best, &n.kinds[m.kind]} {
		if b.hit == nil || m.order < b.order || m.order == b.order && m.hit.Signal == b.hit.Signal && before(m.hit, b.hit) {
			*b = m
		}
	}
	return true
}

// missOf says by how much a hit missed: another key, or outside the window.
func (n *search) missOf(h *timeline.Hit) miss {
	c, w := n.c, n.w
	if c.inScope(h, n.same) == timeline.F {
		return miss{h, missKey, abs(h.Lo-c.anchor.Lo) + timeline.Time(time.Hour)}
	}
	if w == nil || w.whole {
		return miss{}
	}
	m := h.Moment()
	switch {
	case w.start != nil && c.later(*w.start, m) == timeline.F:
		return miss{h, missEarly, w.start.Lo - m.Lo}
	case w.end != nil && c.notLater(m, *w.end) == timeline.F:
		return miss{h, missLate, m.Lo - w.end.Hi}
	}
	return miss{}
}

// others looks for the hit of another key that is nearest to the anchor. Of a process of another
// scope every hit is.
func (n *search) others(s *Signal) {
	if slices.ContainsFunc(n.same, func(e string) bool { return e != "process" && e != "instance" && e != "group" }) {
		n.walk(n.c.all(s.id))
		return
	}
	lives := slices.Contains(n.same, "process")
	for p := range n.c.inc.Processes {
		if !n.c.inProcess(timeline.ProcessID(p), n.same) || lives && len(n.c.inc.Processes[p].Starts) > 0 {
			n.walk(n.c.ofProcess(s.id, timeline.ProcessID(p)))
		}
	}
}

// inProcess says whether hits of a process can be of this key, whatever their life.
func (c *ctx) inProcess(id timeline.ProcessID, same []string) bool {
	p := &c.inc.Processes[id]
	for _, e := range same {
		if e == "process" && id != c.proc || e == "instance" && p.Instance != c.instance || e == "group" && p.Group != c.group {
			return false
		}
	}
	return true
}

// walk goes from the anchor both ways until a hit of another key is met; of those of one time the
// first counts.
func (n *search) walk(l *hitList) {
	mid := l.before(n.c.anchor.Lo)
	for i := mid; i < l.len() && !n.try(l.at(i), missKey); i++ {
	}
	backwards(n, l, mid, missKey)
}

// backwards goes to earlier hits than one until one missed as wanted, and on to the first of that time.
func backwards(n *search, l *hitList, from int, want missKind) {
	found := timeline.MaxTime
	for i := from - 1; i >= 0 && (found == timeline.MaxTime || l.lo(i) == found); i-- {
		if n.try(l.at(i), want) {
			found = l.lo(i)
		}
	}
}

// around looks at hits of this key: the last before the window, the first behind it.
func (n *search) around(s *Signal) {
	if n.w == nil || n.w.whole {
		return
	}
	keyed, keyless := n.c.lists(s, n.same)
	for _, l := range []*hitList{keyed, keyless} {
		if l != nil {
			n.aroundIn(l)
		}
	}
}

func (n *search) aroundIn(l *hitList) {
	w := n.w
	if w.start != nil && !w.start.Stamped || w.end != nil && !w.end.Stamped { // bytes order what its stamps do not
		for _, h := range l.span(0, l.len()) {
			n.try(h, missNone)
		}
		return
	}
	for _, h := range n.c.bare(l) {
		n.try(h, missNone)
	}
	k := timeline.Time(n.c.maxSkew())
	if w.start != nil {
		backwards(n, l, l.before(w.start.Hi+k), missEarly)
	}
	if w.end != nil {
		for i := l.from(w.end.Lo - k); i < l.len() && !n.try(l.at(i), missLate); i++ {
		}
	}
}

// text says how one missed.
func (n *search) text(m miss) string {
	switch m.kind {
	case missKey:
		return n.c.otherKey(m.hit, n.op)
	case missEarly:
		return fmt.Sprintf("order reversed by %s", seconds(m.order))
	case missLate:
		return fmt.Sprintf("%s outside the window", seconds(m.order+1))
	default:
		return n.c.misfit(n.signals[slices.IndexFunc(n.signals, func(s *Signal) bool { return s.id == m.hit.Signal })], m.hit)
	}
}

func (c *ctx) misfit(s *Signal, h *timeline.Hit) string {
	p := c.process(h)
	text := fmt.Sprintf("role_mismatch: the line stands in a source of role %s, the signal wants %s; if that role is wrong, ", p.Role, s.Role)
	file, shared := c.inc.FileOf(c.path(h))
	if shared {
		return text + "write this log into a file of its own and tell it with --source"
	}
	return text + fmt.Sprintf("give --source %s@%s=%s", s.Role, p.Instance, file)
}
