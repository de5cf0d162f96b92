package format

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpusFiles are the reconstructed logs without an envelope: what format takes most of the records
// of each, the role that its lines prove, and how many lines may be unknown.
var corpusFiles = map[string]struct {
	format, role string
	unknown      int
}{
	"01": {"sglang", "prefill", 0}, "02": {"sglang", "decode", 0}, "03": {"sglang", "prefill", 0}, "04": {"sglang", "decode", 1},
	"07": {"sglang", "decode", 0}, "09": {"glog", "", 0}, "11": {"", "prefill", 1}, "13": {"gateway", "router", 0}, "14": {"gateway", "router prefill", 0},
	"15": {"sglang", "", 0}, "18": {"sglang", "", 0}, "20": {"sglang", "prefill", 0}, "27": {"sglang", "prefill", 0}, "29": {"sglang", "", 0},
	"31": {"vllm", "", 1}, "33": {"vllm", "", 0}, "35": {"vllm", "", 0}, "40": {"glog", "", 0}, "44": {"plain", "", 2}, "46": {"dynamo", "", 0},
	"47": {"dynamo", "", 3}, "49": {"sglang", "prefill", 0}, "50": {"sglang", "prefill decode", 0}, "shredded": {"sglang", "prefill", 0},
}

func TestCorpus(t *testing.T) {
	paths, _ := filepath.Glob("../../../shared/corpus/*.[lt][ox][gt]")
	if len(paths) == 0 {
		t.Skip("no corpus here")
	}
	for _, path := range paths {
		name := filepath.Base(path)
		want, ok := corpusFiles[name[:strings.IndexByte(name, '-')]]
		if !ok {
			continue
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		format, role, unknown := readAll(b)
		if format != want.format || role != want.role || unknown > want.unknown {
			t.Errorf("%s: format %q, role %q, %d unknown; want %v", name, format, role, unknown, want)
		}
	}
}

// readAll says what format most records have (the engine's own first), which roles the lines prove in
// order, how many lines nothing knows.
func readAll(b []byte) (format, role string, unknown int) {
	counts := map[string]int{}
	var roles []string
	for line := range bytes.SplitSeq(b, []byte("\n")) {
		line = CleanLine(nil, line)
		h, ok := Parse(line)
		if ok {
			counts[h.Name]++
		} else if len(line) > 0 && Classify(line) == Unknown {
			unknown++
		}
		r, _ := RoleOfHead(h)
		if r == "" {
			r, _ = RoleOf(line[h.Body:])
		}
		if r != "" && !strings.Contains(strings.Join(roles, " "), r) {
			roles = append(roles, r)
		}
	}
	if counts["sglang"] > 0 {
		return "sglang", strings.Join(roles, " "), unknown
	}
	for name, n := range counts {
		if n > counts[format] {
			format = name
		}
	}
	return format, strings.Join(roles, " "), unknown
}
