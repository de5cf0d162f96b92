package match

import (
	"bytes"
	"regexp/syntax"
)

func atBoundary(nodes []node) bool {
	for _, n := range nodes {
		if n.mark == noMark {
			return n.Op == syntax.OpWordBoundary
		}
	}
	return false
}

// exclusive says whether two sequences cannot match at the same place: they begin with different texts.
func exclusive(a, b []node) bool {
	as, ok := starts(a)
	bs, ok2 := starts(b)
	if !ok || !ok2 {
		return false
	}
	for _, x := range as {
		for _, y := range bs {
			if bytes.HasPrefix(x, y) || bytes.HasPrefix(y, x) {
				return false
			}
		}
	}
	return true
}

// starts lists literals of which a match of some nodes begins with one.
func starts(nodes []node) (out [][]byte, ok bool) {
	for _, n := range nodes {
		switch {
		case n.mark != noMark:
		case len(n.literal()) > 0:
			return append(out, n.literal()), true
		case n.Op == syntax.OpQuest:
			inner, ok := starts(flatten(n.Sub[0], false))
			if !ok {
				return nil, false
			}
			out = append(out, inner...)
		case n.Op == syntax.OpAlternate:
			for _, sub := range n.Sub {
				way, ok := starts(flatten(sub, false))
				if !ok {
					return nil, false
				}
				out = append(out, way...)
			}
			return out, true
		default:
			return nil, false
		}
	}
	return nil, false
}

// begins is what a match of some nodes can begin with; they are sure if they match any text.
func begins(nodes []node) (first *class, sure bool) {
	first = &class{}
	for _, n := range nodes {
		if n.mark != noMark {
			continue
		}
		sub, maybe := n, false
		switch n.Op {
		case syntax.OpStar, syntax.OpQuest:
			sub, maybe = node{Regexp: n.Sub[0]}, true
		case syntax.OpPlus:
			sub = node{Regexp: n.Sub[0]}
		case syntax.OpRepeat:
			sub, maybe = node{Regexp: n.Sub[0]}, n.Min == 0
		}
		if sub.Op == syntax.OpConcat || sub.Op == syntax.OpCapture {
			sub = flatten(sub.Regexp, false)[0]
		}
		c, ok := sub.class()
		if lit := sub.literal(); len(lit) > 0 {
			c, ok = &class{}, true
			c[lit[0]] = true
		}
		for b := range first {
			first[b] = first[b] || !ok || c[b]
		}
		if !ok || !maybe {
			return first, false
		}
	}
	return first, true
}
