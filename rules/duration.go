package rules

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

var (
	durationPart = regexp.MustCompile(`^(\d+(?:\.\d+)?)(ms|us|µs|ns|[dhms])`)
	durationUnit = map[string]float64{"d": 24 * 3600e9, "h": 3600e9, "m": 60e9, "s": 1e9, "ms": 1e6, "us": 1e3, "µs": 1e3, "ns": 1}
)

// ParseDuration reads Go's durations plus d: 1m30s, 2d, 500ms. A number without a unit is an error, but for 0, and so is what
// is longer than 30 years; nothing is negative.
func ParseDuration(s string) (time.Duration, error) {
	text := strings.TrimSpace(s)
	if text == "0" {
		return 0, nil
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return 0, fmt.Errorf("%q has no unit: %ss, %sm, %sh or %sd", s, text, text, text, text)
	}
	total := 0.0
	for rest := text; ; {
		m := durationPart.FindStringSubmatch(rest)
		if m == nil {
			return 0, fmt.Errorf("%q is no duration (1m30s, 500ms, 2d)", s)
		}
		v, _ := strconv.ParseFloat(m[1], 64)
		total += v * durationUnit[m[2]]
		if rest = rest[len(m[0]):]; rest == "" {
			break
		}
	}
	if total > 1e18 {
		return 0, fmt.Errorf("%q is longer than 30 years", s)
	}
	return time.Duration(total + 0.5), nil
}

// ShortDuration writes Go's notation without what is zero: 5m, not 5m0s. ParseDuration reads it.
func ShortDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// span is a length of time in a rule: fixed, or with captures of the anchor in it (${secs}s).
type span struct {
	fixed    time.Duration
	template string
}

func (r *reader) span(n *yaml.Node, what string) span {
	s := r.str(n, what)
	if s == "" {
		return span{}
	}
	return r.spanOf(n, what, s)
}

func (r *reader) spanOf(n *yaml.Node, what, s string) span {
	if strings.Contains(s, "$") {
		return span{template: s}
	}
	d, err := ParseDuration(s)
	if err != nil {
		r.fault(n, "%s: %v", what, err)
		return span{fixed: 1} // else it would be told a second time, as empty
	}
	return span{fixed: d}
}

func (r *reader) duration(n *yaml.Node, what string) time.Duration { return r.span(n, what).fixed }
