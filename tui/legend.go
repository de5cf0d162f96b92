package tui

import (
	"fmt"
	"strings"
)

// sign is a line of the legend, with the screens on which it is seen.
type sign struct {
	where where
	sign  string
	means string
}

const (
	charts  = timelines
	listing = where(1<<overview | 1<<roomPage | 1<<logsTab | 1<<columnPage)
	ofRooms = where(1<<overview | 1<<roomPage | 1<<roomsTab)
	judged  = where(1<<findingsTab | 1<<findingPage)
)

// signs are the glyphs and the abbreviations of the screens, in the order of the legend. The states of
// rooms are not in it: packs name them.
var signs = []sign{
	{charts, "▼", "over the ruler: where the cursor is; its column is reversed in every lane"},
	{where(1 << roomsTab), "sort age▼ ↑", "what the list is sorted by, the greatest first; ↑ is reversed"},
	{charts, "15s/col", "one column of the chart is this long; + and - change it"},
	{charts, "at cursor", "what the lane shows in the cursor's column"},
	{charts, "▁▂▃▄▅▆▇█", "how much: of records in a process lane, of the value in a gauge lane"},
	{charts, "▁", "observed, and zero"},
	{charts, "·", "not observed: no data, which is not zero"},
	{charts | 1<<roomsTab, "~", "frozen: a value that nothing shows to have been written; before a state: worked out"},
	{charts&^(1<<metricsTab) | listing, "●", "a line that proves a finding; ●F2 is which"},
	{where(1<<overview | 1<<roomPage), "✗  !  ▲", "critical, error, warning: the gravest of the column"},
	{where(1<<overview | 1<<findingsTab | 1<<findingPage), "✗  ▲  ?  –", "a finding: grave, warning, inconclusive, refuted"},
	{where(1 << overview), "16/s  2 in 15s", "records of the process in the cursor's column: a rate, or how many"},
	{where(1 << overview), "by state  %s", "the state that most open rooms are in, and their share"},
	{where(1 << overview), "rooms seen  3+", "rooms are printed only when they fail: at least so many"},
	{where(1 << overview), "findings/marks", "the row of them: a digit is a finding's number, + one from 10 on; a letter is a mark"},
	{where(1<<overview | 1<<findingsTab), "root:  of F1:", "it began what it explains; F1 explains it"},
	{where(1 << overview), "14:01→", "begins then and does not end"},
	{where(1<<overview | 1<<metricsTab), "p:n1  d:n2  r:r0", "prefill, decode, router of this instance; #2: the second of its role; (2): the same process again, from another input"},
	{charts, "transfer_q", "num_decode_transfer_queue_reqs; #transfer is what log lines print"},
	{where(1 << metricsTab), "MAX", "the greatest value of the whole incident: the top of the lane; all-zero rows come last"},

	{where(1 << roomsTab), "AGE", "from its first line to its end, or to the end of observation"},
	{where(1 << roomsTab), "IN STATE", "how long an open room is in its state; – it ended"},
	{where(1<<roomsTab | 1<<roomPage), "<1s", "less than the stamps can tell"},
	{where(1 << roomsTab), "PREFILL DECODE", "the instance of each side; – no line of that side"},
	{where(1 << roomsTab), "FND F4+2", "findings that name the room: F4 and two more; – none"},
	{where(1<<roomsTab | 1<<roomPage), "?", "at the end of a bar: still open when observation ended"},
	{where(1 << roomPage), "its lines  ● ▲", "lines about the room on this side: ● proves a finding, ▲ any other"},
	{where(1<<roomPage | 1<<findingsTab), "✖  ✔", "never seen, or refuted; confirmed, or clear"},

	{where(1 << findingPage), "✔  ✖  ?", "a step that is proven, that did not happen, that is not decided"},
	{where(1 << findingPage), "→  ←", "leads on: enter goes there, or how to close what is missing; what explains it"},
	{where(1 << findingPage), "order not proven", "two stamps are too coarse to say which came first"},
	{where(1 << findingsTab), "85%", "how much of the window the rule could have seen its anchor in"},
	{where(1 << findingsTab), "· not observed", "the rule could not be judged, which is not good news"},

	{listing | judged, "~14:01:55", "a line without a stamp: its time is that of the lines around it"},
	{where(1 << sourcesTab), "█  ·  ~", "observed; not observed; scrapes that failed"},
	{where(1 << sourcesTab), "!", "behind the tab's name: sources that could not be read, or whose zone is not known"},
	{everywhere, "…", "cut: not all of it fits"},
}

// legend is what the signs of the screen mean, then the states of rooms where they are drawn.
func (d *drawer) legend() [][2]string {
	w := where(1) << d.st.screen()
	out := [][2]string{{"signs of " + d.screenName(), ""}}
	for _, s := range signs {
		if s.where&w == 0 {
			continue
		}
		text := s.sign
		if strings.Contains(text, "%s") {
			text = fmt.Sprintf(text, d.share())
		}
		out = append(out, [2]string{text, s.means})
	}
	if w&ofRooms == 0 {
		return out
	}
	for _, s := range append(append([]string(nil), d.rooms.names...), d.rooms.life.Final...) {
		g := glyphOf(d.rooms.life, s)
		means := "the room is in " + s
		if d.rooms.life.IsFinal(s) {
			means = "the room ended in " + s
		} else if w&(1<<overview) == 0 {
			means += "; a small letter: worked out, not printed"
		}
		out = append(out, [2]string{string(g.letter) + " " + string(g.fill), means})
	}
	return out
}

// share is how the lane of states would write that all rooms are in one.
func (d *drawer) share() string {
	if len(d.rooms.names) == 0 {
		return "100%"
	}
	return string(glyphOf(d.rooms.life, d.rooms.names[0]).letter) + " 100%"
}
