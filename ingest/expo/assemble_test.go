package expo

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

func snapshot(table *Table, name, text string) Result {
	return Read([]byte(text), Options{Path: name, Table: table})
}

// row prints a series: its labels without the stamped ones, then its values.
func rowOf(s timeline.Series) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", s.Name, s.Type)
	for _, l := range s.Labels {
		if l.Name != "role" && l.Name != "instance" && l.Name != "group" {
			fmt.Fprintf(&b, " %s=%s", l.Name, l.Value)
		}
	}
	for _, v := range s.Values {
		if timeline.IsAbsent(v) {
			b.WriteString(" _")
		} else {
			fmt.Fprintf(&b, " %v", v)
		}
	}
	return b.String()
}

func rows(t timeline.Target) string {
	var out []string
	for _, s := range t.Series {
		out = append(out, rowOf(s))
	}
	return strings.Join(out, "\n")
}

// TestAssemble: snapshots in any order, a table shared or not, become aligned ascending columns.
func TestAssemble(t *testing.T) {
	shared := &Table{}
	for _, table := range []*Table{shared, nil} {
		target, notes := Assemble([]Result{
			snapshot(table, "1778555650.prom", "# TYPE a_total counter\nb{y=\"2\",x=\"1\"} 5\na_total 3\n"),
			snapshot(table, "1778555640.prom", "a_total 1\nb{x=\"1\",y=\"2\"} 4\n"),
			snapshot(table, "1778555645.prom", "curl: (7) Failed to connect\n"),
			snapshot(table, "1778555655.prom", "c 1\n"),
		}, "decode", "n2", "g0")
		if len(notes) > 0 || len(target.Scrapes) != 4 || target.Scrapes[1].OK || target.Base() != "decode@n2" {
			t.Errorf("scrapes %+v, notes %v", target.Scrapes, notes)
		}
		want := "a_total counter 1 _ 3 _\nb unknown x=1 y=2 4 _ 5 _\nc unknown _ _ _ 1"
		if got := rows(target); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func TestEqualTimes(t *testing.T) {
	target, notes := Assemble([]Result{
		snapshot(nil, "1778555640.prom", "a 1\n"),
		snapshot(nil, "1778555640000.prom", "b 2\n"),
		snapshot(nil, "metrics.prom", "c 3\n"), // no time, and no mtime
	}, "decode", "n2", "g0")
	if len(target.Scrapes) != 1 || rows(target) != "b unknown 2" || len(notes) != 2 {
		t.Errorf("got %s, notes %v", rows(target), notes)
	}
}

func TestStampedLabels(t *testing.T) {
	r := snapshot(nil, "1778555640.prom", `a{role="x",instance="y",exported_role="z",zone="1"} 1`+"\n")
	target, _ := Assemble([]Result{r}, "decode", "n2", "g0")
	var got []string
	for _, l := range target.Series[0].Labels {
		got = append(got, l.Name+"="+l.Value)
	}
	// The series of another scraper: it had done the same before.
	want := "exported_exported_role=x exported_instance=y exported_role=z group=g0 instance=n2 role=decode zone=1"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got %s, want %s", s, want)
	}
}

func TestTypesAndCreated(t *testing.T) {
	r := snapshot(nil, "x.1778555640.prom", `# TYPE h histogram
h_bucket{le="1",m="x"} 1
h_bucket{le="+Inf",m="x"} 2
h_count{m="x"} 2
h_sum{m="x"} 0.5
h_created{m="x"} 1778550000.5
# TYPE q gaugehistogram
q_bucket{le="1"} 1
q_gcount 1
# TYPE req_count gauge
req_count{le="30",gt="10"} 1
# TYPE n counter
n_total 1
# TYPE i info
i_info{v="1"} 1
lone_total 5
# EOF
`)
	target, _ := Assemble([]Result{r}, "decode", "n2", "g0")
	want := `h_bucket histogram le=+Inf m=x 2
h_bucket histogram le=1 m=x 1
h_count histogram m=x 2
h_created gauge m=x 1.7785500005e+09
h_sum histogram m=x 0.5
i_info gauge v=1 1
lone_total unknown 5
n_total counter 1
q_bucket gauge le=1 1
q_gcount gauge 1
req_count gauge gt=10 le=30 1`
	if got := rows(target); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, s := range target.Series {
		told := strings.HasPrefix(s.Name, "h_") && s.Name != "h_created"
		if told != s.Created.Known() || told && s.Created != 1778550000500*1e6 {
			t.Errorf("%s: created %v", s.Name, s.Created)
		}
	}
}

func TestStoreExport(t *testing.T) {
	r := read(`{"metric":{"__name__":"up","job":"s","instance":"h:1"},"values":[1,0,1],"timestamps":[1778555640000,1778555645000,1778555650000]}
{"metric":{"__name__":"q","job":"s","instance":"h:1","engine_type":"decode"},"values":[3,null,"Infinity"],"timestamps":[1778555640000,1778555645000,1778555650000]}
{"metric":{"__name__":"q"
{"metric":{"__name__":"q","job":"s","instance":"h:2"},"values":[7],"timestamps":[1778555641000]}
`)
	if r.Format != "vm-export" || r.Unparsed != 1 || r.Bad[0].Line != 3 || r.RoleHint != "decode" || r.InstanceHint != "h:1" || len(r.More) != 1 {
		t.Fatalf("got %+v", r)
	}
	target, _ := Assemble([]Result{r}, "decode", "n2", "g0")
	want := "q unknown engine_type=decode exported_instance=h:1 job=s 3 _ +Inf\nup unknown exported_instance=h:1 job=s 1 0 1"
	if got := rows(target); got != want || target.Scrapes[1].OK || !target.Scrapes[2].OK {
		t.Errorf("got\n%s\n%+v", got, target.Scrapes)
	}
	if m := r.More[0]; m.InstanceHint != "h:2" || len(m.Scrapes) != 1 || m.Scrapes[0].Samples() != 1 {
		t.Errorf("the other endpoint: %+v", m)
	}
}

func TestStoreAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		in, want string
		notes    int
	}{
		"matrix": {`{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"q"},"values":[[1778555640,"1"],[1778555645.25,"NaN"]]}]}}`,
			"@2026-05-12T03:14:00Z sample ok: q=1\n@2026-05-12T03:14:05.25Z sample ok: q=NaN\n", 1},
		"vector": {`{"status":"success","data":{"resultType":"vector","result":[{"metric":{"__name__":"q"},"value":[1778555640,"1"]}]}}`,
			"@2026-05-12T03:14:00Z sample ok: q=1\n", 0},
		"error": {`{"status":"error","errorType":"bad_data","error":"parse error","data":null}`, "line 1: {\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"parse error\",\"data\":null}\n", 0},
		"cut":   {`{"status":"success","data":{"resultType":"vector","result":[{"met`, "line 1: {\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[{\"met\n", 0},
	} {
		r := read(c.in)
		if got := show(r); got != c.want || len(r.Notes) != c.notes || r.Format != "prom-json" {
			t.Errorf("%s: got %q, notes %v", name, got, r.Notes)
		}
	}
}

// TestConcurrent: files of one target read side by side with one table.
func TestConcurrent(t *testing.T) {
	table := &Table{}
	results := make([]Result, 50)
	done := make(chan bool)
	for i := range results {
		go func() {
			text := fmt.Sprintf("# TYPE a gauge\na %d\nb{n=\"%d\"} 1\n", i, i%7)
			results[i] = Read([]byte(text), Options{Path: fmt.Sprint(1778555640 + i), Table: table, ModTime: time.Unix(0, 0)})
			done <- true
		}()
	}
	for range results {
		<-done
	}
	target, _ := Assemble(results, "decode", "n2", "g0")
	if len(target.Series) != 8 || len(target.Scrapes) != 50 || target.Series[0].Values[17] != 17 || total(target) != 100 {
		t.Errorf("%d series, %d scrapes, %d samples", len(target.Series), len(target.Scrapes), total(target))
	}
}
