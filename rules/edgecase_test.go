package rules_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"roomline/rules"
	"roomline/timeline"
)

// edgeCase is one case of a table in testdata/edges. A table is a list of cases:
//
//	rules                                  the rules of this case and of those after it, as YAML
//	- {id: r, by: [process], pattern: ...}
//
//	== a name                              a case
//	prefill@n1 captured=03:15:00           a log; further words: tag=b, size=N, missing, life=2
//	 03:14:08 TP0 trig                     a line with a header; trig and the like stand for texts
//	 | guard                               one without
//	 -- hole  (-- file, -- lost)           a marker (the next file of a rotation; one is missing)
//	scrapes prefill@n1 03:14:00 every=5s   scrapes; further words: interval=5s, times=03:14:00,...
//	 queue{0} 0x3 1 _ !                    promtool's notation, {rank}; ! is a scrape that failed
//	captured 03:15:00, mark NAME 03:14:30  of the bundle
//	----
//	what the judge says
type edgeCase struct {
	name  string
	rules string
	story story
	input []string
	want  string
}

// texts are what the words of a case stand for.
var texts = map[string]string{
	"trig": "trigger fired", "health": "GET /health 200", "batch": "Prefill batch, #new-seq: 1", "guard": "AssertionError: guard frame",
	"boot": "server started up", "bye": "process exits now", "note": "INFO: note", "info": "trace of room=%s", "recv": "Receive: obj=Req room=%s", "lost": "request lost room=%s",
	"ask": "asked for room=%s", "abort": "aborted room=%s", "wait": "timed out room=%s after %ss", "bare": "AssertionError", "worker": `File "w.py", line 7, in worker`,
}

// metricNames are short names of series.
var metricNames = map[string]string{
	"queue": "sglang:num_prefill_prealloc_queue_reqs", "running": "sglang:num_running_reqs", "done": "sglang:kv_transfer_latency_ms_count",
	"tokens": "sglang:realtime_tokens_total", "born": "process_start_time_seconds",
}

func readTable(path string) ([]*edgeCase, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []*edgeCase
	var c *edgeCase
	block, mode := "", ""
	for n, line := range strings.Split(string(src), "\n") {
		switch {
		case line == "rules":
			mode, block = "rules", ""
		case strings.HasPrefix(line, "== "):
			c = &edgeCase{name: strings.TrimPrefix(line, "== "), rules: block}
			c.story.captured, c.story.marks = timeline.NoTime, map[string]timeline.Time{}
			out, mode = append(out, c), "input"
		case line == "----":
			mode = "want"
		case mode == "rules":
			block += line + "\n"
		case strings.TrimSpace(line) == "" && mode != "input":
		case mode == "want":
			c.want += line + "\n"
		case mode == "input" && strings.TrimSpace(line) != "":
			c.input = append(c.input, line)
			if err := c.read(line); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, n+1, err)
			}
		}
	}
	return out, nil
}

// at reads 03:14:08 or 03:14:08.250.
func at(s string) (timeline.Time, error) {
	t, err := time.Parse("2006-01-02 15:04:05", "2026-05-12 "+s)
	return timeline.FromStd(t), err
}

func (c *edgeCase) read(line string) error {
	w := strings.Fields(line)
	switch {
	case strings.HasPrefix(line, "#"):
		return nil
	case strings.HasPrefix(line, " "):
		return c.inner(w)
	case w[0] == "scrapes":
		return c.scrapes(w[1:])
	case w[0] == "captured":
		t, err := at(w[1])
		c.story.captured = t
		return err
	case w[0] == "mark":
		t, err := at(w[2])
		c.story.marks[w[1]] = t
		return err
	}
	return c.log(w)
}

func (c *edgeCase) log(w []string) error {
	l := &storyLog{captured: timeline.NoTime, size: -1}
	var err error
	l.role, l.instance, _ = strings.Cut(w[0], "@")
	for _, x := range w[1:] {
		k, v, _ := strings.Cut(x, "=")
		switch k {
		case "captured":
			l.captured, err = at(v)
		case "size":
			l.size, err = strconv.Atoi(v)
		case "life":
			l.life, err = strconv.Atoi(v)
		case "tag":
			l.tag = v
		case "missing":
			l.missing = true
		default:
			err = fmt.Errorf("a log has no %q", k)
		}
		if err != nil {
			return err
		}
	}
	c.story.logs = append(c.story.logs, l)
	return nil
}

var clockTime = regexp.MustCompile(`^\d\d:\d\d:\d\d(\.\d{3})?$`)

// inner reads a line of a log or a series.
func (c *edgeCase) inner(w []string) error {
	if len(c.story.targets) > 0 {
		return c.series(w)
	}
	l := c.story.logs[len(c.story.logs)-1]
	x := storyLine{id: strconv.Itoa(len(l.lines)), thing: len(l.lines)}
	switch {
	case w[0] == "--" && w[1] == "hole":
		x.text = suppressed
	case w[0] == "--":
		x.cut = map[string]int{"file": 1, "lost": 2}[w[1]]
	case w[0] == "|":
		x.text = spell(w[1:])
	case clockTime.MatchString(w[0]):
		head := "[2026-05-12 " + w[0]
		w = w[1:]
		for len(w) > 1 && (strings.HasPrefix(w[0], "TP") || strings.HasPrefix(w[0], "DP")) {
			head, w = head+" "+w[0], w[1:]
		}
		x.text = head + "] " + spell(w)
	default:
		return fmt.Errorf("%q is no line", strings.Join(w, " "))
	}
	l.lines = append(l.lines, x)
	return nil
}

// spell writes out the word of a line; a quoted text stands for itself.
func spell(w []string) string {
	format, ok := texts[w[0]]
	if !ok {
		return strings.Join(w, " ")
	}
	args := make([]any, 0, 2)
	for _, a := range w[1:] {
		args = append(args, a)
	}
	return fmt.Sprintf(format, args[:strings.Count(format, "%s")]...)
}

const edgeHead = "testdata/edges/head.yaml"

// set loads the pack of a case: the common head and its rules.
func (c *edgeCase) set() (*rules.Set, string, error) {
	head, err := os.ReadFile(edgeHead)
	if err != nil {
		return nil, "", err
	}
	src := string(head) + "rules:\n" + strings.ReplaceAll(c.rules, "- {id: ", "- {severity: info, title: t, id: ")
	p, faults := rules.Load("pack.yaml", []byte(src))
	if p == nil {
		return nil, "", faults
	}
	set, err := rules.NewSet(p)
	return set, src, err
}
