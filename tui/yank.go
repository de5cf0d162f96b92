package tui

import (
	"fmt"
	"strings"

	"roomline/rules"
)

// yank copies what is selected: a room's id, a finding in words, where a line stands, a time.
func (s *scene) yank(st state) (state, effect) {
	text := s.yanked(st)
	if text == "" {
		st.Note = "nothing to copy here"
		return st, effect{}
	}
	first, _, more := strings.Cut(text, "\n")
	if more {
		first += fmt.Sprintf(" (+%d lines)", strings.Count(text, "\n"))
	}
	st.Note = "copied (OSC 52; in tmux needs set -s set-clipboard on): " + first
	return st, effect{copy: text}
}

func (s *scene) yanked(st state) string {
	switch st.screen() {
	case roomsTab:
		if v := s.view(st.Query); st.Rooms.Row < v.Len() {
			return v.ID(st.Rooms.Row)
		}
	case roomPage:
		return st.top().ID
	case findingPage:
		return s.findingText(st.top().ID)
	case findingsTab:
		if rows := (findingRows{&s.findings, true}); st.Findings.Row < rows.Len() {
			return s.findingText(rows.ID(st.Findings.Row))
		}
	case logsTab, columnPage:
		if rows, list := s.logRows(st); list.Row < rows.Len() {
			l := rows.line(list.Row)
			return s.source(l.ref())
		}
	case metricsTab:
		if rows := s.seriesRows(st); st.Series.Row < len(rows) {
			return rows.ID(st.Series.Row)
		}
	case sourcesTab:
		if st.Sources.Row < len(s.inc.Sources) {
			return s.inc.Sources[st.Sources.Row].Path
		}
	case overview:
		if st.Focus == paneFindings && st.Findings.Row < len(s.res.Findings) {
			return s.findingText(s.res.Findings[st.Findings.Row].ID)
		}
		lo, hi := st.column()
		return fmt.Sprintf("--since %s --until %s", stampZ(lo), stampZ(hi))
	}
	return ""
}

// findingText is a finding as it is pasted into an issue.
func (s *scene) findingText(id string) string {
	i, ok := s.findings.byID[id]
	if !ok {
		return ""
	}
	if n := len(s.res.Findings); i >= n {
		return s.res.NotFired[i-n].Rule + ": " + s.res.NotFired[i-n].Verdict()
	}
	f := &s.res.Findings[i]
	lines := []string{fmt.Sprintf("%s %s %s (%s, %s), %s", f.ID, verdictWord(f.Verdict), f.Title, f.Rule, f.Severity, when(f))}
	for _, st := range f.Steps {
		lines = append(lines, "- "+st.ID+": "+st.Verdict.String()+s.proofText(&st))
	}
	if f.Mitigation != "" {
		lines = append(lines, strings.TrimSpace(f.Mitigation))
	}
	return strings.Join(lines, "\n")
}

func (s *scene) proofText(st *rules.Step) string {
	if len(st.Evidence) == 0 {
		if len(st.Against) > 0 {
			return " (" + st.Against[0].Says + ")"
		}
		return ""
	}
	e := st.Evidence[0]
	switch {
	case e.Hit != nil:
		return ", " + clock(int64(e.Hit.Lo)) + " " + s.source(e.Hit.Ref)
	case e.Claim != nil && e.Claim.Silence:
		return ", " + e.Claim.Expr + " from " + clock(int64(e.Claim.From))
	case e.Claim != nil:
		return ", " + e.Claim.Expr + " = " + e.Claim.Value
	}
	return ""
}
