package mql

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metricsql"

	"roomline/timeline"
)

// everyFunction is what the parser knows.
const everyFunction = `
abs absent absent_over_time acos acosh aggr_over_time any ascent_over_time asin asinh atan atanh avg avg_over_time bitmap_and bitmap_or bitmap_xor 
bottomk bottomk_avg bottomk_last bottomk_max bottomk_median bottomk_min buckets_limit ceil changes changes_prometheus clamp clamp_max clamp_min cos 
cosh count count_eq_over_time count_gt_over_time count_le_over_time count_ne_over_time count_over_time count_values count_values_over_time 
day_of_month day_of_week day_of_year days_in_month decreases_over_time default_rollup deg delta delta_prometheus deriv deriv_fast descent_over_time 
distinct distinct_over_time drop_common_labels drop_empty_series duration_over_time end exp first_over_time floor geomean geomean_over_time group 
histogram histogram_avg histogram_fraction histogram_over_time histogram_quantile histogram_quantiles histogram_share histogram_stddev 
histogram_stdvar hoeffding_bound_lower hoeffding_bound_upper holt_winters hour idelta ideriv increase increase_prometheus increase_pure 
increases_over_time integrate interpolate irate keep_last_value keep_next_value label_copy label_del label_graphite_group label_join label_keep 
label_lowercase label_map label_match label_mismatch label_move label_replace label_set label_transform label_uppercase label_value labels_equal lag 
last_over_time lifetime limit_offset limitk ln log10 log2 mad mad_over_time max max_over_time median median_over_time min min_over_time minute mode 
mode_over_time month now outlier_iqr_over_time outliers_iqr outliers_mad outliersk pi predict_linear present_over_time prometheus_buckets quantile 
quantile_over_time quantiles quantiles_over_time rad rand rand_exponential rand_normal range_avg range_first range_last range_linear_regression 
range_mad range_max range_min range_normalize range_over_time range_quantile range_stddev range_stdvar range_sum range_trim_outliers 
range_trim_spikes range_trim_zscore range_zscore rate rate_over_sum rate_prometheus remove_resets resets rollup rollup_candlestick rollup_delta 
rollup_deriv rollup_increase rollup_rate rollup_scrape_interval round running_avg running_max running_min running_sum scalar scrape_interval sgn 
share share_eq_over_time share_gt_over_time share_le_over_time sin sinh smooth_exponential sort sort_by_label sort_by_label_desc 
sort_by_label_numeric sort_by_label_numeric_desc sort_desc sqrt stale_samples_over_time start stddev stddev_over_time stdvar stdvar_over_time step 
sum sum2 sum2_over_time sum_eq_over_time sum_gt_over_time sum_le_over_time sum_over_time tan tanh tfirst_over_time time timestamp timestamp_with_name 
timezone_offset tlast_change_over_time tlast_over_time tmax_over_time tmin_over_time topk topk_avg topk_last topk_max topk_median topk_min union 
vector year zscore zscore_over_time `

// TestEveryFunction: each one is evaluated or refused by its name, when the text is parsed.
func TestEveryFunction(t *testing.T) {
	var there []string
	for _, name := range strings.Fields(everyFunction) {
		for _, text := range []string{"%s(m)", "%s(m[1m])", "%s(0.5, m)", "%s(0.5, m[1m])", "%s()", "%s(m, 1)", "%s(m, 1, 2)", "%s(1)", "%s(m[1m], 1)"} {
			_, err := Parse(fmt.Sprintf(text, name), nil)
			if err == nil {
				if !slices.Contains(there, name) {
					there = append(there, name)
				}
			} else if !strings.Contains(err.Error(), name) && !strings.Contains(err.Error(), "a window needs a function") {
				t.Errorf(text+": %v", name, err)
			}
		}
	}
	want := "abs absent absent_over_time acos acosh any ascent_over_time asin asinh atan atanh avg avg_over_time bottomk ceil changes changes_prometheus " +
		"clamp clamp_max clamp_min cos cosh count count_eq_over_time count_gt_over_time count_le_over_time count_ne_over_time count_over_time " +
		"decreases_over_time default_rollup deg delta delta_prometheus deriv deriv_fast descent_over_time distinct distinct_over_time " +
		"duration_over_time end exp first_over_time floor geomean geomean_over_time group histogram_quantile idelta ideriv increase " +
		"increase_prometheus increase_pure increases_over_time integrate irate label_copy label_del label_keep label_lowercase label_move " +
		"label_set label_uppercase lag last_over_time lifetime limitk ln log10 log2 mad mad_over_time max max_over_time median median_over_time " +
		"min min_over_time mode mode_over_time pi predict_linear present_over_time quantile quantile_over_time rad range_avg range_first " +
		"range_last range_linear_regression range_mad range_max range_min range_over_time range_stddev range_stdvar range_sum rate rate_over_sum " +
		"rate_prometheus resets round running_avg running_max running_min running_sum scalar scrape_interval sgn share_eq_over_time " +
		"share_gt_over_time share_le_over_time sin sinh sqrt start stddev stddev_over_time stdvar stdvar_over_time step sum sum2 sum2_over_time " +
		"sum_eq_over_time sum_gt_over_time sum_le_over_time sum_over_time tan tanh tfirst_over_time time timestamp timestamp_with_name " +
		"tlast_change_over_time tlast_over_time tmax_over_time tmin_over_time topk union vector"
	if got := strings.Join(there, " "); got != want {
		t.Errorf("available: %s", got)
	}
}

func TestRefused(t *testing.T) {
	macros := map[string]Macro{"queue": {AnySeries: []string{"a", "b"}}, "none": {}}
	for _, c := range []struct{ text, want string }{
		{`range_quantile(0.5, m)`, `column 1: function range_quantile is not available offline`},
		{`sum(m) + keep_last_value(m)`, `column 10: function keep_last_value is not available offline; it would invent values`},
		{`now() - m`, `column 1: function now is not available offline; the answer would depend on today; use time()`},
		{`rollup_rate(m[1m])`, `column 1: function rollup_rate is not available offline; use rate`},
		{`histogram_over_time(m[1m])`, `function histogram_over_time is not available offline; there are absent_over_time, ascent`},
		{`quantile_over_time(m[1m])`, `column 1: quantile_over_time takes a selector with a window, and a number`},
		{`quantile_over_time(a, m[1m])`, `make one of a series with scalar()`},
		{`m[5m:1m]`, `column 2: a window needs a function`},
		{`max_over_time(m[5m:0s])`, `the step of a subquery is empty`},
		{`rate(sum(m)[1m])`, `column 1: rate needs a selector in its brackets, not an expression: put rate inside, as in sum(rate(m[1m])), or name a step`},
		{`rate(sum(m))`, `put rate inside`},
		{`rate(m[1m], 2)`, `column 1: rate takes one selector with a window`},
		{`m[1m]`, `column 2: a window needs a function`},
		{`m @ time()`, `column 3: @ needs one moment`},
		{`m @ q`, `make one of a series with scalar()`},
		{`rate(m[0s])`, `the window is empty`},
		{`m offset 100y`, `longer than ten years`},
		{`topk_avg(3, m)`, `column 1: the aggregate topk_avg is not available offline; there are any, avg, bottomk`},
		{`topk(m)`, `column 1: topk takes a number and series`},
		{`sum(m) limit 3`, `column 8: limit is not available offline; use topk or limitk`},
		{`()`, ``},
		{`label_set(m, "a")`, `column 1: label_set takes another number of arguments`},
		{`label_replace(m, "a", "b", "c", "(")`, `label_replace: `},
		{`label_set(m, "a", b)`, `takes texts in quotes`},
		{`step(1)`, `step takes no arguments`},
		{`a + on (x) fill(0) b`, `fill is not available offline`},
		{`sum(3)`, `sum needs series, not a number`},
		{`clamp_max(a, b)`, `make one of a series with scalar()`},
		{`clamp_max(a)`, `clamp_max takes another number of arguments`},
		{`absent()`, `absent takes 1 arguments`},
		{`"text"`, `is no value`},
		{`{}`, `a selector needs a name`},
		{`a{x=~"("}`, `missing closing )`},
		{`nofunction(m)`, `column 1: there is no function nofunction`},
		{`sum(m`, `column 6:`},
		{`sum(m) extra`, `column 8:`},
		{`$queue + + `, `column 12:`},
		{`sum($queue`, `column 11:`},
		{`$queue{x="1"} + range_quantile(0.5, m)`, `column 17: function range_quantile`},
		{`a + $other`, `column 5: unknown macro $other; there are $none, $queue`},
		{`$none`, `macro $none is empty`},
		{``, `it is empty`},
		{strings.Repeat("(", longestText+1), `too long`},
	} {
		_, err := Parse(c.text, macros)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40s: %v, want %s", c.text, err, c.want)
		}
	}
}

func TestExpansion(t *testing.T) {
	for _, c := range []struct{ text, want, names string }{
		{`$queue`, `{__name__="new_q" or __name__="old_q"}`, `new_q old_q`},
		{`max($queue{rank="0"}) > 3`, `max({__name__="new_q",rank="0" or __name__="old_q",rank="0"}) > 3`, `new_q old_q`},
		{`increase($queue[1m])`, `increase({__name__="new_q" or __name__="old_q"}[1m])`, `new_q old_q`},
		{`sum($busy)`, `sum(g > 8)`, `g`},
		{`a{x="$queue"}`, `a{x="$queue"}`, `a`},
		{`a{x=~"b$"} + a`, `a{x=~"b$"} + a`, `a`},
		{`{__name__=~"s:.*"} or {role="x"}`, `{__name__=~"s:.*"} or {role="x"}`, `=~"s:.*" {role="x"}`},
		{`WITH (f(q) = sum(q)) f(a) / f(b)`, `sum(a) / sum(b)`, `a b`},
	} {
		e := mustParse(t, c.text)
		if got, names := e.String(), strings.Join(e.Selectors(), " "); got != c.want || names != c.names || e.Text() != c.text {
			t.Errorf("%s: %s with %s", c.text, got, names)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range sayings {
		f.Add(strings.ReplaceAll(s.text, "W", "20s"))
	}
	for _, text := range append(mixture, `$queue{a="b"}[1m`, `max_over_time(m[1h:1ms])`, `a @ 1e300`, `m offset 9i`, `topk(1e300, m)`, `label_replace(m, "x", "$1", "y", "(.*)")`, `$busy + 1`, `sum(a) by (x`, `a offset -1m`, `WITH (x = a) x`, `"\x00`, `$`, `a{le="1"}`, `1e999 - a`) {
		f.Add(text)
	}
	x := steady()
	x.Scrapes[4].OK = false
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 || strings.Count(strings.ToLower(text), "with") > 1 {
			return // WITH templates may double at every step
		}
		e, err := Parse(text, map[string]Macro{"queue": {AnySeries: []string{"new_q", "old_q"}}, "busy": {Expr: "g > 8"}})
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Column < 0 || e.Column > len(text)+1 {
				t.Fatalf("%v", err)
			}
			return
		}
		// The parser prints some names that are not plain ASCII so that it cannot read them again.
		plain := !strings.ContainsFunc(text, func(r rune) bool { return r > '~' || r == '\\' })
		if _, err := metricsql.Parse(e.String()); err != nil && plain {
			t.Fatalf("%q prints as %q: %v", text, e, err)
		}
		for _, s := range e.Points(x, GapRule{}) {
			for _, p := range s.Points {
				if p.Scrape == 4 {
					t.Fatalf("%s: a value at a failed scrape", text)
				}
			}
		}
		_, _ = e.At(x, 3, GapRule{})
		e.FreshAt(x, 3, GapRule{})
		grid := Span{From: sec(90), To: sec(180), Step: 7 * time.Second}
		e.Range([]*timeline.Target{x}, GapRule{}, grid)
		grid.Server = true
		e.Range([]*timeline.Target{x}, GapRule{}, grid)
	})
}
