package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// Text writes the report for people: the incident in one line, a summary, roots with their evidence, the
// symptoms under them, what else was confirmed, what could not be decided and why, what was refuted,
// what did not fire, then rooms, sources, clocks, and the commands to run next.
func Text(w io.Writer, d *Document, s Style) error {
	p := newPrinter(w, d, s)
	p.head()
	p.summary()
	p.findings()
	p.notFired()
	p.rooms()
	p.sources()
	p.clocks()
	p.warnings()
	p.packs()
	p.next()
	return p.w.Flush()
}

// Quoted is the evidence whose text the report of findings shows: of ten thousand alike it is a few.
func Quoted(d *Document, s Style) []*rules.Evidence {
	p := newPrinter(io.Discard, d, s)
	p.quoted = map[*rules.Evidence]bool{}
	p.findings()
	var out []*rules.Evidence
	for i := range d.Result.Findings {
		for j := range d.Result.Findings[i].Steps {
			d.Result.Findings[i].Steps[j].Each(func(e *rules.Evidence) {
				if p.quoted[e] {
					out = append(out, e)
				}
			})
		}
	}
	return out
}

// printer writes lines. What comes from input is escaped where it is put in.
type printer struct {
	w     *bufio.Writer
	d     *Document
	inc   *timeline.Incident
	res   *rules.Result
	s     Style
	clock Clock
	byID  map[string]*rules.Finding
	shown map[string]bool // ids of findings that are written
	claim claimCache
	brief bool // of what is not confirmed less evidence is written
	zoned bool // how an assumed zone is corrected was said

	quoted map[*rules.Evidence]bool // if it is there, what was asked for is noted
}

func newPrinter(w io.Writer, d *Document, s Style) *printer {
	p := &printer{w: bufio.NewWriterSize(w, 64<<10), d: d, inc: d.Incident, res: d.Result, s: s, clock: NewClock(s, d.Incident.Window),
		byID: map[string]*rules.Finding{}, shown: map[string]bool{}, claim: claimCache{}}
	for i := range d.Result.Findings {
		p.byID[d.Result.Findings[i].ID] = &d.Result.Findings[i]
	}
	return p
}

// line writes one line; trailing blanks are dropped, so that goldens and diffs stay clean.
func (p *printer) line(text string) {
	p.w.WriteString(strings.TrimRight(text, " "))
	p.w.WriteByte('\n')
}

// section begins a part of the report.
func (p *printer) section(title, note string) {
	p.line("")
	if note == "" {
		p.line(p.s.paint(bold, title))
		return
	}
	p.para(0, p.s.paint(bold, title), note)
}

// para writes a label and an escaped text behind it, wrapped under itself.
func (p *printer) para(indent int, label, text string) {
	lead := strings.Repeat(" ", indent) + label
	if label != "" {
		lead += "  "
	}
	rest := strings.Repeat(" ", columns(lead))
	for _, l := range wrap(text, max(p.s.width()-columns(lead), 20)) {
		p.line(lead + l)
		lead = rest
	}
}

// prose writes a text of a pack as para does, each of its lines on lines of its own.
func (p *printer) prose(indent int, label, text string) {
	for i, l := range strings.Split(strings.TrimSpace(text), "\n") {
		if i > 0 {
			indent, label = indent+columns(label)+2*min(len(label), 1), ""
		}
		if l = strings.TrimSpace(l); l == "" {
			p.line("")
			continue
		}
		p.para(indent, label, Escape(l))
	}
}

// cut writes a line that does not fit only as far as it does.
func (p *printer) cut(indent int, text string) {
	p.line(strings.Repeat(" ", indent) + clip(text, p.s.width()-indent))
}

// more says how much of a list was left out.
func (p *printer) more(indent, n int, where string) {
	if n > 0 {
		p.line(strings.Repeat(" ", indent) + p.s.paint(faint, fmt.Sprintf("and %s more (%s)", Grouped(int64(n)), where)))
	}
}

// head is the incident in one line: window, sources, lines, verdicts.
func (p *printer) head() {
	lines, unread := int64(0), 0
	for i := range p.inc.Sources {
		lines += p.inc.Sources[i].Lines
		if p.inc.Sources[i].Error != "" {
			unread++
		}
	}
	var n [3]int
	for i := range p.res.Findings {
		n[p.res.Findings[i].Verdict]++
	}
	sources := Plural(len(p.inc.Sources), "source")
	if unread > 0 {
		sources += fmt.Sprintf(" (%d unread)", unread)
	}
	verdicts := fmt.Sprintf("%d confirmed, %d inconclusive, %d refuted", n[timeline.T], n[timeline.U], n[timeline.F])
	if k := len(p.res.Suppressed); k > 0 {
		verdicts += fmt.Sprintf(", %d suppressed", k)
	}
	window := p.inc.Window
	if window.Hi-window.Lo > 10*timeline.Second { // then decimals tell nothing
		window = timeline.Interval{Lo: window.Lo.Floor(timeline.Second), Hi: window.Hi.Floor(timeline.Second)}
	}
	p.line(fmt.Sprintf("%s  %s, %s  %s", p.s.paint(bold, p.clock.Window(window)), sources, Plural(int(lines), "line"), verdicts))
}

// clocks says how far clocks and zones are known to be off.
func (p *printer) clocks() {
	if len(p.inc.Skews)+len(p.inc.Zones) == 0 && !p.shifted() {
		return
	}
	p.section("CLOCKS", "")
	for i := range p.inc.Sources {
		if s := &p.inc.Sources[i]; s.Shift != 0 {
			p.para(2, "", fmt.Sprintf("%s is shifted by %s, as given", Escape(s.Path), signed(s.Shift)))
		}
	}
	for _, k := range p.inc.Skews {
		p.para(2, "", fmt.Sprintf("clock of %s ~ %s against %s from %s, within %s, not applied (--source %s,shift=%s=PATH applies it)", Escape(k.B), signed(k.By),
			Escape(k.A), Plural(k.Pairs, "room"), Duration(k.Within), Escape(k.B), -k.By))
	}
	for _, z := range p.inc.Zones {
		st := p.inc.Stream(z.Stream)
		p.para(2, "", fmt.Sprintf("%s: %s (%s)", Escape(st.Name), Escape(z.Why), Escape(rules.ShiftOf(p.inc, z))))
	}
}

func (p *printer) shifted() bool {
	for i := range p.inc.Sources {
		if p.inc.Sources[i].Shift != 0 {
			return true
		}
	}
	return false
}

// warnings says what was dropped, capped or guessed of the run as a whole.
func (p *printer) warnings() {
	list := warnings(p.d)
	if len(list) == 0 {
		return
	}
	p.section("WARNINGS", "what was dropped, capped or guessed")
	for _, w := range list {
		p.para(2, p.s.paint(yellow, "▲"), Escape(w))
	}
}

// next lists the commands to run to be able to judge what could not be; each is one line, to copy.
func (p *printer) next() {
	if len(p.res.Next) == 0 {
		return
	}
	p.section("NEXT", "to be able to judge what could not be")
	for _, n := range p.res.Next {
		p.line("  " + Escape(n))
	}
}
