package cells

// Value is one column of a sparkline.
type Value struct {
	V     float64
	Known bool // false: nothing was observed; drawn as · and never as zero
	Held  bool // observed, but nothing shows that it was written since: drawn as ~
}

// blocks are the levels: the first is zero alone, everything above it is at least the second.
var blocks = [...]rune{'▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// Level is the block of a value on a scale from 0 to top.
func Level(v, top float64) rune {
	if !(v > 0) {
		return blocks[0]
	}
	if !(v < top) {
		return blocks[len(blocks)-1]
	}
	return blocks[1+int(v/top*float64(len(blocks)-1))]
}

// Spark draws one value a column from x on; s is the style of known values.
func (a Area) Spark(x, y int, values []Value, top float64, s Style) {
	for i, v := range values {
		switch {
		case !v.Known:
			a.Put(x+i, y, '·', Faint)
		case v.Held:
			a.Put(x+i, y, '~', Faint)
		case v.V > 0:
			a.Put(x+i, y, Level(v.V, top), s)
		default: // zero, negative or NaN
			a.Put(x+i, y, Level(0, top), s|Faint)
		}
	}
}
