package tui

import (
	"strings"
	"testing"

	"roomline/timeline"
	"roomline/tui/cells"
)

// gaugeNamed is a gauge of an instance with the others of its role beside it.
func gaugeNamed(name, role, inst string, others ...string) seriesLane {
	var targets []timeline.Target
	for _, i := range append([]string{inst}, others...) {
		targets = append(targets, timeline.Target{Role: role, Instance: i})
	}
	g := newGauge(&targets[0], &timeline.Series{Name: name}, nil, 0)
	g.insts = instanceNames(targets)[ownerOf(&targets[0])]
	return seriesLane{gaugeLane{g}}
}

// Labels of metrics keep the metric and shorten the instance.
func TestMetricLabels(t *testing.T) {
	for _, c := range []struct {
		l    seriesLane
		w    int
		want string
	}{
		{gaugeNamed("sglang:num_decode_prealloc_queue_reqs", "decode", "0"), 16, "d:0 prealloc_q"},
		{gaugeNamed("sglang:num_decode_prealloc_queue_reqs", "prefill", "0"), 16, "p:0 prealloc_q"},
		{gaugeNamed("sglang:num_decode_transfer_queue_reqs", "decode", "19-dsv4pro-g24-04-decode"), 16, "d:transfer_q"},
		{gaugeNamed("sglang:num_decode_transfer_queue_reqs", "decode", "19-dsv4pro-g24-04-decode", "19-dsv4pro-g24-07-decode"), 16, "d:04 transfer_q"},
		{gaugeNamed("sglang:num_decode_transfer_queue_reqs", "decode", "19-dsv4pro-g24-04-decode", "19-dsv4pro-g24-07-decode"), 40, "d:19-dsv4pro-g24-04-decode transfer_q"},
		{gaugeNamed("sglang:num_requests_total", "decode", "n2", "n3"), 16, "d:#1 reque…total"},
		{gaugeNamed("sglang:num_requests_total", "decode", "n2"), 16, "d:requests_total"},
		{gaugeNamed("x", "proxy", "a"), 16, "pr:a x"},
		{gaugeNamed("x", "router", "a"), 16, "r:a x"},
	} {
		if got := c.l.label(c.w); got != c.want {
			t.Errorf("%s of %s in %d: got %q, want %q", c.l.g.series.Name, c.l.g.target.Base(), c.w, got, c.want)
		}
	}
}

// What never left zero comes last, and where there is room the greatest value is beside the cursor's.
func TestMetricRows(t *testing.T) {
	d := fixture(3, 0)
	zero := d.Incident.Targets[0].Series[0]
	zero.Name, zero.Values = "sglang:num_decode_prealloc_queue_reqs", make([]float64, len(zero.Values))
	d.Incident.Targets[0].Series = append([]timeline.Series{zero}, d.Incident.Targets[0].Series...)
	p := show(d, 160, 50, cells.Caps{NoColor: true}, "5")
	if last := p.scene.series[len(p.scene.series)-1]; last.series.Name != zero.Name {
		t.Errorf("the last row is %s", last.series.Name)
	}
	if f := strip(p.frame); !strings.Contains(f, "at cursor    MAX") || !strings.Contains(f, "    178\n") {
		t.Errorf("got\n%s", f)
	}
	seen := map[string]bool{}
	for _, g := range p.scene.series {
		l := seriesLane{gaugeLane{g}}.label(labelWidth(80) - 2)
		if seen[l] {
			t.Errorf("two rows are %q", l)
		}
		seen[l] = true
	}
}

// Two groups, or two inputs, may have instances of the same name.
func TestSameInstances(t *testing.T) {
	targets := []timeline.Target{{Role: "decode", Instance: "0", Group: "g0"}, {Role: "decode", Instance: "0", Group: "g1"}, {Role: "prefill", Instance: "0", Process: 1}, {Role: "prefill", Instance: "0", Process: 2}}
	names := instanceNames(targets)
	for i, want := range []string{"g0/0", "g1/0", "0#1", "0#2"} {
		if got := names[ownerOf(&targets[i])][0]; got != want {
			t.Errorf("target %d: got %q, want %q", i, got, want)
		}
	}
}

// The same process from two inputs: the rows are numbered, and the note says where the second is from.
func TestTwinSeries(t *testing.T) {
	d := fixture(3, 0)
	d.Incident.Targets = append(d.Incident.Targets, d.Incident.Targets...)
	p := show(d, 80, 24, cells.Caps{NoColor: true}, "5")
	seen := map[string]bool{}
	for i, g := range p.scene.series {
		l := seriesLane{gaugeLane{g}}.label(labelWidth(80) - 2)
		id := seriesList(p.scene.series).ID(i)
		if seen[l] || seen[id] {
			t.Errorf("two rows are %q, %s", l, id)
		}
		seen[l], seen[id] = true, true
	}
}
