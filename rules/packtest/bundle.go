package packtest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"roomline/timeline"
)

// Place says what a file of a bundle is.
type Place struct {
	Shown string // its name in the test
	Log   int    // index in Case.Logs, -1 of a target
	File  int    // index in Log.Files
}

// Bundle gives the files of a case as an incident has them on disk, the manifest among them, and what each is.
// Logs that are missing are listed, but not there.
func (c *Case) Bundle() (files map[string]string, places map[string]Place) {
	files, places = map[string]string{}, map[string]Place{}
	var m strings.Builder
	m.WriteString("version: 1\n")
	if c.CapturedAt.Known() {
		fmt.Fprintf(&m, "captured_at: %s\n", c.CapturedAt)
	}
	if len(c.Marks) > 0 {
		m.WriteString("marks:\n")
		for _, k := range slices.Sorted(maps.Keys(c.Marks)) {
			fmt.Fprintf(&m, "  %s: %s\n", strconv.Quote(k), c.Marks[k])
		}
	}
	if len(c.Logs)+len(c.Targets) > 0 {
		m.WriteString("sources:\n")
	}
	for i := range c.Logs {
		c.addLog(&m, i, files, places)
	}
	for i := range c.Targets {
		c.addTarget(&m, i, files, places)
	}
	files["roomline.yaml"] = m.String()
	return files, places
}

func (c *Case) addLog(m *strings.Builder, i int, files map[string]string, places map[string]Place) {
	l := &c.Logs[i]
	for k, f := range l.Files {
		name, shown, more := fmt.Sprintf("l%d.log", i), l.Name, ""
		if n := len(l.Files) - 1 - k; n > 0 {
			name, shown = fmt.Sprintf("%s.%d", name, n), fmt.Sprintf("%s.%d", shown, n)
		}
		if l.Shift != 0 {
			more = ", shift: " + l.Shift.String()
		}
		if c.CapturedAt.Known() && k == len(l.Files)-1 && l.Captured >= 0 {
			more += fmt.Sprintf(", bytes: %d", l.Captured)
		}
		entry(m, name, l.Source, more)
		places[name] = Place{shown, i, k}
		if !l.Missing {
			files[name] = f.text()
		}
	}
}

func (c *Case) addTarget(m *strings.Builder, i int, files map[string]string, places map[string]Place) {
	t := &c.Targets[i]
	name, more := fmt.Sprintf("m%d.prom", i), ", kind: scrapes"
	if t.Interval > 0 {
		more += ", interval: " + t.Interval.String()
	}
	if t.Shift != 0 {
		more += ", shift: " + t.Shift.String()
	}
	entry(m, name, t.Source, more)
	places[name] = Place{t.Source, -1, 0}
	if len(t.Scrapes) > 0 {
		files[name] = t.Exposition()
	}
}

func entry(m *strings.Builder, name, source, more string) {
	role, instance, group := owner(source)
	fmt.Fprintf(m, "  - {path: %s, role: %s, instance: %s, group: %s%s}\n", name, strconv.Quote(role), strconv.Quote(instance), strconv.Quote(group), more)
}

// Exposition is what was scraped of a target, one scrape after the other.
func (t *Target) Exposition() string {
	var b strings.Builder
	for _, s := range t.Scrapes {
		fmt.Fprintf(&b, "# scraped_at %s\n", s.At)
		if s.Failed {
			b.WriteString("# scrape_error connection refused\n")
			continue
		}
		for _, x := range s.Samples {
			b.WriteString(x.Series + " " + x.Value + "\n")
		}
	}
	return b.String()
}

// LineIDs are the ids of the lines that a record of a file takes.
func (c *Case) LineIDs(p Place, ref timeline.Ref) []int {
	var out []int
	end := int64(0)
	for _, l := range c.Logs[p.Log].Files[p.File].Lines {
		begin := end
		end += int64(len(l.Text)) + 1
		if begin < ref.Offset+int64(ref.Length) && ref.Offset < end && l.ID > 0 {
			out = append(out, l.ID)
		}
	}
	return out
}

// line gives a line of the case by its id.
func (c *Case) line(id int) (source string, l Line) {
	for i := range c.Logs {
		for _, l := range c.Logs[i].lines() {
			if l.ID == id {
				return c.Logs[i].Name, l
			}
		}
	}
	return "", Line{}
}
