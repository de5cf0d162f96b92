package emit

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"roomline/cmd/pdlab/model"
)

// Options are what the operators of the cluster have chosen, and what is given to the tool.
type Options struct {
	Era         Era
	Ranks, DP   int
	PP          int  // pipeline stages of prefill
	Debug       bool // --log-level debug
	LogRequests bool
	LogText     bool             // --log-requests-level 2: prompts are in it
	LogJSON     bool             // --log-requests-format json
	RequestsOff [2]time.Duration // request logging was switched off for that span
	TimeStats   bool
	MS          bool // SGLANG_LOG_MS
	Zone        *time.Location
	Skew        time.Duration

	ScrapeForm  string // folder, file or shell
	ScrapeEvery time.Duration
	Omit        []string // kinds of Kinds
	OmitListed  bool     // what is left out stays in roomline.yaml
	Journal     bool     // logs as `journalctl -u UNIT` prints them, in the servers' zone
	Bare        bool     // no roomline.yaml: gathered by hand, nothing says what is what
	Marks       []Mark
	Duration    time.Duration
}

// Mark is a named moment of the experiment.
type Mark struct {
	Name string
	At   time.Duration
}

// Kinds are the sources that Options.Omit can name.
var Kinds = []string{"prefill-log", "decode-log", "router-log", "prefill-metrics", "decode-metrics"}

// Forms are the values of Options.ScrapeForm.
var Forms = []string{"folder", "file", "shell"}

// Bundle collects what a run shows.
type Bundle struct {
	opt     Options
	logs    []*logFile // in order of first appearance: the model's order, hence fixed
	targets []*target
	shown   map[string][]string // room -> what the logs have of it; only looked up, never walked
}

type logFile struct {
	proc model.Proc
	text strings.Builder
}

type target struct {
	proc  model.Proc
	files []File
}

// File is one file of a bundle; Name is its path inside, with slashes.
type File struct {
	Name, Text string
}

// New gives an empty bundle.
func New(opt Options) *Bundle { return &Bundle{opt: opt, shown: map[string][]string{}} }

// Time is the true wall-clock time of a moment of the run.
func (b *Bundle) Time(t time.Duration) time.Time { return b.opt.Era.Epoch.Add(t) }

// clock is what the clock of a process shows at a moment.
func (b *Bundle) clock(p model.Proc, t time.Duration) time.Time {
	if p.Role == model.DecodeRole {
		t += b.opt.Skew
	}
	return b.Time(t).In(b.opt.Zone)
}

func (b *Bundle) local(r model.Record) time.Time { return b.clock(r.Proc, r.At) }

// Log takes one record.
func (b *Bundle) Log(r model.Record) {
	if !b.printed(r) {
		return
	}
	f := b.log(r.Proc)
	text := b.render(r)
	if b.opt.Journal {
		text = b.journal(r, text, f.text.Len() == 0 || strings.HasSuffix(f.text.String(), "\n"))
	}
	f.text.WriteString(text)
	if !b.omitted(r.Proc, "log") {
		b.note(r)
	}
}

// journal puts journald's short prefix before each line: local time, without a year or a zone. What
// several ranks wrote into one line stays one.
func (b *Bundle) journal(r model.Record, text string, begins bool) string {
	prefix := b.local(r).Format("Jan 02 15:04:05") + fmt.Sprintf(" gpu-%s sglang-%s[%d]: ", instance(r.Proc), r.Proc.Role, 3120+r.Proc.Index)
	var out strings.Builder
	for line := range strings.Lines(text) {
		if begins {
			out.WriteString(prefix)
		}
		out.WriteString(line)
		begins = true
	}
	return out.String()
}

func (b *Bundle) log(p model.Proc) *logFile {
	for _, f := range b.logs {
		if f.proc == p {
			return f
		}
	}
	f := &logFile{proc: p}
	b.logs = append(b.logs, f)
	return f
}

// note keeps which rooms the given logs show, and how.
func (b *Bundle) note(r model.Record) {
	room, what := "", ""
	switch body := r.Body.(type) {
	case model.Receive:
		room, what = body.Room, "received"
	case model.Finish:
		room, what = body.Room, "finished"
	case model.Failure:
		room, what = body.Room, body.Stage
	case model.Stats:
		room, what = body.Room, "time stats"
		if b.opt.Era.stats == statsOld {
			return
		}
	default:
		return
	}
	what = string(r.Proc.Role) + ": " + what
	if !slices.Contains(b.shown[room], what) {
		b.shown[room] = append(b.shown[room], what)
	}
}

// Scrape takes one scrape.
func (b *Bundle) Scrape(s model.Snapshot) {
	var t *target
	for _, x := range b.targets {
		if x.proc == s.Proc {
			t = x
		}
	}
	if t == nil {
		t = &target{proc: s.Proc}
		b.targets = append(b.targets, t)
	}
	at := b.Time(s.At)
	text := s.Err + "\n"
	if s.Err == "" {
		text = b.expose(s)
	}
	switch b.opt.ScrapeForm {
	case "file":
		text = "# scraped_at " + at.Format("2006-01-02T15:04:05.000Z") + "\n" + text
		if s.Err != "" {
			text = "# scraped_at " + at.Format("2006-01-02T15:04:05.000Z") + "\n# scrape_error " + s.Err + "\n"
		}
	case "shell":
		text = shell(s, at, text)
	}
	t.files = append(t.files, File{at.Format("2006-01-02T15-04-05.000Z") + ".prom", text})
}

// shell is `while :; do echo "# scrape $(date +%s) $URL"; curl $URL; sleep N; done > FILE 2>&1`: curl draws its meter too.
func shell(s model.Snapshot, at time.Time, text string) string {
	port := 30000 + 10*s.Proc.Index
	if s.Proc.Role == model.DecodeRole {
		port += 2
	}
	meter := "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n" +
		"                                 Dload  Upload   Total   Spent    Left  Speed\n" +
		"\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0"
	if s.Err == "" {
		meter += fmt.Sprintf("\r100 %5d  100 %5d    0     0  1203k      0 --:--:-- --:--:-- --:--:-- 1250k", len(text), len(text))
	}
	return fmt.Sprintf("# scrape %d http://127.0.0.1:%d/metrics\n%s\n%s", at.Unix(), port, meter, text)
}

func (b *Bundle) omitted(p model.Proc, kind string) bool {
	return slices.Contains(b.opt.Omit, string(p.Role)+"-"+kind)
}
