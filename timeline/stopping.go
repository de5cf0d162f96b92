package timeline

// Stopping ends a long work from within, however deep it is: what asks costs a count, and the caller's word is asked
// for after some thousand steps only. The zero value is never ended.
type Stopping struct {
	Asked func() bool // nil: nobody ends it
	steps int         // of the goroutine that does the work: others ask by Pace, check and ended alone
}

// stopEvery is after how many steps the caller is asked. A step is a hit that is unpacked or looked at, or the like.
const stopEvery = 1 << 13

// halt is what unwinds a work.
type halt struct{}

// Step counts work, and unwinds it if the caller wants it ended.
func (s *Stopping) Step(n int) {
	if s.Asked == nil {
		return // what is built may be read from any goroutine
	}
	if s.steps += n; s.steps >= stopEvery {
		s.steps = 0
		s.check()
	}
}

// Pace is Step for piece i of a work that any goroutine does.
func (s *Stopping) Pace(i int) {
	if i%stopEvery == 0 {
		s.check()
	}
}

// check unwinds what is being done if the caller wants it ended.
func (s *Stopping) check() {
	if s.ended() {
		panic(halt{})
	}
}

// ended asks the caller; a goroutine that must not unwind asks it and returns.
func (s *Stopping) ended() bool { return s.Asked != nil && s.Asked() }

// Until does work unless the caller wants it ended, or until he does, which it says. It may unwind in a goroutine of its
// own: who waits for that has to check afterwards.
func (s *Stopping) Until(work func()) (ended bool) {
	if s.Asked == nil {
		work()
		return false
	}
	defer func() {
		if p := recover(); p != nil {
			if p != any(halt{}) {
				panic(p)
			}
			ended = true
		}
	}()
	s.check()
	work()
	return false
}
