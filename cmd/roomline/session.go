package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"roomline/ingest"
	"roomline/report"
	"roomline/rules"
	"roomline/timeline"
)

// session is an incident that was read and judged.
type session struct {
	set      *rules.Set
	inc      *timeline.Incident
	res      *rules.Result
	texts    *ingest.Texts
	warnings []string
	notRun   []string        // of the warnings, those about packs
	ctx      context.Context // ends with an interrupt
	late     bool            // judging was interrupted: what is left is hurried
	stopped  bool            // texts that must be searched for are no longer fetched
	cache    *cacheFolder    // nil without one
	loading  func() error    // waits for the set and what else loading gives; nil where it is there
}

// loaded waits for the packs, if they are being loaded.
func (s *session) loaded() error {
	if s.loading == nil {
		return nil
	}
	return s.loading()
}

func (s *session) document(a *app) *report.Document {
	return &report.Document{Incident: s.inc, Result: s.res, Warnings: s.warnings, NotRun: s.notRun, AllRooms: a.f.allRooms, Packs: s.packs()}
}

// packs are those by which was judged; nil before they are known.
func (s *session) packs() []*rules.Pack {
	if s.set == nil {
		return nil
	}
	return s.set.Packs
}

func (s *session) close() {
	if s.texts != nil {
		s.texts.Close()
	}
	if s.cache != nil {
		s.cache.close()
	}
}

// open loads the packs, reads the paths, judges, and fetches the text of the evidence.
func (a *app) open(ctx context.Context, paths []string) (*session, error) {
	return a.openFor(ctx, paths, nil)
}

// openFor is open with a check, if there is one, of what is asked before anything is read.
func (a *app) openFor(ctx context.Context, paths []string, check func(*rules.Set) error) (*session, error) {
	if err := a.f.check(); err != nil {
		return nil, err
	}
	inputs, err := a.f.inputs(paths)
	if err != nil {
		return nil, err
	}
	a.collectLate()
	s := &session{}
	if err := a.load(s, check); err != nil {
		return nil, err
	}
	if err := a.read(ctx, s, inputs); err != nil {
		return nil, err
	}
	a.tellUnread(s.inc)
	return s, nil
}

// load loads the packs before anything is read; the shipped ones, which have no faults to tell, while the files
// are found.
func (a *app) load(s *session, check func(*rules.Set) error) (err error) {
	if len(a.f.packs) == 0 && check == nil {
		s.loading = behind(func() (err error) {
			s.set, err = a.loadSet(s)
			return err
		})
		return nil
	}
	if s.set, err = a.loadSet(s); err != nil || check == nil {
		return err
	}
	return check(s.set)
}

// behind does work in a goroutine of its own; what it gives waits for it.
func behind(work func() error) (wait func() error) {
	done := make(chan error, 1)
	go func() { done <- work() }()
	return sync.OnceValue(func() error { return <-done })
}

// read reads the inputs, judges, and fetches the text of the evidence. The packs may still be loading when it is called.
func (a *app) read(ctx context.Context, s *session, inputs []ingest.Input) error {
	opt, err := a.scanOptions(s)
	if err != nil {
		return cmp.Or(s.loaded(), err)
	}
	s.ctx = ctx
	began := time.Now()
	opt.Folded = tidyLog(began)
	facts, texts, err := ingest.Scan(ctx, inputs, opt)
	if err := s.loaded(); err != nil {
		return err
	}
	if facts == nil || err != nil && ctx.Err() == nil {
		return fmt.Errorf("cannot read the input: %w", err)
	}
	a.progressDone()
	part := ctx.Err() != nil
	if part {
		s.warnings = append(s.warnings, "interrupted: not all was read, and what follows is of the part that was")
	}
	a.tellStage("read")
	s.texts = texts
	tidy(facts, time.Since(began))
	if err := a.judge(s, facts, part); err != nil {
		return err
	}
	if a.f.output != "json" { // which says the same however the input was given
		s.res.Next = a.again(s.res.Next, inputs)
	}
	a.tellStage("judged")
	a.heapProfile()
	if !a.quoting {
		s.fillTexts(s.evidence())
	}
	runtime.KeepAlive(facts)
	if slices.ContainsFunc(s.inc.Sources, func(s timeline.Source) bool { return s.Error != "" }) {
		a.worse(exitPartial)
	}
	return nil
}

func (a *app) scanOptions(s *session) (ingest.Options, error) {
	since, until, err := a.f.times()
	return ingest.Options{
		Workers: a.f.cpus, MaxHits: a.f.maxHits, Block: a.f.block, SpoolBudget: int64(a.f.spool),
		Since: since, Until: until, Stdin: a.stdin, Now: timeline.FromStd(time.Now()), Progress: a.progressFunc(), Begins: collectFor,
		Ready: func(o *ingest.Options) error { return a.byRules(s, o) },
	}, err
}

// byRules adds what the packs ask of a scan, and the cache of what was found by them.
func (a *app) byRules(s *session, o *ingest.Options) error {
	if err := s.loaded(); err != nil {
		return err
	}
	o.Matcher, o.Tune, o.CountsOnly, o.SignalRole = s.set.Matcher, tune(s.set), s.set.CountsOnly, s.set.SignalRole
	if !a.allNumbers && !a.f.allNumbers && a.f.output != "json" { // JSON lists every series
		o.Numbers = s.set.LogNumbers()
	}
	if s.cache = a.cacheFor(s.set); s.cache != nil {
		o.Cache, o.CacheLeast = s.cache, a.f.cacheLeast
	}
	return nil
}

// tune makes a matcher for a file.
func tune(set *rules.Set) func([]byte, []string) (ingest.Matcher, int32) {
	return func(sample []byte, also []string) (ingest.Matcher, int32) {
		m := set.Matcher.Tuned(sample, also...)
		return m, m.AlsoFrom()
	}
}

// maxEvidence is how much of a record's text is shown as evidence.
const maxEvidence = 4 << 10

// evidence is all that findings show.
func (s *session) evidence() []*rules.Evidence {
	var list []*rules.Evidence
	for _, f := range allFindings(s.res) {
		for j := range f.Steps {
			f.Steps[j].Each(func(e *rules.Evidence) { list = append(list, e) })
		}
	}
	return list
}

// fillTexts fetches the text of evidence; what can no longer be read says so.
func (s *session) fillTexts(list []*rules.Evidence) {
	list = slices.DeleteFunc(list, func(e *rules.Evidence) bool { return e.Hit == nil })
	slices.SortStableFunc(list, func(a, b *rules.Evidence) int {
		return cmp.Or(cmp.Compare(a.Hit.Ref.Source, b.Hit.Ref.Source), cmp.Compare(a.Hit.Ref.Offset, b.Hit.Ref.Offset))
	})
	for len(list) > 0 {
		n := s.fillSome(list)
		if list = list[n:]; len(list) > 0 {
			s.texts.Forget()
		}
	}
}

// fillSome fills in the first texts of a list in the order of their files, as many as one pass keeps: JSON may
// show more of them than fit, and of a packed file each other one would be unpacked for again.
func (s *session) fillSome(list []*rules.Evidence) (n int) {
	list = list[:thatFit(list, ingest.MostPreloaded)]
	refs := make([]timeline.Ref, len(list))
	for i, e := range list {
		refs[i] = e.Hit.Ref
	}
	s.preload(refs)
	for _, e := range list {
		e.Text = s.text(e.Hit.Ref)
	}
	return len(list)
}

// thatFit is how many texts of a list come to so many bytes, at least one.
func thatFit(list []*rules.Evidence, most int) (n int) {
	for size := 0; n < len(list); n++ {
		if size += int(list[n].Hit.Ref.Length); n > 0 && size > most {
			break
		}
	}
	return n
}

func (s *session) text(ref timeline.Ref) string {
	if (s.stopped || s.ctx != nil && s.ctx.Err() != nil) && !s.texts.AtHand(ref) {
		return "[the text was not fetched: interrupted]"
	}
	text, err := s.texts.Text(ref)
	if err != nil {
		return "[" + err.Error() + "]"
	}
	if len(text) > maxEvidence {
		n := maxEvidence
		for n > maxEvidence-utf8.UTFMax && !utf8.RuneStart(text[n]) {
			n--
		}
		text = text[:n]
	}
	return text
}
