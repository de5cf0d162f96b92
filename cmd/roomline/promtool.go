package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"roomline/timeline"
)

var (
	promSeries = regexp.MustCompile(`(?s)^\s*([A-Za-z_:][\w:]*(?:\{.*\})?)\s+(.*)$`)
	promValue  = regexp.MustCompile(`^(?:(_)|([+-]?(?:[\d.]+(?:e[+-]?\d+)?|NaN|Inf))([+-][\d.]+)?)(?:x(\d+))?$`)
)

// maxValues bounds what one item of the notation may spell out: 1x1000000000 is a mistake.
const maxValues = 1 << 20

// promtool writes series in promtool's notation (name{l="v"} 1+2x10 _ 3) as an exposition, one scrape
// after the other. `_` is a scrape that lacks the series; where all lack theirs nobody scraped.
func promtool(series []string, start timeline.Time, interval time.Duration) (string, error) {
	names := make([]string, len(series))
	values := make([][]string, len(series))
	longest := 0
	for i, text := range series {
		m := promSeries.FindStringSubmatch(text)
		if m == nil {
			return "", fmt.Errorf("%q is no series: write name{label=\"value\"} 1 2+1x5 _", text)
		}
		v, err := spellOut(m[2])
		if err != nil {
			return "", err
		}
		names[i], values[i] = m[1], v
		longest = max(longest, len(v))
	}
	var b strings.Builder
	for k := range longest {
		var scrape strings.Builder
		for i, v := range values {
			if k < len(v) && v[k] != "" {
				fmt.Fprintf(&scrape, "%s %s\n", names[i], v[k])
			}
		}
		if scrape.Len() > 0 {
			fmt.Fprintf(&b, "# scraped_at %s\n%s", start.Add(time.Duration(k)*interval), scrape.String())
		}
	}
	return b.String(), nil
}

// spellOut gives each value of a series, "" where it is missing.
func spellOut(text string) ([]string, error) {
	var out []string
	for _, item := range strings.Fields(text) {
		m := promValue.FindStringSubmatch(item)
		if m == nil {
			return nil, fmt.Errorf("%q is no value: write 3, 1+2x10, 0x5 or _", item)
		}
		times, _ := strconv.Atoi(m[4])
		if m[1] == "" {
			times++ // 1+2x3 is 1 3 5 7
		} else {
			times = max(times, 1)
		}
		if len(out)+times > maxValues {
			return nil, fmt.Errorf("%q spells out more than %d values", item, maxValues)
		}
		first, err := strconv.ParseFloat(orZero(m[2]), 64)
		step, err2 := strconv.ParseFloat(orZero(m[3]), 64)
		if err != nil || err2 != nil {
			return nil, fmt.Errorf("%q is no value: write 3, 1+2x10, 0x5 or _", item)
		}
		for i := range times {
			if m[1] != "" {
				out = append(out, "")
				continue
			}
			out = append(out, strconv.FormatFloat(first+float64(i)*step, 'g', -1, 64))
		}
	}
	return out, nil
}

func orZero(s string) string {
	if s == "" {
		return "0"
	}
	return s
}
