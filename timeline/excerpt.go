package timeline

// markExcerpts finds streams of which every hit line stands, with its stamp, in another stream of
// the same process: a grep beside the full log. Its hits are the same events, and its silence says
// nothing.
func (inc *Incident) markExcerpts() {
	for i := range inc.Processes {
		p := &inc.Processes[i]
		if len(p.Streams) < 2 {
			continue
		}
		for _, a := range p.Streams {
			for _, b := range p.Streams {
				if a != b && inc.excerpt(inc.Stream(a), inc.Stream(b)) {
					inc.Stream(a).ExcerptOf = b
					break
				}
			}
		}
	}
}

// excerpt compares the hits that count: of misfits a reader keeps but a few.
func (inc *Incident) excerpt(a, b *Stream) bool {
	if b.ExcerptOf != 0 || a.Missing || b.Missing || inc.records(a) > inc.records(b) {
		return false
	}
	if inc.records(a) == inc.records(b) && a.ID < b.ID || a.Log.Len() == 0 {
		return false
	}
	var h Hit
	have := make(map[line]bool, b.Log.Len())
	for i := range b.Log.Len() {
		inc.stopping.Step(1)
		b.Log.Read(i, &h)
		linesOf(&h, func(l line) { have[l] = true })
	}
	some := false
	for i := range a.Log.Len() {
		a.Log.Read(i, &h)
		if !eligible(inc.Schema.Signals[h.Signal].Role, a.Role) {
			continue
		}
		if some = true; !have[lineOf(&h)] {
			return false
		}
	}
	return some
}

// records is how many records the files of a stream have.
func (inc *Incident) records(s *Stream) int64 {
	var n int64
	for _, id := range s.Sources {
		n += inc.Sources[id].Records
	}
	return n
}

// line identifies a hit's line by its text and, if it carries one, its stamp.
type line struct {
	signal SignalID
	hash   uint64
	at     Time
}

// lineOf is the line that was hit: whoever greps a traceback keeps some of its lines, which may then
// stand behind another record's stamp. A stamp counts for the line that carries it.
func lineOf(h *Hit) line {
	l := line{signal: h.Signal, hash: h.Ref.Hash}
	if h.Lines != nil {
		l.hash = h.Lines.Hit
	}
	if h.Stamped && (h.Lines == nil || h.Lines.Hit == h.Lines.All[0]) {
		l.at = h.Lo
	}
	return l
}

// linesOf are all lines of a hit's record that a grep may have taken.
func linesOf(h *Hit, f func(line)) {
	l := lineOf(h)
	f(l)
	if h.Lines == nil {
		return
	}
	for i, hash := range h.Lines.All {
		l.hash, l.at = hash, 0
		if i == 0 && h.Stamped {
			l.at = h.Lo
		}
		f(l)
	}
}
