package rules

import "testing"

// A setting is read off the line that prints it, not off a prompt that quotes one.
func TestSettings(t *testing.T) {
	const dump = "[2026-05-12 03:13:00] server_args=ServerArgs(model_path='m', page_size=64, log_level='info')"
	for _, c := range []struct {
		line, key, value string
		want             bool
	}{
		{dump, "page_size", "64", true},
		{dump, "page_size", "6", false},
		{dump, "size", "64", false},
		{dump, "model_path", "m", true},
		{"server_args=ServerArgs(page_size=64)", "page_size", "64", true},
		{"[2026-05-12 03:13:40 TP0] max_total_num_tokens=90112, chunked_prefill_size=8192, context_len=40960", "context_len", "40960", true},
		{"[2026-05-12 03:13:40 TP0] max_total_num_tokens=90112, chunked_prefill_size=8192", "max_total_num_tokens", "90112", true},
		{"[2026-05-12 03:13:40 TP0] got max_total_num_tokens=90112, page_size=64", "page_size", "64", false},
		{"[2026-05-12 03:14:00] Receive: obj=GenerateReqInput(text='server_args=ServerArgs(page_size=64)')", "page_size", "64", false},
	} {
		if got := settingRegex(c.key, c.value).Compiled().MatchString(c.line); got != c.want {
			t.Errorf("%s=%s in %q: %v", c.key, c.value, c.line, got)
		}
	}
}
