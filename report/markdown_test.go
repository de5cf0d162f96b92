package report

import "testing"

// Whatever a pack says stands in its reference as it is written, and can neither open a tag nor leave its cell.
func TestMarkdownOfOthers(t *testing.T) {
	for in, want := range map[string]string{
		"plain words, a-b and a_b":     "plain words, a-b and a_b",
		"*bold* _it_ [x](y) <b>&amp;":  `\*bold\* \_it\_ \[x\](y) \<b\>\&amp;`,
		"run `curl -s a|b` twice":      "run `curl -s a|b` twice",
		"a ` alone":                    "a \\` alone",
		"# no heading":                 `\# no heading`,
		"1. no list":                   `1\. no list`,
		"- no list":                    `\- no list`,
		"two\nlines\x1b[31m\u202eevil": `two lines\\x1b\[31m\\u202eevil`,
		"":                             "",
	} {
		if got := prose(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{"a": "`a`", "a`b": "``a`b``", "`": "`` ` ``", "": "` `", "x\ny": "`x\\ny`"} {
		if got := code(in); got != want {
			t.Errorf("code of %q: %s, want %s", in, got, want)
		}
	}
	if got := cell(code("a|b")); got != "`a\\|b`" {
		t.Errorf("in a cell: %s", got)
	}
	for in, want := range map[string]string{
		"sgl-project/sglang#30352":     "[sgl-project/sglang#30352](https://github.com/sgl-project/sglang/issues/30352)",
		"https://example.org/a?b=c":    "<https://example.org/a?b=c>",
		"https://example.org/)<script": `https://example.org/)\<script`,
		"javascript:alert(1)":          "javascript:alert(1)",
	} {
		if got := reference(in); got != want {
			t.Errorf("reference %q: %s, want %s", in, got, want)
		}
	}
}
