package packtest

import (
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// Read reads the bundle of a case as an incident is read. The paths of sources and the names of streams are
// those of the bundle's files.
type Read func(c *Case) (*timeline.Facts, error)

// Runner runs tests of a pack. Set holds the pack and whatever it needs beside it.
type Runner struct {
	Set  *rules.Set
	Pack *rules.Pack
	Read Read
}

// Outcome is what came of a test.
type Outcome struct {
	Test   *rules.Test
	Err    error // it could not be run: nothing was held
	Held   []Held
	Result *rules.Result // nil with Err
}

// Failed counts the expectations that do not hold; a test that could not be run fails as a whole.
func (o *Outcome) Failed() int {
	if o.Err != nil {
		return max(1, len(o.Test.Expect))
	}
	n := 0
	for _, h := range o.Held {
		if len(h.Differences) > 0 {
			n++
		}
	}
	return n
}

// Run reads and judges a test, and holds its expectations. Evidence carries the text of its lines.
func (r *Runner) Run(t *rules.Test) *Outcome {
	o := &Outcome{Test: t}
	c, err := New(t, r.Pack)
	if err != nil {
		o.Err = err
		return o
	}
	j, err := r.judge(c)
	if err != nil {
		o.Err = err
		return o
	}
	o.Result = rules.Judge(r.Set, j.inc)
	j.fillTexts(o.Result)
	for i := range t.Expect {
		o.Held = append(o.Held, Check(&t.Expect[i], o.Result))
	}
	return o
}

// judged is a case that was read.
type judged struct {
	c      *Case
	inc    *timeline.Incident
	places []Place // of each source
}

// judge reads a case and assembles it. Its sources have the names that the test gives them.
func (r *Runner) judge(c *Case) (*judged, error) {
	facts, err := r.Read(c)
	if err != nil {
		return nil, err
	}
	_, places := c.Bundle()
	j := &judged{c: c}
	for i := range facts.Sources {
		name, unit := cutUnit(facts.Sources[i].Path)
		p, ok := places[name]
		if !ok {
			p = Place{Shown: name, Log: -1}
		}
		j.places = append(j.places, p)
		facts.Sources[i].Path = p.Shown + unit
	}
	for i := range facts.Streams {
		name, unit := cutUnit(facts.Streams[i].Name)
		if p, ok := places[name]; ok {
			facts.Streams[i].Name = p.Shown + unit
		}
	}
	j.inc = timeline.Build(facts, &r.Set.Schema)
	return j, nil
}

// cutUnit splits what names a stream inside a file off its path.
func cutUnit(path string) (name, unit string) {
	if i := strings.IndexByte(path, '#'); i >= 0 {
		return path[:i], path[i:]
	}
	return path, ""
}

// fillTexts gives evidence the text of its lines, as they stand in the test.
func (j *judged) fillTexts(res *rules.Result) {
	for i := range res.Findings {
		for k := range res.Findings[i].Steps {
			res.Findings[i].Steps[k].Each(func(e *rules.Evidence) {
				if e.Hit != nil {
					e.Text = j.text(e.Hit.Ref)
				}
			})
		}
	}
}

func (j *judged) text(ref timeline.Ref) string {
	p := j.places[ref.Source]
	if p.Log < 0 {
		return ""
	}
	var parts []string
	end := int64(0)
	for _, l := range j.c.Logs[p.Log].Files[p.File].Lines {
		begin := end
		end += int64(len(l.Text)) + 1
		if begin < ref.Offset+int64(ref.Length) && ref.Offset < end {
			parts = append(parts, l.Text)
		}
	}
	return strings.Join(parts, "\n")
}
