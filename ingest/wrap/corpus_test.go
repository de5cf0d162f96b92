package wrap

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// corpusDir holds reconstructed logs that are not part of the module.
const corpusDir = "../../../shared/corpus"

// corpusWrappers are the envelopes of the reconstructed logs; all others have none.
var corpusWrappers = map[string]string{
	"22": "compose", "24": "cri", "26": "ray", "37": "journald-json", "38": "kubectl", "52": "loki", "54": "srun",
}

func TestCorpusWrappers(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(corpusDir, "*.[lt][ox][gt]"))
	if len(paths) == 0 {
		t.Skip("no corpus here")
	}
	for _, path := range paths {
		name := filepath.Base(path)
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := corpusWrappers[name[:strings.IndexByte(name, '-')]]
		if got := Detect(lines(transcode(b))).Name(); got != want {
			t.Errorf("%s: wrapper %q, want %q", name, got, want)
		}
	}
}

// transcode reads UTF-16 with a byte order mark.
func transcode(b []byte) []byte {
	if !bytes.HasPrefix(b, []byte{0xFF, 0xFE}) {
		return b
	}
	var u []uint16
	for i := 2; i+1 < len(b); i += 2 {
		u = append(u, uint16(b[i])|uint16(b[i+1])<<8)
	}
	return []byte(string(utf16.Decode(u)))
}

// lines are the lines of a file, without what ends them.
func lines(b []byte) [][]byte {
	out := bytes.Split(b, []byte("\n"))
	if n := len(out); n > 0 && len(out[n-1]) == 0 {
		out = out[:n-1]
	}
	return out
}

func TestRealLogsHaveNoWrapper(t *testing.T) {
	paths, _ := filepath.Glob("../../../shared/real/*.log.gz")
	if len(paths) == 0 {
		t.Skip("no real logs here")
	}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(io.LimitReader(z, 1<<20))
		f.Close()
		if got := Detect(lines(b)).Name(); got != "" {
			t.Errorf("%s: wrapper %q", filepath.Base(path), got)
		}
	}
}
