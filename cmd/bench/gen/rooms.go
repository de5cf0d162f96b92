package gen

// mix spreads the bits of a number (splitmix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// roomID is the id of a room: 19 digits, as nearly all random ids of 63 bits have.
func roomID(seed uint64, room int) uint64 {
	const least, over = 1_000_000_000_000_000_000, 1<<63 - 1_000_000_000_000_000_000
	return least + mix(seed^uint64(room)<<1)%over
}

// Of fifty rooms one fails, in one of four ways.
const (
	failsOneIn = 50
	failsFrom  = 3 // so often it is spoken of before
)

// atOnce is how many rooms are under way at a time.
const atOnce = 64

// roomLine writes what comes next of one of the rooms that are under way.
func (g *writer) roomLine() {
	done := float64(g.now.Sub(start)) / float64(g.log.Span)
	g.room = min(max(int(done*float64(g.log.Rooms))-g.rand.IntN(atOnce), 0), g.log.Rooms-1)
	fate := mix(uint64(g.room) ^ 0x6661_7465)
	step := int(g.shown[g.room])
	switch {
	case step >= failsFrom && fate%failsOneIn == 0:
		g.write(g.side.failed[fate/failsOneIn%4])
	case step < len(g.side.steps):
		g.write(g.side.steps[step])
	default:
		g.write(g.side.progress)
	}
	if step < 255 {
		g.shown[g.room]++
	}
}

// access writes an access line; where uvicorn has its own log format it has no stamp.
func (g *writer) access() {
	t := accessLines[0]
	if g.rand.IntN(200) == 0 {
		t = accessLines[1]
	}
	if g.rand.IntN(4) > 0 {
		t = stampedAccess[g.rand.IntN(len(stampedAccess))]
	}
	g.write(t)
}

// other writes what is printed now and then; one in 25 is a warning or an error.
func (g *writer) other() {
	if g.rand.IntN(25) == 0 {
		g.write(errorLines[g.rand.IntN(len(errorLines))])
		return
	}
	g.write(chatter[g.rand.IntN(len(chatter))])
}

// traceback writes an exception of some frames, and a blank line behind it.
func (g *writer) traceback() {
	g.write(opening[g.rand.IntN(len(opening))])
	for range 4 + g.rand.IntN(12) {
		g.write(frame[0])
		g.write(frame[1])
	}
	g.write(exceptions[g.rand.IntN(len(exceptions))])
	g.line = append(g.line, '\n')
}
