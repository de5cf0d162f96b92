package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// maxSources is how many sources the report lists.
const maxSources = 40

// sources is how each file was read.
func (p *printer) sources() {
	p.section("SOURCES", "")
	p.sourceTable(maxSources, false)
}

// Sources writes the table of sources with all that is known of each: holes and samples of what was
// not understood too.
func Sources(w io.Writer, d *Document, s Style) error {
	p := newPrinter(w, d, s)
	p.sourceTable(len(p.inc.Sources), true)
	p.clocks()
	p.warnings()
	return p.w.Flush()
}

func (p *printer) sourceTable(limit int, all bool) {
	order := p.sourceOrder(limit)
	for n, i := range order {
		if n == limit {
			p.more(2, len(order)-limit, "roomline sources lists all")
			return
		}
		p.source(&p.inc.Sources[i], timeline.SourceID(i), all)
	}
}

// sourceOrder is the order given; where not all are listed, those that could not be read come first:
// they must not be cut off.
func (p *printer) sourceOrder(limit int) []int {
	order := make([]int, len(p.inc.Sources))
	for i := range order {
		order[i] = i
	}
	if len(order) > limit {
		unread := func(i int) int { return map[bool]int{true: 0, false: 1}[p.inc.Sources[i].Error != ""] }
		slices.SortStableFunc(order, func(a, b int) int { return unread(a) - unread(b) })
	}
	return order
}

// source is one source: what it is in a line, then whatever is to be said of it.
func (p *printer) source(s *timeline.Source, id timeline.SourceID, all bool) {
	p.line("  " + p.s.paint(bold, Escape(s.Path)))
	if s.Error != "" {
		p.para(4, p.s.paint(red, "✗ not read:"), Escape(s.Error))
	}
	if s.Kind == "" {
		return
	}
	p.para(4, "", p.sourceFacts(s))
	if c := p.cover(s, id); c != "" {
		p.para(4, "", c)
	}
	for _, n := range p.guesses(s) {
		p.para(4, p.s.paint(yellow, "▲"), n)
	}
	for _, n := range Notes(p.inc, s) {
		p.para(4, p.s.paint(yellow, "▲"), Escape(n))
	}
	p.repeats(s, all)
	if all {
		p.unparsed(s)
	}
}

// sourceFacts: process and how it was found out, format, wrapper, zone, size.
func (p *printer) sourceFacts(s *timeline.Source) string {
	format := Escape(s.Format)
	if s.Wrapper != "" {
		format += " in " + Escape(s.Wrapper)
	}
	process := fmt.Sprintf("%s (%s)", Escape(s.Role+"@"+s.Instance), Escape(orElse(s.RoleFrom, "nothing tells the role")))
	if s.Group != "" {
		process += " group " + Escape(s.Group)
	}
	unparsed := ""
	if s.Unparsed > 0 {
		unparsed = fmt.Sprintf("%s unparsed (%s)", Plural(int(s.Unparsed), "line"), Share(s.Unparsed, s.Lines))
	}
	ranks := ""
	if n := len(s.Ranks); n > 3 {
		ranks = fmt.Sprintf("%d ranks, %s to %s", n, Escape(s.Ranks[0]), Escape(s.Ranks[n-1]))
	} else if n > 0 {
		ranks = "rank " + Escape(strings.Join(s.Ranks, ", "))
	}
	what := Plural(int(s.Records), "record")
	if s.Kind == "scrapes" {
		what = Plural(int(s.Records), "scrape")
	}
	zone := ""
	if s.Zone != "" {
		zone = fmt.Sprintf("zone %s (%s)", Escape(s.Zone), Escape(s.ZoneFrom))
	}
	return join(" · ", process, format, zone, what, Plural(int(s.Lines), "line"), size(s.Bytes), unparsed, ranks)
}

// cover says what of the time a source observed, and its holes.
func (p *printer) cover(s *timeline.Source, id timeline.SourceID) string {
	if !known(s.First).Known() {
		if s.Records == 0 && s.Lines > 0 || slices.ContainsFunc(s.Notes, func(n string) bool { return strings.HasPrefix(n, "no record") }) {
			return "" // it may well have stamps: the note says why there are none here
		}
		return "no stamp: nothing tells when its lines were printed"
	}
	text := "covers " + p.clock.At(s.First)
	if s.Last > s.First {
		text += " to " + p.clock.At(s.Last)
	}
	gaps := gapsOf(p.inc, id)
	const shown = 3
	for i, g := range gaps {
		if i == shown {
			text += fmt.Sprintf(", and %d more gaps", len(gaps)-shown)
			break
		}
		text += fmt.Sprintf(", %s %s to %s", strings.ReplaceAll(g.Why, "_", " "), p.clock.At(timeline.Time(g.After)), p.clock.At(timeline.Time(g.Until)))
	}
	return text
}

// guesses name what was guessed, with the flag that corrects it; of zones only at the first source, since
// most often all are of one.
func (p *printer) guesses(s *timeline.Source) []string {
	flag := "--source"
	if s.Kind == "scrapes" {
		flag = "--scrape"
	}
	var out []string
	path := Escape(rules.ShellWord(s.Path))
	file, shared := p.inc.FileOf(s.Path)
	switch unknown := s.Role == "unknown" || s.Role == ""; {
	case !unknown && !guessed(s.RoleFrom):
	case shared:
		out = append(out, "nothing sure tells the role; "+flag+" would give one to all logs of its file: write this one into a file of its own")
	case unknown:
		out = append(out, fmt.Sprintf("the role is not known; %s ROLE@%s=%s tells it", flag, Escape(orElse(s.Instance, "NAME")), path))
	default:
		out = append(out, fmt.Sprintf("the role is guessed from its %s; %s ROLE@%s=%s corrects it", Escape(s.RoleFrom), flag, Escape(s.Instance), path))
	}
	if s.ZoneFrom == "assumed" && s.Kind != "scrapes" && !p.zoned {
		p.zoned = true
		how := fmt.Sprintf("--source %s,zone=ZONE=%s corrects", Escape(s.Role+"@"+s.Instance), path)
		if shared {
			how = Escape(rules.InManifest(file, "zone: ZONE")) + " corrects"
		}
		out = append(out, "the zone is assumed; "+how+" the stamps (e.g. zone=Europe/Berlin) if they are not UTC")
	}
	return out
}

// guessed says whether a role was taken from a name: what people call a file is no proof.
func guessed(from string) bool {
	return strings.HasPrefix(from, "name ")
}

func (p *printer) unparsed(s *timeline.Source) {
	if len(s.UnparsedSamples) == 0 {
		return
	}
	p.line("    lines that were not understood:")
	for _, u := range s.UnparsedSamples {
		p.cut(6, Escape(strings.TrimRight(u, "\n")))
	}
	p.more(6, int(s.Unparsed)-len(s.UnparsedSamples), "they are not kept")
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
