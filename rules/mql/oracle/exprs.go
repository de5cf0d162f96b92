package main

// supported are expressions that the evaluator claims to answer as the server does, on a grid of
// fixed steps.
var supported = []string{
	// Selectors.
	`queue`, `queue{rank="0"}`, `queue{rank!="0"}`, `queue{rank=~"0|7"}`, `queue{rank!~"0|7"}`, `{__name__=~"queue|temp",rank="1"}`,
	`queue{rank="0" or instance="b"}`, `nosuch`, `lat_bucket{le="1"}`, `{instance="a",role="prefill"}`,

	// offset and @.
	`queue offset 30s`, `queue offset -30s`, `(queue + 1) offset 45s`, `sum(queue) offset 1m`, `rate(requests_total[1m] offset 1m)`,
	`rate(requests_total[1m]) offset 30s`, `queue @ end()`, `queue @ start()`, `sum(queue @ 1777594200)`, `rate(requests_total[2m] @ end())`,
	`queue offset 2i`, `max_over_time(queue[2m] offset -1m)`, `queue @ (end() - 60)`, `(queue > 5) @ end()`,

	// Numbers and arithmetic.
	`1`, `1Ki`, `1.5Mi * 2`, `1_000 + 1`, `5s`, `1m30s`, `queue + 1`, `1 - queue`, `-queue`, `queue * 2 ^ 3`, `queue % 4`, `queue / 0`, `queue ^ 0.5`,
	`queue atan2 3`, `(queue - queue) / 0`, `queue + temp`, `queue * on (instance, rank) group_left () info`,
	`queue * on (instance) group_left (version) info`, `info * on (instance) group_right () queue`, `queue * on (instance) group_left (version) prefix "x_" info`,
	`queue * on (instance) group_left (*) info`, `queue / ignoring (rank) group_left sum without (rank) (queue)`, `queue / sum(queue)`,
	`sum(queue) / queue`, `queue - on (instance, rank) temp`, `queue + temp keep_metric_names`, `(queue + 1) keep_metric_names`,
	`rate(requests_total[1m]) keep_metric_names`, `abs(queue) keep_metric_names`,

	// Comparisons.
	`queue > 5`, `5 < queue`, `queue == 0`, `queue != 0`, `queue >= bool 3`, `queue > temp`, `queue > bool temp`, `queue == (0, 1, 2)`, `queue != (0, 1, 2)`,
	`(queue > 5) > 7`, `queue != (queue > 5)`, `queue > scalar(max(temp))`, `(queue > 5) == bool 7`, `time() > 1777594000`, `queue <= 3 and queue > 0`,

	// Sets.
	`queue and queue > 5`, `queue or temp`, `queue{rank="0"} or queue`, `queue unless queue > 5`, `queue and on (instance) temp > 30`,
	`queue unless on (instance) info`, `queue if queue > 5`, `queue ifnot queue > 5`, `queue if (sum(queue) > 20)`, `queue ifnot (sum(queue) > 20)`,
	`queue default 9`, `(queue > 5) default -1`, `nosuch default 3`, `(queue > 5) default on (instance) temp{rank="0"}`, `queue default temp`, `(queue > 1000) or 7`,
	`(queue > 5) or (temp > 20)`, `(queue > 5) default (queue * 2)`, `(queue, temp)`, `union(queue > 5, queue)`,

	// Counters and steps.
	`rate(requests_total[1m])`, `rate(requests_total)`, `irate(requests_total[1m])`, `increase(requests_total[1m])`, `increase(requests_total[5m])`,
	`increase_pure(requests_total[1m])`, `increase_prometheus(requests_total[1m])`, `rate_prometheus(requests_total[1m])`, `increase(requests_total)`,
	`delta(queue[1m])`, `delta_prometheus(queue[1m])`, `idelta(queue[1m])`, `ideriv(queue[1m])`, `deriv(queue[1m])`, `deriv_fast(queue[1m])`,
	`changes(queue[1m])`, `changes_prometheus(queue[1m])`, `resets(requests_total[5m])`, `increases_over_time(queue[1m])`, `decreases_over_time(queue[1m])`,
	`ascent_over_time(queue[1m])`, `descent_over_time(queue[1m])`, `integrate(queue[1m])`, `predict_linear(queue[2m], 60)`, `changes(queue)`, `rate(errors_total[10s])`,

	// Rollups of gauges.
	`min_over_time(queue[1m])`, `max_over_time(queue[1m])`, `avg_over_time(queue[1m])`, `sum_over_time(queue[1m])`, `sum2_over_time(queue[1m])`,
	`count_over_time(queue[1m])`, `first_over_time(queue[1m])`, `last_over_time(queue[1m])`, `stddev_over_time(temp[1m])`, `stdvar_over_time(temp[1m])`,
	`quantile_over_time(0.9, temp[2m])`, `median_over_time(temp[1m])`, `mode_over_time(queue[1m])`, `distinct_over_time(queue[1m])`,
	`present_over_time(queue[1m])`, `absent_over_time(queue[1m])`, `absent_over_time(nosuch{x="y"}[1m])`, `range_over_time(temp[1m])`,
	`geomean_over_time(temp[1m])`, `mad_over_time(temp[1m])`, `count_eq_over_time(queue[1m], 0)`, `count_ne_over_time(queue[1m], 0)`,
	`count_gt_over_time(queue[1m], 5)`, `count_le_over_time(queue[1m], 5)`, `share_eq_over_time(queue[1m], 0)`, `share_gt_over_time(queue[1m], 5)`,
	`share_le_over_time(queue[1m], 5)`, `sum_eq_over_time(queue[1m], 3)`, `sum_gt_over_time(queue[1m], 5)`, `sum_le_over_time(queue[1m], 5)`,
	`rate_over_sum(queue[1m])`, `default_rollup(queue[1m])`, `max_over_time(queue[3i])`, `min_over_time(queue)`, `avg_over_time(temp[1.5m])`,
	`max_over_time(queue[0.5h])`, `median_over_time(queue[90])`, `quantile_over_time(0.5, requests_total[5m])`,

	// Times.
	`tfirst_over_time(queue[1m])`, `tlast_over_time(queue[1m])`, `tlast_change_over_time(queue[1m])`, `tmin_over_time(queue[1m])`, `tmax_over_time(queue[1m])`,
	`timestamp(queue)`, `timestamp_with_name(queue[1m])`, `lag(queue[1m])`, `lifetime(queue[2m])`, `scrape_interval(queue[1m])`, `duration_over_time(queue[2m], 6)`,
	`time()`, `time() - queue`, `start()`, `end()`, `step()`, `pi()`,

	// Subqueries.
	`max_over_time(queue[2m:30s])`, `min_over_time(queue[1m:])`, `max_over_time((queue > 5)[2m:10s])`, `count_over_time((queue == 0)[1m:5s])`,
	`max_over_time(sum(queue)[2m:20s])`, `avg_over_time(rate(requests_total[30s])[2m:15s])`, `rate(sum(requests_total)[2m:10s])`,
	`max_over_time(queue > 5)`, `sum_over_time((queue > bool 3)[1m:10s])`, `quantile_over_time(0.5, (queue + temp)[2m:10s])`,
	`max_over_time(max_over_time(queue[30s])[2m:15s])`, `changes((queue > bool 3)[2m:10s])`, `avg_over_time((queue offset 30s)[1m:10s])`, `last_over_time(queue[2m:1i])`,

	// Aggregates.
	`sum(queue)`, `sum by (instance) (queue)`, `sum without (rank) (queue)`, `avg(queue)`, `min by (rank) (queue)`, `max(queue)`, `count(queue)`,
	`count(queue > 5)`, `group by (instance) (queue)`, `stddev(temp)`, `stdvar by (instance) (temp)`, `median(temp)`, `quantile(0.9, temp)`,
	`quantile by (rank) (0.25, temp)`, `distinct(queue)`, `mode(queue)`, `geomean(temp)`, `sum2(queue)`, `mad(temp)`, `topk(2, temp)`, `bottomk(2, temp)`,
	`topk by (instance) (1, temp)`, `sum(queue, temp)`, `sum(rate(requests_total[1m])) by (instance)`, `max(max_over_time(queue[1m])) > 5`,
	`sum by (__name__) ({__name__=~"queue|temp"})`, `count by (role) (queue)`, `limitk(9, queue)`,

	// Functions of values.
	`abs(queue - 5)`, `ceil(temp)`, `floor(temp)`, `round(temp)`, `round(temp, 0.5)`, `round(temp, 5)`, `clamp(queue, 2, 6)`, `clamp_min(queue, 2)`, `clamp_max(queue, 6)`,
	`sqrt(queue)`, `exp(queue / 10)`, `ln(queue)`, `log2(queue)`, `log10(queue)`, `sin(temp)`, `cos(temp)`, `tan(temp)`, `asin(temp / 100)`, `acos(temp / 100)`, `atan(temp)`,
	`sinh(temp / 10)`, `cosh(temp / 10)`, `tanh(temp)`, `asinh(temp)`, `acosh(temp)`, `atanh(temp / 100)`, `deg(temp)`, `rad(temp)`,
	`absent(queue)`, `absent(nosuch{x="y"})`, `absent(queue > 1000)`, `absent(sum(nosuch))`, `scalar(sum(queue))`, `scalar(queue)`, `scalar(queue{rank="0",instance="a"})`, `vector(3)`,

	// Histograms.
	`histogram_quantile(0.5, lat_bucket)`, `histogram_quantile(0.99, rate(lat_bucket[1m]))`, `histogram_quantile(0.9, sum by (le) (rate(lat_bucket[2m])))`,
	`histogram_quantile(0.5, sum by (instance, le) (increase(lat_bucket[5m])))`, `histogram_quantile(-1, lat_bucket)`, `histogram_quantile(2, lat_bucket)`,

	// Labels.
	`label_set(queue, "x", "y")`, `label_set(queue{rank="0"}, "rank", "", "z", "1")`, `label_del(queue{instance="a"}, "role", "instance")`, `label_keep(queue{role="prefill"}, "instance", "rank")`,
	`label_replace(queue, "node", "n-$1", "instance", "(.*)")`, `label_replace(queue, "node", "x", "rank", "1")`, `label_join(queue, "id", "/", "instance", "rank")`,
	`label_copy(queue, "instance", "node")`, `label_move(queue, "instance", "node")`, `label_match(queue, "rank", "0|5")`, `label_mismatch(queue, "rank", "0")`,
	`label_uppercase(queue, "instance")`, `label_lowercase(queue, "instance")`, `sum by (node) (label_replace(queue, "node", "$1", "instance", "(.*)"))`,

	// Ranges.
	`running_sum(queue)`, `running_min(queue)`, `running_max(queue)`, `range_sum(queue)`, `range_min(queue)`, `range_max(queue)`, `range_first(queue)`, `range_last(queue)`,
	`range_stddev(temp)`, `range_stdvar(temp)`, `range_mad(temp)`, `range_linear_regression(temp)`, `queue / range_max(queue)`, `max(range_max(queue))`, `running_max(queue > 5)`,

	// WITH.
	`WITH (busy = queue > 5) busy + busy`, `WITH (f(q) = sum(q) by (instance)) f(queue) / f(temp)`,

	// Known to differ, see the table in oracle_test.go.
	`round(temp, 0.1)`, `sgn(queue - 5)`, `range_avg(queue)`, `running_avg(queue)`, `any(queue)`, `any by (instance) (queue)`, `limitk(1, queue)`,
}

// refused is what must be refused when it is read.
var refused = []string{
	`keep_last_value(queue)`, `keep_next_value(queue)`, `interpolate(queue)`, `now()`, `rand()`, `rand_normal()`, `rand_exponential()`,
	`rollup(queue[1m])`, `rollup_rate(requests_total[1m])`, `rollup_delta(queue[1m])`, `rollup_increase(requests_total[1m])`, `rollup_deriv(queue[1m])`,
	`rollup_candlestick(queue[1m])`, `rollup_scrape_interval(queue[1m])`, `aggr_over_time("min", queue[1m])`, `quantiles_over_time("phi", 0.5, queue[1m])`,
	`histogram_over_time(queue[1m])`, `count_values_over_time("v", queue[1m])`, `hoeffding_bound_lower(0.9, queue[1m])`, `hoeffding_bound_upper(0.9, queue[1m])`,
	`holt_winters(queue[1m], 0.5, 0.5)`, `outlier_iqr_over_time(queue[1m])`, `stale_samples_over_time(queue[1m])`, `zscore_over_time(queue[1m])`,
	`count_values("v", queue)`, `quantiles("phi", 0.5, queue)`, `share(queue)`, `zscore(queue)`, `histogram(queue)`, `outliers_iqr(queue)`, `outliers_mad(3, queue)`,
	`outliersk(2, queue)`, `topk_avg(2, queue)`, `topk_last(2, queue)`, `topk_max(2, queue)`, `topk_median(2, queue)`, `topk_min(2, queue)`, `bottomk_avg(2, queue)`,
	`bottomk_last(2, queue)`, `bottomk_max(2, queue)`, `bottomk_median(2, queue)`, `bottomk_min(2, queue)`, `sum(queue) limit 2`, `queue + on (instance) fill(0) queue`,
	`range_quantile(0.5, queue)`, `range_median(queue)`, `range_normalize(queue)`, `range_trim_outliers(1, queue)`, `range_trim_spikes(0.1, queue)`,
	`range_trim_zscore(1, queue)`, `range_zscore(queue)`, `smooth_exponential(queue, 0.5)`, `remove_resets(requests_total)`, `label_map(queue, "rank", "0", "a")`,
	`label_transform(queue, "rank", "0", "a")`, `label_value(queue, "rank")`, `label_graphite_group(queue, 0)`, `labels_equal(queue, "a", "b")`, `drop_common_labels(queue)`,
	`drop_empty_series(queue)`, `limit_offset(1, 1, queue)`, `bitmap_and(queue, 1)`, `bitmap_or(queue, 1)`, `bitmap_xor(queue, 1)`, `buckets_limit(3, lat_bucket)`,
	`prometheus_buckets(lat_bucket)`, `histogram_avg(lat_bucket)`, `histogram_fraction(0, 1, lat_bucket)`, `histogram_quantiles("phi", 0.5, lat_bucket)`,
	`histogram_share(1, lat_bucket)`, `histogram_stddev(lat_bucket)`, `histogram_stdvar(lat_bucket)`, `hour()`, `minute()`, `month()`, `year()`, `day_of_week()`, `day_of_month()`,
	`day_of_year()`, `days_in_month()`, `timezone_offset("UTC")`, `sort(queue)`, `sort_desc(queue)`, `sort_by_label(queue, "rank")`, `queue[1m]`, `rate(sum(queue)[1m])`,
}
