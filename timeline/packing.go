package timeline

import (
	"encoding/binary"
	"math"
)

// Packer writes facts down so that an [Unpacker] reads them again: numbers take eight bytes, low byte
// first, so that long columns cost little more than a copy.
type Packer struct{ Bytes []byte }

// Int writes a number.
func (p *Packer) Int(v int64) { p.Bytes = binary.LittleEndian.AppendUint64(p.Bytes, uint64(v)) }

// Text writes a string.
func (p *Packer) Text(s string) {
	p.Int(int64(len(s)))
	p.Bytes = append(p.Bytes, s...)
}

// Span writes an interval.
func (p *Packer) Span(i Interval) {
	p.Int(int64(i.Lo))
	p.Int(int64(i.Hi))
}

// Align fills up to a multiple of eight bytes, so that rows can be used where they were read to.
func (p *Packer) Align() {
	p.Bytes = append(p.Bytes, make([]byte, -len(p.Bytes)&7)...)
}

// Flags writes up to 64 truth values.
func (p *Packer) Flags(flags ...bool) {
	n := int64(0)
	for i, f := range flags {
		if f {
			n |= 1 << i
		}
	}
	p.Int(n)
}

// Texts writes strings.
func (p *Packer) Texts(list []string) {
	p.Int(int64(len(list)))
	for _, s := range list {
		p.Text(s)
	}
}

// words makes room for n words and gives it.
func (p *Packer) words(n int) []byte {
	at := len(p.Bytes)
	p.Bytes = append(p.Bytes, make([]byte, 8*n)...)
	return p.Bytes[at:]
}

// PackInts writes a column of numbers.
func PackInts[T ~int32 | ~int64 | ~uint64](p *Packer, list []T) {
	p.Int(int64(len(list)))
	out := p.words(len(list))
	for i, v := range list {
		binary.LittleEndian.PutUint64(out[8*i:], uint64(v))
	}
}

// PackFloats writes a column of floats, each bit of them.
func PackFloats(p *Packer, list []float64) {
	p.Int(int64(len(list)))
	out := p.words(len(list))
	for i, v := range list {
		binary.LittleEndian.PutUint64(out[8*i:], math.Float64bits(v))
	}
}

// Unpacker reads what a [Packer] wrote. Where bytes are missing or cannot be, all that is read from
// then on is zero, and Good is false: ask it before anything is used.
type Unpacker struct {
	bytes []byte
	size  int // of all
	bad   bool
}

// NewUnpacker reads what a Packer wrote, from a place on that is a multiple of eight bytes behind its begin, so that Align
// means the same. The bytes are the Unpacker's from now on: rows of a log stay where they are, and are changed there.
func NewUnpacker(b []byte) *Unpacker { return &Unpacker{bytes: b, size: len(b)} }

// Good says whether all that was read was there.
func (u *Unpacker) Good() bool { return !u.bad }

// Left is how many bytes are left.
func (u *Unpacker) Left() int { return len(u.bytes) }

// Fail notes that what was read cannot be.
func (u *Unpacker) Fail() { u.bad, u.bytes = true, nil }

// take gives the next n bytes, nil where they are not there.
func (u *Unpacker) take(n int) []byte {
	if n < 0 || n > len(u.bytes) {
		u.Fail()
		return nil
	}
	b := u.bytes[:n]
	u.bytes = u.bytes[n:]
	return b
}

// Align passes over what Packer.Align wrote.
func (u *Unpacker) Align() {
	if !u.bad {
		u.take((len(u.bytes) - u.size) & 7)
	}
}

// Int reads a number.
func (u *Unpacker) Int() int64 {
	b := u.take(8)
	if b == nil {
		return 0
	}
	return int64(binary.LittleEndian.Uint64(b))
}

// Count reads how many things follow, of which each takes so many bytes at the least.
func (u *Unpacker) Count(size int) int {
	n := u.Int()
	if n < 0 || n > int64(len(u.bytes)/size) {
		u.Fail()
		return 0
	}
	return int(n)
}

// Index reads an index of a list of n.
func (u *Unpacker) Index(n int) int {
	i := u.Int()
	if i < 0 || i >= int64(n) {
		u.Fail()
		return 0
	}
	return int(i)
}

// Text reads a string.
func (u *Unpacker) Text() string { return string(u.take(u.Count(1))) }

// Span reads an interval.
func (u *Unpacker) Span() Interval { return Interval{Time(u.Int()), Time(u.Int())} }

// Flags reads truth values.
func (u *Unpacker) Flags(flags ...*bool) {
	n := u.Int()
	for i, f := range flags {
		*f = n>>i&1 == 1
	}
}

// Texts reads strings.
func (u *Unpacker) Texts() []string {
	n := u.Count(8)
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = u.Text()
	}
	return out
}

// UnpackInts reads a column of numbers.
func UnpackInts[T ~int32 | ~int64 | ~uint64](u *Unpacker) []T {
	n := u.Count(8)
	if n == 0 {
		return nil
	}
	b, out := u.take(8*n), make([]T, n)
	for i := range out {
		out[i] = T(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return out
}

// UnpackFloats reads a column of floats.
func UnpackFloats(u *Unpacker) []float64 {
	n := u.Count(8)
	if n == 0 {
		return nil
	}
	b, out := u.take(8*n), make([]float64, n)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return out
}
