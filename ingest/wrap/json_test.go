package wrap

import (
	"encoding/json"
	"testing"
)

func FuzzObject(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":"b"}`, `{"a" : "\u4e2d\ud83d\ude00\n\"", "b":[1,{"c":"]"}], "d":null}`, `{"a":1,}`, `{"a"`, `{"a":"\\"}`, `{"a":"x\/"} `, `{"":[27,91,255]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		o, ok := object(line)
		var want map[string]json.RawMessage
		if json.Unmarshal(line, &want) != nil || want == nil {
			return
		}
		if !ok {
			for _, c := range line {
				if c == '\n' {
					return // a line has none
				}
			}
			t.Fatalf("%q is an object", line)
		}
		for _, m := range o {
			var key, text string
			if json.Unmarshal([]byte(`"`+string(m.key)+`"`), &key) != nil || key != string(m.key) || json.Unmarshal(want[key], &text) != nil {
				continue
			}
			if got, ok := o.text(key); want[key][0] == '"' && (!ok || string(got) != text && json.Valid(want[key]) && valid(text)) {
				t.Fatalf("%q: %q is %q, want %q", line, key, got, text)
			}
		}
	})
}

// valid says whether a text has no replacement character: encoding/json puts them in for bad UTF-8.
func valid(s string) bool {
	for _, r := range s {
		if r == 0xFFFD {
			return false
		}
	}
	return true
}

func BenchmarkFeed(b *testing.B) {
	for _, f := range forms {
		content := f.form(incident)
		all := lines(content)
		w := Detect(all)
		if f.note != "" && f.note != "none" && f.note != "short" && f.note != "timestamps" && f.note != "document" {
			continue
		}
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				for i, line := range all {
					w.Feed(line, 0, int64(i+1), func(Entry) {})
				}
				w.Flush(func(Entry) {})
			}
		})
	}
}
