package rules_test

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"roomline/timeline"
)

// story is a small incident: logs and scrape targets, as they would lie on disk.
type story struct {
	logs     []*storyLog
	targets  []*storyTarget
	captured timeline.Time // of the bundle
	marks    map[string]timeline.Time
	zoneless bool // nothing tells the zone of its logs
}

// storyLog is one stream of a process.
type storyLog struct {
	role, instance, tag string // the tag tells files of one process apart
	captured            timeline.Time
	size                int // that the manifest noted; -1: none
	missing             bool
	life                int
	lines               []storyLine
	name                string // of its newest file; "" for one made of the others
	shift               time.Duration
}

// storyLine is one physical line. Things that were printed keep their number through a removal.
type storyLine struct {
	id    string // "" is a marker of the suppression kind
	thing int    // -1: none
	text  string
	cut   int // files that begin here: 1 the next one of the rotation, 2 one is missing between
}

const suppressed = "-- Suppressed 7 messages"

// storyTarget is one scraped endpoint.
type storyTarget struct {
	role, instance string
	interval       time.Duration
	scrapes        []storyScrape
}

type storyScrape struct {
	at      timeline.Time
	ok      bool
	samples []storySample
}

type storySample struct {
	name, rank string // rank "" for none
	value      float64
}

func (s storySample) key() string { return s.name + "{" + s.rank + "}" }

func (l *storyLog) base() string { return l.role + "@" + l.instance }

// path is the name of its newest file.
func (l *storyLog) path() string {
	if l.name != "" {
		return l.name
	}
	name := l.role + "-" + l.instance
	if l.tag != "" {
		name += "-" + l.tag
	}
	return name + ".log"
}

// files are the files of the rotation, oldest first: number (0 is the newest) and lines.
func (l *storyLog) files() (numbers []int, parts [][]storyLine) {
	total := 0
	for _, x := range l.lines {
		total += x.cut
	}
	n := total
	numbers, parts = []int{n}, [][]storyLine{nil}
	for _, x := range l.lines {
		if x.cut > 0 {
			n -= x.cut
			numbers, parts = append(numbers, n), append(parts, nil)
		}
		last := len(parts) - 1
		if x.text != "" {
			parts[last] = append(parts[last], x)
		}
	}
	return numbers, parts
}

func textOf(lines []storyLine) string {
	var b strings.Builder
	for _, x := range lines {
		b.WriteString(x.text + "\n")
	}
	return b.String()
}

// bundle is the story as files, the manifest among them.
func (s *story) bundle() map[string]string {
	out := map[string]string{}
	var m strings.Builder
	m.WriteString("version: 1\n")
	if s.captured.Known() {
		fmt.Fprintf(&m, "captured_at: %s\n", s.captured)
	}
	if len(s.marks) > 0 {
		m.WriteString("marks:\n")
		for _, k := range sortedKeys(s.marks) {
			fmt.Fprintf(&m, "  %s: %s\n", k, s.marks[k])
		}
	}
	m.WriteString("sources:\n")
	for _, l := range s.logs {
		l.files_(&m, out, !s.zoneless)
	}
	for _, t := range s.targets {
		name := t.role + "-" + t.instance + ".prom"
		more := ""
		if t.interval > 0 {
			more = fmt.Sprintf(", interval: %s", t.interval)
		}
		fmt.Fprintf(&m, "  - {path: %s, role: %s, instance: %s, group: g0, kind: scrapes%s}\n", name, t.role, t.instance, more)
		if len(t.scrapes) > 0 {
			out[name] = t.exposition()
		}
	}
	out["roomline.yaml"] = m.String()
	return out
}

func (l *storyLog) files_(m *strings.Builder, out map[string]string, zone bool) {
	numbers, parts := l.files()
	for i, n := range numbers {
		name, more, text := l.path(), "", textOf(parts[i])
		if n > 0 {
			name = fmt.Sprintf("%s.%d", name, n)
		}
		if l.captured.Known() && n == 0 {
			more = fmt.Sprintf(", captured_at: %s", l.captured)
			if l.size >= 0 {
				more += fmt.Sprintf(", bytes: %d", l.size)
			}
		}
		if l.life > 0 {
			more += fmt.Sprintf(", life: %d", l.life)
		}
		if l.shift != 0 {
			more += ", shift: " + l.shift.String()
		}
		if zone {
			more += ", zone: UTC"
		}
		fmt.Fprintf(m, "  - {path: %s, role: %s, instance: %s, group: g0%s}\n", name, l.role, l.instance, more)
		if !l.missing {
			out[name] = text
		}
	}
}

func (t *storyTarget) exposition() string {
	var b strings.Builder
	for _, sc := range t.scrapes {
		fmt.Fprintf(&b, "# scraped_at %s\n", sc.at)
		if !sc.ok {
			b.WriteString("# scrape_error connection refused\n")
			continue
		}
		b.WriteString("python_info{implementation=\"CPython\"} 1\n")
		for _, x := range sc.samples {
			fmt.Fprintf(&b, "%s %v\n", x.series(), x.value)
		}
	}
	return b.String()
}

func (s storySample) series() string {
	if s.rank == "" {
		return s.name
	}
	return fmt.Sprintf("%s{tp_rank=%q}", s.name, s.rank)
}

var storyHeader = regexp.MustCompile(`^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.(\d{3}))?((?: [A-Z_]+\d+)*)\] ?`)

// stampOf is when a line was printed, by its own header.
func stampOf(text string) (span timeline.Interval, rank, message string, ok bool) {
	m := storyHeader.FindStringSubmatch(text)
	if m == nil {
		return span, "", text, false
	}
	layout, value, width := "2006-01-02 15:04:05", m[1], timeline.Second
	if m[2] != "" {
		layout, value, width = layout+".000", value+"."+m[2], timeline.Second/1000
	}
	at, err := time.Parse(layout, value)
	if err != nil {
		return span, "", text, false
	}
	lo := timeline.FromStd(at)
	return timeline.Interval{Lo: lo, Hi: lo + width}, strings.TrimSpace(m[3]), text[len(m[0]):], true
}
