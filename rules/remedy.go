package rules

import (
	"fmt"
	"strconv"
	"strings"

	"roomline/timeline"
)

// fill says for each reason what would have closed it.
func (r *remedier) fill(ms []Missing) {
	for i := range ms {
		ms[i].Remedy = r.remedy(ms[i])
	}
}

func (r *remedier) remedy(m Missing) string {
	inc := r.inc
	span := spanText(m)
	switch m.Reason {
	case NoSource:
		if m.Engine {
			return fmt.Sprintf("if %s is part of it, give its logs or scrapes: nothing that was given is of it", m.Source)
		}
		if elsewhere(inc, m) {
			return fmt.Sprintf("what was given of %s is of another process, instance or group: check --source ROLE@INSTANCE=PATH and `group` in roomline.yaml", m.Source)
		}
		return sourceRemedy(m)
	case SourceStartsLate:
		if m.Scrapes || scraped(inc, m.Source) {
			return fmt.Sprintf("give the scrapes of %s%s", m.Source, span)
		}
		return fmt.Sprintf("give the earlier part of %s%s (an older rotation, journalctl --since)", m.Source, span)
	case SourceEnded:
		if m.Scrapes || scraped(inc, m.Source) {
			return fmt.Sprintf("give the scrapes of %s%s", m.Source, span)
		}
		return fmt.Sprintf("give the later part of %s%s, or captured_at in roomline.yaml if nothing was printed after it", m.Source, span)
	case LogGap:
		return fmt.Sprintf("give what is missing in %s%s (a rotated file, journalctl without rate limit)", m.Source, span)
	case ScrapeGap:
		return fmt.Sprintf("scrape %s without a gap%s: every 5 s, or declare its interval in roomline.yaml", m.Source, span)
	case SeriesAbsent:
		return r.absent(m)
	case SeriesReset:
		return "scrape process_start_time_seconds, or give the log of the process over that span"
	case Frozen:
		return fmt.Sprintf("nothing shows that %s was written%s: give the log of its process, or scrape a counter that moves with it", m.Source, span)
	case LevelOff:
		return fmt.Sprintf("start %s with --log-level debug", orProcess(m.Source))
	case EmitOnce:
		return "this line is printed once per process, or sampled: its silence proves nothing; use another signal"
	case RoomLinesDisabled:
		return "start " + orProcess(m.Source) + showRooms(inc, m.Source)
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
		return "give the log that shows that the emitter ran, or start" + showRooms(inc, m.Source)
	case Conflict:
		return "two witnesses contradict each other: read both and check the clocks"
	case Capped:
		return "raise the cap: --max-hits"
	case RecordTruncated:
		return "the record is cut: give the whole of it"
	case Interrupted:
		return "let it run to the end"
	}
	return "wait: what is later than now minus the slack is not judged yet"
}

// showRooms is what an operator gives an engine so that it prints lines about single rooms; the pack of
// the engine knows.
func showRooms(inc *timeline.Incident, source string) string {
	lc := inc.Lifecycle
	for i := range inc.Processes {
		if p := &inc.Processes[i]; p.Base() == source && p.Lifecycle != nil {
			lc = p.Lifecycle
		}
	}
	switch {
	case lc == nil || lc.Flags[1] == "" && lc.Flags[2] == "":
		return " with its requests logged"
	case lc.Flags[2] == "":
		return " with " + lc.Flags[1]
	case lc.Flags[1] == "":
		return " with " + lc.Flags[2]
	}
	return " with " + lc.Flags[2] + " (and " + lc.Flags[1] + ")"
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
			return fmt.Sprintf("%s: give %s or its zone", z.Why, ShiftOf(inc, z))
		}
	}
	return "give the zone of the source: --source ROLE@NAME,zone=ZONE=PATH (e.g. zone=Europe/Berlin)"
}

// ShiftOf is the flag that moves a stream; of one that shares its file with others a flag cannot, but a manifest can.
func ShiftOf(inc *timeline.Incident, z timeline.ZoneDoubt) string {
	s := inc.Stream(z.Stream)
	by := strings.TrimSuffix(strings.TrimSuffix(z.Shift.String(), "0s"), "0m")
	if file, shared := inc.FileOf(s.Name); shared {
		return InManifest(file, "shift: "+by)
	}
	return "--source " + ShellWord(fmt.Sprintf("%s,shift=%s=%s", s.Base(), by, s.Name))
}

// InManifest is the entry of a roomline.yaml that tells of a file what no flag can.
func InManifest(file, tells string) string {
	file = file[strings.LastIndexAny(file, "/!")+1:]
	if strings.ContainsAny(file, " #,:{}[]'\"") {
		file = strconv.Quote(file)
	}
	return fmt.Sprintf("{path: %s, %s} in a roomline.yaml beside it", file, tells)
}

// shiftCommand reads the incident again with every stream moved whose zone seems wrong.
func shiftCommand(inc *timeline.Incident) string {
	cmd := "roomline report"
	for _, z := range inc.Zones {
		if _, shared := inc.FileOf(inc.Stream(z.Stream).Name); shared {
			return "" // no flag moves it
		}
		cmd += " " + ShiftOf(inc, z)
	}
	if len(inc.Zones) == 0 {
		return ""
	}
	return cmd + " ... # " + comment(inc.Zones[0].Why)
}
