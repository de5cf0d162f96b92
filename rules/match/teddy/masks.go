package teddy

// masks are the tables of the vector kernels: which buckets (bits) have a window with that byte at
// that place. Eight buckets make a set; a kernel for eight looks at the first set only. The kernels
// know where each table lies.
type masks struct {
	// all is by the low seven bits of a byte. The eighth is not looked at, so that a needle beyond
	// ASCII is found, with some noise.
	all [sets][Window][128]byte
	// low and high are by four and three of these bits, each table twice, once for either half of a
	// register; both must have the bucket.
	low, high [sets][Window][32]byte
}

const sets = 2

func newMasks(needles [][]byte, places []place) *masks {
	m := &masks{}
	for id, p := range places {
		set, bit := p.bucket/8, byte(1)<<(p.bucket%8)
		for j, c := range needles[id][p.depth : p.depth+Window] {
			m.all[set][j][c&0x7f] |= bit
			for half := 0; half < 32; half += 16 {
				m.low[set][j][half+int(c&0x0f)] |= bit
				m.high[set][j][half+int(c>>4&7)] |= bit
			}
		}
	}
	return m
}
