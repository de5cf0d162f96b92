package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"roomline/timeline"
)

// fillRemedies says for each reason what would have closed it.
func fillRemedies(inc *timeline.Incident, ms []Missing) {
	for i := range ms {
		ms[i].Remedy = remedy(inc, ms[i])
	}
}

func remedy(inc *timeline.Incident, m Missing) string {
	span := spanText(m)
	switch m.Reason {
	case NoSource:
		if elsewhere(inc, m) {
			return fmt.Sprintf("what was given of %s is of another process, instance or group: check --source ROLE@INSTANCE=PATH and `group` in roomline.yaml", m.Source)
		}
		return sourceRemedy(m)
	case SourceStartsLate:
		if scraped(inc, m.Source) {
			return fmt.Sprintf("give the scrapes of %s%s", m.Source, span)
		}
		return fmt.Sprintf("give the earlier part of %s%s (an older rotation, journalctl --since)", m.Source, span)
	case SourceEnded:
		if scraped(inc, m.Source) {
			return fmt.Sprintf("give the scrapes of %s%s", m.Source, span)
		}
		return fmt.Sprintf("give the later part of %s%s, or captured_at in roomline.yaml if nothing was printed after it", m.Source, span)
	case LogGap:
		return fmt.Sprintf("give what is missing in %s%s (a rotated file, journalctl without rate limit)", m.Source, span)
	case ScrapeGap:
		return fmt.Sprintf("scrape %s without a gap%s: every 5 s, or declare its interval in roomline.yaml", m.Source, span)
	case SeriesAbsent:
		return fmt.Sprintf("no scrape of %s shows such a series: start it with --enable-metrics, or add its name to the pack's macros", m.Source)
	case SeriesReset:
		return "scrape process_start_time_seconds, or give the log of the process over that span"
	case Frozen:
		return fmt.Sprintf("nothing shows that %s was written%s: give the log of its process, or scrape a counter that moves with it", m.Source, span)
	case LevelOff:
		return fmt.Sprintf("start %s with --log-level debug", orProcess(m.Source))
	case EmitOnce:
		return "this line is printed once per process, or sampled: its silence proves nothing; use another signal"
	case RoomLinesDisabled:
		return fmt.Sprintf("start %s with --log-requests --log-requests-level 0 (and --enable-request-time-stats-logging)", orProcess(m.Source))
	case OrderAmbiguous:
		return "log with SGLANG_LOG_MS=true; if the two clocks agree, give a smaller skew"
	case TimeUncertain:
		return "keep the stamped lines around it: give the whole file"
	case ZoneUnknown:
		return zoneRemedy(inc, m.Source)
	case EntityUnknown:
		return "the line does not name its key: name the group in roomline.yaml, or use a build that prints it"
	case WindowOpen:
		return "wait, or collect for longer"
	case LifeEnded:
		return "the process was restarted (or ended) first: nothing later can tell"
	case ProofMissing:
		return "give the log that shows that the emitter ran, or start with --log-requests"
	case Conflict:
		return "two witnesses contradict each other: read both and check the clocks"
	case Capped:
		return "raise the cap: --max-hits"
	case RecordTruncated:
		return "the record is cut: give the whole of it"
	}
	return "wait: what is later than now minus the slack is not judged yet"
}

// elsewhere says whether something of the role was given that is missing here.
func elsewhere(inc *timeline.Incident, m Missing) bool {
	for i := range inc.Processes {
		p := &inc.Processes[i]
		if p.Role == m.Source && (!m.Scrapes && len(p.Streams) > 0 || m.Scrapes && len(p.Targets) > 0) {
			return true
		}
	}
	return false
}

func orProcess(s string) string {
	if s == "" {
		return "the process"
	}
	return s
}

func spanText(m Missing) string {
	switch {
	case m.After.Known() && m.Until.Known():
		return fmt.Sprintf(" from %s to %s", m.After, m.Until)
	case m.After.Known():
		return fmt.Sprintf(" from %s on", m.After)
	case m.Until.Known():
		return fmt.Sprintf(" until %s", m.Until)
	}
	return ""
}

func sourceRemedy(m Missing) string {
	role, instance, ok := strings.Cut(m.Source, "@")
	if !ok {
		instance = "NAME"
	}
	if role == "any" || role == "" {
		role = "ROLE"
	}
	if m.Scrapes {
		return fmt.Sprintf("give its scrapes: --scrape %s@%s=PATH (curl -s http://HOST:PORT/metrics every 5 s)", role, instance)
	}
	return fmt.Sprintf("give its log: --source %s@%s=PATH", role, instance)
}

func zoneRemedy(inc *timeline.Incident, source string) string {
	for _, z := range inc.Zones {
		s := inc.Stream(z.Stream)
		if s.Base() == source || s.Name == source || len(inc.Zones) == 1 {
			return fmt.Sprintf("%s: give --source %s or its zone", z.Why, shifted(s, z.Shift))
		}
	}
	return "give the zone of the source: --source ROLE@NAME,zone=ZONE=PATH (e.g. zone=Europe/Berlin)"
}

// shifted is the value of --source that moves a stream.
func shifted(s *timeline.Stream, by time.Duration) string {
	text := strings.TrimSuffix(strings.TrimSuffix(by.String(), "0s"), "0m")
	return fmt.Sprintf("%s,shift=%s=%s", s.Base(), text, s.Name)
}

// shiftCommand reads the incident again with every stream moved whose zone seems wrong.
func shiftCommand(inc *timeline.Incident) string {
	if len(inc.Zones) == 0 {
		return ""
	}
	cmd := "roomline report"
	for _, z := range inc.Zones {
		cmd += " --source " + shifted(inc.Stream(z.Stream), z.Shift)
	}
	return cmd + " ... # and the other sources; " + inc.Zones[0].Why
}

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
				if m.Reason == NoSource {
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
