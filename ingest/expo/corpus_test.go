package expo

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"roomline/timeline"
)

// corpusDir holds scrapes modelled on public threads; it is not part of the module.
const corpusDir = "../../../shared/corpus"

// TestCorpus: the counts that must hold of each file.
func TestCorpus(t *testing.T) {
	if _, err := os.Stat(corpusDir); err != nil {
		t.Skip("no corpus beside the checkout")
	}
	mtime := time.Date(2026, 5, 12, 3, 20, 0, 0, time.UTC)
	for _, c := range []struct {
		file, format, role      string
		lines, unparsed         int64
		series, minimum, sample int // sample: with duplicates
		ok                      bool
		from                    string
	}{
		{"60-sglang-unified-metrics.prom", "prometheus", "", 82, 0, 58, 58, 58, true, "mtime"},
		{"61-sglang-pd-decode-t0.prom", "prometheus", "decode", 121, 0, 89, 89, 89, true, "mtime"},
		{"62-sglang-pd-decode-t1.prom", "prometheus", "decode", 121, 0, 89, 89, 89, true, "mtime"},
		{"63-sglang-pd-prefill-wedged-t1.prom", "prometheus", "prefill", 117, 0, 87, 87, 87, true, "mtime"},
		{"65-gateway-reexport-underscore-names.prom", "prometheus", "", 30, 0, 19, 19, 19, true, "mtime"},
		{"68-vllm-help-type-only.prom", "prometheus", "", 8, 0, 0, 0, 0, true, "mtime"},
		{"69-vllm-empty-with-http-headers.prom", "prometheus", "", 6, 0, 0, 0, 0, false, "header"},
		{"70-dynamo-frontend-and-worker.prom", "prometheus", "", 21, 0, 7, 7, 7, true, "mtime"},
		{"72-openmetrics-exemplars.prom", "openmetrics", "", 23, 0, 15, 14, 15, true, "sample"},
		{"74-vllm-multiprocess-duplicates.prom", "prometheus", "", 26, 0, 21, 21, 21, true, "mtime"},
	} {
		content, err := os.ReadFile(filepath.Join(corpusDir, c.file))
		if err != nil {
			t.Fatal(err)
		}
		if !Looks(content[:min(len(content), 4096)]) {
			t.Errorf("%s: does not look like scrapes", c.file)
		}
		r := Read(content, Options{Path: c.file, ModTime: mtime})
		if r.Format != c.format || r.Lines != c.lines || r.Unparsed != c.unparsed || r.RoleHint != c.role || len(r.Scrapes) != 1 {
			t.Errorf("%s: format %q, %d lines, %d unparsed %v, role %q, %d scrapes", c.file, r.Format, r.Lines, r.Unparsed, r.Bad, r.RoleHint, len(r.Scrapes))
			continue
		}
		if s := r.Scrapes[0]; s.OK != c.ok || s.TimeFrom != c.from || s.Samples() != c.sample {
			t.Errorf("%s: ok %v (%s), time from %s, %d samples", c.file, s.OK, s.Error, s.TimeFrom, s.Samples())
		}
		target, _ := Assemble([]Result{r}, "decode", "n1", "g0")
		if len(target.Series) != c.series || total(target) != int64(c.sample) {
			t.Errorf("%s: %d series with %d samples, want %d", c.file, len(target.Series), total(target), c.series)
		}
	}
}

func total(t timeline.Target) (n int64) {
	for _, s := range t.Series {
		n += s.Samples
	}
	return n
}

// TestCorpusPair: two snapshots of one target keep one set of series.
func TestCorpusPair(t *testing.T) {
	var results []Result
	table := &Table{}
	for i, f := range []string{"62-sglang-pd-decode-t1.prom", "61-sglang-pd-decode-t0.prom"} {
		content, err := os.ReadFile(filepath.Join(corpusDir, f))
		if err != nil {
			t.Skip("no corpus beside the checkout")
		}
		results = append(results, Read(content, Options{Path: f, Table: table, ModTime: time.Date(2026, 5, 12, 3, 20-5*i, 0, 0, time.UTC)}))
	}
	target, notes := Assemble(results, "decode", "n2", "g0")
	if len(target.Scrapes) != 2 || target.Scrapes[0].At > target.Scrapes[1].At || len(target.Series) != 89 || total(target) != 178 || notes != nil {
		t.Errorf("%d scrapes, %d series, %d samples, notes %v", len(target.Scrapes), len(target.Series), total(target), notes)
	}
	s := find(target, "sglang:num_running_reqs", "tp_rank", "0")
	if s == nil || s.Values[0] != 22 || s.Values[1] != 0 || s.Type != "gauge" || s.Label("role") != "decode" {
		t.Errorf("running requests fell from 22 to 0, got %+v", s)
	}
}

func find(t timeline.Target, name, label, value string) *timeline.Series {
	for i := range t.Series {
		if s := &t.Series[i]; s.Name == name && (label == "" || s.Label(label) == value) {
			return s
		}
	}
	return nil
}
