package mql

import "roomline/timeline"

// onServer looks at the expression on a grid of its own, at multiples of the step.
func (o *over) onServer(s *scope, emit func(row)) coverage {
	width, step := o.window.of(s.step), o.step.of(s.step)
	if o.window.implied() {
		width = 0
	}
	if step <= 0 {
		step = s.step
	}
	from := s.from - width - step - graceBefore
	to := s.to + step
	if o.tooMany(s, to-from, step) {
		return coverage{why: everywhere(len(s.at), Capped)}
	}
	from -= from % step
	if rest := to % step; rest > 0 {
		to += step - rest
	}
	in := s.sub(grid(from, to, step))
	in.from, in.to, in.step = from, to, step
	in.look(s.readers(), notHeld)
	args, _ := argument(o.number, s)
	out := make([]float64, len(s.at))
	var win window
	o.arg.eval(in, func(r row) {
		o.fn.slide(&win, s, present(in.at, r.vals), width, args, out)
		emit(o.named(r.name, row{labels: r.labels, vals: out}))
	})
	return coverage{}
}

// grid are the times from, from+step, ... up to to.
func grid(from, to, step timeline.Time) []timeline.Time {
	out := make([]timeline.Time, 0, (to-from)/step+1)
	for t := from; t <= to; t += step {
		out = append(out, t)
	}
	return out
}
