package rules_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"roomline/timeline"
)

// scrapes begins a target: scrapes prefill@n1 03:14:00 every=5s, or times=03:14:00,03:14:07.
func (c *edgeCase) scrapes(w []string) error {
	t := &storyTarget{}
	t.role, t.instance, _ = strings.Cut(w[0], "@")
	c.story.targets = append(c.story.targets, t)
	var first timeline.Time
	var err error
	for _, x := range w[1:] {
		k, v, ok := strings.Cut(x, "=")
		switch {
		case !ok:
			first, err = at(x)
		case k == "interval":
			t.interval, err = time.ParseDuration(v)
		case k == "every":
			var d time.Duration
			d, err = time.ParseDuration(v)
			for i := range 64 {
				t.scrapes = append(t.scrapes, storyScrape{at: first.Add(time.Duration(i) * d)})
			}
		case k == "times":
			for _, s := range strings.Split(v, ",") {
				var one timeline.Time
				if one, err = at(s); err != nil {
					return err
				}
				t.scrapes = append(t.scrapes, storyScrape{at: one})
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var (
	edgeSeries = regexp.MustCompile(`^(\w+)(?:\{(\d+)\})?$`)
	edgeValue  = regexp.MustCompile(`^(_|!|-?[\d.]+|NaN)([+-][\d.]+)?(?:x(\d+))?$`)
)

// series reads ` queue{0} 0x3 1 _ !` into the latest target.
func (c *edgeCase) series(w []string) error {
	m := edgeSeries.FindStringSubmatch(w[0])
	if m == nil || metricNames[m[1]] == "" {
		return fmt.Errorf("%q is no series", w[0])
	}
	t := c.story.targets[len(c.story.targets)-1]
	i := 0
	for _, item := range w[1:] {
		v := edgeValue.FindStringSubmatch(item)
		if v == nil {
			return fmt.Errorf("%q is no value", item)
		}
		times, _ := strconv.Atoi(v[3])
		if v[1] != "_" && v[1] != "!" {
			times++
		}
		base, _ := strconv.ParseFloat(v[1], 64)
		step, _ := strconv.ParseFloat(v[2], 64)
		for k := range max(times, 1) {
			if i >= len(t.scrapes) {
				return fmt.Errorf("more values than scrapes")
			}
			t.scrapes[i].put(v[1], storySample{metricNames[m[1]], m[2], base + float64(k)*step})
			i++
		}
	}
	return nil
}

const failedMark = "!failed"

func (s *storyScrape) put(word string, x storySample) {
	switch word {
	case "_":
	case "!":
		s.samples = append(s.samples, storySample{name: failedMark})
	default:
		s.ok = true
		s.samples = append(s.samples, x)
	}
}

// settle leaves out scrapes that nobody took, and what failed ones seem to show.
func (s *story) settle() {
	for _, t := range s.targets {
		var kept []storyScrape
		for _, sc := range t.scrapes {
			if len(sc.samples) == 0 {
				continue
			}
			for _, x := range sc.samples {
				if x.name == failedMark {
					sc.ok, sc.samples = false, nil
					break
				}
			}
			kept = append(kept, sc)
		}
		t.scrapes = kept
	}
}
