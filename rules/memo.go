package rules

import (
	"strconv"
	"strings"

	"roomline/timeline"
)

// momentKey is what tells a moment from others.
type momentKey struct {
	lo, hi timeline.Time
	pos    timeline.Pos
	stream timeline.StreamID
	clock  timeline.ClockID
	is     bool // there is one
}

func keyOfMoment(m *timeline.Moment) momentKey {
	if m == nil {
		return momentKey{}
	}
	return momentKey{m.Lo, m.Hi, m.Pos, m.Stream, m.Clock, true}
}

// memoKey names what the steps from one on depend on: the moments of two steps, and as text those of
// more than two.
type memoKey struct {
	step int
	at   [2]struct{ begin, end momentKey }
	more string
}

func (c *ctx) memoKey(i int) memoKey {
	k := memoKey{step: i}
	var more strings.Builder
	for n, s := range c.rule.uses[i].steps {
		begin, end := keyOfMoment(c.bind[s]), keyOfMoment(c.ends[s])
		if n < len(k.at) {
			k.at[n].begin, k.at[n].end = begin, end
			continue
		}
		for _, m := range []momentKey{begin, end} {
			for _, v := range []int64{int64(m.lo), int64(m.hi), int64(m.pos), int64(m.stream), int64(m.clock)} {
				more.WriteString(strconv.FormatInt(v, 36) + ",")
			}
		}
	}
	k.more = more.String()
	return k
}

// sharedMemo is what was chosen for the instances of one key, where the steps do not hang on the anchor:
// the windows of anchors that lie close together hold the same events.
type sharedMemo struct {
	of    lifeKey
	paths map[memoKey]path
}

// lifeKey is what an instance depends on beside its key and the moments that its windows name.
type lifeKey struct {
	proc         timeline.ProcessID
	life, latest int32
	limit        momentKey
}

// maxMemo bounds what is remembered for later anchors; they come in the order of time, so that what is
// forgotten is far behind.
const maxMemo = 1 << 12

// memoFor gives what was remembered for an instance of the same life, nil where nothing may be shared: a
// hole counts from the anchor, and a Judging has to know what each instance has read.
func (c *ctx) memoFor(shared *sharedMemo) map[memoKey]path {
	if shared == nil || c.notes != nil || c.keeps || c.holed() {
		return nil
	}
	of := lifeKey{c.proc, c.life, c.latest, keyOfMoment(c.limit)}
	if shared.of != of || len(shared.paths) > maxMemo || shared.paths == nil {
		shared.of, shared.paths = of, map[memoKey]path{}
	}
	return shared.paths
}

// sharesFrom is the first step from which on nothing names the anchor, or what it captured.
func sharesFrom(r *Rule) int {
	from := len(r.Steps) + 1
	if len(r.Unless) > 0 {
		return from
	}
	for i := len(r.Steps) - 1; i > 0 && r.Steps[i].Op != nil && r.Steps[i].Op.freeOfAnchor(previousOf(r, i)); i-- {
		from = i
	}
	return from
}

// freeOfAnchor says whether an operator looks at nothing but lines in windows from later steps.
func (op *Op) freeOfAnchor(previous int) bool {
	if op.Kind != OpEvent && op.Kind != OpCount || len(op.Same) > 0 || op.Within.template != "" {
		return false
	}
	def := op.Start
	if def == nil {
		def = op.During
	}
	if def == nil {
		return previous > 0
	}
	if def.let != nil || def.mark != "" || def.step == 0 || def.length.template != "" {
		return false
	}
	for _, ref := range []*momentRef{def.after, def.until, def.before} {
		if ref != nil && (ref.step <= 0 || ref.offset.template != "") {
			return false
		}
	}
	return true
}
