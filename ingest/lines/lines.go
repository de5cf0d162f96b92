package lines

import "slices"

// Index is what one pass over a block tells. Offsets count in the block. The zero Index is ready to
// use.
type Index struct {
	// Ends has the offset of every '\n', ascending.
	Ends []uint32
	// Odd has the offset of every '[' that is not the first byte of the block and does not follow a
	// '\n', and has a '-' five bytes later inside the block, ascending: an embedded engine header
	// "[2026-.." may begin there.
	Odd []uint32
	// Dirty says that the block holds an ESC (0x1b), a CR (0x0d) or a NUL (0x00).
	Dirty bool
}

const (
	dashAt = 5          // how far behind the '[' of a header its first '-' stands
	ahead  = dashAt + 1 // how far a kernel looks ahead
	stride = 256        // how many bytes a kernel takes at a time at most, so the slots it needs for them
	piece  = 1 << 20    // how many it takes in one call: the runtime cannot interrupt it
)

// kernel scans from at on for as long as a stride fits below to and either list has a slot for each
// of its bytes; next is where it stopped. Of the bytes from at to next it finds those that are a
// '\n' or dirty, and those that stand in front of an odd '['. It reads up to base[to+ahead-1], and
// may write to any slot.
type kernel func(base *byte, at, to int, ends, odd []uint32) (next, nEnds, nOdd int, dirty bool)

// version is a way to scan. The portable one has no kernel.
type version struct {
	name string
	run  kernel
}

// chosen is the best of what runs here.
var chosen = versions()[0]

// Kernel names what runs here: "avx512", "avx2" or "portable".
func Kernel() string { return chosen.name }

// Scan replaces what x holds by what is in the block, which must be smaller than 4 GiB. It reuses the
// memory of the lists, up to their capacity, and keeps nothing of the block.
func (x *Index) Scan(block []byte) {
	x.Ends, x.Odd, x.Dirty = x.Ends[:0], x.Odd[:0], false
	at := 0
	if chosen.run != nil {
		at = x.strides(chosen.run, block)
	}
	x.plain(block, at)
}

// strides scans all but the last bytes, which are too few for a stride, and says where they begin.
func (x *Index) strides(run kernel, block []byte) (at int) {
	for to := len(block) - ahead; to-at >= stride; {
		x.Ends, x.Odd = room(x.Ends), room(x.Odd)
		next, ends, odd, dirty := run(&block[0], at, min(to, at+piece), free(x.Ends), free(x.Odd))
		x.Ends, x.Odd = x.Ends[:len(x.Ends)+ends], x.Odd[:len(x.Odd)+odd]
		x.Dirty = x.Dirty || dirty
		at = next
	}
	return at
}

// room makes sure that what a stride may hold fits behind the list.
func room(list []uint32) []uint32 {
	if cap(list)-len(list) >= stride {
		return list
	}
	return slices.Grow(list, max(stride, len(list)))
}

func free(list []uint32) []uint32 { return list[len(list):cap(list)] }
