package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"

	"roomline/timeline"
)

const (
	// leastStride is how far apart stamps are looked at in what is not read; mostLooks bounds how many.
	leastStride = 1 << 20
	mostLooks   = 4096
	// lateMargin is how far behind an earlier one a stamp may stand in a log that counts as ordered.
	lateMargin = timeline.Time(setBack)
)

// unread is the end of a plain file that need not be read: all its stamps lie outside of what was
// asked for. The zero value is none of it.
type unread struct {
	from, size int64 // [from, size) of the content; size 0: all is read
	looks      int   // at so many places of it a stamp was looked at
	behind     bool  // --until ends before it, else all lies before --since
}

// limit reads what is to be read.
func (u *unread) limit(r io.Reader) io.Reader {
	if u.size == 0 {
		return r
	}
	return io.LimitReader(r, u.from)
}

// count counts the bytes that were not read, so that positions and sizes are those of the file. What
// begins there ends the record before it.
func (u *unread) count(g *gather) int64 {
	if u.size == 0 {
		return 0
	}
	n := u.size - u.from
	g.bytes += n
	g.file.bytes += n
	g.tail = tailRecord{known: true}
	return n
}

// leaveOut counts what was not read of a file. It is not on the way that is left.
func (fam *familyScan) leaveOut(g *gather, u *unread) {
	n := u.count(g)
	if fam.progress.Total > 0 {
		fam.progress.Total -= n
	}
}

func (u *unread) note() string {
	why := "all of it lies before --since"
	if u.behind {
		why = "all of it lies behind --until"
	}
	return fmt.Sprintf("%d bytes from byte %d on were not read: %s (stamps at %d places, in order); their lines are not counted", u.size-u.from, u.from, why, u.looks)
}

// errDisorder says that stamps do not stand in order, so that nothing follows from those looked at.
var errDisorder = errors.New("stamps stand out of order")

// unreadOf finds out what of a plain log need not be read. Stamps of a log are nearly sorted, but
// nothing guarantees it: whatever speaks against it makes that all is read.
func (fam *familyScan) unreadOf(ctx context.Context, f *file, clk clock) unread {
	if !fam.opt.bounded() || !f.plain() || f.wrapper != "" || f.kind != "log" {
		return unread{}
	}
	r, size, err := f.content.at()
	if err != nil {
		return unread{}
	}
	defer r.Close()
	b := &bisection{ctx: ctx, r: r, size: size, clock: clk, stride: max(fam.opt.stride, size/mostLooks)}
	if size < 8*b.stride {
		return unread{}
	}
	u, err := b.run(fam.opt.Since, fam.opt.Until)
	if err != nil || u.size-u.from < 4*b.stride {
		return unread{}
	}
	return u
}

// bisection looks at single stamps of a plain file.
type bisection struct {
	ctx    context.Context
	r      io.ReaderAt
	size   int64
	clock  clock
	stride int64
	buf    []byte
}

// look is a record with a stamp: where it begins, and when it was printed.
type look struct {
	at   int64
	span timeline.Interval
}

func (b *bisection) run(since, until timeline.Time) (unread, error) {
	first, err := b.look(0)
	if err != nil {
		return unread{}, err
	}
	last, err := b.last()
	switch {
	case err != nil:
		return unread{}, err
	case since.Known() && last.span.Hi+lateMargin < since:
		return b.before(first, last, since)
	case until.Known() && last.span.Lo > until+lateMargin:
		return b.behind(first, last, until)
	}
	return unread{}, nil
}

// before is the whole file, but for what stands before its first stamp, if all of it lies before since.
func (b *bisection) before(first, last look, since timeline.Time) (unread, error) {
	looks, err := b.inOrder(first, last)
	if err != nil {
		return unread{}, err
	}
	margin := lateMargin + 2*widest(looks)
	for _, l := range looks {
		if l.span.Hi+margin >= since {
			return unread{}, nil
		}
	}
	return unread{from: first.at, size: b.size, looks: len(looks)}, nil
}

// behind is what lies behind until: it begins at a record from which on all stamps are later, by more
// than a clock can have been set back unseen between two of the places looked at.
func (b *bisection) behind(first, last look, until timeline.Time) (unread, error) {
	from, err := b.firstLater(first, last, until+lateMargin)
	if err != nil {
		return unread{}, err
	}
	looks, err := b.inOrder(from, last)
	if err != nil {
		return unread{}, err
	}
	bound := until + lateMargin + 2*widest(looks)
	n := len(looks)
	for n > 0 && looks[n-1].span.Lo > bound {
		n--
	}
	if n == len(looks) {
		return unread{}, nil
	}
	return unread{from: looks[n].at, size: b.size, looks: len(looks) - n, behind: true}, nil
}

// firstLater is the first record later than a time, to a stride; lo is the first and hi the last one.
func (b *bisection) firstLater(lo, hi look, than timeline.Time) (look, error) {
	if lo.span.Lo > than {
		return lo, nil
	}
	for hi.at-lo.at > b.stride {
		at := lo.at + (hi.at-lo.at)/2
		mid, err := b.look(at)
		switch {
		case err != nil:
			return look{}, err
		case mid.at >= hi.at: // no record begins between
			lo.at = at
		case mid.span.Lo+lateMargin < lo.span.Lo || mid.span.Lo > hi.span.Lo+lateMargin:
			return look{}, errDisorder
		case mid.span.Lo > than:
			hi = mid
		default:
			lo = mid
		}
	}
	return hi, nil
}

// inOrder looks at a stamp every stride from a record to the last one; it fails where they do not rise.
func (b *bisection) inOrder(first, last look) ([]look, error) {
	looks, top := []look{first}, first.span.Lo
	for at := first.at + b.stride; ; at += b.stride {
		l, err := b.look(min(at, last.at))
		if err != nil {
			return nil, err
		}
		if l.at >= last.at {
			l = last
		}
		if l.span.Lo+lateMargin < top {
			return nil, errDisorder
		}
		looks = append(looks, l)
		if l.at == last.at {
			return looks, nil
		}
		top, at = max(top, l.span.Lo), max(at, l.at)
	}
}

// widest is the longest time between neighbours: in it a clock may have been set back unseen.
func widest(looks []look) timeline.Time {
	most := timeline.Time(0)
	for i := 1; i < len(looks); i++ {
		most = max(most, looks[i].span.Lo-looks[i-1].span.Lo)
	}
	return most
}
