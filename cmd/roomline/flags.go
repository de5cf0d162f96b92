package main

import (
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

// flags are those of every command that reads an incident.
type flags struct {
	sources, scrapes []string
	packs            []string
	asOf             string
	noBuiltin        bool
	since, until     string
	tz               string
	cpus             int
	color            string
	progress         string
	output           string // -o
	file             string // --output
	failOn           string
	allRooms         bool
	allNumbers       bool
	maxHits          int
	spool            byteSize
	block            int
	cpuProfile       string
	memProfile       string
	debug            bool
	noCache          bool
	cacheSize        byteSize
	cacheLeast       int64
}

func (f *flags) register(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.sources, "source", nil, "a log: `role@instance[#group][,zone=Z][,shift=D]=PATH` (repeatable)")
	fs.StringArrayVar(&f.scrapes, "scrape", nil, "recorded scrapes: `role@instance[#group][,interval=D][,shift=D]=PATH` (repeatable)")
	fs.StringArrayVar(&f.packs, "rules", nil, "a rule `PACK`, file or folder (repeatable)")
	fs.StringVar(&f.asOf, "as-of", "", "the `DAY` by which overrides of rules expire (2026-12-31), else today's in UTC")
	fs.BoolVar(&f.noBuiltin, "no-builtin-rules", false, "leave out the shipped packs")
	fs.StringVar(&f.since, "since", "", "leave out what is before `TIME` (RFC 3339)")
	fs.StringVar(&f.until, "until", "", "leave out what is after `TIME` (RFC 3339)")
	fs.StringVar(&f.tz, "tz", "UTC", "`ZONE` of the times that are shown (JSON is always UTC)")
	fs.IntVar(&f.cpus, "cpus", runtime.GOMAXPROCS(0), "how many CPUs may be used")
	fs.StringVar(&f.color, "color", "auto", "auto, always or never (NO_COLOR is honoured)")
	fs.StringVar(&f.progress, "progress", "auto", "progress on stderr: auto, always or never")
	fs.StringVarP(&f.output, "format", "o", "text", "what to write: text or json")
	fs.StringVar(&f.file, "output", "", "write to `FILE` instead of stdout")
	fs.StringVar(&f.failOn, "fail-on", "", "exit 1 on: confirmed, inconclusive, or a severity (critical, high, warning, info)")
	fs.BoolVar(&f.allRooms, "all-rooms", false, "list every room, not only open, failed and those in a finding")
	fs.BoolVar(&f.allNumbers, "all-numbers", false, "keep every number that batch lines print, not only those that rules read")
	fs.IntVar(&f.maxHits, "max-hits", ingest.DefaultMaxHits, "hits of one signal and stream that are kept one by one; beyond, counts")
	f.spool = ingest.DefaultSpool
	fs.Var(&f.spool, "spool", "bytes of archives and of standard input that may be kept on disk while they are read: `SIZE` such as 64G")
	fs.IntVar(&f.block, "block", ingest.DefaultBlock, "bytes per scan block")
	fs.StringVar(&f.cpuProfile, "cpuprofile", "", "write a CPU profile to `FILE`")
	fs.StringVar(&f.memProfile, "memprofile", "", "write a heap profile to `FILE`")
	fs.BoolVar(&f.debug, "debug", false, "say on stderr what is being done, and how long it took")
	fs.BoolVar(&f.noCache, "no-cache", false, "read every log anew, and keep nothing for the next time")
	f.cacheSize = 2 << 30
	fs.Var(&f.cacheSize, "cache-size", "how large the cache of what was found in logs may grow: `SIZE` such as 2G")
	fs.Int64Var(&f.cacheLeast, "cache-least", 0, "bytes of a log from which on it is cached")
	_ = fs.MarkHidden("block")
	_ = fs.MarkHidden("cache-least")
}

// check refuses values that no command can use.
func (f *flags) check() error { return f.checkFor("text", "json") }

// checkFor is check for a command with outputs of its own.
func (f *flags) checkFor(outputs ...string) error {
	for _, x := range []struct{ name, value, words string }{
		{"-o", f.output, strings.Join(outputs, " ")}, {"--color", f.color, "auto always never"}, {"--progress", f.progress, "auto always never"},
		{"--fail-on", f.failOn, "confirmed inconclusive " + strings.Join(rules.Severities, " ")},
	} {
		if x.value == "" && x.name == "--fail-on" {
			continue
		}
		if !slices.Contains(strings.Fields(x.words), x.value) {
			return usage("%s %q is unknown: it may be %s", x.name, x.value, strings.ReplaceAll(x.words, " ", ", "))
		}
	}
	if _, err := time.LoadLocation(f.tz); err != nil {
		return usage("--tz %q is no zone that this machine knows: give one such as Asia/Shanghai", f.tz)
	}
	_, _, err := f.times()
	return err
}

// inputs are the paths of a command and those of --source and --scrape.
func (f *flags) inputs(paths []string) ([]ingest.Input, error) {
	var out []ingest.Input
	for _, s := range f.sources {
		in, err := parseSource("--source", s)
		if err != nil {
			return nil, err
		}
		out = append(out, in)
	}
	for _, s := range f.scrapes {
		in, err := parseSource("--scrape", s)
		if err != nil {
			return nil, err
		}
		in.Kind = "scrapes"
		out = append(out, in)
	}
	for _, p := range paths {
		if p == "" {
			return nil, usage("a path is empty: give a file, a folder, an archive, or - for stdin (is a variable of the shell not set?)")
		}
		out = append(out, ingest.Input{Path: p})
	}
	if len(out) == 0 {
		return nil, usage("nothing to read: give a file, a folder, an archive, - for stdin, or --source role@instance=PATH")
	}
	return out, nil
}

// parseSource reads role@instance[#group][,zone=Z][,shift=D][,interval=D]=PATH.
func parseSource(flag, s string) (ingest.Input, error) {
	in := ingest.Input{}
	bad := func(why string) (ingest.Input, error) {
		return in, usage("%s %q: %s; it is role@instance[#group][,zone=Z][,shift=D]=PATH", flag, s, why)
	}
	head, rest, found := cutKeys(s)
	if !found {
		return bad("there is no =PATH")
	}
	role, instance, ok := strings.Cut(head, "@")
	if !ok || role == "" || instance == "" {
		return bad("there is no role@instance")
	}
	if err := knownRole(role); err != nil {
		return in, usage("%s %q: %w", flag, s, err)
	}
	in.Role = role
	in.Instance, in.Group, _ = strings.Cut(instance, "#")
	if rest, err := inputKeys(&in, rest); err != nil {
		return bad(err.Error())
	} else if in.Path = strings.TrimPrefix(rest, "="); in.Path == "" {
		return bad("the path is empty")
	}
	return in, nil
}

// inputKeys reads the keys behind a source's name and gives what is left: =PATH.
func inputKeys(in *ingest.Input, rest string) (string, error) {
	for {
		key, value, more := nextKey(rest)
		if !more {
			return rest, nil
		}
		rest = value.rest
		var err error
		switch key {
		case "zone":
			in.Zone = value.text
		case "shift":
			in.Shift, err = signedDuration(value.text)
		case "interval":
			in.Interval, err = rules.ParseDuration(value.text)
		}
		if err != nil {
			return rest, err
		}
	}
}

// cutKeys splits role@instance#group from what follows: ,key=value... or =PATH.
func cutKeys(s string) (head, rest string, ok bool) {
	i := strings.IndexAny(s, ",=")
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i:], strings.Contains(s[i:], "=")
}

type keyValue struct{ text, rest string }

// nextKey reads ",key=value" for the keys that are known; anything else is the path.
func nextKey(s string) (string, keyValue, bool) {
	for _, key := range []string{"zone", "shift", "interval"} {
		if after, ok := strings.CutPrefix(s, ","+key+"="); ok {
			i := strings.IndexAny(after, ",=")
			if i < 0 {
				return "", keyValue{}, false
			}
			return key, keyValue{after[:i], after[i:]}, true
		}
	}
	return "", keyValue{}, false
}

func signedDuration(s string) (time.Duration, error) {
	sign := time.Duration(1)
	switch {
	case strings.HasPrefix(s, "-"):
		sign, s = -1, s[1:]
	case strings.HasPrefix(s, "+"):
		s = s[1:]
	}
	d, err := rules.ParseDuration(s)
	return sign * d, err
}

// times reads --since and --until.
func (f *flags) times() (since, until timeline.Time, err error) {
	since, until = timeline.NoTime, timeline.NoTime
	if since, err = parseTime("--since", f.since); err != nil {
		return
	}
	if until, err = parseTime("--until", f.until); err != nil {
		return
	}
	if since.Known() && until.Known() && since >= until {
		err = usage("--since %s is not before --until %s: nothing lies between; swap them, or leave one out", f.since, f.until)
	}
	return
}

func parseTime(flag, s string) (timeline.Time, error) {
	if s == "" {
		return timeline.NoTime, nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05", "2006-01-02T15:04:05"} {
		if t, err := time.Parse(layout, s); err == nil {
			return timeline.FromStd(t), nil
		}
	}
	return timeline.NoTime, usage("%s %q is no time: give RFC 3339, as in 2026-05-12T03:14:00Z", flag, s)
}
