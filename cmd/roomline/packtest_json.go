package main

import (
	"io"

	"roomline/report"
	"roomline/rules"
	"roomline/rules/packtest"
)

// The shape of `rules test -o json` (docs/json.md). It holds no times: the same pack gives the same bytes.
type (
	jsonTests struct {
		Roomline int            `json:"roomline"`
		Packs    []jsonTestPack `json:"packs"`
		Tests    int            `json:"tests"`
		Failed   int            `json:"failed"`
		Broken   int            `json:"broken"`
	}
	jsonTestPack struct {
		Pack    string      `json:"pack"`
		Path    string      `json:"path"`
		Tests   []jsonTest  `json:"tests"`
		Lacking []jsonLacks `json:"lacking"`
		Laws    *jsonLaws   `json:"laws"`
	}
	jsonTest struct {
		Name   string     `json:"name"`
		Line   int        `json:"line"`
		OK     bool       `json:"ok"`
		Error  string     `json:"error"`
		Expect []jsonHeld `json:"expect"`
	}
	jsonHeld struct {
		Rule        string            `json:"rule"`
		Line        int               `json:"line"`
		Entity      map[string]string `json:"entity"`
		Want        string            `json:"want"`
		OK          bool              `json:"ok"`
		Got         string            `json:"got"`
		Differences []jsonDifference  `json:"differences"`
		Steps       []jsonGotStep     `json:"steps"`
	}
	jsonDifference struct {
		What string `json:"what"`
		Want string `json:"want"`
		Got  string `json:"got"`
	}
	jsonGotStep struct {
		ID       string        `json:"id"`
		Verdict  string        `json:"verdict"`
		Evidence []jsonGotLine `json:"evidence"`
		Missing  []jsonGotMiss `json:"missing"`
		Against  []jsonGotSays `json:"against"`
	}
	jsonGotSays struct {
		Says     string        `json:"says"`
		Evidence []jsonGotLine `json:"evidence"`
	}
	jsonGotLine struct {
		Source string `json:"source"`
		Line   int64  `json:"line"`
		Text   string `json:"text"`
		Series string `json:"series"`
		Value  string `json:"value"`
	}
	jsonGotMiss struct {
		Reason string `json:"reason"`
		Source string `json:"source"`
		Remedy string `json:"remedy"`
	}
	jsonLacks struct {
		Rule  string   `json:"rule"`
		Line  int      `json:"line"`
		Cases []string `json:"cases"`
	}
	jsonLaws struct {
		Seed     uint64         `json:"seed"`
		Tests    int            `json:"tests"`
		Variants map[string]int `json:"variants"`
		Broken   []jsonBroken   `json:"broken"`
	}
	jsonBroken struct {
		Test  string   `json:"test"`
		Law   string   `json:"law"`
		Rule  string   `json:"rule"`
		What  string   `json:"what"`
		How   string   `json:"how"`
		Lines []string `json:"lines"`
	}
)

func testsJSON(w io.Writer, runs []*packRun) error {
	doc := jsonTests{Roomline: 1, Packs: []jsonTestPack{}}
	for _, r := range runs {
		p := jsonTestPack{Pack: r.file.pack.ID(), Path: r.file.path, Tests: []jsonTest{}, Lacking: []jsonLacks{}, Laws: lawsOf(r.suite)}
		for _, o := range r.outcomes {
			p.Tests = append(p.Tests, testOf(o))
		}
		for _, l := range r.file.pack.Lacking() {
			p.Lacking = append(p.Lacking, jsonLacks{l.Rule.ID, l.Rule.Line, l.Cases})
		}
		doc.Packs = append(doc.Packs, p)
		doc.Tests += len(r.outcomes)
		doc.Failed += r.failed()
		doc.Broken += r.broken()
	}
	return report.Indented(w, doc)
}

func testOf(o *packtest.Outcome) jsonTest {
	t := jsonTest{Name: o.Test.Name, Line: o.Test.Line, OK: o.Failed() == 0, Expect: []jsonHeld{}}
	if o.Err != nil {
		t.Error = o.Err.Error()
	}
	for i := range o.Held {
		t.Expect = append(t.Expect, heldOf(&o.Held[i]))
	}
	return t
}

func heldOf(h *packtest.Held) jsonHeld {
	out := jsonHeld{Rule: h.Want.Rule, Line: h.Want.Line, Entity: h.Want.Entity, Want: h.Want.Verdict + h.Want.NotFired,
		OK: len(h.Differences) == 0, Differences: []jsonDifference{}, Steps: []jsonGotStep{}}
	for _, d := range h.Differences {
		out.Differences = append(out.Differences, jsonDifference(d))
	}
	switch {
	case h.Finding != nil:
		out.Got = h.Finding.Verdict.String()
		for i := range h.Finding.Steps {
			out.Steps = append(out.Steps, stepOf(&h.Finding.Steps[i]))
		}
	case h.Quiet != nil:
		out.Got = h.Quiet.Verdict()
	}
	return out
}

func stepOf(s *rules.Step) jsonGotStep {
	out := jsonGotStep{ID: s.ID, Verdict: s.Verdict.String(), Evidence: linesOf(s.Evidence), Missing: []jsonGotMiss{}, Against: []jsonGotSays{}}
	for _, m := range s.Missing {
		out.Missing = append(out.Missing, jsonGotMiss{string(m.Reason), m.Source, m.Remedy})
	}
	for _, x := range s.Against {
		out.Against = append(out.Against, jsonGotSays{x.Says, linesOf(x.Evidence)})
	}
	return out
}

func linesOf(list []rules.Evidence) []jsonGotLine {
	out := []jsonGotLine{}
	for _, e := range list {
		switch {
		case e.Hit != nil:
			out = append(out, jsonGotLine{Source: e.Source, Line: e.Hit.Ref.Line, Text: e.Text})
		case e.Claim != nil:
			out = append(out, jsonGotLine{Series: e.Claim.Series, Value: e.Claim.Value})
		}
	}
	return out
}

func lawsOf(s *packtest.Suite) *jsonLaws {
	if s == nil {
		return nil
	}
	out := &jsonLaws{Seed: s.Seed, Tests: s.Tests, Variants: map[string]int{}, Broken: []jsonBroken{}}
	for _, law := range packtest.LawNames {
		out.Variants[law] = s.Variants[law]
	}
	for _, b := range s.Broken {
		out.Broken = append(out.Broken, jsonBroken{b.Test.Name, b.Law, b.Rule, b.What, b.How, orEmpty(b.Touched)})
	}
	return out
}

// suitesOf gives what JUnit's format holds: a suite for each pack, a case for each expectation and law.
func suitesOf(runs []*packRun) []packtest.JUnitSuite {
	var out []packtest.JUnitSuite
	for _, r := range runs {
		s := packtest.JUnitSuite{Name: r.file.pack.ID(), File: r.file.path, Laws: r.suite, LawsTook: r.lawsTook}
		for i, o := range r.outcomes {
			s.Outcomes, s.Took = append(s.Outcomes, o), append(s.Took, r.took[i])
		}
		out = append(out, s)
	}
	return out
}
