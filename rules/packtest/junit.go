package packtest

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"roomline/rules"
)

// JUnitSuite is a pack with what came of its tests. Took says how long each outcome took.
type JUnitSuite struct {
	Name, File string
	Outcomes   []*Outcome
	Took       []time.Duration
	Laws       *Suite // nil: not asked for
	LawsTook   time.Duration
}

type (
	xmlSuites struct {
		XMLName  xml.Name   `xml:"testsuites"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Time     string     `xml:"time,attr"`
		Suites   []xmlSuite `xml:"testsuite"`
	}
	xmlSuite struct {
		Name     string    `xml:"name,attr"`
		Tests    int       `xml:"tests,attr"`
		Failures int       `xml:"failures,attr"`
		Errors   int       `xml:"errors,attr"`
		Skipped  int       `xml:"skipped,attr"`
		Time     string    `xml:"time,attr"`
		File     string    `xml:"file,attr"`
		Cases    []xmlCase `xml:"testcase"`
	}
	xmlCase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Time    string   `xml:"time,attr"`
		File    string   `xml:"file,attr"`
		Line    int      `xml:"line,attr,omitempty"`
		Failure *xmlText `xml:"failure"`
		Error   *xmlText `xml:"error"`
	}
	xmlText struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes suites in the XML that CI systems read as JUnit's: a testcase for each test, its failures
// in one text; and one for each law of each test that breaks one. Characters that XML cannot hold are spelt out.
func WriteJUnit(w io.Writer, suites []JUnitSuite) error {
	doc := xmlSuites{}
	all := time.Duration(0)
	for _, s := range suites {
		x, took := s.xml()
		doc.Suites = append(doc.Suites, x)
		doc.Tests, doc.Failures, doc.Errors = doc.Tests+x.Tests, doc.Failures+x.Failures, doc.Errors+x.Errors
		all += took
	}
	doc.Time = seconds(all)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *JUnitSuite) xml() (xmlSuite, time.Duration) {
	x := xmlSuite{Name: spelt(s.Name), File: spelt(s.File), Cases: []xmlCase{}}
	all := s.LawsTook
	for i, o := range s.Outcomes {
		x.add(s.outcome(o, s.Took[i]))
		all += s.Took[i]
	}
	if s.Laws != nil {
		x.add(s.laws()...)
	}
	x.Time = seconds(all)
	return x, all
}

func (x *xmlSuite) add(cases ...xmlCase) {
	for _, c := range cases {
		x.Tests++
		if c.Failure != nil {
			x.Failures++
		}
		if c.Error != nil {
			x.Errors++
		}
		x.Cases = append(x.Cases, c)
	}
}

func (s *JUnitSuite) outcome(o *Outcome, took time.Duration) xmlCase {
	c := xmlCase{Name: spelt(o.Test.Name), Class: spelt(s.Name), Time: seconds(took), File: spelt(s.File), Line: o.Test.Line}
	if o.Err != nil {
		c.Error = &xmlText{Message: "the test could not be run", Type: "test", Text: spelt(o.Err.Error())}
		return c
	}
	var lines []string
	for i := range o.Held {
		h := &o.Held[i]
		for _, d := range h.Differences {
			lines = append(lines, fmt.Sprintf("%s:%d: %s: %s: expected %s, got %s", s.File, h.Want.Line, h.Want.Rule, d.What, d.Want, d.Got))
		}
		if len(h.Differences) > 0 && h.Finding != nil {
			lines = append(lines, stepLines(h.Finding)...)
		}
	}
	if lines != nil {
		c.Failure = &xmlText{Message: fmt.Sprintf("%d of %d expectations failed", o.Failed(), len(o.Held)), Type: "expectation", Text: spelt(strings.Join(lines, "\n"))}
	}
	return c
}

// stepLines are the steps of the finding that was compared: the lines and samples that were seen, what speaks against
// a step, and why it is open.
func stepLines(f *rules.Finding) []string {
	lines := []string{"  of " + EntityText(f.Entity) + ", step by step:"}
	for i := range f.Steps {
		s := &f.Steps[i]
		lines = append(lines, "  "+s.ID+": "+s.Verdict.String())
		for _, e := range s.Evidence {
			lines = append(lines, "    "+EvidenceText(&e))
		}
		for _, x := range s.Against {
			lines = append(lines, "    against it: "+x.Says)
			for _, e := range x.Evidence {
				lines = append(lines, "      "+EvidenceText(&e))
			}
		}
		for _, m := range s.Missing {
			lines = append(lines, "    missing: "+strings.TrimSuffix(string(m.Reason)+", "+m.Source, ", "))
		}
	}
	return lines
}

// EvidenceText is a piece of evidence in one line: where it stands with the first line of its text, or what a series
// was.
func EvidenceText(e *rules.Evidence) string {
	c := e.Claim
	switch {
	case e.Hit != nil:
		line, _, more := strings.Cut(e.Text, "\n")
		if more {
			line += " ..."
		}
		return fmt.Sprintf("%s:%d  %s", e.Source, e.Hit.Ref.Line, line)
	case c.Silence:
		return fmt.Sprintf("silence of %s from %s to %s", c.Series, c.From, c.To)
	}
	return fmt.Sprintf("%s = %s, %s to %s, %d scrapes", c.Series, c.Value, c.From, c.To, c.Samples)
}

// laws are a case for each law: what broke it is one failure.
func (s *JUnitSuite) laws() []xmlCase {
	var out []xmlCase
	for _, law := range LawNames {
		c := xmlCase{Name: fmt.Sprintf("law: %s, %d variants, seed %d", law, s.Laws.Variants[law], s.Laws.Seed), Class: spelt(s.Name), Time: seconds(0), File: spelt(s.File)}
		var lines []string
		for _, b := range s.Laws.Broken {
			if b.Law == law {
				lines = append(append(lines, fmt.Sprintf("%s: %s: %s; %s", b.Test.Name, b.Rule, b.What, b.How)), b.Touched...)
			}
		}
		if lines != nil {
			c.Failure = &xmlText{Message: "the law is broken", Type: "law", Text: spelt(strings.Join(lines, "\n"))}
		}
		out = append(out, c)
	}
	return out
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// spelt spells out what XML 1.0 cannot hold, and what changes how other characters are shown: control characters,
// surrogates, bytes that are no UTF-8, bidi controls and other characters without a shape.
func spelt(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case r < ' ' && r != '\n' && r != '\t', r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r == 0xfffe || r == 0xffff, r > 0x7f && r <= 0xffff && hidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		case r > 0xffff && hidden(r):
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
}
