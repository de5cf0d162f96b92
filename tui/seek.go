package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"roomline/timeline"
)

// maxSeek bounds the records that one search reads.
const maxSeek = 200_000

// nextLevel goes to the next error or warning. Seconds tell where one is; where lines can be read,
// the line itself is looked for, and that is an effect.
func (s *scene) nextLevel(st state, do action) (state, effect) {
	list, what, level := s.errs, "error", timeline.LevelError
	if do == nextWarning || do == prevWarning {
		list, what, level = s.warn, "warning", timeline.LevelWarning
	}
	forward := do == nextError || do == nextWarning
	if s.recs == nil || 1<<st.screen()&inLogs == 0 {
		st = jump(st, list, forward, what)
		if st.screen() == logsTab && st.Note == "" {
			st.Logs = listAt(s.list(st), st.Cursor, logRows(st))
		}
		return st, effect{}
	}
	e := effect{find: -1, level: level}
	if forward {
		e.find = 1
	}
	return st, e
}

// seek searches lines in a command, until the next key.
func (p *program) seek(e effect) tea.Cmd {
	s, st, seq := p.scene, p.st, p.seeks
	from := s.lineIndex(st)
	rows := s.allLines()
	if 1<<st.screen()&inLogs != 0 {
		rows = s.list(st)
	}
	all, ok := rows.(recordRows)
	ctx, stop := context.WithCancel(context.Background())
	p.giveUp(stop)
	return func() tea.Msg {
		var f found
		switch {
		case !ok:
			find := func(from, step int) found { return s.searchLines(st.Search, from, step) }
			f = find(from, e.find).all(find, from, e.find)
		case e.level != timeline.LevelUnknown:
			f = all.seekLevel(ctx, e.level, from, e.find)
		default:
			find := func(from, step int) found { return all.seekText(ctx, st.Search, from, step) }
			f = find(from, e.find).all(find, from, e.find)
		}
		f.gen, f.seq = s.gen, seq
		return f
	}
}

// giveUp ends the search before, and keeps how to end this one.
func (p *program) giveUp(stop context.CancelFunc) {
	if p.stopSeek != nil {
		p.stopSeek()
	}
	p.stopSeek = stop
}

// seekText looks for a text in the lines from one on.
func (r recordRows) seekText(ctx context.Context, text string, from, step int) found {
	low := strings.ToLower(text)
	return r.seek(ctx, text, from, step, func(l *line) bool {
		return l.rec != nil && strings.Contains(strings.ToLower(l.rec.Text), low) || l.hit != nil && strings.Contains(r.s.signal(l.hit), low)
	}, nil)
}

// seekLevel looks for a line of a level in the seconds that have one.
func (r recordRows) seekLevel(ctx context.Context, level timeline.Level, from, step int) found {
	lists, what := [][]int64{r.s.errs}, "errors"
	if p := r.only; p >= 0 {
		lists = [][]int64{r.s.procs[p].act.errs, r.s.procs[p].act.crit}
	}
	if level == timeline.LevelWarning {
		lists, what = [][]int64{r.s.warn}, "warnings"
		if p := r.only; p >= 0 {
			lists = [][]int64{r.s.procs[p].act.warn}
		}
	}
	has := func(sec int64) bool {
		for _, l := range lists {
			if sec == untimed || within(l, sec, sec+1) {
				return true
			}
		}
		return false
	}
	return r.seek(ctx, what, from, step, func(l *line) bool {
		return l.rec != nil && (l.rec.Level == level || level == timeline.LevelError && l.rec.Level > level)
	}, has)
}

// seek reads from a row on, in either direction, until a line is what is looked for. It runs in a
// command, with records of its own. has tells of a second whether it may hold one; nil: any may.
func (r recordRows) seek(ctx context.Context, what string, from, step int, is func(*line) bool, has func(int64) bool) found {
	f := found{at: -1, what: what}
	for row := from + step; row >= 0 && row < r.Len() && ctx.Err() == nil; {
		first, behind := r.chunk(row, step, has)
		if first == behind { // this second has none
			i, _ := r.x.place(row)
			if row = int(r.x.sum[i+1]); step < 0 {
				row = int(r.x.sum[i]) - 1
			}
			continue
		}
		if f.read >= maxSeek {
			f.at, f.t, f.more = row-step, r.time(row-step), true
			break
		}
		part := r
		part.recs = newRecords()
		a, _ := r.x.place(first)
		b, _ := r.x.place(behind - 1)
		part.recs.put(r.s.read(ctx, wanted{only: r.only, from: r.x.at[a], to: r.x.at[b]}))
		for ; row >= first && row < behind; row += step {
			f.read++
			if l := part.line(row); is(&l) {
				f.at, f.t = row, part.time(row)
				return f
			}
		}
	}
	return f
}

// chunk are the rows of a few whole seconds that are read at once: that of a row and those behind it.
func (r recordRows) chunk(row, step int, has func(int64) bool) (first, behind int) {
	i, _ := r.x.place(row)
	if has != nil && !has(r.x.at[i]) {
		return row, row
	}
	a, b := i, i
	for has == nil && r.x.sum[b+1]-r.x.sum[a] < pageLines/2 && a+min(step, 0) >= 0 && b+max(step, 0) < len(r.x.at) && r.x.sum[b+1+max(step, 0)]-r.x.sum[a+min(step, 0)] <= maxAhead {
		a, b = a+min(step, 0), b+max(step, 0)
	}
	return int(r.x.sum[a]), int(r.x.sum[b+1])
}
