package ingest

import "roomline/timeline"

func (t *tally) pack(p *timeline.Packer) {
	for _, v := range t.numbers() {
		p.Int(*v)
	}
	p.Texts(t.samples)
	p.Texts(t.ranks)
	p.Text(t.role)
	p.Text(t.why)
	p.Int(int64(len(t.names)))
	for _, n := range t.names {
		p.Text(n.name)
		p.Int(n.n)
	}
	s := &t.stamps
	p.Flags(s.any)
	p.Int(int64(s.at))
	for _, i := range []timeline.Interval{s.first, s.last, s.begin, s.end} {
		p.Span(i)
	}
}

// numbers are the counts of a tally.
func (t *tally) numbers() []*int64 {
	return []*int64{&t.lines, &t.records, &t.unparsed, &t.bytes, &t.truncated, &t.absolute, &t.naive, &t.noYear}
}

func (t *tally) unpack(u *timeline.Unpacker) {
	for _, v := range t.numbers() {
		*v = u.Int()
	}
	t.samples, t.ranks, t.rankAt = u.Texts(), u.Texts(), timeline.NameIndex{}
	t.role, t.why = u.Text(), u.Text()
	for range u.Count(16) {
		t.names = append(t.names, nameCount{u.Text(), u.Int()})
	}
	s := &t.stamps
	u.Flags(&s.any)
	s.at = timeline.Pos(u.Int())
	for _, i := range []*timeline.Interval{&s.first, &s.last, &s.begin, &s.end} {
		*i = u.Span()
	}
}

// cellWords is how many numbers a cell is written as.
const cellWords = 8 + timeline.Levels

func (c *cells) pack(p *timeline.Packer) {
	p.Flags(c.full)
	p.Int(int64(len(c.list)))
	for i := range c.list {
		x := &c.list[i]
		p.Int(int64(x.at))
		p.Flags(x.stamped, x.filled, x.waitFirst, x.waitLast, x.first.Stamped, x.first.Cut, x.last.Stamped, x.last.Cut)
		for _, b := range []*timeline.Beat{&x.first, &x.last} {
			p.Int(int64(b.Pos))
			p.Span(b.Interval)
		}
		for _, n := range x.count {
			p.Int(int64(n))
		}
	}
}

func (c *cells) unpack(u *timeline.Unpacker) {
	u.Flags(&c.full)
	n := u.Count(8 * cellWords)
	c.list = make([]cell, n, n+n/8)
	for i := range c.list {
		x := &c.list[i]
		x.at = timeline.Time(u.Int())
		u.Flags(&x.stamped, &x.filled, &x.waitFirst, &x.waitLast, &x.first.Stamped, &x.first.Cut, &x.last.Stamped, &x.last.Cut)
		for _, b := range []*timeline.Beat{&x.first, &x.last} {
			b.Pos, b.Interval = timeline.Pos(u.Int()), u.Span()
		}
		for l := range x.count {
			x.count[l] = uint32(u.Int())
		}
		c.note(x.at, x.stamped)
	}
}

func (g *gauges) pack(p *timeline.Packer) {
	p.Int(int64(len(g.ranks)))
	for i := range g.ranks {
		r := &g.ranks[i]
		p.Text(r.rank)
		timeline.PackInts(p, r.at)
		p.Int(int64(len(r.fields)))
		for k := range r.fields {
			f := &r.fields[k]
			p.Text(f.name)
			p.Int(f.writes)
			timeline.PackFloats(p, f.last)
		}
	}
}

func (g *gauges) unpack(u *timeline.Unpacker) {
	g.ranks = make([]rankGauges, u.Count(24))
	for i := range g.ranks {
		r := &g.ranks[i]
		r.rank, r.at = u.Text(), timeline.UnpackInts[timeline.Time](u)
		r.fields = make([]gaugeField, u.Count(24))
		for k := range r.fields {
			f := &r.fields[k]
			f.name, f.writes, f.last = u.Text(), u.Int(), timeline.UnpackFloats(u)
			if len(f.last) > len(r.at) {
				u.Fail()
			}
		}
	}
}

func (r *repeats) pack(p *timeline.Packer) {
	p.Int(r.of)
	p.Int(r.other)
	p.Int(int64(len(r.list)))
	for i := range r.list {
		e := &r.list[i]
		p.Int(int64(e.key))
		p.Text(e.text)
		for _, v := range []int64{e.records, e.lines, int64(e.first), int64(e.last), e.line, e.lastLine} {
			p.Int(v)
		}
	}
}

func (r *repeats) unpack(u *timeline.Unpacker) {
	r.of, r.other = u.Int(), u.Int()
	n := u.Count(64)
	r.list = make([]repeated, n)
	for i := range r.list {
		r.list[i] = repeated{key: uint64(u.Int()), text: u.Text(), records: u.Int(), lines: u.Int(),
			first: timeline.Time(u.Int()), last: timeline.Time(u.Int()), line: u.Int(), lastLine: u.Int()}
	}
	r.index()
}
