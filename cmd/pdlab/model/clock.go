package model

import (
	"container/heap"
	"math/rand/v2"
	"time"
)

// event is one thing that will happen. seq breaks ties, so that what was planned first happens first.
type event struct {
	at  time.Duration
	seq uint64
	do  func()
}

type agenda []event

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].seq < a[j].seq
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)   { *a = append(*a, x.(event)) }
func (a *agenda) Pop() any {
	old := *a
	e := old[len(old)-1]
	*a = old[:len(old)-1]
	return e
}

// at plans do at the moment t, or now if t has passed.
func (w *World) at(t time.Duration, do func()) {
	w.seq++
	heap.Push(&w.agenda, event{max(t, w.now), w.seq, do})
}

// after plans do at d from now.
func (w *World) after(d time.Duration, do func()) { w.at(w.now+d, do) }

// every runs do at first and then each period until the end of the run.
func (w *World) every(first, period time.Duration, do func()) {
	w.at(first, func() {
		do()
		w.every(w.now+period, period, do)
	})
}

// Next is the moment of the next event, and whether there is one: a driver in real time sleeps until then.
func (w *World) Next() (time.Duration, bool) {
	if len(w.agenda) == 0 {
		return 0, false
	}
	return w.agenda[0].at, true
}

// RunUntil lets everything happen that happens before end.
func (w *World) RunUntil(end time.Duration) {
	for len(w.agenda) > 0 && w.agenda[0].at < end {
		e := heap.Pop(&w.agenda).(event)
		w.now = e.at
		e.do()
	}
	w.now = max(w.now, end)
}

// dice draws everything that is random in one run.
type dice struct{ *rand.Rand }

// newDice gives the stream of that number: what is looked at must not change what happens, so the two draw apart.
func newDice(seed, stream uint64) dice {
	return dice{rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15+stream))}
}

// between draws from [lo, hi].
func (d dice) between(lo, hi int) int {
	if hi <= lo {
		return lo
	}
	return lo + d.IntN(hi-lo+1)
}

// span draws a duration from [lo, hi).
func (d dice) span(lo, hi time.Duration) time.Duration {
	if hi <= lo {
		return lo
	}
	return lo + time.Duration(d.Int64N(int64(hi-lo)))
}

// hex draws n hexadecimal digits: request ids look like uuid4().hex.
func (d dice) hex(n int) string {
	const digits = "0123456789abcdef"
	b := make([]byte, n)
	for i := range b {
		b[i] = digits[d.IntN(16)]
	}
	return string(b)
}

// word draws n letters and digits, as the gateway's request ids have them.
func (d dice) word(n int) string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	b := make([]byte, n)
	for i := range b {
		b[i] = digits[d.IntN(len(digits))]
	}
	return string(b)
}
