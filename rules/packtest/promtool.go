package packtest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

var (
	promSeries = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)^\s*([A-Za-z_:][\w:]*(?:\{.*\})?)\s+(.*)$`) })
	promValue  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:(_)|([+-]?(?:[\d.]+(?:e[+-]?\d+)?|NaN|Inf))([+-][\d.]+)?)(?:x(\d+))?$`)
	})
)

// maxValues bounds what the series of one target may spell out: 1x1000000000 is a mistake.
const maxValues = 1 << 20

// spellOutSeries reads series in promtool's notation: name{l="v"} 1+2x10 _ 3.
func spellOutSeries(series []string) (names []string, values [][]string, longest int, err error) {
	all := 0
	for _, text := range series {
		m := promSeries().FindStringSubmatch(text)
		if m == nil || strings.ContainsAny(m[1], "\n\r") {
			return nil, nil, 0, fmt.Errorf("%q is no series: write name{label=\"value\"} 1 2+1x5 _", text)
		}
		v, err := spellOut(m[2])
		if err != nil {
			return nil, nil, 0, err
		}
		if all += len(v); all > maxValues {
			return nil, nil, 0, fmt.Errorf("the series spell out more than %d values", maxValues)
		}
		names, values, longest = append(names, m[1]), append(values, v), max(longest, len(v))
	}
	return names, values, longest, nil
}

// spellOut gives each value of a series, "" where it is missing.
func spellOut(text string) ([]string, error) {
	var out []string
	for _, item := range strings.Fields(text) {
		m := promValue().FindStringSubmatch(item)
		if m == nil {
			return nil, fmt.Errorf("%q is no value: write 3, 1+2x10, 0x5 or _", item)
		}
		times, err0 := strconv.Atoi(orZero(m[4]))
		if m[1] == "" {
			times++ // 1+2x3 is 1 3 5 7
		} else {
			times = max(times, 1)
		}
		if err0 != nil || times > maxValues || len(out)+times > maxValues {
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
