package packtest

import (
	"slices"
	"strings"

	"roomline/rules"
)

// dropSamples makes scrapes fail or vanish, or takes series out of them.
func dropSamples(c *Case, m *rules.Mutation) int {
	return c.targets(m, func(t *Target) int {
		changed, seen := 0, 0
		var out []Scrape
		for _, s := range t.Scrapes {
			hit := !outside(s.At, m.After, m.Until)
			if hit {
				hit = seen%m.Every == 0
				seen++
			}
			switch {
			case !hit:
			case m.Series != nil:
				before := len(s.Samples)
				s.Samples = slices.DeleteFunc(slices.Clone(s.Samples), func(x Sample) bool { return m.Series.MatchString(x.Series) })
				changed += before - len(s.Samples)
			case m.As == "gone":
				changed++
				continue
			default:
				s.Failed, s.Samples = true, nil
				changed++
			}
			out = append(out, s)
		}
		t.Scrapes = out
		return changed
	})
}

// renameSeries gives a metric another name, as releases do.
func renameSeries(c *Case, m *rules.Mutation) int {
	return c.targets(m, func(t *Target) int {
		n := 0
		for i, s := range t.Scrapes {
			samples := slices.Clone(s.Samples)
			for k, x := range samples {
				if x.metric() == m.From {
					samples[k].Series = m.To + strings.TrimPrefix(x.Series, m.From)
					n++
				}
			}
			t.Scrapes[i].Samples = samples
		}
		return n
	})
}
