package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // -zone must not hang on the machine

	"roomline/cmd/pdlab/emit"
	"roomline/cmd/pdlab/model"
	"roomline/cmd/pdlab/scenario"
)

// order is what `pdlab write` was asked for.
type order struct {
	scenario string
	settings scenario.Settings
	emit     emit.Options
	dir      string
	given    map[string]string // for truth.json
}

func write(args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	plan, err := scenario.Make(o.scenario, o.settings)
	if err != nil {
		return usageError{err.Error()}
	}
	b, t := produce(o, plan)
	if err := b.Write(o.dir); err != nil {
		return err
	}
	if err := emit.WriteTruth(o.dir, t); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s: %d rooms, %d threads died, %d rooms timed out; confirmed: %s\n", o.dir, len(t.Rooms), len(t.ThreadDeaths), len(t.Timeouts), strings.Join(t.Confirmed, ", "))
	return nil
}

// produce runs the plan and says what it showed and what was true.
func produce(o order, plan scenario.Plan) (*emit.Bundle, emit.Truth) {
	opt := o.emit
	opt.Ranks, opt.DP, opt.PP = plan.Config.Ranks, plan.Config.DP, plan.Config.PP
	opt.Marks, opt.Duration, opt.ScrapeEvery = plan.Marks, plan.Config.Duration, plan.Config.ScrapeEvery
	b := emit.New(opt)
	truth := model.Run(plan.Config, b)
	x := scenario.Expect(plan, truth, scenario.Shows(plan, opt))
	return b, b.Truth(plan.Name, plan.Config.Seed, o.given, truth, x)
}

func parse(args []string, stderr io.Writer) (order, error) {
	var o order
	f := flag.NewFlagSet("pdlab write", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.scenario, "scenario", "nixl-wedge", "what happens; see pdlab list")
	o.settingFlags(f)
	text := o.emitFlags(f)
	if err := f.Parse(args); err != nil {
		if err == flag.ErrHelp {
			return o, err
		}
		return o, usageError{err.Error()}
	}
	if f.NArg() != 1 {
		return o, usageError{"write: give one folder to write to"}
	}
	o.dir = f.Arg(0)
	o.given = map[string]string{}
	f.VisitAll(func(x *flag.Flag) {
		if x.Name != "scenario" && x.Name != "seed" {
			o.given[x.Name] = x.Value.String()
		}
	})
	return o, o.resolve(text)
}

// settingFlags are the flags that say what is simulated.
func (o *order) settingFlags(f *flag.FlagSet) {
	s := &o.settings
	f.Uint64Var(&s.Seed, "seed", 1, "seed of all that is random")
	f.IntVar(&s.Sessions, "sessions", 0, "parallel sessions of the agent (0: as the scenario has)")
	f.DurationVar(&s.KillAfter, "kill-after", 25*time.Second, "how long the agent works before it is killed")
	f.IntVar(&s.Ranks, "ranks", 2, "tensor-parallel ranks of each instance")
	f.IntVar(&s.DP, "dp", 1, "data-parallel groups of each instance")
	f.IntVar(&s.Prefills, "prefills", 1, "prefill instances")
	f.IntVar(&s.Decodes, "decodes", 1, "decode instances")
	f.IntVar(&s.PageSize, "page-size", 1, "tokens of a page: a health probe's prefill batch has as many")
	f.DurationVar(&s.ScrapeEvery, "scrape-interval", 10*time.Second, "period of the scrapes (0: two by hand, at baseline and look)")
	f.DurationVar(&s.Duration, "duration", 0, "length of the run (0: as the scenario needs)")
}

// texts are flags whose values are read once all are given.
type texts struct{ level, era, zone, omit string }

// emitFlags are the flags that say what of it is written, and how.
func (o *order) emitFlags(f *flag.FlagSet) *texts {
	e, t := &o.emit, &texts{}
	f.StringVar(&t.level, "log-level", "info", "info or debug")
	f.StringVar(&t.era, "era", "2026-mid", "spelling of lines and metrics: 2025, 2026-spring, 2026-mid, 2026-late")
	f.StringVar(&t.zone, "zone", "UTC", "time zone of the servers' stamps")
	f.StringVar(&t.omit, "omit", "", "sources to leave out, with commas: "+strings.Join(emit.Kinds, ", "))
	f.BoolVar(&e.OmitListed, "omit-listed", false, "what is left out stays listed in roomline.yaml")
	f.BoolVar(&e.LogRequests, "log-requests", false, "servers log requests received and finished")
	f.BoolVar(&e.LogText, "log-text", false, "requests are logged with their prompts (--log-requests-level 2)")
	f.BoolVar(&e.LogJSON, "log-json", false, "requests are logged as JSON (--log-requests-format json)")
	f.BoolVar(&e.TimeStats, "time-stats", false, "servers log ReqTimeStats")
	f.BoolVar(&e.MS, "ms", false, "stamps with milliseconds (SGLANG_LOG_MS)")
	f.BoolVar(&e.Journal, "journal", false, "logs as journalctl -u UNIT prints them")
	f.BoolVar(&e.Bare, "bare", false, "no roomline.yaml, as if gathered by hand")
	f.DurationVar(&e.Skew, "skew", 0, "how far decode's clock is ahead of prefill's")
	f.StringVar(&e.ScrapeForm, "scrape-form", "folder", strings.Join(emit.Forms, ", "))
	return t
}

// resolve turns names into what they stand for.
func (o *order) resolve(t *texts) error {
	var err error
	if o.emit.Era, err = emit.FindEra(t.era); err != nil {
		return usageError{err.Error()}
	}
	if o.emit.Zone, err = time.LoadLocation(t.zone); err != nil {
		return usageError{err.Error()}
	}
	if t.level != "info" && t.level != "debug" {
		return usageError{fmt.Sprintf("log level %q: info or debug", t.level)}
	}
	o.emit.Debug = t.level == "debug"
	if !slices.Contains(emit.Forms, o.emit.ScrapeForm) {
		return usageError{fmt.Sprintf("scrape form %q: one of %s", o.emit.ScrapeForm, strings.Join(emit.Forms, ", "))}
	}
	if s := o.settings; s.PageSize < 1 || s.Prefills < 1 || s.Decodes < 1 || s.Sessions < 0 || s.ScrapeEvery < 0 || s.KillAfter <= 0 {
		return usageError{"page size and instances are at least 1, sessions and intervals not negative"}
	}
	o.emit.Omit = []string{}
	for _, kind := range strings.FieldsFunc(t.omit, func(r rune) bool { return r == ',' || r == ' ' }) {
		if !slices.Contains(emit.Kinds, kind) {
			return usageError{fmt.Sprintf("cannot leave out %q: one of %s", kind, strings.Join(emit.Kinds, ", "))}
		}
		o.emit.Omit = append(o.emit.Omit, kind)
	}
	return nil
}
