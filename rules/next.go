package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"roomline/timeline"
)

// maxNext commands are listed.
const maxNext = 12

// next lists the commands that would let the tool judge what it could not: of inconclusive findings
// first, each source once with all the time that is missing of it.
func next(inc *timeline.Incident, res *Result) []string {
	if cmd := shiftCommand(inc); cmd != "" {
		return []string{cmd} // with the right zone the rest will look different
	}
	w := wants{inc: inc}
	for i := range res.Findings {
		f := &res.Findings[i]
		if f.Verdict != timeline.U && !(f.Verdict == timeline.T && f.Root == RootUnknown) {
			continue
		}
		for _, s := range f.Steps {
			for _, m := range s.Missing {
				w.add(m)
			}
		}
	}
	if len(res.Findings) > 0 {
		for i := range res.NotFired {
			for _, m := range res.NotFired[i].Missing {
				if m.Reason == NoSource && !m.Engine {
					w.add(m)
				}
			}
		}
	}
	return w.commands()
}

// wants are what is missing: of one source and kind once.
type wants struct {
	inc  *timeline.Incident
	list []Missing
}

func (w *wants) add(m Missing) {
	if m.Reason == NoSource && elsewhere(w.inc, m) {
		return // it is there: nothing to fetch
	}
	if scraped(w.inc, m.Source) && m.Reason != SeriesAbsent {
		m.Source, m.Reason = w.scrapedProcess(m.Source), ScrapeGap // whichever gap it is, scraping closes it
	}
	if m.Reason == SeriesReset || m.Reason == Frozen {
		m.Reason = ScrapeGap
	}
	for i := range w.list {
		have := &w.list[i]
		if have.Source == m.Source && have.Reason == m.Reason && have.Scrapes == m.Scrapes && (m.Reason != LogGap || have.After == m.After) {
			have.After, have.Until = earlier(have.After, m.After), later(have.Until, m.Until)
			return
		}
	}
	w.list = append(w.list, m)
}

// scrapedProcess is the process whose scrapes a source holds.
func (w *wants) scrapedProcess(path string) string {
	for i := range w.inc.Targets {
		if t := &w.inc.Targets[i]; !t.Logged && t.Source >= 0 && w.inc.Sources[t.Source].Path == path {
			return t.Base()
		}
	}
	return path
}

// earlier and later join two ends of spans; one that is open stays so.
func earlier(a, b timeline.Time) timeline.Time {
	if !a.Known() || !b.Known() {
		return timeline.NoTime
	}
	return min(a, b)
}

func later(a, b timeline.Time) timeline.Time {
	if !a.Known() || !b.Known() {
		return timeline.NoTime
	}
	return max(a, b)
}

func (w *wants) commands() []string {
	var out []string
	for _, m := range w.list {
		if cmd := command(w.inc, m); cmd != "" && !slices.Contains(out, cmd) && len(out) < maxNext {
			out = append(out, cmd)
		}
	}
	return out
}

// command is the next command for a reason, "" where none would help.
func command(inc *timeline.Incident, m Missing) string {
	switch m.Reason {
	case NoSource:
		role, instance, ok := strings.Cut(m.Source, "@")
		if !ok {
			role, instance = orRole(m.Source), "NAME"
		}
		if m.Scrapes {
			return fmt.Sprintf("roomline report --scrape %s@%s=PATH ... # no scrape of %s@%s was given", role, instance, role, instance)
		}
		return fmt.Sprintf("roomline report --source %s@%s=PATH ... # no log of %s@%s was given", role, instance, role, instance)
	case SourceEnded, SourceStartsLate, LogGap:
		return fmt.Sprintf("journalctl -u UNIT%s -o short-iso > MORE.log # what is missing of %s", since(m), m.Source)
	case ScrapeGap:
		return scrapeLoop(m.Source)
	case SeriesAbsent:
		return "curl -s http://HOST:PORT/metrics | grep -c '^sglang' # " + m.Source + " shows no such series: was it started with --enable-metrics?"
	}
	return ""
}

// scrapeLoop is what anybody can run beside a server.
func scrapeLoop(source string) string {
	return "while sleep 5; do echo \"# scraped_at $(date -u +%FT%TZ)\"; curl -s http://HOST:PORT/metrics; done >> SCRAPES.prom # without a gap, for " + source
}

// scraped says whether a source is one of scrapes.
func scraped(inc *timeline.Incident, path string) bool {
	for i := range inc.Sources {
		if inc.Sources[i].Path == path {
			return inc.Sources[i].Kind == "scrapes"
		}
	}
	return false
}

func orRole(r string) string {
	if r == "" || r == "any" {
		return "ROLE"
	}
	return r
}

func since(m Missing) string {
	out := ""
	if m.After.Known() {
		out += " --since '" + m.After.Std().Format(time.DateTime) + " UTC'"
	}
	if m.Until.Known() {
		out += " --until '" + m.Until.Std().Add(time.Second).Format(time.DateTime) + " UTC'"
	}
	return out
}
