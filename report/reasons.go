package report

import (
	"fmt"

	"roomline/rules"
)

// reasonWords say what a reason means, of the source that is named before it.
var reasonWords = map[rules.Reason]string{
	rules.NoSource:          "no log of it was given that could show this",
	rules.SourceStartsLate:  "its log begins later",
	rules.SourceEnded:       "its log ends earlier",
	rules.LogGap:            "a part of its log is missing",
	rules.ScrapeGap:         "it was not scraped without a gap",
	rules.SeriesAbsent:      "it was scraped, but shows no such series",
	rules.SeriesReset:       "the counter began anew, or nothing shows that it is one life",
	rules.Frozen:            "nothing shows that the value was written",
	rules.LevelOff:          "its log level hides the line",
	rules.EmitOnce:          "the line is printed once, or sampled",
	rules.RoomLinesDisabled: "it prints no lines about single rooms",
	rules.OrderAmbiguous:    "the stamps do not tell the order",
	rules.TimeUncertain:     "the time is not known well enough",
	rules.ZoneUnknown:       "the zone of its stamps is in doubt",
	rules.EntityUnknown:     "the line does not name its key",
	rules.WindowOpen:        "what was read ends before the window does",
	rules.LifeEnded:         "the process was restarted or ended first",
	rules.ProofMissing:      "all was observed, but nothing shows that the emitter ran",
	rules.Conflict:          "two witnesses contradict each other",
	rules.Capped:            "a cap left hits out",
	rules.RecordTruncated:   "the record is cut",
	rules.Late:              "it is too recent to be judged",
	rules.Interrupted:       "it was not judged: the run was interrupted before",
}

// scrapeWords are those of reasons where scrapes are missing, not a log.
var scrapeWords = map[rules.Reason]string{
	rules.NoSource:         "no scrape of it was given",
	rules.SourceStartsLate: "its scrapes begin later",
	rules.SourceEnded:      "its scrapes end earlier",
}

// Reason says what was not observed, where and when: the code, and what it means.
func Reason(m rules.Missing, c Clock) string {
	text := string(m.Reason)
	if m.Source != "" && m.Source != "any" {
		text += ", " + Escape(m.Source)
	}
	words := reasonWords[m.Reason]
	switch {
	case m.Source == "any" && m.Reason == rules.NoSource && !m.Scrapes: // a rule that takes the log of any role
		words = "no log was given that could show this"
	case m.Scrapes && scrapeWords[m.Reason] != "":
		words = scrapeWords[m.Reason]
	case m.Reason == rules.SeriesAbsent && m.Series != "":
		words = "it was scraped, but shows no " + Escape(rules.SeriesWords(m.Series)) + " as the rule asks for"
	}
	if words != "" {
		text += ": " + words
	}
	return text + span(m, c)
}

func span(m rules.Missing, c Clock) string {
	switch {
	case m.After.Known() && m.Until.Known():
		return fmt.Sprintf(" (%s to %s)", c.At(m.After), c.At(m.Until))
	case m.After.Known():
		return fmt.Sprintf(" (from %s on)", c.At(m.After))
	case m.Until.Known():
		return fmt.Sprintf(" (until %s)", c.At(m.Until))
	}
	return ""
}
