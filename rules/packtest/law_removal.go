package packtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"roomline/timeline"
)

// removal takes a span of evidence away. All but cutting a head or tail leave a mark.
type removal struct {
	kind     string // hole, tail, head, gone (of a log); fail, lack, mtail, mhead (of a target)
	of       int    // index of the log or target
	from, to int    // lines or scrapes [from, to)
	series   string // lack: without this series
}

const suppressed = "-- Suppressed 7 messages"

// removals chooses n of the spans that may be taken away: first each line by itself as far as n goes, then
// any span of any kind.
func removals(rng *rand.Rand, c *Case, n int) []*variant {
	var all []removal
	for i := range c.Logs {
		for k := range c.Logs[i].lines() {
			all = append(all, removal{kind: "hole", of: i, from: k, to: k + 1})
		}
		all = append(all, removal{kind: "gone", of: i, to: len(c.Logs[i].lines())})
	}
	rng.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	all = all[:min(len(all), n/2)]
	for tries := 0; len(all) < n && tries < 4*n; tries++ {
		if r, ok := anyRemoval(rng, c); ok && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	var out []*variant
	for _, r := range all {
		out = append(out, r.variant(c))
	}
	return out
}

// anyRemoval picks a span of a log or of the scrapes of a target.
func anyRemoval(rng *rand.Rand, c *Case) (removal, bool) {
	k := rng.IntN(len(c.Logs) + len(c.Targets))
	if k < len(c.Logs) {
		return spanOf(rng, removal{kind: []string{"hole", "hole", "tail", "head"}[rng.IntN(4)], of: k}, len(c.Logs[k].lines()))
	}
	k -= len(c.Logs)
	r := removal{kind: []string{"fail", "fail", "lack", "mtail", "mhead"}[rng.IntN(5)], of: k}
	scrapes := c.Targets[k].Scrapes
	if len(scrapes) == 0 {
		return r, false
	}
	if some := scrapes[rng.IntN(len(scrapes))].Samples; r.kind == "lack" && len(some) > 0 {
		r.series = some[rng.IntN(len(some))].Series
	}
	r, ok := spanOf(rng, r, len(scrapes))
	// without all of its scrapes nobody knows that there was a series
	return r, ok && (r.kind != "lack" || r.to-r.from < len(scrapes))
}

func spanOf(rng *rand.Rand, r removal, n int) (removal, bool) {
	if n < 2 {
		return r, false
	}
	cut := 1 + rng.IntN(n-1)
	switch r.kind {
	case "tail", "mtail":
		r.from, r.to = cut, n
	case "head", "mhead":
		r.from, r.to = 0, cut
	default:
		r.from = rng.IntN(n)
		r.to = min(n, r.from+1+rng.IntN(max(1, n/2)))
	}
	return r, true
}

func (r removal) marked() bool {
	return !strings.HasSuffix(r.kind, "head") && !strings.HasSuffix(r.kind, "tail")
}

func (r removal) variant(c *Case) *variant {
	v := &variant{law: LawRemoval, then: r.apply(c), how: r.words(c)}
	if r.ofLog() {
		for _, l := range c.Logs[r.of].lines()[r.from:r.to] {
			v.ids = append(v.ids, l.ID)
		}
	}
	marked := r.marked()
	v.held = func(before, after *verdicts) []difference { return lost(before, after, marked) }
	v.less = func() []*variant {
		var out []*variant
		for _, x := range r.less() {
			out = append(out, x.variant(c))
		}
		return out
	}
	return v
}

// less are spans inside of this one, the smaller ones first. A cut stays at its end.
func (r removal) less() []removal {
	var out []removal
	add := func(from, to int) {
		if x := r; from < to && (from != r.from || to != r.to) {
			x.from, x.to = from, to
			out = append(out, x)
		}
	}
	middle := (r.from + r.to) / 2
	switch r.kind {
	case "gone":
	case "tail", "mtail":
		add(middle, r.to)
		add(r.from+1, r.to)
	case "head", "mhead":
		add(r.from, middle)
		add(r.from, r.to-1)
	default:
		add(r.from, middle)
		add(middle, r.to)
		add(r.from+1, r.to)
		add(r.from, r.to-1)
	}
	return out
}

func (r removal) ofLog() bool {
	return slices.Contains([]string{"hole", "tail", "head", "gone"}, r.kind)
}

func (r removal) words(c *Case) string {
	switch r.kind {
	case "gone":
		return "the log of " + c.Logs[r.of].Name + " is listed, but not there"
	case "hole":
		return fmt.Sprintf("lines %d to %d of %s gave way to a marker (%s)", r.from+1, r.to, c.Logs[r.of].Name, suppressed)
	case "tail", "head":
		return fmt.Sprintf("the %s of %s was cut off: lines %d to %d", r.kind, c.Logs[r.of].Name, r.from+1, r.to)
	}
	t := &c.Targets[r.of]
	span := fmt.Sprintf("scrapes %d to %d of %s (%s to %s)", r.from+1, r.to, t.Source, t.Scrapes[r.from].At, t.Scrapes[r.to-1].At)
	switch r.kind {
	case "fail":
		return span + " failed"
	case "lack":
		return span + " lack " + r.series
	}
	return span + " were not taken"
}

// apply is the case without the span.
func (r removal) apply(c *Case) *Case {
	out := c.Clone()
	for i := range out.Logs {
		if l := &out.Logs[i]; l.Captured < 0 && out.CapturedAt.Known() {
			l.Captured = len(l.Files[len(l.Files)-1].text()) // a file of another size does not cover up to captured_at
		}
	}
	switch {
	case r.kind == "gone":
		out.Logs[r.of].Missing = true
	case r.ofLog():
		out.Logs[r.of].remove(r)
	default:
		out.Targets[r.of].remove(r)
	}
	return out
}

// remove takes lines away. What a hole took leaves a marker in each file.
func (l *Log) remove(r removal) {
	place := 0
	l.edit(func(_ int, lines []Line) []Line {
		var out []Line
		marked := r.kind != "hole"
		for _, x := range lines {
			switch {
			case place < r.from || place >= r.to:
				out = append(out, x)
			case !marked:
				out = append(out, Line{Text: suppressed})
				marked = true
			}
			place++
		}
		return out
	})
}

func (t *Target) remove(r removal) {
	var out []Scrape
	for k, s := range t.Scrapes {
		switch inside := k >= r.from && k < r.to; {
		case !inside:
		case r.kind == "fail":
			s.Failed, s.Samples = true, nil
		case r.kind == "lack":
			s.Samples = slices.DeleteFunc(slices.Clone(s.Samples), func(x Sample) bool { return x.Series == r.series })
		default:
			continue
		}
		out = append(out, s)
	}
	t.Scrapes = out
}

// lost is what the law of lost evidence forbids: confirmed or refuted may become inconclusive, neither may
// become the other.
func lost(before, after *verdicts, marked bool) []difference {
	var out []difference
	flipped := func(rule, what string) {
		if d := (difference{rule, what}); !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	for i := range before.all {
		x := &before.all[i]
		xs, ys := before.at(x), after.at(x)
		if len(ys) == 0 {
			if x.Verdict == timeline.T && marked && after.quiet[x.Rule] {
				flipped(x.Rule, "confirmed -> clear")
			}
			continue
		}
		a, okA := only(xs)
		b, okB := only(ys)
		if okA && okB && min(a, b) == timeline.F && max(a, b) == timeline.T {
			flipped(x.Rule, a.String()+" -> "+b.String())
		}
		if len(xs) == 1 && len(ys) == 1 && x.Class != "" && ys[0].Class != "" && x.Class != ys[0].Class {
			flipped(x.Rule, "class "+x.Class+" -> "+ys[0].Class)
		}
	}
	for i := range after.all {
		if y := &after.all[i]; y.Verdict == timeline.T && len(before.at(y)) == 0 {
			flipped(y.Rule, "no finding -> confirmed")
		}
	}
	return out
}
