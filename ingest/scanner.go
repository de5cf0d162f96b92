package ingest

import (
	"slices"

	"roomline/timeline"
)

// scanContext is what all scanners of one file share.
type scanContext struct {
	matcher  Matcher
	decider  decider           // the matcher, if it decides; nil: it does not
	soles    [][]timeline.Sole // by needle ID: the signals that it decides alone; nil where it does not
	marks    int32             // needles with this ID or a greater one are suppression markers; 0: none are
	always   bool              // some signal has no needle: every record is matched
	wantRole bool              // nothing told the role yet
	fileHead bool              // this chain begins at the head of a file
	mixed    bool              // scrapes stand among the records
	since    timeline.Time
	until    timeline.Time
	// countsOnly says of which signals only counts are asked.
	countsOnly func(timeline.SignalID) bool
	filled     *filled          // of the stream; nil where several are read at once
	numbers    []string         // the fields that are kept as gauges; nil: all
	each       func(*assembler) // sees every record that is closed; nil in a scan
}

// scanner reads the blocks of one chain. A chain begins at the head of a file or at a record with a
// header, so it needs to know nothing of what lies before it.
type scanner struct {
	assembler
	lane
	split  splitter
	clean  cleaner
	lines  []line
	keep   []byte // raw content of the open record and of an unfinished line
	keepAt int64  // where that begins in the content
	taken  int    // lines of keep that were taken already
	at     splitter
	// unknown are the lines of a block that is passed over which no format took.
	unknown []stretchOf
}

// start makes a scanner ready for a chain.
func (s *scanner) start(ctx *scanContext, c clock, out *part) {
	s.scan, s.clock, s.out = ctx, c, out
	s.out.early.full = ctx.filled.of()
	s.quick.Want(ctx.numbers)
	s.batches.reset()
	s.batches.known.use(ctx.decider)
	s.rec, s.followed, s.afterHole, s.outside, s.records, s.textPos = record{}, 0, false, false, 0, -1
	s.split, s.at = splitter{number: 1}, splitter{number: 1}
	s.keep, s.taken = s.keep[:0], 0
	s.fresh()
}

// feed reads the next block of the chain. head is free room before data, in the same array, so that
// what was kept can be put before it without copying data.
func (s *scanner) feed(b *block) {
	raw, base := b.withKept(s.keep), b.base-int64(len(s.keep))
	s.out.bytes += int64(b.to - b.from)
	s.index.Scan(raw)
	if s.passOver(raw, base, b) {
		return
	}
	took := 0
	if s.open(raw, base) {
		took = s.feedLane(raw, base, b.final)
	} else {
		took = s.feedLines(raw, base, b.final)
	}
	if b.final || b.end {
		s.end()
	}
	s.carry(raw, base, took)
}

// feedLines reads the lines of a block, whatever they are.
func (s *scanner) feedLines(raw []byte, base int64, final bool) (took int) {
	s.split = s.at
	s.lines, took = s.split.split(s.lines[:0], raw, base, 0, final)
	text := raw
	if isDirty(raw, base) {
		text = s.clean.clean(raw, s.lines)
	}
	s.load(text, s.lines, nil)
	s.assembler.markers = mayMark(text)
	for i := s.taken; i < len(s.lines); i++ {
		s.take(i)
	}
	return took
}

// finish ends a chain that was broken off (the scan was cancelled).
func (s *scanner) finish() {
	if s.rec.state != noRecord {
		s.end()
	}
}

// carry keeps what the next block must see again: the lines of the open record, and the bytes of an
// unfinished line.
func (s *scanner) carry(raw []byte, base int64, took int) {
	from := took
	s.taken = 0
	next := s.split
	if s.rec.state == openRecord {
		l := &s.lines[s.rec.first]
		from, s.taken = int(l.off-base), len(s.lines)-s.rec.first
		next = splitter{number: l.number, inLine: l.flags&isPart != 0, quotes: l.flags&isQuoted != 0}
	}
	s.at = next
	s.keepAt = base + int64(from)
	s.keep = append(s.keep[:0], raw[from:]...)
	s.held()
}

// held copies the lines that the open record needs until the next load.
func (s *scanner) held() {
	if s.rec.state == openRecord {
		s.assembler.lines = slices.Clone(s.lines[s.rec.first:])
		s.rec.first = 0
	}
}
