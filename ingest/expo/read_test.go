package expo

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"roomline/timeline"
)

func read(text string) Result {
	return Read([]byte(text), Options{Path: "x.prom", ModTime: time.Unix(1778555000, 0)})
}

// show prints a result: every scrape with its time, then its samples, then what could not be read.
func show(r Result) string {
	var b strings.Builder
	entries, _ := r.table.view()
	for _, s := range r.Scrapes {
		state := "ok"
		if !s.OK {
			state = s.Error
		}
		fmt.Fprintf(&b, "@%s %s %s:", s.At, s.TimeFrom, state)
		for i, v := range s.values {
			e := entries[s.layout.ids[i]]
			b.WriteString(" " + e.name)
			for _, l := range e.labels {
				fmt.Fprintf(&b, "|%s=%s", l.Name, l.Value)
			}
			fmt.Fprintf(&b, "=%v", v)
		}
		b.WriteString("\n")
	}
	for _, bad := range r.Bad {
		b.WriteString(bad.String() + "\n")
	}
	return b.String()
}

const at = "@2026-05-12T03:03:20Z mtime "

// TestMalformed: what cannot be read is told with its line, the rest is kept.
func TestMalformed(t *testing.T) {
	one := "1 line cannot be read, the first is line "
	for name, c := range map[string]struct{ in, want string }{
		"plain":                {"a 1\nb{x=\"y\"} 2\n", at + "ok: a=1 b|x=y=2\n"},
		"bad between good":     {"a 1\nb{x=\"2\" 3\nc 3\n", at + one + "2: a=1 c=3\nline 2: b{x=\"2\" 3\n"},
		"bad first and last":   {"!\na 1\n<html>\n", at + "2 lines cannot be read, the first is line 1: a=1\nline 1: !\nline 3: <html>\n"},
		"open quote":           {"a{x=\"1} 2\nb{y=\"3\"} 4\nc 5\n", at + one + "1: b|y=3=4 c=5\nline 1: a{x=\"1} 2\n"},
		"quote takes a line":   {"a{x=\"1\nb{y=\",z=\"\"} 4\nc 5\n", at + "2 lines cannot be read, the first is line 1: c=5\nline 1: a{x=\"1\nline 2: b{y=\",z=\"\"} 4\n"},
		"blank lines count":    {"\n\na 1\n\n\nbad\n\nb 2\n", at + one + "6: a=1 b=2\nline 6: bad\n"},
		"CRLF":                 {"# TYPE a gauge\r\na 1\r\nb 2\r\n", at + "ok: a=1 b=2\n"},
		"CRLF and bad":         {"a 1\r\nb{\r\nc 3\r\n", at + one + "2: a=1 c=3\nline 2: b{\n"},
		"BOM":                  {"\xef\xbb\xbfa 1\n", at + "ok: a=1\n"},
		"BOM and comment":      {"\xef\xbb\xbf# scraped_at 1778555640\na 1\n", "@2026-05-12T03:14:00Z comment ok: a=1\n"},
		"no last line break":   {"a 1\nb 2", at + one + "2: a=1\nline 2: b 2\n"}, // 2 may be what is left of 25
		"cut in a number":      {"a 1.0\nb 12", at + one + "2: a=1\nline 2: b 12\n"},
		"cut behind the point": {"a 1\nb 12.", at + one + "2: a=1\nline 2: b 12.\n"},
		"cut in labels":        {"a 1.0\nb{x=\"y", at + one + "2: a=1\nline 2: b{x=\"y\n"},
		"hex and underscore":   {"a 0x10\nb 1_000\nc 1\n", at + "2 lines cannot be read, the first is line 1: c=1\nline 1: a 0x10\nline 2: b 1_000\n"},
		"NaN and Inf":          {"a NaN\nb +Inf\nc -Inf\nd nan\n", at + "ok: a=NaN b=+Inf c=-Inf d=NaN\n"},
		"le as written":        {"# TYPE h histogram\nh_bucket{le=\"1\"} 1\nh_bucket{le=\"1e3\"} 2\nh_bucket{le=\"0.0016200000000000001\"} 0\n", at + "ok: h_bucket|le=1=1 h_bucket|le=1e3=2 h_bucket|le=0.0016200000000000001=0\n"},
		"escapes":              {`a{x="q\"uo\\te\n",y="a\tb"} 1` + "\n", at + "ok: a|x=q\"uo\\te\n|y=a\\tb=1\n"},
		"braces in a value":    {`a{x="}{,= # {"} 1` + "\n", at + "ok: a|x=}{,= # {=1\n"},
		"quoted name":          {`{"my.name",x="1"} 1` + "\n", at + "ok: my.name|x=1=1\n"},
		"trailing comma":       {`a{x="1",} 1` + "\n", at + "ok: a|x=1=1\n"},
		"duplicates":           {"a 1\na 2\nb 3\n", at + "ok: a=2 b=3\n"},
		"order of labels":      {"a{x=\"1\",y=\"2\"} 1\na{y=\"2\",x=\"1\"} 5\n", at + "ok: a|x=1|y=2=5\n"},
		"unknown type":         {"# TYPE a foo\na 1\n", at + "ok: a=1\n"},
		"other comments":       {"# hello\n#\n# TYPE\na 1\n", at + "ok: a=1\n"},
		"exemplar in text":     {"a_bucket{le=\"1\"} 1 # {room=\"4\"} 0.5\nb 1\n", at + "truncated: OpenMetrics ends with # EOF, this does not: a_bucket|le=1=1 b=1\n"},
		"two families, empty":  {"# HELP a b\n# TYPE a gauge\n# TYPE c gauge\n", at + "ok:\n"},
		"one family, empty":    {"# HELP a b\n# TYPE a gauge\n", at + "ends behind the first # TYPE: no sample:\n"},
		"empty":                {"", at + "empty:\n"},
		"blank":                {"\n\n", at + "empty:\n"},
		"curl failed":          {"curl: (7) Failed to connect to 192.0.2.7 port 30000\n", at + "curl: (7) Failed to connect to 192.0.2.7 port 30000:\n"},
		"curl broke off":       {"a 1\nb 2\ncurl: (18) transfer closed\n", at + "curl: (18) transfer closed: a=1 b=2\n"},
		"curl progress": {"  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n" +
			"                                 Dload  Upload   Total   Spent    Left  Speed\n\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0a 1\nb 2\n\r100  3000  100  3000    0     0   1000      0  0:00:03  0:00:03 --:--:--  1000\n",
			at + "ok: a=1 b=2\n"},
		"curl -i":       {"HTTP/1.1 200 OK\r\ndate: Thu, 11 Jun 2026 03:05:39 GMT\r\ncontent-type: text/plain\r\n\r\na 1\n", "@2026-06-11T03:05:39Z header ok: a=1\n"},
		"curl -i, 503":  {"HTTP/1.1 503 Service Unavailable\r\n\r\nno healthy upstream\n", at + "HTTP/1.1 503 Service Unavailable:\n"},
		"curl -i twice": {"HTTP/1.1 200 OK\nDate: Thu, 11 Jun 2026 03:05:39 GMT\n\na 1\nHTTP/1.1 500 no\nDate: Thu, 11 Jun 2026 03:06:39 GMT\n\nx y z\n", "@2026-06-11T03:05:39Z header ok: a=1\n@2026-06-11T03:06:39Z header HTTP/1.1 500 no:\n"},
		"proxy":         {"HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\n\r\na 1\n", at + "ok: a=1\n"},
		"curl -v":       {"* Connected to x\n> GET /metrics HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\n{ [345 bytes data]\na 1\n", at + "ok: a=1\n"},
	} {
		if got := show(read(c.in)); strings.TrimSpace(got) != strings.TrimSpace(c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, c.want)
		}
	}
}

// TestSplit: several scrapes in one file, and where their times come from.
func TestSplit(t *testing.T) {
	two := func(from string) string {
		return "@2026-05-12T03:14:00Z " + from + " ok: a=1 b=2\n@2026-05-12T03:14:05Z " + from + " ok: a=3 b=4\n"
	}
	for name, c := range map[string]struct{ in, want string }{
		"scraped_at":        {"# scraped_at 2026-05-12T03:14:00Z\na 1\nb 2\n# scraped_at 2026-05-12T03:14:05Z\na 3\nb 4\n", two("comment")},
		"epoch, ms":         {"# scraped_at 1778555640\na 1\nb 2\n# scraped_at 1778555645000\na 3\nb 4\n", two("comment")},
		"offset, decimals":  {"# scraped_at 2026-05-12T11:14:00+08:00\na 1\nb 2\n# scraped_at 1778555645.250\na 3\n", "@2026-05-12T03:14:00Z comment ok: a=1 b=2\n@2026-05-12T03:14:05.25Z comment ok: a=3\n"},
		"scrape and URL":    {"# scrape 1778555640 http://192.0.2.7:30000/metrics\na 1\nb 2\n# scrape 1778555645 http://192.0.2.7:30000/metrics\na 3\nb 4\n", two("comment")},
		"CRLF":              {"# scraped_at 1778555640\r\na 1\r\nb 2\r\n# scraped_at 1778555645\r\na 3\r\nb 4\r\n", two("comment")},
		"date":              {"Tue May 12 03:14:00 UTC 2026\na 1\nb 2\nTue May 12 03:14:05 UTC 2026\na 3\nb 4\n", two("comment")},
		"date with AM":      {"Tue May 12 03:14:00 AM UTC 2026\na 1\nb 2\nTue May 12 03:14:05 AM UTC 2026\na 3\nb 4\n", two("comment")},
		"RFC 3339 alone":    {"2026-05-12T03:14:00Z\na 1\nb 2\n2026-05-12 03:14:05\na 3\nb 4\n", two("comment")},
		"=== epoch ===":     {"=== 1778555640 ===\na 1\nb 2\n--- 1778555645 ---\na 3\nb 4\n", two("comment")},
		"date as a comment": {"# 2026-05-12T03:14:00Z\na 1\nb 2\n# Tue May 12 03:14:05 UTC 2026\na 3\nb 4\n", two("comment")},
		"dates behind":      {"a 1\nb 2\n1778555640\na 3\nb 4\n1778555645\n", two("comment")},
		"EOF, own stamps":   {"a 1 1778555640\nb 2 1778555640\n# EOF\na 3 1778555645.0\nb 4 1778555645\n# EOF\n", two("sample")},
		"appended, stamps":  {"a 1 1778555640000\nb 2 1778555640000\na 3 1778555645000\nb 4 1778555645000\n", two("sample")},
		"dump by series":    {"a 1 1778555640000\na 3 1778555645000\nb 2 1778555640000\nb 4 1778555645000\n", two("sample")},
		"stamps win":        {"# scraped_at 1778550000\na 1 1778555640000\nb 2\n# scraped_at 1778550001\na 3 1778555645000\nb 4\n", two("sample")},
		"error":             {"# scraped_at 1778555640\n# scrape_error connection refused\n# scraped_at 1778555645\na 3\n", "@2026-05-12T03:14:00Z comment connection refused:\n@2026-05-12T03:14:05Z comment ok: a=3\n"},
		"empty body":        {"# scraped_at 1778555640\n# scraped_at 1778555645\ncurl: (7) no\n", "@2026-05-12T03:14:00Z comment empty:\n@2026-05-12T03:14:05Z comment curl: (7) no:\n"},
		"mark and header":   {"# scrape 1778555640 http://h/m\nHTTP/1.1 200 OK\ndate: Thu, 11 Jun 2026 03:05:39 GMT\n\na 1\n# scrape 1778555645 http://h/m\nHTTP/1.1 502 Bad Gateway\n\n<html>\n", "@2026-05-12T03:14:00Z comment ok: a=1\n@2026-05-12T03:14:05Z comment HTTP/1.1 502 Bad Gateway:\n"},
		"before the marks":  {"# collected by hand\n# scraped_at 1778555640\na 1\n", "@2026-05-12T03:14:00Z comment ok: a=1\n"},
		"marked duplicates": {"# scraped_at 1778555640\na 1\nb 2\na 3\n", "@2026-05-12T03:14:00Z comment ok: a=3 b=2\n"},
		"no marks at all":   {"# TYPE a gauge\na 1\nb 2\n# TYPE a gauge\na 3\nb 4\n", at + "ok: a=1 b=2\n" + at + "ok: a=3 b=4\n"},
		"two words":         {"# scraped_at 2026-05-12 03:14:00\na 1\n", "@2026-05-12T03:14:00Z comment ok: a=1\n"},
		"no time in a mark": {"# scraped_at soon\na 1\n", at + "ok: a=1\n"},
		"bad in the second": {"# scraped_at 1778555640\na 1\n# scraped_at 1778555645\nb{\na 3\n", "@2026-05-12T03:14:00Z comment ok: a=1\n@2026-05-12T03:14:05Z comment 1 line cannot be read, the first is line 4: a=3\nline 4: b{\n"},
		"last one cut, OM":  {"a 1 1778555640\n# EOF\na 2 1778555645\n", "@2026-05-12T03:14:00Z sample ok: a=1\n@2026-05-12T03:14:05Z sample truncated: OpenMetrics ends with # EOF, this does not: a=2\n"},
	} {
		if got := show(read(c.in)); got != c.want {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, c.want)
		}
	}
}

// TestUnits: a stamp is never a thousand times too large or too small.
func TestUnits(t *testing.T) {
	want := timeline.Time(1778555650) * timeline.Second
	for name, text := range map[string]string{
		"text, milliseconds":        "a 1 1778555650000\n",
		"OpenMetrics, seconds":      "a 1 1778555650\n# EOF\n",
		"OpenMetrics, decimals":     "a 1 1778555650.000\n# EOF\n",
		"text, but seconds":         "a 1 1778555650\n",
		"OpenMetrics, milliseconds": "a 1 1778555650000\n# EOF\n",
		"text, decimals":            "a 1 1778555650.0\n",
	} {
		if r := read(text); len(r.Scrapes) != 1 || r.Scrapes[0].At != want || r.Scrapes[0].TimeFrom != "sample" || r.Unparsed != 0 {
			t.Errorf("%s: %s", name, show(r))
		}
	}
	if r := read("a 1 1778555649.789123456\n# EOF\n"); r.Scrapes[0].At != 1778555649789123456 {
		t.Errorf("decimals of OpenMetrics are kept: got %d", r.Scrapes[0].At)
	}
	if r := read("a 1 12\n"); r.Scrapes[0].TimeFrom != "mtime" || len(r.Notes) == 0 {
		t.Errorf("a stamp in 1970 is no time: %s %v", show(r), r.Notes)
	}
}

func TestNames(t *testing.T) {
	const want = "2026-05-12T03:14:00Z"
	for name, w := range map[string]string{
		"2026-05-12T03:14:00Z.prom": want, "2026-05-12T03-14-00Z.prom": want, "2026-05-12T03_14_00Z.prom": want,
		"1778555640.prom": want, "1778555640000.prom": want, "1778555640": want, "20260512T031400Z.txt": want,
		"dir/prefill-20260512-031400.prom": want, "metrics_2026-05-12_03-14-00.txt": want, "decode.1778555640.prom.gz": want,
		"m-1778555640.5.prom": "2026-05-12T03:14:00.5Z", "2026-05-12T03-14-00.250Z.prom": "2026-05-12T03:14:00.25Z",
		"2026-05-12T11-14-00+08:00.prom": want, "20260512031400.prom": want, "1778555640.250": "2026-05-12T03:14:00.25Z",
		"61-sglang-pd-decode-t0.prom": "", "metrics.prom": "", "pid-123456789.prom": "", "build-00000000001778555640.prom": "",
		"2026-13-40T03-14-00Z.prom": "",
	} {
		if got, _, _ := nameTime(name); got.String() != w {
			t.Errorf("%s: got %q, want %q", name, got, w)
		}
	}
}

func TestNameZone(t *testing.T) {
	for name, want := range map[string]int{"20260512T031400Z.prom": 0, "1778555640.prom": 0, "1778555640000.prom": 0, "2026-05-12T03-14-00+08:00.prom": 0,
		"20260512-031400.prom": 1, "m-2026-05-12_03-14-00.prom": 1, "20260512031400.prom": 1} {
		if r := Read([]byte("a 1\n"), Options{Path: name}); len(r.Notes) != want || r.Scrapes[0].TimeFrom != "name" {
			t.Errorf("%s: notes %v", name, r.Notes)
		}
	}
}

func TestHints(t *testing.T) {
	for text, want := range map[string]string{
		"a{engine_type=\"prefill\"} 1\n":                                   "prefill",
		"a{engine_type=\"unified\"} 1\n":                                   "",
		"a{engine_type=\"unified\"} 1\nb{engine_type=\"decode\"} 1\n":      "decode",
		"a{engine_type=\"prefill\"} 1\nb{engine_type=\"decode\"} 1\n":      "",
		"smg_worker_health{worker=\"http://192.0.2.1:30000\"} 1\n":         "router",
		"# scraped_at 1778555640\n# scraped_at 1778555641\na{x=\"1\"} 1\n": "",
	} {
		if r := read(text); r.RoleHint != want || (want == "") != (r.RoleFrom == "") {
			t.Errorf("%q: got %q from %q, want %q", text, r.RoleHint, r.RoleFrom, want)
		}
	}
	if r := read("# scrape 1778555640 http://192.0.2.7:30000/metrics\na 1\n"); r.InstanceHint != "192.0.2.7:30000" {
		t.Errorf("instance %q", r.InstanceHint)
	}
}

func TestRefs(t *testing.T) {
	text := "\xef\xbb\xbf# scraped_at 1778555640\r\na 1\r\nb 2\r\n# scraped_at 1778555645\r\na 3\r\n"
	r := read(text)
	for i, want := range []struct {
		line int64
		head string
	}{{1, "\xef\xbb\xbf# scraped_at 1778555640\r\na 1\r\nb 2\r\n"}, {4, "# scraped_at 1778555645\r\na 3\r\n"}} {
		ref := r.Scrapes[i].Ref
		if got := text[max(0, ref.Offset) : ref.Offset+int64(ref.Length)]; ref.Line != want.line || strings.TrimPrefix(got, "\xef\xbb\xbf") != strings.TrimPrefix(want.head, "\xef\xbb\xbf") {
			t.Errorf("scrape %d: line %d, text %q", i, ref.Line, got)
		}
	}
}

func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{
		"# HELP a b\n# TYPE a gauge\na 1\n":                                           true,
		"a{x=\"y\"} 1\nb 2\n":                                                         true,
		"# scraped_at 1778555640\n":                                                   true,
		"curl: (7) Failed to connect\n":                                               true,
		"HTTP/1.1 200 OK\r\ndate: x\r\n\r\n":                                          true,
		"{\"metric\":{\"__name__\":\"a\"},\"val":                                      true,
		"{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]}}": true,
		"":   false,
		"\n": false,
		"[2026-05-12 03:14:02 TP0] Prefill batch. #new-seq: 1\n":            false,
		"{\"level\":\"info\",\"msg\":\"a\"}\n":                              false,
		"INFO:     192.0.2.1:1 - \"GET /metrics HTTP/1.1\" 200 OK\n":        false,
		"# a comment\nsome words here\nand more words\n":                    false,
		"Tue May 12 03:14:00 UTC 2026\nsome words here\nand more of them\n": false,
		"a 1\nthis is no sample\nneither is this one\nnor this one\nb 2\n":  false,
		"=== 1778555640 ===\nsglang:num_running_reqs{x=\"1\"} 0.0\n":        true,
	} {
		if got := Looks([]byte(text)); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

func TestNaNIsNotAbsent(t *testing.T) {
	r := read("# scraped_at 1778555640\na NaN\n# scraped_at 1778555645\nb 1\n")
	target, _ := Assemble([]Result{r}, "prefill", "n1", "g0")
	a := find(target, "a", "", "")
	if a.Samples != 1 || timeline.IsAbsent(a.Values[0]) || !math.IsNaN(a.Values[0]) || !timeline.IsAbsent(a.Values[1]) {
		t.Errorf("got %+v", a)
	}
	if !slices.IsSortedFunc(target.Series, func(x, y timeline.Series) int { return strings.Compare(x.Name, y.Name) }) {
		t.Error("series are not sorted")
	}
}
