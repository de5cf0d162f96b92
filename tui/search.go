package tui

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"roomline/timeline"
	"roomline/tui/cells"
)

// applySearch takes what was typed behind /. On rooms and metrics it narrows the list, elsewhere it
// goes to the next match.
func (s *scene) applySearch(st state, text string) (state, effect) {
	if st.screen() == roomsTab {
		st.Query.Search = text
		return s.settle(st), effect{}
	}
	st.Search = text
	if text == "" || st.screen() == metricsTab {
		return s.settle(st), effect{}
	}
	st, eff := s.findNext(st, 1)
	return s.settle(st), eff
}

// findNext goes to the next or the previous match. Texts of lines must be read: that is an effect.
func (s *scene) findNext(st state, n int) (state, effect) {
	narrowed := st.screen() == roomsTab || st.screen() == metricsTab
	switch {
	case narrowed:
		list, rows := s.focused(&st)
		*list = list.Move(rows, n)
		return st, effect{}
	case st.Search == "":
		st.Note = "nothing to search for: / begins"
		return st, effect{}
	}
	switch st.screen() {
	case findingsTab, findingPage, sourcesTab:
		return s.findRow(st, n), effect{}
	}
	st.Note = "searching " + st.Search
	return st, effect{find: n}
}

// findRow searches the rows of a short list.
func (s *scene) findRow(st state, n int) state {
	list, rows := s.focused(&st)
	text := s.rowText(st)
	for i := list.Row + n; i >= 0 && i < rows.Len(); i += n {
		if strings.Contains(strings.ToLower(text(i)), strings.ToLower(st.Search)) {
			*list = list.Move(rows, i-list.Row)
			return st
		}
	}
	st.Note = "no more " + st.Search
	for i := range rows.Len() {
		if strings.Contains(strings.ToLower(text(i)), strings.ToLower(st.Search)) {
			return st
		}
	}
	st.Note = noMatch("row", st.Search)
	return st
}

// noMatch says that a text is in none of what was searched, in either direction.
func noMatch(what, text string) string { return fmt.Sprintf("no %s has %q", what, text) }

func (s *scene) rowText(st state) func(int) string {
	switch st.screen() {
	case findingPage:
		rows := s.findingBody(st)
		return func(i int) string { return rows[i].text + " " + rows[i].note }
	case sourcesTab:
		return func(i int) string { return s.inc.Sources[i].Path + " " + s.inc.Sources[i].Format }
	}
	return func(i int) string {
		if k := i - len(s.res.Findings); k >= 0 {
			return s.res.NotFired[k].Rule + " " + s.res.NotFired[k].Title
		}
		f := &s.res.Findings[i]
		return f.ID + " " + f.Rule + " " + f.Title
	}
}

// maxSearch bounds the lines that one search reads; the next n goes on behind them.
const maxSearch = 20_000

// found is the answer to a search in lines.
type found struct {
	gen, seq int
	at       int // row of the line, -1; if there may be more, where the search ended
	t        int64
	read     int
	more     bool
	what     string // what was searched
	none     bool   // it is a text, and no line at all has it
}

// lineIndex is the line where a search begins: the selected one of the screen.
func (s *scene) lineIndex(st state) int {
	switch st.screen() {
	case logsTab:
		return st.Logs.Row
	case columnPage:
		rows, list := s.logRows(st)
		if w, ok := rows.(lineRows); ok {
			return w.from + list.Row
		}
		return list.Row
	}
	return st.Lines.Row
}

// all searches the other way too if nothing was found: then it can say whether the text is anywhere.
func (f found) all(search func(from, step int) found, from, step int) found {
	if f.at >= 0 {
		return f
	}
	if o := search(from+step, -step); o.at < 0 {
		f.none = true
	}
	return f
}

// searchLines reads lines from one on until their text, signal or captures hold what is searched.
// It runs in a command.
func (s *scene) searchLines(text string, from, step int) found {
	f := found{gen: s.gen, at: -1, what: text}
	low := strings.ToLower(text)
	for i := from + step; i >= 0 && i < len(s.lines.list); i += step {
		if f.read == maxSearch {
			f.at, f.t, f.more = i-step, s.lines.at[i-step], true
			break
		}
		f.read++
		if s.holds(s.lines.list[i].hit, text, low) {
			f.at, f.t = i, s.lines.at[i]
			break
		}
	}
	return f
}

func (s *scene) holds(h *timeline.Hit, text, low string) bool {
	if strings.Contains(s.signal(h), low) || slices.Contains(h.Caps, text) {
		return true
	}
	t, err := s.fetch(h.Ref)
	return err == nil && strings.Contains(strings.ToLower(t), low)
}

var errNoTexts = errors.New("the lines are not part of what was opened")

func (s *scene) fetch(r timeline.Ref) (string, error) {
	if s.Texts == nil {
		return "", errNoTexts
	}
	return s.Texts.Text(r)
}

// take shows what a search found.
func (s *scene) take(st state, f found) state {
	st.Note = ""
	switch {
	case f.more:
		st.Note = "not in " + count(int64(f.read)) + " lines up to here: n goes on"
	case f.at < 0:
		st.Note = "no more " + f.what
		if f.none {
			st.Note = noMatch(s.searched(), f.what)
		}
		return st
	}
	rows := s.allLines()
	if st.screen() == logsTab || st.screen() == columnPage {
		rows = s.list(st)
	}
	if timeline.Time(f.t).Known() {
		st = st.at(f.t)
	}
	list := cells.List{ID: rows.ID(f.at), Row: f.at}
	switch st.screen() {
	case logsTab:
		list.Top = st.Logs.Top
		st.Logs = list
	case columnPage:
		if p := st.top(); outside(f.t, p.Lo, p.Hi) {
			p := &st.Stack[st.Depth-1]
			p.Lo, p.Hi = st.column()
		}
		if st.Body.ID = list.ID; s.recs != nil {
			list.Top = st.Body.Top
			st.Body = list
		}
	default:
		list.Top = st.Lines.Top
		st.Lines = list
	}
	return s.settle(st)
}

// searched names what a search without a match went through: no more than that can be said.
func (s *scene) searched() string {
	switch {
	case s.recs == nil:
		return "line that a rule pack knows"
	case len(s.recs.gone) > 0:
		return "line that can be read"
	}
	return "line"
}
