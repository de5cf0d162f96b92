package packtest_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"roomline/rules"
	"roomline/rules/packtest"
	"roomline/timeline"
)

// The common shape of JUnit's files, as CI systems read it: nothing else stands in them.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string `xml:"name,attr"`
		Class   string `xml:"classname,attr"`
		Time    string `xml:"time,attr"`
		Failure *struct {
			Message string `xml:"message,attr"`
			Text    string `xml:",chardata"`
		} `xml:"failure"`
		Error *struct {
			Message string `xml:"message,attr"`
			Text    string `xml:",chardata"`
		} `xml:"error"`
	}
)

// allowed are the attributes and children that the schema common to CI systems (junit-10) knows.
var allowed = map[string]string{
	"testsuites": "tests failures errors time testsuite", "testsuite": "name tests failures errors skipped time file testcase",
	"testcase": "name classname time file line failure error", "failure": "message type", "error": "message type",
}

// evilFinding is what was compared, with steps of all verdicts.
func evilFinding(evil string) *rules.Finding {
	hit := rules.Evidence{Hit: &timeline.Hit{Ref: timeline.Ref{Line: 7}}, Source: "p.log", Text: evil + "second"}
	return &rules.Finding{Standing: &rules.Standing{}, Shown: &rules.Shown{Entity: []rules.KV{{Key: "process", Value: evil}}, Steps: []rules.Step{
		{ID: "began", Verdict: timeline.T, Evidence: []rules.Evidence{hit}},
		{ID: "held", Verdict: timeline.F, Against: []rules.Contradiction{{Says: "q must be > 0, and was 0", Evidence: []rules.Evidence{{Claim: &rules.Claim{Series: "p q", Value: "0", Samples: 1}}}}}},
		{ID: "then", Verdict: timeline.U, Missing: []rules.Missing{{Reason: rules.SourceEnded, Source: "p.log"}}}}}}
}

func TestJUnit(t *testing.T) {
	evil := "a <b> & \"c\" ]]> \x00\x1b[31m\u202e\ufffe \xff 'd'\r\n"
	ok := &packtest.Outcome{Test: &rules.Test{Name: "fine", Line: 3}, Held: []packtest.Held{{Want: &rules.Expect{Rule: "r"}}}}
	bad := &packtest.Outcome{Test: &rules.Test{Name: evil, Line: 9}, Held: []packtest.Held{
		{Want: &rules.Expect{Rule: evil, Line: 11}, Differences: []packtest.Difference{{What: "verdict", Want: "refuted", Got: evil}}, Finding: evilFinding(evil)}, {Want: &rules.Expect{Rule: "r"}}}}
	gone := &packtest.Outcome{Test: &rules.Test{Name: "cannot run", Expect: []rules.Expect{{}, {}}}, Err: errors.New(evil)}
	laws := &packtest.Suite{Seed: 7, Variants: map[string]int{packtest.LawRemoval: 12}, Broken: []packtest.Breach{{Test: ok.Test, Law: packtest.LawRemoval, Rule: evil, What: "confirmed -> refuted", How: evil, Touched: []string{evil}}}}
	var b bytes.Buffer
	err := packtest.WriteJUnit(&b, []packtest.JUnitSuite{
		{Name: evil, File: "p.yaml", Outcomes: []*packtest.Outcome{ok, bad, gone}, Took: []time.Duration{time.Second / 4, 0, 0}, Laws: laws},
		{Name: "empty"},
	})
	if err != nil {
		t.Fatal(err)
	}
	checkShape(t, b.Bytes())
	var doc junitSuites
	if err := xml.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Tests != 8 || doc.Failures != 2 || doc.Errors != 1 || len(doc.Suites) != 2 || len(doc.Suites[0].Cases) != 8 {
		t.Errorf("%+v", doc)
	}
	c := doc.Suites[0].Cases
	if c[0].Failure != nil || c[0].Time != "0.250" || c[1].Failure == nil || c[1].Failure.Message != "1 of 2 expectations failed" || c[2].Error == nil || c[3].Failure == nil {
		t.Errorf("%+v", c)
	}
	want := `a <b> & "c" ]]> \x00\x1b[31m\u202e\ufffe \xff 'd'\x0d`
	if !strings.HasPrefix(c[1].Name, want) || !strings.Contains(c[1].Failure.Text, "got "+want) {
		t.Errorf("%+v", c[1])
	}
}

// TestJUnitSteps: a failing expectation shows the steps of what was compared, as the text does.
func TestJUnitSteps(t *testing.T) {
	bad := &packtest.Outcome{Test: &rules.Test{Name: "t"}, Held: []packtest.Held{
		{Want: &rules.Expect{Rule: "r"}, Differences: []packtest.Difference{{What: "verdict", Want: "refuted", Got: "confirmed"}}, Finding: evilFinding("prefill@n1\n")},
		{Want: &rules.Expect{Rule: "r"}, Finding: evilFinding("not this one")}}}
	var b bytes.Buffer
	if err := packtest.WriteJUnit(&b, []packtest.JUnitSuite{{Name: "p", File: "pack.yaml", Outcomes: []*packtest.Outcome{bad}, Took: []time.Duration{0}}}); err != nil {
		t.Fatal(err)
	}
	var doc junitSuites
	if err := xml.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	text := doc.Suites[0].Cases[0].Failure.Text
	for _, want := range []string{"step by step:", "  began: confirmed\n    p.log:7  prefill@n1 ...\n", "  held: refuted\n    against it: q must be > 0, and was 0\n      p q = 0", "  then: inconclusive\n    missing: source_ended, p.log"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "not this one") {
		t.Errorf("what holds needs no steps:\n%s", text)
	}
}

// checkShape: well-formed, and no element or attribute that the common schema does not know.
func checkShape(t *testing.T, text []byte) {
	t.Helper()
	if m := regexp.MustCompile(`[\x00-\x08\x0b\x0c\x0e-\x1f]`).Find(text); m != nil {
		t.Errorf("the control character %q stands in it", m)
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	var path []string
	for {
		tok, err := d.Token()
		if tok == nil {
			if err != nil && err.Error() != "EOF" {
				t.Error(err)
			}
			return
		}
		switch x := tok.(type) {
		case xml.StartElement:
			name := x.Name.Local
			if len(path) > 0 && !known(allowed[path[len(path)-1]], name) {
				t.Errorf("<%s> in <%s>", name, path[len(path)-1])
			}
			for _, a := range x.Attr {
				if !known(allowed[name], a.Name.Local) {
					t.Errorf("%s of <%s>", a.Name.Local, name)
				}
			}
			path = append(path, name)
		case xml.EndElement:
			path = path[:len(path)-1]
		}
	}
}

func known(words, word string) bool {
	return strings.Contains(" "+words+" ", fmt.Sprintf(" %s ", word))
}
