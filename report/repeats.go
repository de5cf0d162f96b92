package report

import (
	"fmt"
	"slices"

	"roomline/timeline"
)

// halfOf: what makes up so much of a source is said in the report too, not only among the sources.
const halfOf = 0.5

// repeats names the messages that make up much of a source, as noise: in full with what they say, else
// how each begins, and only what is half of the source or more.
func (p *printer) repeats(s *timeline.Source, all bool) {
	for i := range s.Repeats {
		r := &s.Repeats[i]
		if !all {
			if r.Share() >= halfOf {
				p.para(4, p.s.paint(yellow, "▲"), repeatHead(r)+": "+clip(Escape(r.Text), 80))
			}
			continue
		}
		p.para(4, p.s.paint(yellow, "▲"), repeatHead(r)+p.repeatPlace(s, r)+":")
		for _, t := range append([]string{r.Text}, r.With...) {
			p.para(7, "", Escape(t))
		}
	}
}

// repeatHead says how much it is.
func repeatHead(r *timeline.Repeat) string {
	what := "one message"
	if n := len(r.With); n > 0 {
		what = fmt.Sprintf("%d messages that come together", n+1)
	}
	return fmt.Sprintf("%s of its lines repeat %s, %s times", Share(r.Lines, r.Of), what, Grouped(r.Records))
}

// repeatPlace says where the first and the last stand.
func (p *printer) repeatPlace(s *timeline.Source, r *timeline.Repeat) string {
	at := func(t timeline.Time) string {
		if t.Known() {
			return p.clock.At(t) + " "
		}
		return ""
	}
	return fmt.Sprintf(" (first %s%s:%d, last %sline %d)", at(r.First), Escape(s.Path), r.Line, at(r.Last), r.LastLine)
}

type jsonRepeat struct {
	Text     string   `json:"text"`
	With     []string `json:"with"`
	Records  int64    `json:"records"`
	Lines    int64    `json:"lines"`
	Of       int64    `json:"of_lines"`
	Line     int64    `json:"line"`
	LastLine int64    `json:"last_line"`
	First    when     `json:"first"`
	Last     when     `json:"last"`
}

func repeatsOf(s *timeline.Source) []jsonRepeat {
	out := []jsonRepeat{}
	for i := range s.Repeats {
		r := &s.Repeats[i]
		out = append(out, jsonRepeat{r.Text, list(slices.Clone(r.With)), r.Records, r.Lines, r.Of, r.Line, r.LastLine, when(r.First), when(r.Last)})
	}
	return out
}
