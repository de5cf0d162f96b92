package ingest

import (
	"fmt"
	"strings"
	"time"

	"roomline/timeline"
)

func (f *file) declared() string { return f.declaredRole() + "@" + f.declaredInstance() }

func (f *file) declaredRole() string {
	return f.told(func(in *Input) string { return in.Role }, func(e *manifestSource) string { return e.role })
}

func (f *file) declaredInstance() string {
	return f.told(func(in *Input) string { return in.Instance }, func(e *manifestSource) string { return e.instance })
}

func (f *file) declaredGroup() string {
	return f.told(func(in *Input) string { return in.Group }, func(e *manifestSource) string { return e.group })
}

func (f *file) scrapesDeclared() bool {
	kind := f.told(func(in *Input) string { return in.Kind }, func(e *manifestSource) string { return e.kind })
	return kind == "scrapes" || kind == "" && strings.HasSuffix(f.rel, ".prom")
}

// lostScrapes says whether it should be scrapes, but nothing of it can be read.
func (f *file) lostScrapes() bool {
	return f.err != nil && len(f.sample) == 0 && f.scrapesDeclared()
}

// told is what a flag says, else the manifest.
func (f *file) told(flag func(*Input) string, entry func(*manifestSource) string) string {
	if f.in != nil {
		if v := flag(f.in); v != "" {
			return v
		}
	}
	if f.entry != nil {
		return entry(f.entry)
	}
	return ""
}

// zone is the zone of naive stamps, and who says so; nil where nothing does.
func (f *file) zone() (*time.Location, string) {
	if f.in != nil && f.in.Zone != "" {
		if loc, err := parseZone(f.in.Zone); err == nil {
			return loc, "flag"
		}
	}
	if f.entry != nil && f.entry.loc != nil {
		return f.entry.loc, "manifest"
	}
	if f.known.offset != nil {
		return time.FixedZone(offsetName(*f.known.offset), int(f.known.offset.Seconds())), "wrapper"
	}
	return nil, ""
}

// offsetName writes an offset as +08:00.
func offsetName(d time.Duration) string {
	if d == 0 {
		return "UTC"
	}
	sign := '+'
	if d < 0 {
		sign, d = '-', -d
	}
	return fmt.Sprintf("%c%02d:%02d", sign, int(d.Hours()), int(d.Minutes())%60)
}

func (f *file) shift() (time.Duration, string) {
	switch {
	case f.in != nil && f.in.Shift != 0:
		return f.in.Shift, "flag"
	case f.entry != nil && f.entry.shift != 0:
		return f.entry.shift, "manifest"
	}
	return 0, ""
}

// captured is until when a file is known to be complete, and whether it is: only while it has the size that the
// manifest noted, where it noted one (P16).
func (f *file) captured(bytes int64) (timeline.Time, bool) {
	at := timeline.NoTime
	if f.bundle != nil && f.bundle.manifest != nil {
		at = f.bundle.manifest.capturedAt
	}
	if f.entry != nil && f.entry.capturedAt.Known() {
		at = f.entry.capturedAt
	}
	return at, at.Known() && (f.entry == nil || f.entry.bytes < 0 || f.entry.bytes == bytes)
}
