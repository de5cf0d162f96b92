package format

import (
	"bytes"
	"slices"
)

// Reading is a [Number] with the place of its field in a Quick, which names it.
type Reading struct {
	Field int32
	Value float64
}

// Want says which fields are asked for from now on; nil is all.
func (q *Quick) Want(fields []string) {
	l := &q.layouts
	if (fields == nil) != (l.want == nil) || !slices.Equal(fields, l.want) {
		l.want = fields
		l.forget()
	}
}

// FieldOf names the field of a Reading. What a place stands for never changes.
func (q *Quick) FieldOf(i int32) string { return q.layouts.fields[i] }

// Gauges appends what [Gauges] does, as far as its fields are asked for.
func (q *Quick) Gauges(dst []Number, message []byte) []Number {
	q.numbers = q.Readings(q.numbers[:0], message)
	for _, r := range q.numbers {
		dst = append(dst, Number{q.FieldOf(r.Field), r.Value})
	}
	return dst
}

// Readings appends the numbers of a message that are asked for, as Gauges gives them.
func (q *Quick) Readings(dst []Reading, message []byte) []Reading {
	l := &q.layouts
	if len(message) < 16 || l.want != nil && len(l.want) == 0 {
		return dst
	}
	n, i, at := len(dst), 0, int32(0)
	if len(l.steps) > 0 {
		at = l.steps[0].next
	}
	for at != 0 {
		s := &l.steps[at]
		at = s.other
		if !s.stands(message, i) {
			continue
		}
		from, end := i+int(s.size), 0
		switch s.kind {
		case lastStep:
			return dst
		case iterationStep:
			end = max(bytes.IndexByte(message[from:], ']'), 0)
		default:
			v, size := quickNumber(message, from, s.field >= 0)
			if size == 0 {
				continue
			}
			if s.field >= 0 {
				dst = append(dst, Reading{s.field, v})
			}
			end = size
		}
		i, at = from+end, s.next
	}
	return l.learn(dst[:n], message)
}
