package expo

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// FuzzRead: nothing panics, counts add up, content stays as it is, the same bytes give the same.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"a 1\n", "# EOF\n", "HTTP/1.1 200 OK\r\n\r\na 1\n", "# scraped_at 1778555640\na{x=\"", "\xef\xbb\xbf", "a 1 1\na 1 2\nb 1\na 1\n",
		"{\"metric\":{\"__name__\":\"a\"},\"values\":[1],\"timestamps\":[1]}", "# TYPE a info\na_info{} 1 # {x=\"\n\"} 1\n# EOF", "Tue May 12 03:14:00 UTC 2026\n",
		"a{x=\"1\\", "{\"q\"} 1\n{\"q\",} 2\n", "\ra 1\r\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 1<<14 {
			return
		}
		before := bytes.Clone(content)
		o := Options{Path: "m.prom", ModTime: time.Unix(1778555000, 0)}
		r := Read(content, o)
		Looks(content)
		if !bytes.Equal(before, content) {
			t.Fatal("content was changed")
		}
		if r.Unparsed > r.Lines || int64(len(r.Bad)) > r.Unparsed {
			t.Fatalf("%d of %d lines unparsed, %d shown", r.Unparsed, r.Lines, len(r.Bad))
		}
		target, _ := Assemble([]Result{r}, "decode", "n1", "g0")
		for _, s := range target.Series {
			if len(s.Values) != len(target.Scrapes) || s.Samples < 1 {
				t.Fatalf("%s: %d values, %d samples of %d scrapes", s.Name, len(s.Values), s.Samples, len(target.Scrapes))
			}
		}
		for i := 1; i < len(target.Scrapes); i++ {
			if target.Scrapes[i-1].At >= target.Scrapes[i].At {
				t.Fatal("scrapes are not ascending")
			}
		}
		if again := Read(content, o); show(again) != show(r) {
			t.Fatalf("read twice: %s and %s", show(r), show(again))
		}
	})
}

// FuzzBadLine: whatever one line holds, the good ones before and behind it survive.
func FuzzBadLine(f *testing.F) {
	for _, s := range []string{"b{", "b{x=\"1", "b{x=\"1\\", "# TYPE b foo", "# UNIT b x", "b 1 # {", "\"", "{", "b{x=\"2\" 3", "\x00", "b 1 1 1", "# {x=\"", "0 0 0", "# HELP \"", "# TYPE \"x", "b 1 # {x=\"", "b 1 # {x=\"a\"} 1 # {y=\""} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, bad string, open bool) {
		if strings.ContainsAny(bad, "\n\r") || len(bad) > 1000 {
			return
		}
		text := "# TYPE first gauge\nfirst{x=\"1\"} 1\nsecond 2\n" + bad + "\nthird{y=\"2\"} 3\nfourth 4\n"
		if open {
			text += "# EOF\n"
		}
		var good []string
		r := read(text)
		entries, _ := r.table.view()
		for _, s := range r.Scrapes {
			for i, v := range s.values {
				good = append(good, fmt.Sprint(entries[s.layout.ids[i]].name, "=", v))
			}
		}
		for _, want := range []string{"first=1", "second=2", "third=3", "fourth=4"} {
			if !strings.Contains(strings.Join(good, " "), want) && !strings.HasPrefix(strings.TrimSpace(bad), want[:len(want)-2]) {
				t.Fatalf("%q: %s lost, left %v\n%s", bad, want, good, show(r))
			}
		}
	})
}
