package format

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"
)

func TestRealUnknownShare(t *testing.T) {
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
		s := bufio.NewScanner(z)
		s.Buffer(make([]byte, 1<<20), 1<<26)
		var dst []byte
		total, unknown := 0, 0
		names := map[string]int{}
		for s.Scan() {
			total++
			line := CleanLine(dst, s.Bytes())
			if len(line) == 0 {
				continue
			}
			if h, ok := Parse(line); ok {
				names[h.Name]++
				continue
			}
			k := Classify(line)
			names[[...]string{"continuation", "blockstart", "blockline", "foreign", "suppression", "unknown"}[k]]++
			if k == Unknown {
				if unknown++; unknown < 12 && os.Getenv("SHOW") != "" {
					t.Logf("%.150q", line)
				}
			}
		}
		f.Close()
		t.Log(filepath.Base(path), total, names)
		if unknown*100 > total {
			t.Errorf("%s: %d of %d lines unknown", filepath.Base(path), unknown, total)
		}
	}
}
