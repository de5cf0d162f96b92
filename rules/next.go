package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"roomline/timeline"
)

// maxNext commands are listed, and how many more there are.
const maxNext = 12

// next lists the commands that would let the tool judge what it could not: each source once with all the time that
// is missing of it, first what the gravest inconclusive finding hangs on.
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
				w.add(m, f)
			}
		}
	}
	if len(res.Findings) > 0 {
		for i := range res.NotFired {
			for _, m := range res.NotFired[i].Missing {
				if m.Reason == NoSource && !m.Engine {
					w.add(m, nil)
				}
			}
		}
	}
	return w.commands()
}

// wants are what is missing: of one source and kind once.
type wants struct {
	inc  *timeline.Incident
	list []want
}

// want is what is missing of a source, with the findings that hang on it; none: only rules that did not fire do.
type want struct {
	Missing
	findings []*Finding
}

func (w *wants) add(m Missing, f *Finding) {
	if m.Reason == NoSource && elsewhere(w.inc, m) {
		return // it is there: nothing to fetch
	}
	if scraped(w.inc, m.Source) && m.Reason != SeriesAbsent {
		m.Source, m.Reason, m.Scrapes = w.scrapedProcess(m.Source), ScrapeGap, false // whichever gap it is, scraping closes it
	}
	if m.Reason == SeriesReset || m.Reason == Frozen {
		m.Reason = ScrapeGap
	}
	for i := range w.list {
		have := &w.list[i]
		if have.Source == m.Source && have.Reason == m.Reason && have.Scrapes == m.Scrapes && (m.Reason != LogGap || have.After == m.After) {
			have.After, have.Until = earlier(have.After, m.After), later(have.Until, m.Until)
			have.note(f)
			return
		}
	}
	x := want{Missing: m}
	x.note(f)
	w.list = append(w.list, x)
}

func (x *want) note(f *Finding) {
	if f != nil && (len(x.findings) == 0 || x.findings[len(x.findings)-1] != f) {
		x.findings = append(x.findings, f)
	}
}

// rank orders by the gravest finding that a command may decide.
func (x *want) rank() int {
	best := len(Severities)
	for _, f := range x.findings {
		best = min(best, slices.Index(Severities, f.Severity))
	}
	return best
}

// decides names what a command may decide: the gravest of the findings, and how many more.
func (x *want) decides() string {
	if len(x.findings) == 0 {
		return ""
	}
	best := x.findings[0]
	for _, f := range x.findings {
		if slices.Index(Severities, f.Severity) < slices.Index(Severities, best.Severity) {
			best = f
		}
	}
	text := fmt.Sprintf("; may decide %s (%s, %s)", best.ID, best.Rule, best.Severity)
	if n := len(x.findings) - 1; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
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
	slices.SortStableFunc(w.list, func(a, b want) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(len(b.findings), len(a.findings)))
	})
	var out, had []string
	for i := range w.list {
		x := &w.list[i]
		cmd := command(w.inc, x.Missing)
		if cmd != "" && !slices.Contains(had, cmd) {
			out, had = append(out, cmd+comment(x.decides())), append(had, cmd)
		}
	}
	if left := len(out) - maxNext; left > 0 {
		out = append(out[:maxNext], fmt.Sprintf("# %d more commands are not listed: `roomline why FINDING` names what each finding lacks", left))
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
		flag, what := "--source", "log"
		if m.Scrapes {
			flag, what = "--scrape", "scrape"
		}
		return fmt.Sprintf("roomline report %s %s=PATH ... # no %s of %s was given", flag, ShellWord(role+"@"+instance), what, comment(role+"@"+instance))
	case SourceEnded, SourceStartsLate, LogGap:
		return fetchLog(inc, m) + " # what is missing of " + comment(m.Source)
	case ScrapeGap:
		return scrapeLoop(m.Source)
	case SeriesAbsent:
		return absentCommand(inc, m)
	}
	return ""
}

// scrapeLoop is what anybody can run beside a server.
func scrapeLoop(source string) string {
	return "while sleep 5; do echo \"# scraped_at $(date -u +%FT%TZ)\"; curl -s http://HOST:PORT/metrics; done >> " + fileOf(source) + ".prom # without a gap, for " + comment(source)
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

// clockText is a time as journalctl and docker take it, in UTC.
func clockText(t timeline.Time) string { return t.Std().UTC().Format(time.DateTime) + " UTC" }

// absentCommand looks whether a server shows any series of an engine, where no scrape does; where some do, it names
// them with what was sought.
func absentCommand(inc *timeline.Incident, m Missing) string {
	want := soughtSeries(m.Series)
	if len(want) == 0 || strings.HasPrefix(m.Series, loggedPrefix) {
		return ""
	}
	engine := want[0].engine()
	have := scrapedNames(inc, m.Source)
	if !slices.ContainsFunc(have, func(n string) bool { return engineOf(n) == engine }) {
		if slices.ContainsFunc(have, func(n string) bool { return strings.Contains(n, ":") }) {
			return "" // another engine's
		}
		return fmt.Sprintf("curl -s http://HOST:PORT/metrics | grep -c %s # %s shows no %s series: was it started with %s?", ShellWord("^"+engine), comment(m.Source), comment(engine), metricsFlag(engine))
	}
	words := wordsOf(want[0].name)
	if len(words) == 0 {
		return ""
	}
	return fmt.Sprintf("curl -s http://HOST:PORT/metrics | grep %s # %s shows no %s: has it another name?", ShellWord(words[0]), comment(m.Source), comment(want[0].name))
}
