package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"roomline/timeline"
)

// maxNearSeries are named of those that are like one that is not there.
const maxNearSeries = 3

// remedier says what would close what is missing. Many findings miss the same series, so that what it is like is
// looked for once.
type remedier struct {
	inc  *timeline.Incident
	mu   sync.Mutex
	near map[[2]string]string
}

func newRemedier(inc *timeline.Incident) *remedier {
	return &remedier{inc: inc, near: map[[2]string]string{}}
}

// absent is the remedy for a series that a target does not show: of its engine it shows others, then the name is
// another one, or none at all, then they are off.
func (r *remedier) absent(m Missing) string {
	k := [2]string{m.Source, m.Series}
	return once(&r.mu, r.near, k, func() string { return absentSeries(m, scrapedNames(r.inc, m.Source)) })
}

func absentSeries(m Missing, have []string) string {
	want := soughtSeries(m.Series)
	what := "such a series"
	if len(want) > 0 {
		what = SeriesWords(m.Series)
	}
	text := fmt.Sprintf("no scrape of %s shows %s", m.Source, what)
	if strings.HasPrefix(m.Series, loggedPrefix) {
		return fmt.Sprintf("no line of %s gives %s: its batch lines have no such number", m.Source, what)
	}
	if len(want) > 0 && !slices.ContainsFunc(have, func(name string) bool { return engineOf(name) == want[0].engine() }) {
		if i := slices.IndexFunc(have, func(name string) bool { return strings.Contains(name, ":") }); i >= 0 {
			return fmt.Sprintf("%s, nor any other %s series, but those of %s: it is another engine", text, want[0].engine(), engineOf(have[i]))
		}
		return fmt.Sprintf("%s, nor any other %s series: start it with %s", text, want[0].engine(), metricsFlag(want[0].engine()))
	}
	for _, name := range have {
		if slices.ContainsFunc(want, func(x sought) bool { return x.is(name) }) {
			return fmt.Sprintf("%s with the labels that the rule asks for, though it shows %s with others: no process of that kind is there, or it was set up otherwise", text, name)
		}
	}
	text += ", though it shows others of this engine"
	if near := nearSeries(want, have); len(near) > 0 {
		return text + fmt.Sprintf(": is it %s here? Then add that name to the pack's macros", strings.Join(near, " or "))
	}
	return text + ": this build or setup has no such series, or calls it otherwise (then add its name to the pack's macros)"
}

// sought is a name that a signal looks for, or an expression for names.
type sought struct {
	name string
	re   *regexp.Regexp
}

func soughtSeries(series string) []sought {
	var out []sought
	for _, text := range strings.Split(series, "\n") {
		x := sought{name: text}
		if quoted, ok := strings.CutPrefix(text, "=~"); ok {
			re, err := strconv.Unquote(quoted)
			if err != nil {
				continue
			}
			x.name = re
			if x.re, err = regexp.Compile("^(?:" + re + ")$"); err != nil {
				continue
			}
		}
		if text != "" {
			out = append(out, x)
		}
	}
	return out
}

func (x sought) is(name string) bool {
	if x.re != nil {
		return x.re.MatchString(name)
	}
	return x.name == name
}

func (x sought) engine() string { return engineOf(x.name) }

// SeriesWords are the names of Missing.Series in words.
func SeriesWords(series string) string {
	var out []string
	for _, x := range soughtSeries(series) {
		if x.re != nil {
			x.name = "series like " + x.name
		}
		out = append(out, x.name)
	}
	return strings.Join(out, " or ")
}

// metricsFlag is how an engine is told to show its series.
func metricsFlag(engine string) string {
	if engine == "sglang" {
		return "--enable-metrics"
	}
	return "its metrics enabled"
}

// engineOf is the first word of a series' name.
func engineOf(name string) string {
	i := strings.IndexFunc(name, func(r rune) bool { return r < '0' || r > 'z' || r > '9' && r < 'A' || r > 'Z' && r < 'a' })
	if i > 0 {
		return name[:i]
	}
	return name
}

// scrapedNames are the names of the series that a source shows.
func scrapedNames(inc *timeline.Incident, source string) []string {
	var out []string
	for i := range inc.Targets {
		t := &inc.Targets[i]
		if t.Logged || t.Base() != source && (t.Source < 0 || inc.Sources[t.Source].Path != source) {
			continue
		}
		for k := range t.Series {
			if name := t.Series[k].Name; len(out) == 0 || out[len(out)-1] != name {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// nearSeries are names like those that are wanted: a slip of the pen away, or made of most of the same words.
func nearSeries(want []sought, have []string) []string {
	type like struct {
		name  string
		share float64
	}
	var list []like
	for _, name := range have {
		best := 0.0
		for _, w := range want {
			if best = max(best, sharedWords(w.name, name)); nearest(w.name, []string{name}) != "" {
				best = max(best, 1)
			}
		}
		if best >= 0.6 {
			list = append(list, like{name, best})
		}
	}
	slices.SortStableFunc(list, func(a, b like) int { return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.name, b.name)) })
	var out []string
	for _, x := range list[:min(len(list), maxNearSeries)] {
		out = append(out, x.name)
	}
	return out
}

// sharedWords is the share of words that two names have in common, the engine's aside.
func sharedWords(a, b string) float64 {
	x, y := wordsOf(a), wordsOf(b)
	common := 0
	for _, w := range x {
		if slices.Contains(y, w) {
			common++
		}
	}
	if engineOf(a) != engineOf(b) || len(x)+len(y) == 0 {
		return 0
	}
	return 2 * float64(common) / float64(len(x)+len(y))
}

// wordsOf are the words of a name behind the engine's, without those that every counter ends in.
func wordsOf(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z') })
	return slices.DeleteFunc(words[min(1, len(words)):], func(w string) bool { return slices.Contains([]string{"total", "count", "sum", "bucket", "num"}, w) })
}
