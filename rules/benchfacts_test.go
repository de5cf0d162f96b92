package rules_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

// benchSpan is how long the benchmark's cluster is watched; it dies for a while in the middle.
const benchSpan = 2 * time.Hour

// benchFacts makes the facts of a group of two prefill and two decode processes by hand: rooms that
// each side sees come and go, batch lines, two in a hundred rooms that fail, a thread that dies and a
// restart, scrapes every five seconds.
type benchFacts struct {
	rng     *rand.Rand
	set     *rules.Set
	signals map[string][]timeline.SignalID // by name, of all packs
	streams []*benchStream
	begin   timeline.Time
}

type benchStream struct {
	role, instance string
	lines          []benchLine
}

// benchLine is one record: the signals that it is, what they capture.
type benchLine struct {
	at      timeline.Time
	signals []string
	caps    map[string]string
	bare    bool // without a header
	n       int32
}

func newBenchFacts(set *rules.Set) *benchFacts {
	b := &benchFacts{rng: rand.New(rand.NewPCG(1, 2)), set: set, signals: map[string][]timeline.SignalID{}, begin: historyBegin}
	for i := range set.Schema.Signals {
		b.signals[set.Schema.Signals[i].Name] = append(b.signals[set.Schema.Signals[i].Name], timeline.SignalID(i))
	}
	for _, p := range []string{"prefill n1", "prefill n2", "decode n3", "decode n4"} {
		s := &benchStream{}
		fmt.Sscan(p, &s.role, &s.instance)
		b.streams = append(b.streams, s)
	}
	return b
}

// facts makes the facts of so many rooms.
func (b *benchFacts) facts(rooms int) *timeline.Facts {
	for i := range rooms {
		b.room(strconv.FormatInt(5_000_000_000_000_000_000+int64(i)*7_919, 10), b.begin.Add(10*time.Second+time.Duration(i)*(benchSpan-2*time.Minute)/time.Duration(rooms)))
	}
	b.batches()
	b.death()
	f := &timeline.Facts{CapturedAt: timeline.NoTime, Marks: map[string]timeline.Time{}}
	for i, s := range b.streams {
		f.Sources = append(f.Sources, timeline.Source{Path: s.role + "-" + s.instance + ".log", Kind: "log", Role: s.role, Instance: s.instance, Group: "g0", Stream: timeline.StreamID(i + 1), Target: -1})
		f.Streams = append(f.Streams, b.stream(s, timeline.SourceID(i)))
	}
	for _, s := range b.streams {
		f.Sources = append(f.Sources, timeline.Source{Path: s.role + "-" + s.instance + ".prom", Kind: "scrapes", Role: s.role, Instance: s.instance, Group: "g0", Target: len(f.Targets)})
		f.Targets = append(f.Targets, b.target(s, timeline.SourceID(len(f.Sources)-1)))
	}
	return f
}

// dead is the span in which the second prefill process is wedged.
func (b *benchFacts) dead() (from, to timeline.Time) {
	return b.begin.Add(benchSpan / 2), b.begin.Add(benchSpan/2 + 150*time.Second)
}

func (b *benchFacts) say(s int, at timeline.Time, caps map[string]string, signals ...string) {
	b.streams[s].lines = append(b.streams[s].lines, benchLine{at: at, signals: signals, caps: caps})
}

// room is one request: on a prefill and on a decode process, served, or failed in one of five ways.
func (b *benchFacts) room(id string, at timeline.Time) {
	p, d := b.rng.IntN(2), 2+b.rng.IntN(2)
	caps := map[string]string{"room": id, "bootstrap": "12.5", "queue": "3.5", "forward": "80", "alloc": "1.5", "transfer": "25", "ms": "12000", "secs": "30.0", "reason": "timed out", "what": "RuntimeError: x", "peer": "p"}
	b.say(d, at, caps, "decode_received")
	b.say(p, at, caps, "received", "heard")
	b.say(p, at.Add(time.Second), nil, "post_ok")
	b.say(d, at.Add(time.Second), nil, "post_ok")
	from, to := b.dead()
	switch way := b.rng.IntN(1000); {
	case p == 1 && from <= at && at < to || way < 3:
		b.say(d, at.Add(30*time.Second), caps, "decode_failed", "wait_timeout", "lost")
		if way%2 == 0 {
			b.say(p, at.Add(10*time.Second), caps, "prefill_failed", "prefill_transfer_failed", "broke")
		}
	case way < 6:
		b.say(d, at.Add(5*time.Second), caps, "decode_failed", "decode_aborted", "lost")
		b.say(p, at.Add(5*time.Second), caps, "prefill_failed", "prefill_aborted")
	case way < 8:
		b.say(p, at.Add(20*time.Second), caps, "prefill_failed", "bootstrap_failed", "boot_timeout")
	case way < 10:
		b.say(p, at.Add(3*time.Second), caps, "worker_error", "worker_other_error")
	default:
		b.served(p, d, at, caps, way)
	}
}

func (b *benchFacts) served(p, d int, at timeline.Time, caps map[string]string, way int) {
	b.say(p, at.Add(time.Second), caps, "got_info")
	b.say(p, at.Add(2*time.Second), caps, "finished")
	b.say(p, at.Add(2*time.Second), caps, "stats_prefill")
	b.say(d, at.Add(6*time.Second), caps, "decode_finished")
	if way < 15 {
		b.say(d, at.Add(6*time.Second), caps, "stats_decode", "slow_transfer")
		return
	}
	b.say(d, at.Add(6*time.Second), caps, "stats_decode")
}

// batches are lines of which only counts are kept: one hit a second stands for seven.
func (b *benchFacts) batches() {
	from, to := b.dead()
	for sec := range int(benchSpan / time.Second) {
		at := b.begin.Add(time.Duration(sec) * time.Second)
		for s := range b.streams {
			signals := []string{"decode_batch", "progress", "work"}
			if s < 2 {
				signals = []string{"any_batch", "prefill_batch", "progress", "batch"}
			}
			if s == 1 && from <= at && at < to {
				continue
			}
			b.streams[s].lines = append(b.streams[s].lines, benchLine{at: at, signals: signals, n: 7})
			if sec%10 == 0 {
				b.say(s, at, nil, "health_ok")
			}
		}
	}
}

// death is the thread that dies on one process, and the restart that ends it.
func (b *benchFacts) death() {
	from, to := b.dead()
	b.streams[1].lines = append(b.streams[1].lines, benchLine{at: from, signals: []string{"guard_assert", "died"}, bare: true})
	for s := range b.streams {
		b.say(s, b.begin, map[string]string{"level": "debug"}, "server_life", "server_start", "boot", ".log_level")
	}
	b.say(1, to, map[string]string{"level": "info"}, "server_life", "server_start", "boot", ".log_level")
	b.say(0, from.Add(40*time.Minute), map[string]string{"tag": "x"}, "foreign_frame")
	b.say(3, from.Add(20*time.Minute), map[string]string{"peer": "p", "affected": "3"}, "heartbeat_lost")
}

func (b *benchFacts) stream(s *benchStream, source timeline.SourceID) timeline.Stream {
	slices.SortStableFunc(s.lines, func(x, y benchLine) int { return cmp.Compare(x.at.Floor(timeline.Second), y.at.Floor(timeline.Second)) })
	st := timeline.Stream{Name: s.role + "-" + s.instance + ".log", Role: s.role, Instance: s.instance, Group: "g0", RoleFrom: "flag", Captured: timeline.NoTime, Sources: []timeline.SourceID{source}, Stamped: true}
	for i := range s.lines {
		b.record(&st, &s.lines[i], source, timeline.Pos(i)*200)
	}
	st.First, st.Opening, st.Last = st.Beats[0].Interval, st.Beats[0].Interval, st.Beats[len(st.Beats)-1].Interval
	return st
}

// record adds a line to a stream: its hits, and the beat of its second.
func (b *benchFacts) record(st *timeline.Stream, l *benchLine, source timeline.SourceID, pos timeline.Pos) {
	lo := l.at.Floor(timeline.Second)
	span := timeline.Interval{Lo: lo, Hi: lo + timeline.Second}
	if l.bare {
		span.Hi += timeline.Second
	}
	beat := timeline.Beat{Interval: span, Pos: pos, Stamped: !l.bare}
	if n := len(st.Beats); n > 1 && st.Beats[n-1].Lo == lo && st.Beats[n-2].Lo == lo && !l.bare {
		st.Beats[n-1] = beat
	} else {
		st.Beats = append(st.Beats, beat)
	}
	for _, name := range l.signals {
		for _, id := range b.signals[name] {
			h := timeline.Hit{Interval: span, Pos: pos, Stamped: !l.bare, Signal: id, N: max(l.n, 1), Ref: timeline.Ref{Source: source, Offset: int64(pos), Length: 200, Line: int64(pos)/200 + 1, Hash: uint64(pos) + 1}}
			b.capture(&h, l.caps)
			st.Hits = append(st.Hits, h)
		}
	}
}

func (b *benchFacts) capture(h *timeline.Hit, caps map[string]string) {
	for i, name := range b.set.Schema.Signals[h.Signal].Captures {
		v, ok := caps[name]
		if h.Caps = append(h.Caps, v); ok {
			h.Has |= 1 << i
		}
	}
}
