package timeline

// stopping ends a build from within: what asks costs a count, and the caller's word is asked for after some thousand
// steps only.
type stopping struct {
	asked func() bool // nil: nobody ends it
	steps int         // of the hits, which one goroutine puts together: others ask by ended and check alone
}

// stopEvery is after how many steps the caller is asked. A step is a hit that is unpacked, or the like.
const stopEvery = 1 << 13

// halt is what unwinds a build.
type halt struct{}

// step counts work at hits, and unwinds it if the caller wants it ended.
func (s *stopping) step(n int) {
	if s.asked == nil {
		return // what is built may be read from any goroutine
	}
	if s.steps += n; s.steps >= stopEvery {
		s.steps = 0
		s.check()
	}
}

// check unwinds what is being done if the caller wants it ended.
func (s *stopping) check() {
	if s.ended() {
		panic(halt{})
	}
}

// ended asks the caller; a goroutine that must not unwind asks it and returns.
func (s *stopping) ended() bool { return s.asked != nil && s.asked() }

// unlessEnded does work that may unwind in a goroutine of its own: who waits for it has to check afterwards.
func (s *stopping) unlessEnded(work func()) {
	defer func() {
		if p := recover(); p != nil && p != any(halt{}) {
			panic(p)
		}
	}()
	work()
}
