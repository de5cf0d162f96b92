package ingest

import (
	"fmt"
	"strings"
	"time"
)

// parseZone reads a zone: UTC, Z, +08:00, or a name of the IANA data base.
func parseZone(s string) (*time.Location, error) {
	switch s {
	case "UTC", "Z", "utc":
		return time.UTC, nil
	case "", "Local":
		return nil, fmt.Errorf("zone %q is none such as UTC, Asia/Shanghai or +08:00", s)
	}
	if t, err := time.Parse("-07:00", s); err == nil {
		_, offset := t.Zone()
		return time.FixedZone(s, offset), nil
	}
	loc, err := time.LoadLocation(s)
	if err != nil {
		return nil, fmt.Errorf("zone %q is none such as UTC, Asia/Shanghai or +08:00", s)
	}
	return loc, nil
}

// parseDuration reads a duration of Go's, with d for days besides.
func parseDuration(s string) (time.Duration, error) {
	if days, rest, ok := strings.Cut(s, "d"); ok {
		n, err := time.ParseDuration(days + "h")
		if err != nil {
			return 0, err
		}
		d, err := time.Duration(0), error(nil)
		if rest != "" {
			d, err = time.ParseDuration(rest)
		}
		return 24*n + d, err
	}
	return time.ParseDuration(s)
}

// nearest is the allowed word that a misspelt one is closest to, "" if none is near.
func nearest(word string, allowed []string) string {
	best, least := "", 3
	for _, a := range allowed {
		if d := editDistance(word, a); d < least {
			best, least = a, d
		}
	}
	return best
}

func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
