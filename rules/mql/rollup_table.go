package mql

// rollupFunc computes one series over all windows.
type rollupFunc struct {
	name     string
	keepName bool
	number   bool // it takes a number beside its series

	// value is the function as a server computes it, and at scrape times too unless fill is set, which
	// computes a whole column where nothing may be assumed.
	value func(w *window) float64
	fill  func(w *windows, p pick, out []float64)

	lower   bool // of a part of a window it gives a lower bound
	counter bool // resets are taken out first
	partial bool // a scrape in the window may lack the series, if the last one has it
	last    bool // it speaks of samples alone: scrapes that lack the series do not matter
	grace   bool // of a server: it looks five minutes further back for the sample before the window
	widens  bool // of a server: without a window it takes one that holds two samples
}

// rollupFuncs by name; absent_over_time is a node of its own.
var rollupFuncs = byName([]rollupFunc{
	// Counters.
	{name: "increase", value: deltaOver, fill: fillIncrease, lower: true, counter: true, grace: true},
	{name: "increase_pure", value: increasePure, fill: fillIncrease, counter: true, grace: true},
	{name: "increase_prometheus", value: deltaInside, counter: true, partial: true},
	{name: "rate", value: rateOver, fill: fillRate, counter: true, grace: true, widens: true},
	{name: "rate_prometheus", value: rateInside, counter: true, partial: true},
	{name: "irate", value: iderivOver, fill: fillIrate, counter: true, grace: true, widens: true},

	// Steps from sample to sample.
	{name: "changes", value: changesOver, fill: fillChanges, lower: true, grace: true},
	{name: "changes_prometheus", value: changesInside, partial: true},
	{name: "resets", value: stepsThat(down), fill: fillResets, lower: true, grace: true},
	{name: "decreases_over_time", value: stepsThat(down), partial: true, grace: true},
	{name: "increases_over_time", value: stepsThat(up), partial: true, grace: true},
	{name: "ascent_over_time", value: climb(1), partial: true, grace: true},
	{name: "descent_over_time", value: climb(-1), partial: true, grace: true},
	{name: "idelta", value: ideltaOver, partial: true, grace: true},
	{name: "ideriv", value: iderivOver, partial: true, grace: true, widens: true},

	// Gauges.
	{name: "delta", value: deltaOver, fill: fillDelta, grace: true},
	{name: "delta_prometheus", value: deltaInside},
	{name: "deriv", value: slopeOver, widens: true},
	{name: "deriv_fast", value: rateOver, grace: true, widens: true},
	{name: "predict_linear", value: predict, number: true, keepName: true},
	{name: "integrate", value: integral, grace: true},
	{name: "min_over_time", value: minOver, fill: fillMin, keepName: true},
	{name: "max_over_time", value: maxOver, fill: fillMax, keepName: true},
	{name: "range_over_time", value: inside(func(v []float64) float64 { return highest(v) - lowest(v) })},
	{name: "sum_over_time", value: inside(total), fill: fillSum},
	{name: "sum2_over_time", value: inside(squares)},
	{name: "avg_over_time", value: inside(mean), fill: fillAvg, keepName: true},
	{name: "geomean_over_time", value: inside(geomean), keepName: true},
	{name: "stddev_over_time", value: inside(deviation)},
	{name: "stdvar_over_time", value: inside(variance)},
	{name: "mad_over_time", value: inside(spread)},
	{name: "quantile_over_time", value: quantileOver, number: true, keepName: true},
	{name: "median_over_time", value: medianOver, keepName: true},
	{name: "mode_over_time", value: modeOver, keepName: true},
	{name: "distinct_over_time", value: inside(distinct)},
	{name: "count_eq_over_time", value: against(counting(equal)), number: true},
	{name: "count_ne_over_time", value: against(counting(unequal)), number: true},
	{name: "count_gt_over_time", value: against(counting(greater)), number: true},
	{name: "count_le_over_time", value: against(counting(atMost)), number: true},
	{name: "share_eq_over_time", value: against(share(equal)), number: true},
	{name: "share_gt_over_time", value: against(share(greater)), number: true},
	{name: "share_le_over_time", value: against(share(atMost)), number: true},
	{name: "sum_eq_over_time", value: against(summing(equal)), number: true},
	{name: "sum_gt_over_time", value: against(summing(greater)), number: true},
	{name: "sum_le_over_time", value: against(summing(atMost)), number: true},
	{name: "rate_over_sum", value: rateOverSum, widens: true},
	{name: "tmin_over_time", value: tExtreme(atMost)},
	{name: "tmax_over_time", value: tExtreme(atLeast)},

	// What speaks of the samples that are there.
	{name: "count_over_time", value: inside(func(v []float64) float64 { return float64(len(v)) }), fill: fillCount},
	{name: "present_over_time", value: inside(func([]float64) float64 { return 1 }), fill: fillPresent},
	{name: "first_over_time", value: inside(first), fill: fillFirst, keepName: true},
	{name: "last_over_time", value: inside(last), fill: fillLast, keepName: true},
	{name: "default_rollup", value: inside(last), fill: fillLast, keepName: true, grace: true, widens: true},
	{name: "tfirst_over_time", value: tFirst, last: true},
	{name: "tlast_over_time", value: tLast, last: true},
	{name: "timestamp", value: tLast, last: true, widens: true},
	{name: "timestamp_with_name", value: tLast, last: true, keepName: true},
	{name: "tlast_change_over_time", value: tLastChange, partial: true, grace: true},
	{name: "lag", value: lag, last: true, grace: true},
	{name: "lifetime", value: lifetime, last: true, grace: true},
	{name: "scrape_interval", value: scrapeInterval, last: true, grace: true, widens: true},
	{name: "duration_over_time", value: durationOver, number: true, last: true},
})

func byName(fs []rollupFunc) map[string]*rollupFunc {
	out := map[string]*rollupFunc{}
	for i := range fs {
		out[fs[i].name] = &fs[i]
	}
	return out
}
